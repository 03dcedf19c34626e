package runstore

import (
	"cmp"
	"encoding/json"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// labelKeys are the keys that only evalrun's own labels are known to use so.
// Other files may say something else with them, and then say nothing here.
type labelKeys struct {
	Schema    json.RawMessage `json:"schema"`
	Withdrawn json.RawMessage `json:"withdrawn"`
	Comment   json.RawMessage `json:"comment"`
	Flag      json.RawMessage `json:"flag"`
	At        json.RawMessage `json:"at"`
	SawJudge  json.RawMessage `json:"sawJudge"`
	Judge     json.RawMessage `json:"judge"`
	Why       json.RawMessage `json:"why"`
	Draw      json.RawMessage `json:"draw"`
	Answer    json.RawMessage `json:"answer"`
}

// further is what a line says beside who scored what.
type further struct {
	ours      bool // the line names evalrun's schema, so that its keys mean what they say
	withdrawn bool
	comment   string
	flag      bool
	at        time.Time
	sawJudge  *bool
	judge     *float64
	why       results.Why
	draw      int
	answer    string
}

func (l *LabelReader) furtherOf(line int, keys labelKeys) (further, bool) {
	var f further
	var schema string
	_ = json.Unmarshal(keys.Schema, &schema) // nothing, or another program's
	f.ours = schema == results.LabelSchema
	if !f.ours && strings.HasPrefix(schema, "evalrun.label/") {
		l.problem(line, "schema is %q, this version reads %q", schema, results.LabelSchema)
		return f, false
	}
	if wrong := f.read(keys); f.ours && wrong != "" {
		l.problem(line, "%s cannot be read", wrong)
		return f, false
	}
	return f, true
}

// read fills in what can be read and returns the first key that cannot.
func (f *further) read(keys labelKeys) (wrong string) {
	for _, key := range [...]struct {
		name string
		raw  json.RawMessage
		into any
	}{
		{"withdrawn", keys.Withdrawn, &f.withdrawn}, {"comment", keys.Comment, &f.comment}, {"flag", keys.Flag, &f.flag},
		{"at", keys.At, &f.at}, {"sawJudge", keys.SawJudge, &f.sawJudge}, {"judge", keys.Judge, &f.judge},
		{"why", keys.Why, &f.why}, {"draw", keys.Draw, &f.draw}, {"answer", keys.Answer, &f.answer},
	} {
		if key.raw == nil || json.Unmarshal(key.raw, key.into) == nil {
			continue
		}
		wrong = cmp.Or(wrong, key.name)
		switch into := key.into.(type) { // decoding has made a zero of these
		case **bool:
			*into = nil
		case **float64:
			*into = nil
		}
	}
	return cmp.Or(wrong, f.tidy())
}

// tidy takes out what cannot be meant and returns the first key of it.
func (f *further) tidy() (wrong string) {
	f.comment = oneLineBreak(f.comment)
	if f.answer != "" && !isAnswerMark(f.answer) {
		f.answer, wrong = "", "answer"
	}
	if f.draw < 0 {
		f.draw, wrong = 0, "draw"
	}
	if !isWhy(f.why) {
		f.why, wrong = "", "why"
	}
	if f.judge != nil && (math.IsNaN(*f.judge) || math.IsInf(*f.judge, 0)) {
		f.judge, wrong = nil, "judge"
	}
	return wrong
}

func (f *further) label(l results.Label) results.Label {
	l.Comment, l.At, l.SawJudge, l.Judge = f.comment, f.at, f.sawJudge, f.judge
	l.Why, l.Draw, l.Answer = f.why, f.draw, f.answer
	return l
}

// remarks reports whether a line without a score says anything.
func (f *further) remarks() bool { return f.flag || f.comment != "" }

func (f *further) remark(l results.Label) results.Remark {
	return results.Remark{ID: l.ID, Repeat: l.Repeat, Rater: l.Rater, Flag: f.flag, Comment: f.comment, At: f.at, Answer: f.answer}
}

// lineBreaks makes one kind of break of those that a form, a spreadsheet and a
// text file make, so that a text is the same wherever it went through.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func oneLineBreak(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return lineBreaks.Replace(text)
}

// trimmed is a name without what a form or a table put around it.
func trimmed(name string) string { return strings.TrimSpace(oneLineBreak(name)) }

// isAnswerMark tells a mark from an answer's own text, which other files keep
// under that name.
func isAnswerMark(text string) bool {
	return len(text) == 16 && strings.Trim(text, "0123456789abcdef") == ""
}

// isWhy takes a word that a later version may add, and no sentence.
func isWhy(why results.Why) bool {
	const most = 32
	return len(why) <= most && strings.Trim(string(why), "abcdefghijklmnopqrstuvwxyz_") == ""
}
