package suites

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"unicode/utf16"
	"unicode/utf8"
)

// maxSuiteFile bounds a suite file, whose every node is held in memory while
// it is read. Larger sets of questions belong into questionsFrom files.
const maxSuiteFile = 16 << 20

// document is the text of a suite file: UTF-8 without byte-order mark, lines
// ended by LF, so that checkouts and editors make no difference from here on.
type document struct {
	file string
	text []byte
}

func (d document) hash() string {
	sum := sha256.Sum256(d.text)
	return hex.EncodeToString(sum[:])
}

func readDocument(path string) (document, []Problem) {
	f, err := os.Open(path)
	return readOpened(path, f, err)
}

// readOpened reads a file that was just opened and closes it.
func readOpened(path string, f *os.File, err error) (document, []Problem) {
	if err != nil {
		return document{}, []Problem{{File: path, Message: "cannot be read: " + cause(err)}}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSuiteFile+1))
	if err != nil {
		return document{}, []Problem{{File: path, Message: "cannot be read: " + cause(err)}}
	}
	return newDocument(path, data)
}

// newDocument decodes data and refuses what no editor shows, naming each
// place: the YAML reader would name the file at best.
func newDocument(path string, data []byte) (document, []Problem) {
	if len(data) > maxSuiteFile {
		return document{}, []Problem{{File: path, Message: fmt.Sprintf("is over %d MiB", maxSuiteFile>>20),
			Hint: "move the questions to a JSON Lines file and name it in questionsFrom"}}
	}
	text, ok := utf8Text(data)
	if !ok {
		return document{}, []Problem{{File: path, Line: badLine(data), Message: "not valid UTF-8",
			Hint: "save the file as UTF-8"}}
	}
	d := document{file: path, text: foldLineEnds(text)}
	return d, d.invisibles()
}

// utf8Text drops a byte-order mark and turns UTF-16, which Windows editors
// write, into UTF-8.
func utf8Text(data []byte) ([]byte, bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return fromUTF16(data[2:], binary.LittleEndian)
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return fromUTF16(data[2:], binary.BigEndian)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return data, utf8.Valid(data)
}

func foldLineEnds(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

func fromUTF16(data []byte, order binary.ByteOrder) ([]byte, bool) {
	if len(data)%2 != 0 {
		return nil, false
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return []byte(string(utf16.Decode(units))), true
}

// badLine is the line of the first byte that is not UTF-8.
func badLine(data []byte) int {
	line := 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			break
		}
		if r == '\n' {
			line++
		}
		data = data[size:]
	}
	return line
}

// invisibles reports characters that YAML forbids and byte-order marks inside
// the text, where they look like nothing and change keys.
func (d document) invisibles() []Problem {
	var problems []Problem
	line, col := 1, 0
	for _, r := range string(d.text) {
		col++
		if r == '\n' {
			line, col = line+1, 0
			continue
		}
		what, hint := forbidden(r)
		if what == "" {
			continue
		}
		problems = append(problems, Problem{File: d.file, Line: line, Col: col,
			Message: fmt.Sprintf("%s U+%04X", what, r), Hint: hint})
		if len(problems) == maxProblems {
			break
		}
	}
	return problems
}

func forbidden(r rune) (what, hint string) {
	switch {
	case r == '\ufeff':
		return "byte-order mark inside the text:", "remove the invisible character"
	case r == '\t' || r == '\r' || r == '\u0085':
		return "", ""
	case r < ' ' || (r >= 0x7f && r < 0xa0) || r == 0xfffe || r == 0xffff:
		return "control character", fmt.Sprintf(`remove it, or write it as "\u%04X" between double quotes`, r)
	}
	return "", ""
}
