package runstore

import (
	"bufio"
	"strings"
)

// labelColumns are the columns of a table of labels in the order in which they
// are written. Their names are read in any case and order.
var labelColumns = [...]string{"id", "repeat", "dimension", "score", "rater", "at", "comment", "flag", "sawJudge", "judge", "why", "draw", "answer"}

// neededColumns must be there. A cell behind repeat and rater that cannot be
// read is a problem only where all columns are there: other tables use such
// words otherwise.
var neededColumns = [...]string{"id", "dimension", "score"}

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

// tableColumns is where each column stands.
type tableColumns struct {
	places map[string]int
	comma  rune
	ours   bool // every column of evalrun's own tables is there
}

func (l *LabelReader) columnsOf(header []string, comma rune) (tableColumns, bool) {
	c := tableColumns{places: map[string]int{}, comma: comma, ours: true}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		if _, again := c.places[name]; !again {
			c.places[name] = i
		}
	}
	for _, name := range neededColumns {
		if _, found := c.places[name]; !found {
			l.problem(1, "the header names no %s; want id, dimension, score and, for several people, rater", name)
			return c, false
		}
	}
	for _, name := range labelColumns {
		_, found := c.places[strings.ToLower(name)]
		c.ours = c.ours && found
	}
	return c, true
}

// tableRow is one row of a table.
type tableRow struct {
	cells []string
	tableColumns
}

// text is a cell as it was meant, "" for a column that is absent.
func (r tableRow) text(column string) string {
	at, found := r.places[strings.ToLower(column)]
	if !found {
		return ""
	}
	return unguarded(r.cells[at])
}

func (r tableRow) word(column string) string { return strings.TrimSpace(r.text(column)) }

// number prints a figure's cell with the point that ParseFloat knows.
func (r tableRow) number(column string) string {
	if r.comma == ';' {
		return strings.Replace(r.word(column), ",", ".", 1)
	}
	return r.word(column)
}
