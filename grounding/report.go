package grounding

import (
	"bytes"
	"encoding/json"

	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/results"
)

// ReportSchema names the format of a report.
const ReportSchema = "evalrun.ground/1"

// Report is what was found about one answer.
type Report struct {
	Schema     string          `json:"schema"`
	ID         json.RawMessage `json:"id,omitempty"` // of a line of a batch, as it came
	Score      float64         `json:"score"`        // 0..1, three decimals; 0, in JSON null, where nothing was judged
	Verdict    results.Verdict `json:"verdict"`      // pass, fail or inconclusive
	Reasons    []string        `json:"reasons"`      // why not pass
	Warnings   []string        `json:"warnings"`
	Claims     ClaimReport     `json:"claims"`
	Confidence Confidence      `json:"confidence"`
	Context    Source          `json:"context"`
	Learning   *Learning       `json:"learning,omitempty"`
	Support    *support.Report `json:"support"` // null where it was not asked for

	judged   bool // something was there to measure
	rules    Rules
	hedgings []hedging
}

// ClaimReport is what became of the answer's claims. Denied ones, of which the
// answer says that they do not exist, are asserted by nobody: they are listed
// and counted nowhere.
type ClaimReport struct {
	Total      int       `json:"total"`
	Grounded   int       `json:"grounded"`
	Ungrounded []Place   `json:"ungrounded"`
	Structural bool      `json:"structural"` // a repository was asked
	Checked    []Checked `json:"checked"`
	Denied     []Place   `json:"denied"`
	Coverage   float64   `json:"coverage"` // grounded of total, three decimals; 0 without claims
}

// Place is a claim and where it stands: line and column from 1, a column is a
// character.
type Place struct {
	Kind   Kind   `json:"kind"`
	Value  string `json:"value"`
	Line   int    `json:"line"`
	Column int    `json:"column"`

	start, end int // byte offsets in the response
}

// Checked is a claim with the route by which it is grounded.
type Checked struct {
	Kind     Kind   `json:"kind"`
	Value    string `json:"value"`
	Grounded bool   `json:"grounded"`
	Via      Via    `json:"via"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

func newReport(c *Context, g Ground) Report {
	return Report{
		Schema: ReportSchema, Reasons: []string{}, Warnings: []string{}, Context: c.source,
		Claims: ClaimReport{
			Structural: g.Repository != nil,
			Ungrounded: []Place{}, Checked: []Checked{}, Denied: []Place{},
		},
	}
}

func placeOf(c Claim) Place {
	return Place{Kind: c.Kind, Value: c.Value, Line: c.Line, Column: c.Column, start: c.Start, end: c.End}
}

func (r *ClaimReport) add(c Claim, via Via) {
	r.Total++
	r.Checked = append(r.Checked, Checked{
		Kind: c.Kind, Value: c.Value, Grounded: via != ViaNothing, Via: via, Line: c.Line, Column: c.Column,
	})
	if via == ViaNothing {
		r.Ungrounded = append(r.Ungrounded, placeOf(c))
	} else {
		r.Grounded++
	}
}

// via counts the claims grounded by one route.
func (r ClaimReport) via(route Via) int {
	n := 0
	for _, c := range r.Checked {
		if c.Via == route {
			n++
		}
	}
	return n
}

// Shown is a claim's value as a reader knows it: a function with its
// parentheses.
func Shown(kind Kind, value string) string {
	if kind == Symbol {
		return value + "()"
	}
	return value
}

// Judged reports whether there was something to measure.
func (r Report) Judged() bool { return r.judged }

// JSON returns the report as one line.
func (r Report) JSON() []byte { return encoded(r) }

// MarshalJSON writes null for a score that does not exist.
func (r Report) MarshalJSON() ([]byte, error) {
	type fields Report
	if r.judged {
		return bytes.TrimSuffix(encoded(fields(r)), []byte("\n")), nil
	}
	unjudged := struct {
		Schema string          `json:"schema"`
		ID     json.RawMessage `json:"id,omitempty"`
		Score  *float64        `json:"score"`
		fields
	}{Schema: r.Schema, ID: r.ID, fields: fields(r)}
	return bytes.TrimSuffix(encoded(unjudged), []byte("\n")), nil
}
