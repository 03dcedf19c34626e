package review

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/evalrun/evalrun/reports"
)

// searchView is the data of search.html.
type searchView struct {
	Query   string
	Runs    []runChoice
	Asked   bool
	Hits    []hitView
	Stopped string // why the search ended before it had seen all
	Failed  []string
}

// hitView is one question that was found. Its texts are visible.
type hitView struct {
	ID, Link, Run string
	State         string
	Hidden        bool
	Scores        []scoreView
	Places        []hitPlace
	More          int // places that are not shown
}

// hitPlace is where words were found.
type hitPlace struct {
	Where   string
	Excerpt []piece
}

// searchPage looks for words in questions, answers, the judge's lines and
// people's comments, of one run or of all, newest first.
func (s *Server) searchPage(w http.ResponseWriter, r *http.Request) error {
	query, name := r.URL.Query().Get("q"), r.URL.Query().Get("run")
	all, err := s.library.listed()
	if err != nil {
		return err
	}
	view := searchView{Query: query, Runs: runChoices(all, name)}
	if words := wordsOf(query); len(words) > 0 {
		ctx, cancel := context.WithTimeout(r.Context(), searchTime)
		defer cancel()
		view.Asked = true
		if err := s.search(ctx, r, &view, all, name, words); err != nil {
			return err
		}
	}
	s.render(w, r, "search", pageData{Title: "Search", Here: "search", Content: view})
	return nil
}

// search goes from run to run; one that cannot be read is told and keeps the
// others from nothing.
func (s *Server) search(ctx context.Context, r *http.Request, view *searchView, all []shelved, name string, words []string) error {
	known := name == ""
	for _, one := range all {
		if one.broken != "" || name != "" && one.name != name {
			continue
		}
		known = true
		err := s.searchIn(ctx, r, view, one.shelf, words)
		switch {
		case errors.Is(err, errEnough):
			view.Stopped = fmt.Sprintf("The search stopped at %d hits; further words make it narrower.", maxHits)
			return nil
		case r.Context().Err() != nil:
			return r.Context().Err()
		case errors.Is(err, context.DeadlineExceeded):
			view.Stopped = fmt.Sprintf("The search stopped after %s, in run %s; choose one run to search.", searchTime, reports.Line(one.name, maxName))
			return nil
		case err != nil:
			view.fail(s.library, one.name, "it could not be searched: "+err.Error())
		}
	}
	if !known {
		return missing("there is no run %q", name)
	}
	return nil
}

func (v *searchView) fail(l *library, run, why string) {
	v.Failed = append(v.Failed, reports.Line(fmt.Sprintf("Run %s: %s", run, l.withoutFolders(why)), maxProblem))
}

func (s *Server) searchIn(ctx context.Context, r *http.Request, view *searchView, on *shelf, words []string) error {
	run, err := on.forSearch(s.library)
	if err != nil {
		return err
	}
	said, notices, err := run.said()
	if err != nil {
		return err
	}
	for _, notice := range notices {
		view.fail(s.library, on.name, notice)
	}
	return searchRun(ctx, run, said, words, s.hides(r, said), func(hit searchHit) error {
		if len(view.Hits) == maxHits {
			return errEnough
		}
		view.Hits = append(view.Hits, hitViewOf(hit, words))
		return nil
	})
}

// maxPlaces is how many places of one question a hit shows.
const maxPlaces = 3

func hitViewOf(hit searchHit, words []string) hitView {
	v := hitView{
		ID: reports.Line(hit.row.ID, maxName), Link: questionPath(hit.run, hit.row.Seq, ""), Run: reports.Line(hit.run.name, maxName),
		State: hit.row.State, Hidden: hit.hidden, More: max(0, len(hit.texts)-maxPlaces),
	}
	if hit.hidden {
		v.State = hiddenState
	} else {
		hit.run.seen.note(hit.row.Seq)
		v.Scores = scoreViews(hit.run.info, hit.said, &hit.row)
	}
	for _, t := range hit.texts[:min(len(hit.texts), maxPlaces)] {
		v.Places = append(v.Places, hitPlace{Where: reports.Line(t.Where, maxName), Excerpt: excerptOf(t.Text, words)})
	}
	return v
}
