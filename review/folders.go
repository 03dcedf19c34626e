package review

import (
	"path/filepath"
	"strings"
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

func (l *library) allWithoutFolders(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = l.withoutFolders(text)
	}
	return out
}

func absolute(path string) string {
	whole, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	return whole
}
