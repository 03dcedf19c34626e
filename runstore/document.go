package runstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// largestDocument is far above the report of any run that could be held: one
// of 100,000 questions has some 300 MB.
const largestDocument = 1 << 30

// OpenReport opens the report.json of a run folder; OpenDocument says what is
// refused.
func OpenReport(folder string) (*os.File, error) {
	return OpenDocument(filepath.Join(folder, ReportFile))
}

// OpenDocument opens a JSON document that evalrun wrote: an ordinary file of
// up to 1 GB, because a pipe or a device may have no end. The error is
// fs.ErrNotExist where there is none.
func OpenDocument(path string) (*os.File, error) {
	about, err := os.Stat(path)
	switch {
	case err != nil:
	case !about.Mode().IsRegular():
		err = errNotOrdinary
	case about.Size() > largestDocument:
		err = errors.New("larger than 1 GB")
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(path)
	}
	if broken, ok := errors.AsType[*fs.PathError](err); ok {
		err = broken.Err // the message names the path already
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return f, nil
}
