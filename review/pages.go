package review

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"net/http"

	"github.com/evalrun/evalrun/reports"
)

// Each page is a template of its own within the frame. What was recorded comes
// in as values, which the templates escape for the place they stand in.
//
//go:embed templates/*.html
var templateFiles embed.FS

// pageData is a page within the frame. Its texts are on one line and visible.
type pageData struct {
	Title   string   // the h1 too, unless the content has its own
	Of      string   // what follows in the title of the document alone
	Head    bool     // the content holds the h1
	Run     *openRun // whose navigation the page has; nil for none
	Here    string   // the entry of a navigation that this page is: runs, compare, search, run, queue, labels
	Notices []string
	Content any // what the template of the page gets
}

// framed is what the template of the frame gets.
type framed struct {
	pageData
	Sites, RunLinks []navLink
	RunName         string
	Rater           string
	Blind           bool
	Path            string // of this page with its query, to come back to
	Flash           *flash
	Growing         bool
	Body            template.HTML // drawn by the page's own template
}

// navLink is one entry of a navigation.
type navLink struct {
	Text, Link string
	Current    bool
}

// render draws a page with status 200. It is drawn whole before the first byte
// is sent, so that an error is a page of its own and never half of one.
func (s *Server) render(w http.ResponseWriter, r *http.Request, page string, p pageData) {
	s.renderStatus(w, r, http.StatusOK, page, p)
}

func (s *Server) renderStatus(w http.ResponseWriter, r *http.Request, status int, page string, p pageData) {
	var whole bytes.Buffer
	body, err := part(func(out io.Writer) error { return s.templates.ExecuteTemplate(out, page+".html", p.Content) })
	if err == nil {
		err = s.templates.ExecuteTemplate(&whole, "frame.html", s.framed(w, r, p, body))
	}
	if err != nil {
		s.cfg.Warn(fmt.Sprintf("draw %s: %v", r.URL.Path, err))
		http.Error(w, "this page could not be drawn", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(whole.Bytes()) // who went away reads no more
}

func (s *Server) framed(w http.ResponseWriter, r *http.Request, p pageData, body template.HTML) framed {
	f := framed{
		pageData: p, Rater: reports.Line(s.cfg.Rater, maxName), Blind: s.blind(r), Path: "/", Body: body,
		Flash: s.flashes.take(w, r),
		Sites: []navLink{
			{"Runs", "/", p.Here == "runs"}, {"Compare", "/compare", p.Here == "compare"}, {"Search", "/search", p.Here == "search"},
		},
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		f.Path = r.URL.RequestURI()
	}
	if run := p.Run; run != nil {
		f.RunName, f.Growing = run.name, run.growing()
		name := "Run " + reports.Line(run.name, maxName)
		if p.Here == "run" && !p.Head {
			name = "This run" // the h1 has its name
		}
		f.RunLinks = []navLink{
			{name, pathTo("runs", run.name), p.Here == "run"},
			{"Queue", pathTo("runs", run.name, "queue"), p.Here == "queue"},
			{"Labels", pathTo("runs", run.name, "labels"), p.Here == "labels"},
			{"Compare this run", withQuery("/compare", "head", run.name), false},
		}
		if s.library.inDir(run.path) {
			f.RunLinks = append(f.RunLinks, navLink{"Trend", pathTo("trends", run.info.Suite.Name), false})
		}
	}
	return f
}

// part is what a function of package reports draws, ready to stand in a page.
func part(draw func(io.Writer) error) (template.HTML, error) {
	var b bytes.Buffer
	err := draw(&b)
	return template.HTML(b.String()), err
}

// Lengths, in characters, of texts on one line.
const (
	maxName    = 200
	maxText    = 300
	maxProblem = 1000
)
