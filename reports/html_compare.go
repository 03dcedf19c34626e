package reports

import (
	"fmt"
	"io"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// ComparisonHTML writes a comparison as one page that needs nothing else:
// what differs, the one sentence and the next step, the figures as intervals
// against zero and margin, and each changed question with both answers.
func ComparisonHTML(w io.Writer, doc compare.Doc, sides Sides) error {
	v, err := comparisonPage(doc, sides, ComparisonOptions{})
	if err != nil {
		return err
	}
	return v.write(w)
}

// comparisonPage is the page of a comparison without its frame.
func comparisonPage(doc compare.Doc, sides Sides, opt ComparisonOptions) (*comparisonView, error) {
	v := &comparisonView{
		Verdict: htmlTone(paintAs(&doc)), Title: comparisonTitle(&doc), Of: pageLine(suitesOf(&doc), maxName),
		Blocks:   blocksTable(doc.Blocks),
		Headline: pageLine(doc.Headline, maxReason), Notices: pageLined(doc.Notices), Exit: doc.Gate.ExitCode,
	}
	v.next(doc.Next, mendOf(doc.Refusal))
	if doc.Refusal != nil {
		v.add(refusalSection(doc.Refusal.Reasons), pairingSection(doc.Pairing, nil))
	} else {
		flips, err := flipsSection(doc.Flips, sides, opt)
		if err != nil {
			return nil, err
		}
		v.add(gateSection(&doc), hardSection(&doc), seriesSection(doc.Series), anchorsSection(doc.Anchors), flips,
			pairingSection(doc.Pairing, doc.Series), lengthSection(doc.Length), slicesSection(doc.Slices))
	}
	v.add(sidesSection([]string{"base", "head"}, []compare.Side{doc.Base, doc.Head}))
	return v, nil
}

// comparisonView is the data of comparison.html. All text in it is visible
// text (see Visible), which the template escapes.
type comparisonView struct {
	Frame              frame
	Verdict, Title, Of string // Verdict is a class of the style sheet
	Blocks             []htmlTable
	Headline           string
	Next, Command      string
	Notices            []string
	Exit               int
	Sections           []comparedSection
}

// comparedSection is a part of the page under a heading of its own.
type comparedSection struct {
	ID, Title string
	Says      []string
	Tables    []htmlTable
	Lists     []htmlList
	Flips     []htmlFlip
	After     []string // sentences below all that
}

// add leaves out the sections that have nothing to say.
func (v *comparisonView) add(sections ...comparedSection) {
	for _, s := range sections {
		if s.Title != "" {
			v.Sections = append(v.Sections, s)
		}
	}
}

// next sets the command apart, to be copied.
func (v *comparisonView) next(next, command string) {
	v.Next, v.Command = pageLine(apart(next, command), maxReason), oneLine(command)
}

func (v *comparisonView) write(w io.Writer) error {
	v.Frame = newFrame(v.Title+", "+v.Of, false)
	return htmlPages().ExecuteTemplate(w, "comparison", v)
}

// htmlTone is the class for what a verdict means.
func htmlTone(v results.Verdict) string {
	switch v {
	case results.Pass, results.Fail, results.Error, results.Inconclusive, results.Skipped:
		return string(v)
	}
	return ""
}

// pageLined says a repetition once and counts what it leaves out.
func pageLined(list []string) []string {
	var out []string
	for _, text := range list {
		if text = pageLine(text, maxReason); text != "" {
			out = appendNew(out, text)
		}
	}
	return restCounted(out[:min(len(out), maxListed)], len(out))
}

// restCounted counts what a list leaves out.
func restCounted(items []string, total int) []string {
	if left := total - len(items); left > 0 {
		items = append(items, fmt.Sprintf("and %d more, which compare --json lists", left))
	}
	return items
}
