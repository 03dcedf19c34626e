package review

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// shop is a folder of runs and a server that shows them.
type shop struct {
	t      testing.TB
	dir    string
	cfg    Config
	server *httptest.Server
	pages  *Server // what it serves
	client *http.Client
	header http.Header // of every request
}

// asked is a question of a run as a test writes it down.
type asked struct {
	id, query, answer, line string
	score                   float64 // grounding; tone is 5
	group                   string
	tags                    []string
}

func plainQuestions() []asked {
	return []asked{
		{id: "refund", query: "How long may I return it?", answer: "You have thirty days.", line: "The passage says thirty.", score: 5, tags: []string{"billing"}},
		{id: "wage", query: "What do you earn?", answer: "Ten coins.", line: "No passage has it.", score: 2, group: "staff"},
		{id: "opening", query: "When do you open?", answer: "At nine.", line: "Nine is there.", score: 4},
	}
}

// openShop serves an empty folder.
func openShop(t testing.TB, change func(*Config)) *shop {
	t.Helper()
	s := &shop{t: t, dir: filepath.Join(t.TempDir(), "runs"), header: http.Header{}}
	s.server = httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(s.server.Close)
	s.client = s.server.Client()
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	s.cfg = Config{
		Dir: s.dir, Decisions: filepath.Join(filepath.Dir(s.dir), runstore.DecisionsFile), Rater: "ada",
		Hosts: []string{s.server.Listener.Addr().String()}, Assess: verdict.Assess,
		Scrub: func(results.RunInfo) func([]byte) []byte { return nil },
		Now:   func() time.Time { return shopTime },
		Warn:  func(message string) { t.Errorf("warned: %s", message) },
	}
	if change != nil {
		change(&s.cfg)
	}
	s.serve()
	return s
}

// serve starts anew with the configuration as it is.
func (s *shop) serve() {
	s.t.Helper()
	pages, err := New(s.cfg)
	if err != nil {
		s.t.Fatal(err)
	}
	s.pages, s.server.Config.Handler = pages, pages.Handler()
}

var shopTime = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func shopInfo(suite string, n int) results.RunInfo {
	return results.RunInfo{
		Tool: "evalrun test", Suite: results.SuiteRef{Name: suite, Path: suite + ".yaml", Hash: "sha256:1"}, SuiteHash: "sha256:2",
		Target: results.TargetRef{Type: "recorded", File: "answers.jsonl", Hash: "sha256:3"},
		Judge:  results.JudgeRef{Kind: results.JudgeModel, Model: "judge-1", When: "always"}, JudgeKey: "sha256:4", ScoringKey: "sha256:5",
		Prompts: map[results.Category]string{results.Positive: "sha256:6", results.Negative: "sha256:7"},
		PassAt:  results.DefaultFloors(), Gate: results.DefaultGate(), Confidence: "required",
		Dimensions: map[results.Category][]results.Dimension{results.Positive: {results.Grounding, results.Tone}, results.Negative: {results.Grounding}},
		Selection:  results.Selection{Total: n, Selected: n}, Planned: n, Repeats: 1, Status: results.RunRunning,
	}
}

// hour makes a run of a suite that started so many hours after the first, and
// its report. It returns the run's name.
func (s *shop) hour(hours int, suite string, questions []asked) string {
	s.t.Helper()
	run := s.begin(hours, suite, questions)
	for i := range questions {
		s.record(run, i, questions[i])
	}
	s.finish(run)
	return filepath.Base(run.Path())
}

// begin makes a run that has its questions and no record yet.
func (s *shop) begin(hours int, suite string, questions []asked) *runstore.Run {
	s.t.Helper()
	info := shopInfo(suite, len(questions))
	info.Started = shopTime.Add(time.Duration(hours) * time.Hour)
	run, err := runstore.Create(s.dir, info, runstore.Options{Now: info.Started, Rand: bytes.NewReader([]byte{0, byte(hours)})})
	s.check(err)
	s.t.Cleanup(func() { _ = run.Close() })
	_, err = run.WriteQuestions(func(yield func(results.Question, error) bool) {
		for i, q := range questions {
			question := results.Question{
				Seq: i, ID: q.id, Query: q.query, Category: results.Positive, Rubric: []byte(`{}`), Group: q.group, Tags: q.tags,
				ContentHash: fmt.Sprint("sha256:q", i), InputHash: fmt.Sprint("sha256:i", i),
			}
			if !yield(question, nil) {
				return
			}
		}
	})
	s.check(err)
	return run
}

func (s *shop) record(run *runstore.Run, seq int, q asked) {
	s.t.Helper()
	tone := 5.0
	r := results.Record{
		Schema: results.RecordSchema, Seq: seq, ID: q.id, Category: results.Positive, Query: q.query, Final: true, Verdict: results.Pass,
		ContentHash: fmt.Sprint("sha256:q", seq), Question: results.QuestionTraits{Group: q.group, Tags: q.tags},
		Answer: &answers.Answer{Text: q.answer, Confidence: answers.High},
		Cells: map[results.Series]results.Cell{
			"positive/grounding": {Status: results.CellScored, Score: &q.score, Reasoning: q.line},
			"positive/tone":      {Status: results.CellScored, Score: &tone, Reasoning: "Polite."},
		},
	}
	if q.score < 4 {
		r.Verdict, r.Reasons = results.Fail, []string{fmt.Sprintf("grounding %g is below 4", q.score)}
	}
	s.check(run.Append(r))
}

func (s *shop) finish(run *runstore.Run) {
	s.t.Helper()
	info := run.Info()
	info.Status, info.Ended = results.RunComplete, info.Started.Add(time.Minute)
	s.check(run.Finish(info))
	s.check(run.Close())
	doc, err := verdict.Assess(run.Info, run.Outcomes())
	s.check(err)
	var report bytes.Buffer
	s.check(reports.JSON(&report, reports.View{Doc: doc, Entries: run.Outcomes}))
	s.check(os.WriteFile(filepath.Join(run.Path(), runstore.ReportFile), report.Bytes(), 0o666))
}

// label gives an answer a score.
func (s *shop) label(name string, label results.Label) {
	s.t.Helper()
	label.At = shopTime
	s.check(runstore.OpenLabelLog(filepath.Join(s.dir, name), nil).Append(runstore.Saying{Labels: []results.Label{label}}))
}

func (s *shop) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// reply is what a browser was sent.
type reply struct {
	status int
	header http.Header
	text   string
}

func (s *shop) ask(method, path string) reply {
	s.t.Helper()
	req, err := http.NewRequest(method, s.server.URL+path, nil)
	s.check(err)
	for key, values := range s.header {
		req.Header[key] = values
	}
	if host := s.header.Get("Host"); host != "" {
		req.Host = host
	}
	res, err := s.client.Do(req)
	s.check(err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	s.check(err)
	return reply{res.StatusCode, res.Header, string(body)}
}

// get asks for a page that must be there.
func (s *shop) get(path string, contains ...string) string {
	s.t.Helper()
	r := s.ask(http.MethodGet, path)
	if r.status != http.StatusOK {
		s.t.Fatalf("GET %s: status %d: %s", path, r.status, r.text)
	}
	for _, text := range contains {
		if !strings.Contains(r.text, text) {
			s.t.Errorf("GET %s has no %q: %s", path, text, r.text)
		}
	}
	return r.text
}

// lacks checks that a page does not tell something.
func (s *shop) lacks(page string, texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if strings.Contains(page, text) {
			s.t.Errorf("the page tells %q: %s", text, page)
		}
	}
}

// inOrder checks that texts stand one after the other.
func (s *shop) inOrder(page string, texts ...string) {
	s.t.Helper()
	at := 0
	for _, text := range texts {
		i := strings.Index(page[at:], text)
		if i < 0 {
			s.t.Fatalf("no %q after the ones before of %q: %s", text, texts, page)
		}
		at += i + len(text)
	}
}
