package compare

import (
	"cmp"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// Compare sets head against base. The error is one of the options: an unknown
// name, a margin that cannot be. What the runs themselves do not allow is a
// Refusal in the document.
func Compare(base, head *Run, opt Options) (Doc, error) {
	if err := checkOptions(opt); err != nil {
		return Doc{}, err
	}
	margins, asked, err := marginsOf(head, opt)
	if err != nil {
		return Doc{}, err
	}
	c := comparison{base: base, head: head, opt: opt, margins: margins, asked: asked, same: sameRun(base, head)}
	c.doc = Doc{
		Schema: Schema, Base: sideOf(base), Head: sideOf(head), Notices: []string{}, Allowed: []string{},
		Gate:   Gate{Verdict: results.Inconclusive, Reasons: []string{}, Rules: []Rule{}},
		Series: []Series{}, Hard: []Hard{}, Slices: []Slice{},
		Anchors: Anchors{Moved: []string{}, Series: []Series{}},
		Flips:   Flips{List: []Flip{}}, Length: Length{Rho: []LengthRho{}},
	}
	c.match()
	if c.doc.Refusal == nil {
		c.measure()
	}
	c.decide()
	c.doc.Headline, c.doc.Next = c.withAnchors(c.headline()), c.next()
	return c.doc, nil
}

// comparison is a document on its way.
type comparison struct {
	base, head *Run
	opt        Options
	margins    map[string]float64
	asked      map[string]bool // margins that somebody stated
	same       bool            // both sides are one run
	pairs      pairs
	figures    figures
	doc        Doc
}

// overridden: the runs were measured differently and somebody said to go on.
func (c *comparison) overridden() bool { return len(c.doc.Allowed) > 0 }

// match finds what the runs have in common, and whether that is enough.
func (c *comparison) match() {
	fields := fieldsOf(c.base, c.head)
	c.doc.Blocks = blocksOf(fields)
	differences := differencesOf(fields)
	if c.same {
		differences = nil
	}
	refused, allowed := permitted(differences, c.opt.Allow)
	rubric := slices.Contains(c.opt.Allow, allowRubric)
	c.pairs = pairUp(c.base, c.head, minCommonOf(c.head, c.opt.MinCommon), rubric)
	if c.pairs.rubrics > 0 {
		allowed = append(allowed, allowRubric)
	}
	c.doc.Pairing = c.pairs.doc
	refused = append(refused, tooFewCommon(c.pairs.doc)...)
	if len(refused) > 0 {
		c.doc.Refusal = &Refusal{Reasons: refused, Mend: mend(c.base, c.head, refused, c.opt.JudgeAs)}
	} else {
		c.doc.Allowed = append(c.doc.Allowed, allowed...)
	}
	c.doc.Notices = append(c.doc.Notices, c.notices(differences)...)
}

// measure fills in the figures and what the questions show one by one.
func (c *comparison) measure() {
	c.measureAnchors()
	ordered := byID(c.pairs.counted)
	c.figures = figuresOf(c.base, c.head, ordered, false)
	f := &c.figures
	for i := range f.series {
		s := &f.series[i]
		fewest := 0
		if margin, gated := c.margins[s.Name]; gated && !c.overridden() {
			f.gate(i, margin, c.asked[s.Name])
			fewest = fewestFor(&f.measured[i], margin)
		}
		if s.Verdict == results.Fail && c.judgeMoved() {
			s.doubt()
		}
		s.say(f.family, fewest, c.overridden())
	}
	c.doc.Series = append(c.doc.Series, f.series...)
	c.doc.Hard = append(c.doc.Hard, hardOf(c.pairs.counted)...)
	c.doc.Flips = flipsOf(c.base, c.head, c.pairs, c.opt)
	c.doc.Length = lengthOf(ordered, *f)
	c.doc.Slices = append(c.doc.Slices, slicesOf(*f)...)
}

// byID sorts, so that the order of a suite changes no last digit of a sum.
func byID(pairs []pair) []pair {
	return slices.SortedFunc(slices.Values(pairs), func(a, b pair) int { return cmp.Compare(a.head.ID, b.head.ID) })
}

func sideOf(r *Run) Side {
	served := r.Served
	if served == nil {
		served = map[string]int{}
	}
	return Side{
		Path: r.Path, Run: r.Info.ID, Suite: r.Info.Suite.Name, Started: r.Info.Started, Status: r.Info.Status,
		Questions: len(r.Questions), Repeats: max(1, r.Info.Repeats), CopiedRepeats: r.Info.CopiedRepeats, Judge: askedFor(r).text, Served: served, Gate: r.Gate.Verdict,
	}
}
