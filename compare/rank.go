package compare

import (
	"fmt"
	"slices"
	"strings"
)

// What a ranking may be held against.
const (
	againstAll      = ""
	againstBest     = "best"
	againstBaseline = "baseline"
)

// manyRuns is the number of runs from which on a table of all pairs hides more
// than it shows.
const manyRuns = 12

// Rank compares three runs or more on the questions that all of them have. The
// error is one of the options. Runs that were measured otherwise than the
// first one are a Refusal in the document.
func Rank(runs []*Run, opt RankOptions) (RankDoc, error) {
	if err := checkRankOptions(runs, opt); err != nil {
		return RankDoc{}, err
	}
	r := ranking{runs: runs, opt: opt}
	r.doc = RankDoc{
		Schema: RankSchema, Against: opt.Against, Labels: labelsOf(runs), Runs: []Side{},
		Notices: []string{}, Allowed: []string{}, Lost: []int{}, Series: []RankSeries{},
	}
	for _, run := range runs {
		r.doc.Runs = append(r.doc.Runs, sideOf(run))
	}
	r.match()
	if r.doc.Refusal == nil {
		r.measure()
	}
	r.doc.Notices = append(r.doc.Notices, r.notices()...)
	r.conclude()
	return r.doc, nil
}

func checkRankOptions(runs []*Run, opt RankOptions) error {
	if len(runs) < 3 {
		return fmt.Errorf("%d runs are no ranking; two runs are compared, three or more are ranked", len(runs))
	}
	switch opt.Against {
	case againstAll, againstBest, againstBaseline:
	default:
		return fmt.Errorf("--against %q is neither best nor baseline", opt.Against)
	}
	if err := checkAllow(opt.Allow); err != nil {
		return err
	}
	return checkShare("min-common", opt.MinCommon)
}

// ranking is a document on its way.
type ranking struct {
	runs      []*Run
	opt       RankOptions
	questions [][]*Question // by question that all runs share, one of each run
	groups    []string
	doc       RankDoc
}

// labelsOf names the runs as they were given, each differently.
func labelsOf(runs []*Run) []string {
	seen := map[string]int{}
	out := make([]string, len(runs))
	for i, r := range runs {
		name := r.Path
		if name == "" {
			name = r.Info.ID
		}
		seen[name]++
		if out[i] = name; seen[name] > 1 {
			out[i] = fmt.Sprintf("%s (%d)", name, seen[name])
		}
	}
	return out
}

// match holds every run to the first one, and finds the questions that all of
// them have alike.
func (r *ranking) match() {
	first := r.runs[0]
	rubric := slices.Contains(r.opt.Allow, allowRubric)
	shared := map[string]int{}
	minCommon := minCommonOf(r.runs[len(r.runs)-1], r.opt.MinCommon)
	for i, run := range r.runs[1:] {
		differences := differencesOf(fieldsOf(first, run))
		if sameRun(first, run) {
			differences = nil
		}
		refused, allowed := permitted(differences, r.opt.Allow)
		p := pairUp(first, run, minCommon, rubric)
		if p.rubrics > 0 {
			allowed = append(allowed, allowRubric)
		}
		refused = append(refused, tooFewCommon(p.doc)...)
		if len(refused) > 0 && r.doc.Refusal == nil {
			r.doc.Refusal = &RankRefusal{Run: i + 1, Reasons: refused, Mend: r.mend(run, differences)}
		}
		for _, name := range allowed {
			if !slices.Contains(r.doc.Allowed, name) {
				r.doc.Allowed = append(r.doc.Allowed, name)
			}
		}
		for _, q := range p.counted {
			shared[q.base.ID]++
		}
	}
	if r.doc.Refusal == nil {
		r.collect(shared)
	}
}

// mend is the command that measures a run as the first one was, or that takes
// the questions that there are.
func (r *ranking) mend(run *Run, differences []Difference) string {
	if len(differences) > 0 {
		return mend(run, r.runs[0], differencesOf(fieldsOf(run, r.runs[0])), nil)
	}
	words := []string{"evalrun", "compare"}
	for _, each := range r.runs {
		words = append(words, quoted(each.Path))
	}
	return strings.Join(append(words, "--common"), " ")
}

// collect lines up the shared questions in the order of the first run.
func (r *ranking) collect(shared map[string]int) {
	first := r.runs[0]
	for i := range first.Questions {
		id := first.Questions[i].ID
		if shared[id] < len(r.runs)-1 {
			continue
		}
		row := make([]*Question, len(r.runs))
		group := ""
		for k, run := range r.runs {
			row[k] = run.find(id)
			if group == "" {
				group = row[k].Group
			}
		}
		r.questions, r.groups = append(r.questions, row), append(r.groups, group)
	}
	r.doc.Common = len(r.questions)
	for _, run := range r.runs {
		r.doc.Lost = append(r.doc.Lost, asked(run)-r.doc.Common)
	}
}
