package review

import (
	"html/template"
	"io"
	"net/http"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/runstore"
)

// trendView is the data of trend.html.
type trendView struct {
	Trend template.HTML
	Runs  string // address of the suite's runs
}

// trendPage charts a suite over all its runs in the folder.
func (s *Server) trendPage(w http.ResponseWriter, r *http.Request) error {
	suite := r.PathValue("suite")
	nights, problems, err := s.library.nights(runstore.HistoryFilter{Suite: suite, Questions: true})
	if err != nil {
		return err
	}
	if len(nights) == 0 {
		return missing("there is no run of suite %q", suite)
	}
	for i := range nights {
		nights[i].Folder = shownPath(nights[i].Folder) // which the next step names
	}
	decisions, err := runstore.OpenDecisions(s.cfg.Decisions)
	if err != nil {
		return err
	}
	opt := compare.TrendOptions{Budget: compare.DefaultBudget, Drift: compare.DriftEWMA, Accepted: decisions.AcceptedOf(suite)}
	doc, err := compare.Trend(nights, opt)
	if err != nil {
		return err
	}
	view := trendView{Runs: withQuery("/", "suite", suite)}
	if view.Trend, err = part(func(out io.Writer) error { return reports.TrendPart(out, doc) }); err != nil {
		return err
	}
	s.render(w, r, "trend", pageData{
		Title: "Trend of " + reports.Line(suite, maxName), Here: "trend", Notices: s.notices(problems), Content: view,
	})
	return nil
}
