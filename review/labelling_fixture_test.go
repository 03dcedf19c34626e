package review

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// desk is a server with one run, and a browser that labels it.
type desk struct {
	t      testing.TB
	run    *runstore.Run
	name   string
	server *httptest.Server
	client *http.Client
	now    time.Time
}

var deskTime = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// deskAnswers are the answers of the run's questions q0, q1, …
var deskAnswers = []string{"thirty days", "ninety days", "no refund", "ask support"}

// newDesk serves a run of four questions. Each has grounding 4, relevance 5
// and tone 5 but q3, of which no answer was had.
func newDesk(t testing.TB, change func(*Config)) *desk {
	t.Helper()
	d := &desk{t: t, now: deskTime}
	dir := t.TempDir()
	d.run = deskRun(t, dir)
	d.name = filepath.Base(d.run.Path())
	cfg := Config{
		Dir: dir, Rater: "ada", Assess: rowsAlone,
		Scrub: func(results.RunInfo) func([]byte) []byte { return nil },
		Now:   func() time.Time { d.now = d.now.Add(time.Second); return d.now },
		Warn:  func(message string) { t.Log(message) },
	}
	d.server = httptest.NewServer(http.HandlerFunc(nil))
	t.Cleanup(d.server.Close)
	cfg.Hosts = []string{d.server.Listener.Addr().String()}
	if change != nil {
		change(&cfg)
	}
	d.serve(cfg)
	return d
}

// serve puts a new server in the place of the one before.
func (d *desk) serve(cfg Config) {
	d.t.Helper()
	s, err := New(cfg)
	if err != nil {
		d.t.Fatal(err)
	}
	d.server.Config.Handler = s.Handler()
	d.browse()
}

// browse takes another browser.
func (d *desk) browse() {
	jar, _ := cookiejar.New(nil)
	d.client = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// rowsAlone walks the entries, which is all that labelling needs of it.
func rowsAlone(run func() results.RunInfo, entries iter.Seq2[results.Entry, error]) (results.ReportDoc, error) {
	for _, err := range entries {
		if err != nil {
			return results.ReportDoc{}, err
		}
	}
	return results.ReportDoc{Run: run()}, nil
}

func deskRun(t testing.TB, dir string) *runstore.Run {
	t.Helper()
	info := judgedInfo(1)
	info.Suite.Name, info.Planned = "refunds", len(deskAnswers)
	info.Selection = results.Selection{Total: len(deskAnswers), Selected: len(deskAnswers)}
	run, err := runstore.Create(dir, info, runstore.Options{Now: deskTime, Rand: bytes.NewReader([]byte{0xab, 0xcd})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { run.Close() })
	_, err = run.WriteQuestions(func(yield func(results.Question, error) bool) {
		for i := range deskAnswers {
			q := results.Question{Seq: i, ID: fmt.Sprint("q", i), Query: fmt.Sprint("how long? ", i), Category: results.Positive, Rubric: []byte(`{}`)}
			if !yield(q, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range deskAnswers {
		r := deskRecord(i, 0, text)
		if i == 3 {
			r.Answer, r.Verdict = nil, results.Error
			r.Error = &results.ErrorInfo{Code: "target_timeout", Message: "no reply"}
		}
		if err := run.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	return run
}

func deskRecord(seq, generation int, text string) results.Record {
	r := scoredTry(0, 4, 5, 5)
	r.Schema, r.Seq, r.ID, r.Generation = results.RecordSchema, seq, fmt.Sprint("q", seq), generation
	r.Answer = &answers.Answer{Text: text}
	return r
}

// page is what a browser was sent.
type page struct {
	status int
	at     string // address, or where it leads to
	text   string
}

func (d *desk) do(req *http.Request) page {
	d.t.Helper()
	res, err := d.client.Do(req)
	if err != nil {
		d.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return page{res.StatusCode, res.Header.Get("Location"), string(body)}
}

func (d *desk) get(path string) page {
	d.t.Helper()
	req, err := http.NewRequest(http.MethodGet, d.server.URL+path, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	return d.do(req)
}

func (d *desk) post(path string, form url.Values) page {
	d.t.Helper()
	req, err := http.NewRequest(http.MethodPost, d.server.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		d.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return d.do(req)
}

func (d *desk) path(rest string) string { return "/runs/" + d.name + rest }

func (d *desk) question(seq int) string { return d.path(fmt.Sprintf("/questions/%d", seq)) }

var formField = regexp.MustCompile(`<(?:input|textarea)[^>]*>`)
var attribute = regexp.MustCompile(` (name|value|type)="([^"]*)"| (checked)`)

// form is what the first form that labels would send as it stands, with the
// changes filled in.
func (d *desk) form(p page, changes ...string) url.Values {
	d.t.Helper()
	_, rest, found := strings.Cut(p.text, "data-label>")
	if !found {
		d.t.Fatalf("no form in %s", p.text)
	}
	rest, _, _ = strings.Cut(rest, "</form>")
	form := url.Values{}
	for _, tag := range formField.FindAllString(rest, -1) {
		a := map[string]string{}
		for _, m := range attribute.FindAllStringSubmatch(tag, -1) {
			a[m[1]+m[3]] = m[2]
		}
		if _, ticked := a["checked"]; ticked || a["type"] == "hidden" {
			form.Set(a["name"], a["value"])
		}
	}
	_, comment, _ := strings.Cut(rest, "<textarea")
	_, comment, _ = strings.Cut(comment, ">\n")
	comment, _, _ = strings.Cut(comment, "</textarea>")
	form.Set("comment", strings.ReplaceAll(comment, "\n", "\r\n"))
	for i := 0; i+1 < len(changes); i += 2 {
		form.Set(changes[i], changes[i+1])
	}
	return form
}

// save opens a question and sends its form with changes.
func (d *desk) save(seq int, changes ...string) page {
	d.t.Helper()
	return d.post(d.question(seq)+"/label", d.form(d.get(d.question(seq)), changes...))
}

// undo presses the newest button of that kind on a page.
func (d *desk) undo(p page) page {
	d.t.Helper()
	_, rest, found := strings.Cut(p.text, `name="save" value="`)
	if !found {
		d.t.Fatalf("nothing to undo in %s", p.text)
	}
	number, _, _ := strings.Cut(rest, `"`)
	return d.post(d.path("/undo"), url.Values{"save": {number}})
}

// labels are the lines of labels.jsonl.
func (d *desk) labels() []string {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.run.Path(), runstore.LabelsFile))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// stands are the scores of q0 to q3 that stand for ada: "q0 grounding 2".
func (d *desk) stands() string {
	d.t.Helper()
	said, err := d.run.LabelLog(nil).Read()
	if err != nil {
		d.t.Fatal(err)
	}
	var out []string
	for i := range deskAnswers {
		of := said.Of(fmt.Sprint("q", i), 0)
		for _, l := range of.Labels {
			out = append(out, fmt.Sprintf("%s %s %g", l.ID, l.Dimension, l.Score))
		}
		for _, r := range of.Remarks {
			out = append(out, fmt.Sprintf("%s flag %v %q", r.ID, r.Flag, r.Comment))
		}
	}
	return strings.Join(out, ", ")
}

func (d *desk) expect(p page, status int, contains ...string) page {
	d.t.Helper()
	if p.status != status {
		d.t.Errorf("status %d, want %d: %s", p.status, status, p.text)
	}
	for _, text := range contains {
		if !strings.Contains(p.text, text) {
			d.t.Errorf("no %q in %s", text, p.text)
		}
	}
	return p
}
