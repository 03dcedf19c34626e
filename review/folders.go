package review

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/reports"
)

// withoutFolders names files from the runs folder on: where that lies is not
// for a page to tell.
func (l *library) withoutFolders(text string) string {
	folders := []string{l.dir}
	for _, path := range l.chosen {
		folders = append(folders, filepath.Dir(path))
	}
	for _, folder := range folders {
		for _, form := range []string{folder, absolute(folder)} {
			if form != "" && form != "." {
				text = strings.ReplaceAll(text, form+string(filepath.Separator), "")
			}
		}
	}
	return text
}

// notices makes what was noticed of a run ready for a page.
func (s *Server) notices(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = reports.Line(s.library.withoutFolders(text), maxText)
	}
	return out
}

// absolute is "" where the folder that paths begin in is gone.
func absolute(path string) string {
	whole, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	return whole
}

// nameOf is the name of a folder, also of one that was given as a dot.
func nameOf(path string) string {
	return filepath.Base(cmp.Or(absolute(path), path))
}

// inDir reports whether a run lies in the folder of the trends.
func (l *library) inDir(path string) bool {
	return absolute(filepath.Dir(path)) == absolute(l.dir)
}

// shownPath is a path for a command that a page tells: as it was given, and of
// one that was given whole its end.
func shownPath(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path))
	}
	return path
}
