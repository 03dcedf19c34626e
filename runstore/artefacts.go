package runstore

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// WriteFiles replaces the named files of the run's folder. All are written in
// one pass and then put in place whole, so that a reader meets the old file
// or the new one; when anything fails the old ones stay. A file that cannot
// be written is a *WriteError.
func (r *Run) WriteFiles(names []string, write func([]io.Writer) error) (err error) {
	var drafts []*os.File
	defer func() { err = errors.Join(err, discard(drafts)) }()
	writers := make([]io.Writer, len(names))
	for i, name := range names {
		draft, err := os.CreateTemp(r.path, "."+name+"-*")
		if err != nil {
			return &WriteError{File: filepath.Join(r.path, name), Err: err}
		}
		drafts = append(drafts, draft)
		writers[i] = &reportFile{draft, filepath.Join(r.path, name)}
	}
	if err := write(writers); err != nil {
		return err
	}
	for i, name := range names {
		if err := install(drafts[i], filepath.Join(r.path, name)); err != nil {
			return &WriteError{File: filepath.Join(r.path, name), Err: err}
		}
	}
	return nil
}

// install gives a draft the rights of an ordinary file and its final name.
func install(draft *os.File, path string) error {
	if err := errors.Join(draft.Chmod(0o644), draft.Close()); err != nil {
		return err
	}
	return os.Rename(draft.Name(), path)
}

// discard removes what was not put in place.
func discard(drafts []*os.File) error {
	var first error
	for _, d := range drafts {
		_ = d.Close() // a second close of a placed file
		if err := os.Remove(d.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
			first = errors.Join(first, err)
		}
	}
	return first
}

// reportFile names the file that could not be written by its final name.
type reportFile struct {
	file *os.File
	path string
}

func (f *reportFile) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if err != nil {
		err = &WriteError{File: f.path, Err: err}
	}
	return n, err
}
