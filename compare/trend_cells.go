package compare

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// seriesName is a series of the questions or of the anchors.
type seriesName struct {
	name    string
	anchors bool
}

// held reports whether a question is in quarantine on a night: it is run and
// counts in no chart.
func held(n *results.Night, q *results.NightQuestion) bool {
	return q.Quarantine != nil && !q.Anchor && q.Quarantine.Holds(n.Started)
}

// each gives every figure of a question by the name of its series: whether it
// passed, if that is decided, and its scores. Anchors have no pass rate: it
// would move with their scores and take a share of the budget for it.
func each(q *results.NightQuestion, yield func(name seriesName, value float64)) {
	if !q.Anchor {
		switch q.Verdict {
		case results.Pass:
			yield(seriesName{name: PassRate}, 1)
		case results.Fail:
			yield(seriesName{name: PassRate}, 0)
		}
	}
	for s, score := range q.Scores {
		yield(seriesName{name: string(s), anchors: q.Anchor}, score)
	}
}

// grid holds the figures of one segment.
type grid struct {
	places map[string]asOf   // of the segment, by id
	held   []map[int]bool    // by night of the segment: places in quarantine
	asked  []bool            // by place: no anchor
	same   map[string][]bool // by suite hash: questions that it holds unchanged
	series map[seriesName]*column
}

// column is one series of a segment.
type column struct {
	nights [][]scored // by night of the segment
	has    []bool     // by place: ever had a figure
}

// asOf is a question as it was when the segment began, an anchor as it was
// when it came.
type asOf struct {
	place int
	hash  string
}

// gridOf reads the segment's nights once.
func (s *stretch) gridOf(nights []results.Night) grid {
	g := grid{
		places: make(map[string]asOf, len(s.begin)), asked: make([]bool, len(s.begin)), held: make([]map[int]bool, len(s.nights)),
		same: map[string][]bool{}, series: map[seriesName]*column{},
	}
	ids := slices.Sorted(maps.Keys(s.begin))
	for place, id := range ids {
		g.places[id] = asOf{place, s.begin[id].hash}
	}
	for at, i := range s.nights {
		g.addContent(ids, s.begin, contentKey(nights[i]), s.contents[at])
		for k := range nights[i].Questions {
			q := &nights[i].Questions[k]
			was, known := g.places[q.ID]
			if !known || was.hash != q.ContentHash {
				continue
			}
			if held(&nights[i], q) {
				g.hold(at, was.place)
				continue
			}
			g.asked[was.place] = g.asked[was.place] || !q.Anchor
			each(q, func(name seriesName, value float64) { g.add(name, at, len(s.nights), scored{was.place, value}) })
		}
	}
	return g
}

func (g *grid) hold(night, place int) {
	if g.held[night] == nil {
		g.held[night] = map[int]bool{}
	}
	g.held[night][place] = true
}

func (g *grid) addContent(ids []string, begin content, key string, c content) {
	if g.same[key] != nil {
		return
	}
	same := make([]bool, len(ids))
	for place, id := range ids {
		p, there := c[id]
		same[place] = there && p == begin[id]
	}
	g.same[key] = same
}

func (g *grid) add(name seriesName, night, nights int, s scored) {
	c := g.series[name]
	if c == nil {
		c = &column{nights: make([][]scored, nights), has: make([]bool, len(g.places))}
		g.series[name] = c
	}
	if c.nights[night] == nil && night > 0 {
		c.nights[night] = make([]scored, 0, len(c.nights[night-1])) // nights are alike
	}
	c.nights[night] = append(c.nights[night], s)
	c.has[s.question] = true
}

// expected counts the questions of a series that the suite of a night still
// has unchanged and not in quarantine. A score is expected of each that ever
// had one: the others are of another category, or have no sources to hold an
// answer to.
func (g *grid) expected(name seriesName, suite string, night int) int {
	has, n := g.series[name].has, 0
	if name.name == PassRate {
		has = g.asked
	}
	for place, same := range g.same[suite] {
		if same && has[place] && !g.held[night][place] {
			n++
		}
	}
	return n
}

// sortSeries puts the pass rate first, then the series in the order of the
// reports, and the anchors' after the others.
func sortSeries(names []seriesName, order []string) {
	place := func(s seriesName) int {
		if i := slices.Index(order, s.name); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortFunc(names, func(a, b seriesName) int {
		switch {
		case a.anchors && !b.anchors:
			return 1
		case b.anchors && !a.anchors:
			return -1
		}
		return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a.name, b.name))
	})
}
