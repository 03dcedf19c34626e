package quotes

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// maxSource is the largest text file read as a source, in bytes. Matching is
// linear, but a source is held in memory several times over.
const maxSource = 64 << 20

// DecodeSources reads a JSON array of {title, url, text, extraTexts}. The
// first is source 1. Unknown keys are left alone; a source without any text
// is an error, since nothing can be quoted from it.
func DecodeSources(data []byte) ([]Source, error) {
	var sources []Source
	if err := strictjson.Unmarshal(data, &sources, nil); err != nil {
		return nil, fmt.Errorf("sources: want a JSON array of {title, url, text, extraTexts}: %w", err)
	}
	for i, s := range sources {
		if strings.TrimSpace(s.Text) == "" && len(s.ExtraTexts) == 0 {
			return nil, fmt.Errorf("sources: source %d has no text", i+1)
		}
	}
	return sources, nil
}

// ReadSources reads the text files of a folder, those that end in .txt or
// .md, in the order of their names: the first is source 1. Folders below are
// not entered.
func ReadSources(folder fs.FS) ([]Source, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	var sources []Source
	for _, e := range entries {
		if e.IsDir() || !slices.Contains([]string{".txt", ".md"}, strings.ToLower(path.Ext(e.Name()))) {
			continue
		}
		text, err := readSource(folder, e)
		if err != nil {
			return nil, fmt.Errorf("source %s: %w", e.Name(), err)
		}
		sources = append(sources, Source{ID: e.Name(), Title: e.Name(), Text: text})
	}
	if len(sources) == 0 {
		return nil, errors.New("sources: no .txt or .md file in the folder")
	}
	return sources, nil
}

func readSource(folder fs.FS, e fs.DirEntry) (string, error) {
	info, err := e.Info()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSource {
		return "", fmt.Errorf("want a regular file of at most %d MiB", maxSource>>20)
	}
	data, err := fs.ReadFile(folder, e.Name())
	if err != nil {
		return "", err
	}
	if !utf8.Valid(data) {
		return "", errors.New("not valid UTF-8")
	}
	return strings.TrimPrefix(string(data), "\ufeff"), nil
}
