package reports

import (
	"bytes"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// table draws the first of the given numbers of columns that fits the screen,
// or the last.
func (t *screen) table(header []string, rows [][]string, fits []int) error {
	ascii := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			ascii[i] = append(ascii[i], asciiCell(cell))
		}
	}
	var table string
	for _, columns := range fits {
		text, err := asciiTable(header[:columns], ascii)
		if err != nil {
			return err
		}
		table = text
		if widest(table) <= t.width {
			break
		}
	}
	t.WriteString("\n" + table)
	return nil
}

// asciiTable renders the columns of rows that have a header. Every cell is
// ASCII, because the library's idea of the width of other characters depends
// on the locale.
func asciiTable(header []string, rows [][]string) (string, error) {
	var b bytes.Buffer
	table := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Symbols:  tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off}},
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
	)
	table.Header(header)
	for _, row := range rows {
		if err := table.Append(row[:len(header)]); err != nil {
			return "", err
		}
	}
	if err := table.Render(); err != nil {
		return "", err
	}
	return trimLines(b.String()), nil
}

// widestCell keeps one long name from pushing all figures off the screen.
const widestCell = 24

func asciiCell(cell string) string {
	if cell == missing {
		return "none"
	}
	ascii := strings.Map(func(r rune) rune {
		if r >= 0x20 && r < 0x7f {
			return r
		}
		return '?'
	}, oneLine(cell))
	return Fit(ascii, widestCell)
}
