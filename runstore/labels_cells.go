package runstore

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/evalrun/evalrun/results"
)

// readRow fills in what can be read and returns the first column that cannot.
func (f *further) readRow(row tableRow) (wrong string) {
	read := func(column string, into func(cell string) error) {
		if cell := row.number(column); cell != "" && into(cell) != nil && wrong == "" {
			wrong = column
		}
	}
	read("flag", func(cell string) (err error) {
		f.flag, err = strconv.ParseBool(cell)
		return err
	})
	read("at", func(cell string) (err error) {
		f.at, err = time.Parse(time.RFC3339Nano, cell)
		return err
	})
	read("sawJudge", func(cell string) error {
		saw, err := strconv.ParseBool(cell)
		if err == nil {
			f.sawJudge = &saw
		}
		return err
	})
	read("judge", func(cell string) error {
		score, err := strconv.ParseFloat(cell, 64)
		if err == nil {
			f.judge = &score
		}
		return err
	})
	read("draw", func(cell string) (err error) {
		f.draw, err = strconv.Atoi(cell)
		return err
	})
	f.comment, f.why, f.answer = strings.Clone(row.text("comment")), results.Why(strings.Clone(row.word("why"))), strings.Clone(strings.TrimPrefix(row.word("answer"), "'"))
	return cmp.Or(f.tidy(), wrong)
}

// formulaStarts begin a cell that spreadsheets take for a formula, the last
// four in the widths of East Asian scripts.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// guarded is a text that no spreadsheet computes: an apostrophe stands before
// what begins like a formula. Further apostrophes keep those apart that begin
// so by themselves.
func guarded(text string) string {
	rest := strings.TrimLeft(text, "'")
	if rest != "" && strings.IndexAny(rest, formulaStarts) == 0 {
		return "'" + text
	}
	return text
}

// unguarded takes the apostrophe off again.
func unguarded(cell string) string {
	rest, quoted := strings.CutPrefix(cell, "'")
	if quoted && guarded(rest) != rest {
		return rest
	}
	return cell
}

// markCell keeps spreadsheets from rounding a mark that happens to look like a
// number.
func markCell(mark string) string {
	if mark != "" && strings.Trim(mark, "0123456789e") == "" {
		return "'" + mark
	}
	return mark
}
