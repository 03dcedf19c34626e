package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// notice lists what changed since the night before without a new segment.
func (s *stretch) notice(at int, before, n results.Night, c content) {
	add := func(kind EventKind, format string, args ...any) {
		s.events = append(s.events, TrendEvent{Night: at, Kind: kind, Says: fmt.Sprintf(format, args...)})
	}
	if was, is := servedNames(before), servedNames(n); was != is && was != "" && is != "" {
		add(EventServed, "the judge's server named %s instead of %s", is, was)
	}
	if was, is := targetName(before.Target), targetName(n.Target); was != is {
		add(EventTarget, "the target is %s instead of %s", is, was)
	} else if before.Target.Settings != n.Target.Settings {
		add(EventTarget, "the target was asked with other settings")
	}
	if contentKey(before) != contentKey(n) {
		if changed, of := s.edited(n, c); changed > 0 {
			add(EventContent, "%d of %d questions are not those that the segment began with; the charts follow the others", changed, of)
		}
		added, edited := c.anchorsBeyond(s.begin)
		if added > 0 {
			add(EventContent, "%s; the anchors' charts begin with them", wereWords(added, "anchor", "added"))
		}
		if edited > 0 {
			add(EventContent, "%s; the anchors' charts follow the others", wereWords(edited, "anchor", "edited"))
		}
	}
}

func servedNames(n results.Night) string {
	return strings.Join(slices.Sorted(maps.Keys(n.Served)), ", ")
}

// targetName is what a target says of itself. A file of answers is another
// one every night and says nothing.
func targetName(t results.TargetRef) string {
	var parts []string
	for _, s := range []string{t.Type, t.Model, t.Version, t.URL} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " ")
}
