package review

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// The fields of the form that imports labels. The file comes last, so that it
// can be read as it arrives.
const (
	fieldRater = "rater"
	fieldFile  = "file"
)

// maxRaterBytes bounds a name.
const maxRaterBytes = 1 << 10

// importLabels takes a file of labels, all of it or nothing.
func (s *Server) importLabels(w http.ResponseWriter, r *http.Request) error {
	run, err := s.openRunOf(r)
	if err != nil {
		return err
	}
	imported, err := s.importFrom(run, r)
	if err != nil {
		// A browser reads no answer before it has sent all, and tells of a broken
		// connection instead of what is wrong with the file.
		_, _ = io.Copy(io.Discard, r.Body)
	}
	if problems, ok := errors.AsType[runstore.LabelProblems](err); ok {
		lines := problems.Lines()
		for i := range lines {
			lines[i] = s.library.withoutFolders(lines[i])
		}
		return s.showLabels(w, r, http.StatusUnprocessableEntity, lines)
	}
	if err != nil {
		return err
	}
	s.flash(w, r, flash{Text: "imported: " + imported.String()})
	http.Redirect(w, r, pathTo("runs", run.name, "labels"), http.StatusSeeOther)
	return nil
}

func (s *Server) importFrom(run *openRun, r *http.Request) (runstore.Imported, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return runstore.Imported{}, refused(http.StatusBadRequest, "labels come as a file in a form: %v", err)
	}
	rater := s.cfg.Rater
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return runstore.Imported{}, refused(http.StatusBadRequest, "no file was sent")
		}
		if err != nil {
			return runstore.Imported{}, unreadable(err)
		}
		switch part.FormName() {
		case fieldRater:
			if rater, err = readRater(part, rater); err != nil {
				return runstore.Imported{}, err
			}
		case fieldFile:
			if part.FileName() == "" {
				return runstore.Imported{}, refused(http.StatusBadRequest, "no file was chosen")
			}
			return s.importFile(run, part, rater)
		}
	}
}

// unreadable is a form that breaks off. One that is too large keeps its own
// status.
func unreadable(err error) error {
	if statusOf(err) == http.StatusRequestEntityTooLarge {
		return refused(http.StatusRequestEntityTooLarge, "the file is larger than %d MB", importBytes>>20)
	}
	return refused(http.StatusBadRequest, "the form cannot be read: %v", err)
}

func readRater(part io.Reader, otherwise string) (string, error) {
	name, err := io.ReadAll(io.LimitReader(part, maxRaterBytes+1))
	if err != nil {
		return "", unreadable(err)
	}
	if len(name) > maxRaterBytes {
		return "", refused(http.StatusBadRequest, "the name of the rater is longer than %d bytes", maxRaterBytes)
	}
	if given := strings.TrimSpace(strings.ToValidUTF8(string(name), "\uFFFD")); given != "" {
		return given, nil
	}
	return otherwise, nil
}

func (s *Server) importFile(run *openRun, file *multipart.Part, rater string) (runstore.Imported, error) {
	rows := rowsByID(run)
	entry := func(id string) (results.Entry, error) {
		if one := rows[id]; one != nil {
			return run.store.Entry(one.Seq)
		}
		return results.Entry{}, runstore.ErrNoQuestion
	}
	sent := &sentFile{from: file}
	imported, err := run.log.Import(reports.Line(file.FileName(), maxName), sent, rater, entry)
	if sent.err != nil {
		return imported, unreadable(sent.err)
	}
	return imported, s.unusable(err)
}

// unusable tells a file that is none of labels from a disk that is full.
func (s *Server) unusable(err error) error {
	_, lines := errors.AsType[runstore.LabelProblems](err)
	_, disk := errors.AsType[*runstore.WriteError](err)
	if err == nil || lines || disk {
		return err
	}
	return refused(http.StatusUnprocessableEntity, "nothing was imported: %s", s.library.withoutFolders(err.Error()))
}

// sentFile keeps why a file broke off: that is no fault of the labels in it.
type sentFile struct {
	from io.Reader
	err  error
}

func (f *sentFile) Read(p []byte) (int, error) {
	n, err := f.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}
