package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// pair is one question in both runs.
type pair struct {
	base, head *Question
	group      string // of questions that belong together, "" for one that stands alone
}

// critical questions are those that either suite calls so: taking the mark
// away with the same change must not hide what broke.
func (p pair) critical() bool { return p.base.Critical || p.head.Critical }

// pairs are the questions whose difference counts, and those that are looked
// at but decide nothing.
type pairs struct {
	doc         Pairing
	counted     []pair
	quarantined []pair
	anchors     []pair // equal in both runs
	rubrics     int    // of both, those whose rubric was edited, where that is allowed
}

// pairUp matches by id and inputs, in the order of head. Questions whose
// rubric alone changed are common and count only where that is allowed: a
// score against another rubric is another measurement.
func pairUp(base, head *Run, minCommon float64, rubricAllowed bool) pairs {
	p := pairs{doc: Pairing{
		Base: asked(base), Head: asked(head), MinCommon: minCommon,
		OnlyBase: []Unpaired{}, OnlyHead: []Unpaired{}, Edited: []Edited{}, Quarantined: []Quarantined{},
	}}
	var onlyBase, onlyHead []*Question
	for i := range head.Questions {
		h := &head.Questions[i]
		b := base.find(h.ID)
		if b == nil {
			onlyHead = append(onlyHead, h)
			continue
		}
		p.add(base, head, b, h, rubricAllowed)
	}
	for i := range base.Questions {
		if b := &base.Questions[i]; head.find(b.ID) == nil {
			onlyBase = append(onlyBase, b)
		}
	}
	p.doc.OnlyBase, p.doc.OnlyHead = unpaired(onlyBase, onlyHead), unpaired(onlyHead, onlyBase)
	if larger := max(p.doc.Base, p.doc.Head); larger > 0 {
		p.doc.Share = float64(p.doc.Common) / float64(larger)
	}
	p.doc.Paired = len(p.counted) + len(p.quarantined)
	return p
}

// asked counts the questions that a target was asked; anchors are not.
func asked(r *Run) int {
	n := 0
	for i := range r.Questions {
		if !r.Questions[i].Anchor {
			n++
		}
	}
	return n
}

func (p *pairs) add(baseRun, headRun *Run, b, h *Question, rubricAllowed bool) {
	what := edits(b, h)
	if len(what) > 0 {
		p.doc.Edited = append(p.doc.Edited, Edited{ID: h.ID, What: what})
	}
	if b.Anchor && h.Anchor {
		p.doc.Anchors++
		if len(what) == 0 {
			p.anchors = append(p.anchors, pair{base: b, head: h, group: cmp.Or(h.Group, b.Group)})
		}
		return
	}
	if slices.Contains(what, editedInputs) || slices.Contains(what, editedAnchor) {
		return
	}
	p.doc.Common++
	if len(what) > 0 {
		if !rubricAllowed || slices.Contains(what, editedCategory) {
			return
		}
		p.rubrics++
	}
	both := pair{base: b, head: h, group: b.Group}
	if h.Group != "" {
		both.group = h.Group
	}
	if q := quarantine(baseRun, headRun, b, h); q != nil {
		p.quarantined = append(p.quarantined, both)
		p.doc.Quarantined = append(p.doc.Quarantined, Quarantined{
			ID: h.ID, Until: q.Until, Reason: q.Reason, Base: b.Verdict, Head: h.Verdict,
		})
		return
	}
	p.counted = append(p.counted, both)
}

// What may have been edited in a question that kept its id. Reports of older
// versions tell the whole of a question from its text alone, not its rubric
// from its passages.
const (
	editedInputs   = "inputs"
	editedRubric   = "rubric"
	editedCategory = "category"
	editedAnchor   = "anchors"
	editedUnknown  = "rubric or passages"
)

func edits(b, h *Question) []string {
	var what []string
	if b.Anchor != h.Anchor {
		what = append(what, editedAnchor)
	}
	if b.Category != h.Category {
		what = append(what, editedCategory)
	}
	if b.ContentHash == h.ContentHash {
		return what
	}
	hashed := b.InputHash != "" && h.InputHash != ""
	switch {
	case hashed && b.InputHash != h.InputHash, b.Query != h.Query:
		what = append(what, editedInputs)
	case hashed:
		what = append(what, editedRubric)
	default:
		what = append(what, editedUnknown)
	}
	return what
}

// unpaired lists the questions of one run alone, with the renamed ones told by
// their text.
func unpaired(list, other []*Question) []Unpaired {
	ids := map[string]string{}
	for _, q := range slices.Backward(other) {
		ids[textOf(q)] = q.ID
	}
	out := make([]Unpaired, 0, len(list))
	for _, q := range list {
		out = append(out, Unpaired{ID: q.ID, Query: q.Query, SameText: ids[textOf(q)]})
	}
	return out
}

// textOf folds white space, which no reader sees.
func textOf(q *Question) string { return strings.Join(strings.Fields(q.Query), " ") }

// quarantine is that of either side, while it lasts on the day that run began.
func quarantine(baseRun, headRun *Run, b, h *Question) *results.Quarantine {
	if h.Quarantine != nil && lasts(headRun, h) {
		return h.Quarantine
	}
	if b.Quarantine != nil && lasts(baseRun, b) {
		return b.Quarantine
	}
	return nil
}

func lasts(r *Run, q *Question) bool { return q.Quarantine.Holds(r.Info.Started) }
