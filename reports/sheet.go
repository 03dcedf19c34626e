package reports

import (
	"fmt"
	"html"
	"html/template"

	"github.com/evalrun/evalrun/results"
)

// sheet draws questions for one surface: with how much room, under headings of
// which level, and with what is known beside the records or may not be told.
type sheet struct {
	run      results.RunInfo
	level    level
	room     room
	opinions Opinions
	alone    bool // on a page of its own, without a row above that tells the verdict
	blind    bool // nothing is told that the judge gave
}

// inTable is the sheet of a table whose rows unfold, below the h2 of the table.
func inTable(run results.RunInfo) *sheet { return &sheet{run: run, level: 3} }

// ofItsOwn is the sheet of a page that shows one question.
func ofItsOwn(run results.RunInfo, opt QuestionOptions) *sheet {
	s := &sheet{run: run, level: 2, room: room{whole: wholeRoom}, alone: true, blind: opt.Blind}
	if !opt.Blind {
		s.opinions = opt.Opinions
	}
	return s
}

// level is that of a heading, from 1 for the page's own.
type level int

// Heading escapes its title.
func (l level) Heading(title string) template.HTML {
	return template.HTML(fmt.Sprintf("<h%d>%s</h%d>", l, html.EscapeString(title), l))
}

// Sizes of texts in bytes. Up to wholeRoom of one question the texts of a page
// of its own are shown whole, none of them beyond maxWhole, which a browser
// still lays out at once. After fullRoom, which a hundred raw replies can
// reach, texts are only begun, and lists too.
const (
	wholeRoom = 2 << 20
	maxWhole  = 500_000
	itemRoom  = 1000 // what an entry of a list takes
	fullRoom  = 4 << 20
	begun     = 5 // entries of a list
)

// room is what a sheet has left for long texts. The zero room gives each text
// and list its least.
type room struct{ whole, taken int }

// of is how many characters of a text are shown, least of them where there is
// no room to spare.
func (r *room) of(text string, least int) int {
	if r.taken > fullRoom {
		least = min(least, maxReason)
	}
	n := least
	if more := min(len(text), maxWhole, least+r.whole) - least; more > 0 {
		n += more
		r.whole -= more
	}
	r.taken += min(n, len(text))
	return n
}

// items is how many entries of a list are shown, likewise.
func (r *room) items(all, least int) int {
	if r.taken > fullRoom {
		least = min(least, begun)
	}
	if all <= least {
		return all
	}
	more := min(all-least, r.whole/itemRoom)
	r.whole -= more * itemRoom
	return least + more
}

// text is text from outside, as far as there is room.
func (s *sheet) text(text string, least int) string { return pageText(text, s.room.of(text, least)) }

// lines are lines from outside for a list, as far as there is room.
func (s *sheet) lines(list []string, most int) []string {
	shown := s.room.items(len(list), maxReasons)
	out := make([]string, 0, shown+1)
	for _, line := range list[:shown] {
		out = append(out, pageLine(line, most))
	}
	return append(out, moreInRecords(len(list), shown)...)
}
