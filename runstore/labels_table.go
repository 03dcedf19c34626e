package runstore

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// columns of a table of labels; rater and repeat may be absent.
var labelColumns = [...]string{"id", "dimension", "score", "rater", "repeat"}

const neededColumns = 3

// readTable reads CSV. What separates the cells is seen from the header:
// spreadsheets of many countries write semicolons, and then 4,5 for 4.5.
func (l *LabelReader) readTable(in io.Reader, comma rune) error {
	table := csv.NewReader(in)
	table.Comma = comma
	table.TrimLeadingSpace = true
	header, err := table.Read()
	if err != nil {
		return l.tableError(err)
	}
	columns, ok := l.columnsOf(header)
	for ok {
		if l.full() {
			return errEnough
		}
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var broken *csv.ParseError
		if errors.As(err, &broken) && errors.Is(err, csv.ErrFieldCount) {
			l.problem(broken.StartLine, "%d cells, the header has %d", len(row), len(header))
			continue
		}
		if err != nil {
			return l.tableError(err)
		}
		line, _ := table.FieldPos(0)
		l.addRow(line, row, columns, table.Comma)
	}
	return nil
}

// tableError is a problem of a line where the table is broken: what comes
// after an open quote cannot be told apart.
func (l *LabelReader) tableError(err error) error {
	var broken *csv.ParseError
	if !errors.As(err, &broken) {
		return err
	}
	l.problem(broken.StartLine, "%s", broken.Err)
	return nil
}

// separator is the character that occurs most in the first line.
func separator(in *bufio.Reader) rune {
	head, _ := in.Peek(in.Size())
	first, _, _ := strings.Cut(string(head), "\n")
	best := ','
	for _, c := range ";\t" {
		if strings.Count(first, string(c)) > strings.Count(first, string(best)) {
			best = c
		}
	}
	return best
}

// columnsOf finds the place of each column, -1 for one that is absent.
func (l *LabelReader) columnsOf(header []string) ([]int, bool) {
	names := make([]string, len(header))
	for i, name := range header {
		names[i] = strings.ToLower(strings.TrimSpace(name))
	}
	out := make([]int, len(labelColumns))
	for i, name := range labelColumns {
		if out[i] = slices.Index(names, name); out[i] < 0 && i < neededColumns {
			l.problem(1, "the header names no %s; want id, dimension, score and, for several people, rater", name)
			return nil, false
		}
	}
	return out, true
}

func (l *LabelReader) addRow(line int, row []string, columns []int, comma rune) {
	cell := func(column int) string {
		if columns[column] < 0 {
			return ""
		}
		return strings.TrimSpace(row[columns[column]])
	}
	label := results.Label{ID: cell(0), Dimension: results.Dimension(cell(1)), Rater: cell(3)}
	score := cell(2)
	if score == "" {
		l.labels.Blank++
		return
	}
	if comma == ';' {
		score = strings.Replace(score, ",", ".", 1)
	}
	var err error
	if label.Score, err = strconv.ParseFloat(score, 64); err != nil {
		l.problem(line, "score %s is not a number", shown(cell(2)))
		return
	}
	if repeat := cell(4); repeat != "" {
		if label.Repeat, err = strconv.Atoi(repeat); err != nil {
			l.problem(line, "repeat %s is not a whole number", shown(repeat))
			return
		}
	}
	l.add(line, label)
}

// shown quotes a cell for a message, which needs no novel.
func shown(cell string) string {
	const most = 40
	if runes := []rune(cell); len(runes) > most {
		cell = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("%q", cell)
}
