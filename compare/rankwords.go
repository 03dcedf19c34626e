package compare

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// say words each row and the whole: nobody is called best whose rank interval
// overlaps another's.
func (r *ranking) say(s *RankSeries) {
	k := len(s.Rows)
	for i := range s.Rows {
		row := &s.Rows[i]
		if row.Best == 0 {
			continue
		}
		row.Says = fmt.Sprintf("Rank %s of %d", rankText(*row), k)
		if peers := r.peers(s, row.Run); len(peers) > 0 {
			row.Says += fmt.Sprintf(" (not separable from %s)", listed(peers))
		}
		row.Says += "."
	}
	first := s.Rows[0]
	switch {
	case r.opt.Against != againstAll && len(s.Pairs) > 0:
		s.Says = r.againstWords(s)
	case first.Best == 0:
		s.Says = fmt.Sprintf("%s: no rank could be had, %s.", label(s.Name), nText(s.N))
	case first.Worst == 1:
		s.Says = fmt.Sprintf("%s: %s is ahead of all others, %s.", label(s.Name), r.doc.Labels[first.Run], nText(s.N))
	case len(r.leading(s)) == k:
		s.Says = fmt.Sprintf("%s: no run is ahead of all others, and any of the %d may be, %s.", label(s.Name), k, nText(s.N))
	default:
		s.Says = fmt.Sprintf("%s: no run is ahead of all others; %s may be, %s.", label(s.Name), listed(r.leading(s)), nText(s.N))
	}
}

func rankText(row RankRow) string {
	if row.Best == row.Worst {
		return strconv.Itoa(row.Best)
	}
	return fmt.Sprintf("%d-%d", row.Best, row.Worst)
}

// peers are the runs that no test tells from a run.
func (r *ranking) peers(s *RankSeries, run int) []string {
	var out []string
	for _, p := range s.Pairs {
		switch {
		case p.Claim != NoClaim:
		case p.A == run:
			out = append(out, r.doc.Labels[p.B])
		case p.B == run:
			out = append(out, r.doc.Labels[p.A])
		}
	}
	return out
}

// leading are the runs that may hold rank 1.
func (r *ranking) leading(s *RankSeries) []string {
	var out []string
	for _, row := range s.Rows {
		if row.Best == 1 {
			out = append(out, r.doc.Labels[row.Run])
		}
	}
	return out
}

func (r *ranking) againstWords(s *RankSeries) string {
	reference := r.reference(s)
	apart := 0
	for _, p := range s.Pairs {
		if p.Claim != NoClaim {
			apart++
		}
	}
	return fmt.Sprintf("%s: %d of %d runs are told apart from %s, %s.", label(s.Name), apart, len(s.Pairs), r.doc.Labels[reference], nText(s.N))
}

func (r *ranking) notices() []string {
	var out []string
	for _, name := range r.doc.Allowed {
		out = append(out, measuredApart(name))
	}
	if k := len(r.runs); k > manyRuns && r.opt.Against == againstAll {
		out = append(out, fmt.Sprintf("%d pairs of %d runs: adjusted for so many tests, little can be told apart. --against best or --against baseline shows fewer.", k*(k-1)/2, k))
	}
	for i, run := range r.runs {
		out = append(out, runNotices(r.doc.Labels[i], run)...)
		if i > 0 {
			out = append(out, servedNotices(r.runs[0], run)...)
		}
	}
	if r.runs[0].Info.Judge.Kind == results.JudgeModel {
		out = append(out, uncheckedJudge(r.runs[0]))
	}
	return out
}

// conclude is the sentence, the next step and the exit code.
func (r *ranking) conclude() {
	switch {
	case r.doc.Refusal != nil:
		ref := Refusal{Reasons: r.doc.Refusal.Reasons}
		r.doc.ExitCode = refusedExit
		r.doc.Headline = fmt.Sprintf("Not compared: %s differs from %s: %s.", r.doc.Labels[r.doc.Refusal.Run], r.doc.Labels[0], ref.text())
		r.doc.Next = mendText(r.doc.Refusal.Mend, r.runs[r.doc.Refusal.Run])
	case r.doc.Common == 0:
		r.doc.ExitCode = exitCode(results.Inconclusive, "")
		r.doc.Headline = "Nothing to compare: no question is the same in all runs."
		r.doc.Next = "Compare runs of the same questions."
	default:
		r.doc.Headline = r.leaders()
		r.doc.Next = "Compare two of them for the questions behind it: evalrun compare BASE HEAD."
	}
}

// leaders says who is ahead on each series that a release stands on, and with
// whom it is so.
func (r *ranking) leaders() string {
	var parts []string
	for _, s := range r.doc.Series {
		if s.Name == PassRate || len(r.doc.Series) == 1 || s.Name == string(results.SeriesOf(results.Positive, results.Grounding)) {
			parts = append(parts, strings.TrimSuffix(s.Says, "."))
		}
	}
	if len(parts) == 0 {
		return fmt.Sprintf("No figure exists in all %d runs.", len(r.runs))
	}
	return strings.Join(parts, "; ") + "."
}
