package review

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/runstore"
)

// problem is an error that a page tells with a status of its own, in our
// words.
type problem struct {
	status  int
	message string
}

func (p *problem) Error() string { return p.message }

// missing is a page that does not exist.
func missing(format string, args ...any) error {
	return refused(http.StatusNotFound, format, args...)
}

// refused is a request that is not done.
func refused(status int, format string, args ...any) error {
	return &problem{status, fmt.Sprintf(format, args...)}
}

// statusOf is the status of the page that tells an error.
func statusOf(err error) int {
	if p, ok := errors.AsType[*problem](err); ok {
		return p.status
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	if _, ok := errors.AsType[runstore.LabelProblems](err); ok {
		return http.StatusConflict // with what stands in the file, until somebody mends it
	}
	return http.StatusInternalServerError
}

// sayProblem draws the page of an error. Folders are named from the runs
// folder on: where it lies is nobody's business that reads a page.
func (s *Server) sayProblem(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody waits for the page
	}
	status, message := statusOf(err), err.Error()
	if _, ours := errors.AsType[*problem](err); !ours {
		message = s.library.withoutFolders(message)
	}
	s.renderStatus(w, r, status, "problem", pageData{Title: http.StatusText(status), Content: reports.Line(message, maxProblem)})
}
