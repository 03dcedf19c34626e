package targets

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/internal/strictjson"
)

// The columns that are read. Cells of the second kind hold JSON, so that a
// list fits in one; others are left alone, since tables carry notes as well.
var (
	textColumns = []string{"id", "query", "answer", "confidence", "model"}
	jsonColumns = []string{"declined", "citations", "retrieved", "sources", "usage", "latencyMs", "firstTokenMs"}
)

// columnsOf checks a header. What only looks like a known column is refused:
// its cells would be lost unseen.
func columnsOf(header []string) ([]string, error) {
	known := slices.Concat(textColumns, jsonColumns)
	columns := slices.Clone(header)
	columns[0] = strings.TrimPrefix(columns[0], string(byteOrderMark))
	for i, name := range columns {
		if slices.Contains(columns[:i], name) && slices.Contains(known, name) {
			return nil, fmt.Errorf("column %q stands twice", name)
		}
		for _, k := range known {
			if name != k && strings.EqualFold(strings.TrimSpace(name), k) {
				return nil, fmt.Errorf("column %q is written %q", name, k)
			}
		}
	}
	return columns, required(columns)
}

func required(columns []string) error {
	has := func(name string) bool { return slices.Contains(columns, name) }
	switch {
	case len(columns) == 1 && strings.ContainsAny(columns[0], ";\t"):
		return errors.New("the header has one column; cells are separated by commas")
	case !has("id") && !has("query"):
		return errors.New("the header has neither an id nor a query column")
	case !has("answer") && !has("declined"):
		return errors.New("the header has neither an answer nor a declined column")
	}
	return nil
}

// decode reads one row by way of the envelope that it stands for, so that
// cells mean what keys mean. An empty cell is no key at all: a table cannot
// tell a blank answer from none, and a missing answer must not pass for a
// decline.
func (f *csvFile) decode(row []byte) (recording, error) {
	cells, err := csv.NewReader(bytes.NewReader(row)).Read()
	if err != nil {
		return recording{}, err
	}
	if len(cells) != len(f.columns) {
		return recording{}, fmt.Errorf("the row has %d cells, the header %d", len(cells), len(f.columns))
	}
	envelope := map[string]json.RawMessage{}
	for i, name := range f.columns {
		if cells[i] == "" || !slices.Contains(textColumns, name) && !slices.Contains(jsonColumns, name) {
			continue
		}
		if envelope[name], err = cellValue(name, cells[i]); err != nil {
			return recording{}, err
		}
	}
	encoded, err := json.Marshal(envelope)
	if err != nil {
		return recording{}, err
	}
	a, err := answers.Decode(encoded)
	return recording{Answer: a}, err
}

func cellValue(name, cell string) (json.RawMessage, error) {
	switch {
	case !utf8.ValidString(cell):
		return nil, fmt.Errorf("%s is not valid UTF-8", name)
	case slices.Contains(textColumns, name):
		return json.Marshal(cell)
	case name == "declined":
		cell = strings.ToLower(cell) // a spreadsheet writes TRUE
	}
	if err := strictjson.Check([]byte(cell)); err != nil {
		return nil, fmt.Errorf("%s is no JSON: %w", name, err)
	}
	return json.RawMessage(cell), nil
}
