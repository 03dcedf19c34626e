package reports

import (
	"strconv"

	"github.com/evalrun/evalrun/results"
)

// htmlTable is a table of a page. The first cell of a row names it.
type htmlTable struct {
	Caption string
	Header  []string
	Rows    [][]htmlCell
}

// htmlCell is one cell; its text is on one line and visible.
type htmlCell struct {
	Text string
	Code bool   // a name, shown as it is written
	Tone string // a class of the style sheet for a word that is a verdict
	Bar  *intervalBar

	Number bool // a figure, which does not wrap
}

func nameCell(name string) htmlCell { return htmlCell{Text: pageLine(name, maxName), Code: true} }

func textCell(s string) htmlCell { return htmlCell{Text: pageLine(s, maxReason)} }

// figureCell holds a figure of our own.
func figureCell(s string) htmlCell { return htmlCell{Text: s, Number: true} }

func countCell(n int) htmlCell { return figureCell(strconv.Itoa(n)) }

func verdictCell(v results.Verdict) htmlCell { return htmlCell{Text: string(v), Tone: htmlTone(v)} }
