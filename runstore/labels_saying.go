package runstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// Saying is what is appended to a run's labels at once. A remark that neither
// flags nor comments takes an earlier one back.
type Saying struct {
	Labels    []results.Label
	Remarks   []results.Remark
	Withdrawn []Withdrawal
}

// Withdrawal takes back what a person said of an answer.
type Withdrawal struct {
	ID        string            `json:"id"`
	Repeat    int               `json:"repeat,omitempty"`
	Dimension results.Dimension `json:"dimension,omitempty"` // "" takes back the remark
	Rater     string            `json:"rater"`
	At        time.Time         `json:"at,omitzero"`
}

// The forms of a line.
type (
	labelForm struct {
		Schema string `json:"schema"`
		results.Label
	}
	remarkForm struct {
		Schema string `json:"schema"`
		results.Remark
	}
	withdrawalForm struct {
		Schema string `json:"schema"`
		Withdrawal
		Withdrawn bool `json:"withdrawn"`
	}
)

// lines are what is written. They are read again as a file would be: a line
// that nobody can read would take all others with it.
func (s Saying) lines(scrub func([]byte) []byte) ([]byte, error) {
	out := sayingLines{clean: textScrub(scrub)}
	for _, w := range s.Withdrawn {
		out.withdrawal(w)
	}
	for _, label := range s.Labels {
		label.ID, label.Rater, label.Comment = out.clean(label.ID), out.clean(label.Rater), oneLineBreak(out.clean(label.Comment))
		out.add(label.ID, label.Rater, labelForm{results.LabelSchema, label})
	}
	for _, remark := range s.Remarks {
		remark.ID, remark.Rater, remark.Comment = out.clean(remark.ID), out.clean(remark.Rater), oneLineBreak(out.clean(remark.Comment))
		if !remark.Flag && remark.Comment == "" {
			out.withdrawal(Withdrawal{ID: remark.ID, Repeat: remark.Repeat, Rater: remark.Rater, At: remark.At})
			continue
		}
		out.add(remark.ID, remark.Rater, remarkForm{results.LabelSchema, remark})
	}
	if out.err != nil {
		return nil, out.err
	}
	return out.text.Bytes(), readable(out.text.Bytes())
}

// sayingLines gathers lines until one cannot be written.
type sayingLines struct {
	clean func(string) string
	text  bytes.Buffer
	err   error
}

func (s *sayingLines) withdrawal(w Withdrawal) {
	w.ID, w.Rater = s.clean(w.ID), s.clean(w.Rater)
	s.add(w.ID, w.Rater, withdrawalForm{results.LabelSchema, w, true})
}

func (s *sayingLines) add(id, rater string, form any) {
	if s.err != nil {
		return
	}
	enc := json.NewEncoder(&s.text)
	enc.SetEscapeHTML(false)
	switch s.err = enc.Encode(form); {
	case s.err != nil:
	case strings.TrimSpace(rater) == "":
		s.err = errors.New("no rater")
	case trimmed(id) != id || trimmed(rater) != rater:
		// It would be read back as somebody else's, or as that of no question.
		s.err = fmt.Errorf("white space around the id or the rater %q, or a carriage return in it", rater)
	}
	if s.err != nil {
		s.err = fmt.Errorf("label question %q: %w", id, s.err)
	}
}

func readable(lines []byte) error {
	reader := LabelReader{Scale: results.JudgeScale(), log: true}
	if err := reader.Read("the new labels", bytes.NewReader(lines), ""); err != nil {
		return err
	}
	_, err := reader.Labels()
	return err
}

// textScrub takes secrets out of single texts.
func textScrub(scrub func([]byte) []byte) func(string) string {
	return func(text string) string {
		if scrub == nil || text == "" {
			return text
		}
		clean := scrub([]byte(text))
		if !utf8.Valid(clean) {
			return text
		}
		return string(clean)
	}
}
