package main

import (
	"fmt"
	"io"
	"slices"
)

// table has one line for a set or a part of one.
type table []line

type line struct {
	name         string
	n, clusters  int
	words, pairs float64
	loso         float64 // fitted without this set
	lo, hi       float64 // 95 % interval of loso
	shipped      float64
	aim          float64 // 0 where none is set
}

// measure leaves each set out in turn: its own labels never make its weights.
func measure(sets []set) table {
	var out table
	for i, s := range sets {
		m := fit(slices.Concat(sets[:i], sets[i+1:]))
		out = append(out, s.line(m, s.name, ""))
		for _, part := range s.parts() {
			out = append(out, s.line(m, "  "+s.name+" "+part, part))
		}
	}
	return out
}

func (s set) parts() []string {
	var out []string
	for _, r := range s.rows {
		if r.part != "" && !slices.Contains(out, r.part) {
			out = append(out, r.part)
		}
	}
	return out
}

// line measures the rows of one part, or all of them.
func (s set) line(m model, name, part string) line {
	var words, pairs, loso, shipped []float64
	var supported []bool
	var clusters []string
	for _, r := range s.rows {
		if part != "" && r.part != part {
			continue
		}
		words, pairs = append(words, r.words), append(pairs, r.pairs)
		loso, shipped = append(loso, m.score(r)), append(shipped, r.shipped)
		supported, clusters = append(supported, r.supported), append(clusters, r.cluster)
	}
	out := line{
		name: name, n: len(words), words: auc(words, supported), pairs: auc(pairs, supported),
		loso: auc(loso, supported), shipped: auc(shipped, supported),
	}
	out.lo, out.hi = interval(loso, supported, clusters)
	slices.Sort(clusters)
	out.clusters = len(slices.Compact(clusters))
	if part == "" {
		out.aim = s.aim
	}
	return out
}

func (t table) print(w io.Writer) {
	fmt.Fprint(w, "Area under the ROC curve, supported against unsupported. An answer that claims nothing scores 0.\n",
		"Left out: weights fitted without any label of the set. Interval: 95 %, bootstrap by source document.\n\n")
	const cells = "%-14s %5v %10v %10v %10v %9v %9v  %-13v %5v %s\n"
	fmt.Fprintf(w, cells, "set", "n", "documents", "word cover", "word pairs", "left out", "shipped", "interval", "aim", "met")
	for _, l := range t {
		aim, met := "", ""
		if l.aim > 0 {
			aim, met = fmt.Sprintf("%.2f", l.aim), "no"
			if l.loso >= l.aim {
				met = "yes"
			}
		}
		fmt.Fprintf(w, cells, l.name, l.n, l.clusters, decimals(l.words), decimals(l.pairs), decimals(l.loso),
			decimals(l.shipped), decimals(l.lo)+" "+decimals(l.hi), aim, met)
	}
}

func decimals(x float64) string { return fmt.Sprintf("%.3f", x) }
