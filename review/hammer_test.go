package review

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// TestAllPagesAtOnce asks for every page from several sides while a run grows,
// labels are added and further runs appear.
func TestAllPagesAtOnce(t *testing.T) {
	leaks := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, leaks) })
	s := openShop(t, nil)
	var many []asked
	for i := range 40 {
		many = append(many, asked{id: fmt.Sprint("q", i), query: "why?", answer: "because", line: "fine", score: 5})
	}
	run := s.begin(20, "shop", many)
	growing := filepath.Base(run.Path())
	first, second := s.hour(0, "shop", many), s.hour(1, "shop", many)
	paths := []string{
		"/", "/runs/" + growing, "/runs/" + growing + "/questions/3", "/runs/" + growing + "/queue", "/runs/" + growing + "/labels", "/runs/" + growing + "/labels.csv",
		"/runs/" + first + "?sort=score&labelled=no", "/runs/" + first + "/questions/7?from=queue", "/search?q=because", "/trends/shop",
		"/compare?base=" + first + "&head=" + second, "/static/report.css",
	}
	client := &http.Client{Transport: &http.Transport{}}
	var readers, writers sync.WaitGroup
	for side := range 4 {
		readers.Go(func() {
			for i := range 2 * len(paths) {
				path := paths[(i+side*3)%len(paths)]
				res, err := client.Get(s.server.URL + path)
				if err != nil {
					t.Error(err)
					return
				}
				text, err := io.ReadAll(res.Body)
				res.Body.Close()
				if err != nil || res.StatusCode != http.StatusOK {
					t.Errorf("GET %s: status %d, %v: %s", path, res.StatusCode, err, text)
				}
			}
		})
	}
	writers.Go(func() {
		for i, q := range many {
			s.record(run, i, q)
		}
		s.finish(run)
	})
	writers.Go(func() {
		log := runstore.OpenLabelLog(filepath.Join(s.dir, growing), nil)
		for i := range 100 {
			label := results.Label{ID: fmt.Sprint("q", i%40), Dimension: "grounding", Rater: "ada", Score: float64(1 + i%5), At: shopTime}
			if err := log.Append(runstore.Saying{Labels: []results.Label{label}}); err != nil {
				t.Error(err)
			}
		}
	})
	writers.Go(func() {
		for i := range 5 {
			s.hour(2+i, "shop", many[:3])
		}
	})
	readers.Wait()
	writers.Wait()
	client.CloseIdleConnections()
	s.client.CloseIdleConnections()
	s.server.Close()
}
