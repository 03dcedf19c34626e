package review

import (
	"errors"
	"fmt"
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
	s.flash(w, r, flash{Text: importedWords(imported)})
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
	broken := error(nil)
	entry := func(id string) (results.Entry, bool) {
		one := rows[id]
		if one == nil {
			return results.Entry{}, false
		}
		e, err := run.entry(one.Seq)
		if err != nil {
			broken = err
		}
		return e, err == nil
	}
	sent := &sentFile{from: file}
	imported, err := run.log.Import(reports.Line(file.FileName(), maxName), sent, rater, entry)
	switch {
	case sent.err != nil:
		return imported, unreadable(sent.err)
	case broken != nil:
		return imported, broken
	}
	return imported, unusable(err)
}

// unusable tells a file that is none of labels from a disk that is full.
func unusable(err error) error {
	_, lines := errors.AsType[runstore.LabelProblems](err)
	_, disk := errors.AsType[*runstore.WriteError](err)
	if err == nil || lines || disk {
		return err
	}
	return refused(http.StatusUnprocessableEntity, "nothing was imported: %v", err)
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

// importedWords say where the lines of a file went.
func importedWords(in runstore.Imported) string {
	parts := []string{fmt.Sprintf("imported %d labels and %d remarks", in.Labels, in.Remarks)}
	for _, left := range []struct {
		n    int
		what string
	}{
		{in.Same, "said already"},
		{in.OtherAnswer, "left out: they are of answers that this run does not have"},
		{in.Older, "left out: the same person said something later"},
	} {
		if left.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", left.n, left.what))
		}
	}
	return strings.Join(parts, "; ")
}
