package runstore

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/evalrun/evalrun/results"
)

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
	columns, ok := l.columnsOf(header, table.Comma)
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
		l.addRow(line, tableRow{row, columns})
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

func (l *LabelReader) addRow(line int, row tableRow) {
	repeat, err := 0, error(nil)
	if word := row.word("repeat"); word != "" {
		repeat, err = strconv.Atoi(word)
	}
	if err != nil {
		l.problem(line, "repeat %s is not a whole number", shown(row.word("repeat")))
		return
	}
	var more further
	if wrong := more.readRow(row); row.ours && wrong != "" {
		l.problem(line, "%s %s cannot be read", wrong, shown(row.word(wrong)))
		return
	}
	label := more.label(results.Label{
		ID: row.word("id"), Repeat: repeat, Dimension: results.Dimension(row.word("dimension")), Rater: row.word("rater"),
	})
	score := row.number("score")
	switch {
	case score == "" && label.Dimension == "" && more.remarks():
		l.remark(line, more.remark(label))
		return
	case score == "":
		l.blank++
		return
	}
	if label.Score, err = strconv.ParseFloat(score, 64); err != nil {
		l.problem(line, "score %s is not a number", shown(row.word("score")))
		return
	}
	l.add(line, label, false)
}

// shown quotes a cell for a message, which needs no novel.
func shown(cell string) string {
	const most = 40
	if runes := []rune(cell); len(runes) > most {
		cell = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("%q", cell)
}
