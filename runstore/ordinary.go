package runstore

import (
	"errors"
	"io/fs"
	"os"
)

var errNotOrdinary = errors.New("not an ordinary file")

// openOrdinary opens a file of a run to read it. A pipe in its place would be
// waited for and a device may have no end: a folder that somebody sent may hold
// either, and must not stop who shows it among others.
func openOrdinary(path string) (*os.File, error) {
	about, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !about.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errNotOrdinary}
	}
	return os.Open(path)
}
