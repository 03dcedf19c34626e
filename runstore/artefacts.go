package runstore

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// WriteFiles replaces the named files of the run's folder. All are written in
// one go and then put in place whole, so that a reader meets the old file or
// the new one; when anything fails the old ones stay. A file that cannot be
// written is a *WriteError.
func (r *Run) WriteFiles(names []string, write func([]*Artefact) error) (err error) {
	artefacts := make([]*Artefact, len(names))
	for i, name := range names {
		artefacts[i] = &Artefact{path: filepath.Join(r.path, name), spool: scratch{nameless: true}}
	}
	defer func() {
		for _, a := range artefacts {
			err = errors.Join(err, a.draft.discard(), a.spool.discard())
		}
	}()
	if err := write(artefacts); err != nil {
		return err
	}
	for _, a := range artefacts {
		if err := a.install(); err != nil {
			return &WriteError{File: a.path, Err: err}
		}
	}
	return nil
}

// Artefact is a file being written, an io.Writer. Its methods may be called
// by one goroutine at a time.
type Artefact struct {
	path  string
	draft scratch
	spool scratch
}

// Write appends to the file.
func (a *Artefact) Write(p []byte) (int, error) { return a.draft.write(a.path, p) }

// Spool is a temporary file beside an artefact, for what is known before the
// artefact's beginning is. It takes part of the disk, not of memory.
type Spool struct{ of *Artefact }

// Spool returns the artefact's spool, which is gone when WriteFiles returns.
func (a *Artefact) Spool() Spool { return Spool{a} }

// Write appends to the spool.
func (s Spool) Write(p []byte) (int, error) { return s.of.spool.write(s.of.path, p) }

// WriteTo copies the whole spool to w.
func (s Spool) WriteTo(w io.Writer) (int64, error) {
	file := s.of.spool.file
	if file == nil {
		return 0, nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return io.Copy(w, file)
}

// install gives the draft the rights of an ordinary file and its final name.
func (a *Artefact) install() error {
	if _, err := a.Write(nil); err != nil { // an empty file is one too
		return err
	}
	draft := a.draft.file
	if err := errors.Join(draft.Chmod(0o644), draft.Close()); err != nil {
		return err
	}
	return os.Rename(draft.Name(), a.path)
}

// scratch is a file that is made when first written to: a run may take hours
// between the start of a report and its end, and a kill should leave nothing
// behind. For the same reason a nameless one loses its name at once where the
// system allows that for an open file.
type scratch struct {
	file     *os.File
	nameless bool
}

// write names the file that could not be written by its final name.
func (s *scratch) write(path string, p []byte) (n int, err error) {
	if s.file == nil {
		s.file, err = os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
		if err == nil && s.nameless {
			_ = os.Remove(s.file.Name())
		}
	}
	if err == nil {
		n, err = s.file.Write(p)
	}
	if err != nil {
		err = &WriteError{File: path, Err: err}
	}
	return n, err
}

// discard removes what was not put in place.
func (s *scratch) discard() error {
	if s.file == nil {
		return nil
	}
	_ = s.file.Close() // a second close of a placed file
	if err := os.Remove(s.file.Name()); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
