package repository

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// File is one file of the checkout's own code.
type File struct {
	Path       string // relative to the root, with slashes
	Language   string // "go", "js", "python", …
	Signatures []Signature
	Doc        string // first sentence of the file's own comment, "" without one
}

// Signature is the text of one declaration without its body.
type Signature struct {
	Text       string // at most 240 bytes; runs of white space are one space
	Start, End int    // first and last line, counted from 1, body included
}

// maxSignature keeps a struct of a thousand fields from being all of a file's
// words; what is cut is marked with an ellipsis.
const maxSignature = 240

// Files returns the checkout's own code files, sorted by path, each with what
// it declares. The first call reads them all. The result is shared: do not
// change it.
func (x *Index) Files() []File { return x.files() }

func (x *Index) survey() []File {
	files := make([]File, len(x.tree.code))
	parallel(len(files), func(i int) {
		file := x.tree.code[i]
		files[i] = File{Path: file.path, Language: file.lang.name}
		text, err := readFile(x.root, file.path, maxFile)
		switch {
		case err != nil:
			x.note("%s: not read: %s", file.path, oneLine(err.Error()))
		case bytes.IndexByte(text, 0) >= 0:
			x.note("%s: not read: holds a NUL byte", file.path)
		case file.lang == &golang:
			files[i].Signatures, files[i].Doc = goSignatures(text)
		default:
			files[i].Signatures, files[i].Doc = lightSignatures(file, text)
		}
	})
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files
}

// signature makes one line of a declaration's text.
func signature(text []byte, start, end int) Signature {
	line := strings.ToValidUTF8(strings.Join(strings.Fields(string(text)), " "), "\uFFFD")
	if len(line) > maxSignature {
		cut := maxSignature - len("…")
		for cut > 0 && !utf8.RuneStart(line[cut]) {
			cut--
		}
		line = line[:cut] + "…"
	}
	return Signature{Text: line, Start: start, End: end}
}

// lines finds the line of an offset.
type lines []int

func newLines(text []byte) lines {
	starts := lines{0}
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func (l lines) of(offset int) int {
	i, found := slices.BinarySearch(l, offset)
	if found {
		i++
	}
	return i
}

// firstSentence returns the first sentence of a comment on one line.
func firstSentence(comment string) string {
	text := strings.ToValidUTF8(strings.Join(strings.Fields(comment), " "), "\uFFFD")
	for i := 0; i+1 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			return text[:i+1]
		}
	}
	return text
}
