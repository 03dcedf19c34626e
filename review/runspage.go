package review

import (
	"net/http"
	"time"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
)

// runsView is the data of runs.html.
type runsView struct {
	Suite  string // the only suite shown; "" for all
	Suites []option
	Lines  []runLine
	Broken []brokenLine
	Pages  pager
}

// runLine is one run of the list.
type runLine struct {
	Name, Link              string
	Suite, Trend            string // Trend is "" where the run is in no trend
	Started, Stamp          string
	Verdict                 results.Verdict
	Rate, Judge, Note, From string
	Labels                  int
	LabelsLink, Queue       string
	Compare                 string // with the run before of the same suite; "" for the first
}

type brokenLine struct{ Name, Why string }

// runsPage lists the runs, newest first. A folder that is broken is told and
// not left out.
func (s *Server) runsPage(w http.ResponseWriter, r *http.Request) error {
	all, err := s.library.listed()
	if err != nil {
		return err
	}
	suite := r.URL.Query().Get("suite")
	view := runsView{Suite: suite, Suites: suitesOf(all, suite)}
	var shown []shelved
	for _, run := range all {
		switch {
		case run.broken != "":
			view.Broken = append(view.Broken, brokenLine{reports.Line(run.name, maxName), reports.Line(run.broken, maxProblem)})
		case suite == "" || run.night.Suite == suite:
			shown = append(shown, run)
		}
	}
	if view.Pages, err = paged(r, len(shown)); err != nil {
		return err
	}
	for i := view.Pages.from; i < view.Pages.to; i++ {
		view.Lines = append(view.Lines, s.runLine(shown[i], before(shown[i+1:], shown[i])))
	}
	s.render(w, r, "runs", pageData{Title: "Runs", Here: "runs", Content: view})
	return nil
}

// before is the run of the same suite that was made next before; nil where
// there is none with figures.
func before(older []shelved, run shelved) *shelved {
	for i := range older {
		if older[i].night.Suite == run.night.Suite && older[i].night.Problem == "" {
			return &older[i]
		}
	}
	return nil
}

func (s *Server) runLine(run shelved, before *shelved) runLine {
	n := run.night
	line := runLine{
		Name: reports.Line(run.name, maxName), Link: pathTo("runs", run.name), Suite: reports.Line(n.Suite, maxName),
		Started: moment(n.Started), Stamp: n.Started.UTC().Format(time.RFC3339),
		Judge: reports.Line(n.Judge, maxName), Note: reports.Line(n.Problem, maxText), From: reports.Line(n.From, maxName),
		LabelsLink: pathTo("runs", run.name, "labels"), Queue: pathTo("runs", run.name, "queue"),
	}
	if s.library.inDir(run.path) {
		line.Trend = pathTo("trends", n.Suite)
	}
	if n.Problem == "" {
		line.Verdict, line.Rate = n.Gate.Verdict, passWords(n.PassRate, n.Totals, n.Selection)
		if before != nil {
			line.Compare = withQuery("/compare", "base", before.name, "head", run.name)
		}
	}
	labels, note := labelsCounted(run.shelf)
	line.Labels = labels
	if note != "" {
		line.Note = joined(line.Note, note)
	}
	return line
}

// labelsCounted is how many labels stand; a broken file is told and hides no
// run.
func labelsCounted(s *shelf) (n int, broken string) {
	said, err := s.said.Read()
	if err != nil {
		return 0, "its labels cannot be read"
	}
	labels, _ := said.All()
	return len(labels), ""
}

func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// suitesOf are the suites that runs are of, in the order of the newest.
func suitesOf(all []shelved, chosen string) []option {
	var out []option
	seen := map[string]bool{}
	for _, run := range all {
		name := run.night.Suite
		if run.broken == "" && !seen[name] {
			seen[name] = true
			out = append(out, option{Value: name, Text: reports.Line(name, maxName), Chosen: name == chosen})
		}
	}
	return out
}

// moment is a time to the minute, always of one zone.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") + " UTC" }
