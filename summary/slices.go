package summary

import (
	"maps"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// slicing sums a run up by tag and by group. Memory grows with their number,
// up to results.MaxSlices of each.
type slicing struct{ tags, groups partition }

func newSlicing(info results.RunInfo) slicing {
	return slicing{
		tags:   partition{info: info, parts: map[string]*slice{}, more: map[string]bool{}},
		groups: partition{info: info, parts: map[string]*slice{}, more: map[string]bool{}},
	}
}

// add counts a question in each of its slices. Within a group its questions
// stand alone: what the group has in common is what the slice is about.
func (s *slicing) add(q results.Question, records []*results.Record, missing int) {
	for i, tag := range q.Tags {
		if !slices.Contains(q.Tags[:i], tag) {
			s.tags.add(tag, q.Group, q.Category, records, missing)
		}
	}
	if q.Group != "" {
		s.groups.add(q.Group, "", q.Category, records, missing)
	}
}

func (s *slicing) summary() *results.Slices {
	if len(s.tags.parts)+len(s.groups.parts) == 0 {
		return nil
	}
	return &results.Slices{
		Tags: s.tags.summary(), Groups: s.groups.summary(),
		MoreTags: len(s.tags.more), MoreGroups: len(s.groups.more),
	}
}

// partition holds the slices of one kind by name.
type partition struct {
	info  results.RunInfo
	parts map[string]*slice
	more  map[string]bool
}

func (p *partition) add(name, cluster string, c results.Category, records []*results.Record, missing int) {
	part, known := p.parts[name]
	if !known {
		if len(p.parts) >= results.MaxSlices {
			p.more[name] = true
			return
		}
		part = newSlice(p.info)
		p.parts[name] = part
	}
	part.add(cluster, c, records, missing)
}

func (p *partition) summary() []results.Slice {
	out := []results.Slice{}
	for _, name := range slices.Sorted(maps.Keys(p.parts)) {
		out = append(out, p.parts[name].summary(name))
	}
	return out
}
