package review

import (
	"html/template"
	"iter"
	"net/http"
	"time"

	"github.com/evalrun/evalrun/results"
)

// Config is what a server needs from outside.
type Config struct {
	Runs      []string // folders of the runs to show; empty: all in Dir
	Dir       string   // the folder with the runs, of which the trends are made
	Decisions string   // file of the accepted runs; see runstore.OpenDecisions
	Rater     string   // who labels
	// Blind hides what the judge gave until the answer has a label of Rater,
	// unless somebody switches that on the page.
	Blind bool
	Token string   // asked for once by each browser; "" asks for none
	Hosts []string // the values of the Host header that are answered, with their port
	// Assess draws the figures of a run while its entries pass by.
	Assess func(run func() results.RunInfo, entries iter.Seq2[results.Entry, error]) (results.ReportDoc, error)
	// Scrub removes from labels what must not be written into a run; it may
	// return nil.
	Scrub func(results.RunInfo) func([]byte) []byte
	Now   func() time.Time
	Warn  func(message string) // may be called by several goroutines
}

// Server draws the pages. Its handler may be used by several goroutines.
type Server struct {
	cfg       Config
	library   *library
	templates *template.Template
	flashes   flashes
	labelling
}

// New looks for the runs. The error is that of a folder in Config.Runs that is
// no run.
func New(cfg Config) (*Server, error) {
	library, err := newLibrary(cfg)
	if err != nil {
		return nil, err
	}
	templates, err := template.ParseFS(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	return &Server{cfg: cfg, library: library, templates: templates, labelling: labelling{steps: map[string]*steps{}}}, nil
}

// Handler answers all requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.readingRoutes(mux)
	s.labellingRoutes(mux)
	return s.guarded(mux)
}

const (
	formBytes   = 64 << 10
	importBytes = 256 << 20
)

// page answers with what h draws, or with the page of its error.
func (s *Server) page(h func(http.ResponseWriter, *http.Request) error) http.Handler {
	return s.limited(formBytes, h)
}

// importPage is a page to which a file of labels is sent.
func (s *Server) importPage(h func(http.ResponseWriter, *http.Request) error) http.Handler {
	return s.limited(importBytes, h)
}

func (s *Server) limited(most int64, h func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, most)
		if err := h(w, r); err != nil {
			s.sayProblem(w, r, err)
		}
	})
}

func (s *Server) readingRoutes(mux *http.ServeMux) {
	mux.Handle("GET /{$}", s.page(s.runsPage))
	mux.Handle("GET /runs/{run}", s.page(s.runPage))
	mux.Handle("GET /compare", s.page(s.comparePage))
	mux.Handle("GET /trends/{suite}", s.page(s.trendPage))
	mux.Handle("GET /search", s.page(s.searchPage))
	mux.Handle("GET /static/{file}", s.page(static))
	mux.Handle("GET /", s.page(func(http.ResponseWriter, *http.Request) error {
		return missing("there is no such page")
	}))
}

// openRunOf opens the run that an address names.
func (s *Server) openRunOf(r *http.Request) (*openRun, error) {
	return s.library.open(r.PathValue("run"))
}
