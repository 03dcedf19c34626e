package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/support"
)

// set is one labelled set, without the rows that its raters found mixed.
type set struct {
	name string
	aim  float64 // area under the ROC curve to reach
	rows []row
}

// row is one labelled answer with everything that is measured on it.
type row struct {
	supported bool
	cluster   string // rows of one source document are no independent evidence
	part      string // of QAGS, whose two parts differ in length and style
	words     float64
	pairs     float64
	claims    bool // false where nothing in the answer claims anything
	inputs    support.Inputs
	shipped   float64
}

// known are the sets in the order of the table.
var known = []set{
	{name: "begin", aim: 0.95}, {name: "wice", aim: 0.90}, {name: "qags", aim: 0.82},
	{name: "expertqa", aim: 0.66}, {name: "summedits", aim: 0.62},
}

// record is a line of the data.
type record struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Label    string `json:"label"`
	Sources  []struct{ ID, Title, Text string }
	Meta     struct {
		Part string `json:"part"`
	} `json:"meta"`
}

func readSets(dir string) ([]set, error) {
	var out []set
	for _, s := range known {
		err := s.read(filepath.Join(dir, "grounding", s.name+".jsonl"))
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func (s *set) read(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for line, err := range answers.Lines(file, answers.MaxLine) {
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		var r record
		if err := json.Unmarshal(line.Raw, &r); err != nil {
			return fmt.Errorf("%s:%d: %w", path, line.Number, err)
		}
		if r.Label != "mixed" {
			s.rows = append(s.rows, newRow(r))
		}
	}
	return nil
}

func newRow(r record) row {
	passages := make([]support.Passage, len(r.Sources))
	for i, source := range r.Sources {
		passages[i] = support.Passage(source)
	}
	evidence := support.Prepare(passages)
	out := row{
		supported: r.Label == "supported", cluster: r.document(), part: strings.TrimPrefix(r.Meta.Part, "qags_"),
	}
	out.words, out.pairs = baselines(r.Answer, passages)
	var measures support.Measures
	measures, out.claims = evidence.Measure(r.Answer)
	out.inputs = measures.Inputs()
	if score := evidence.Score(r.Answer).Score; score != nil {
		out.shipped = *score
	}
	return out
}

// document names what rows share: the question that several claims answer, or
// the source.
func (r record) document() string {
	switch {
	case strings.HasPrefix(r.ID, "expertqa"):
		return r.Question
	case len(r.Sources) > 0:
		return r.Sources[0].Text
	}
	return r.ID
}
