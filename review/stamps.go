package review

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/evalrun/evalrun/runstore"
)

// stampOf changes with what a run is read from.
func stampOf(path string) string {
	var stamp string
	for _, name := range []string{runstore.InfoFile, runstore.QuestionsFile, runstore.RecordsFile} {
		stamp += fileStamp(filepath.Join(path, name)) + " "
	}
	return stamp
}

// fileStamp changes with a file; it is "" for one that is not there. Of a pipe
// in its place nothing would be read.
func fileStamp(path string) string {
	stat, err := os.Stat(path)
	if err != nil || !stat.Mode().IsRegular() {
		return ""
	}
	return fmt.Sprintf("%d@%d", stat.Size(), stat.ModTime().UnixNano())
}
