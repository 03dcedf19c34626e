package offline

import (
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/textmatch"
)

// maxSentences bounds the sentences of an answer that are scored. The rules
// compare each with each sentence of the passages; an answer this long has
// shown what it is.
const maxSentences = 300

// reading is a case taken apart once for all rules. Words are numbered, so
// that comparing two sentences is testing bits.
type reading struct {
	asked      judgeprompt.Request
	vocabulary map[string]int // words of question and answer; others cannot match
	question   []int          // content words of the question
	sentences  []*sentence
	passages   []*passage
	unread     bool // the answer has more than maxSentences
}

func read(asked judgeprompt.Request) *reading {
	r := &reading{asked: asked, vocabulary: map[string]int{}}
	text, marks := cutMarks(asked.Answer.Text, r.namesPassage)
	r.question, _ = r.number(textmatch.Words(asked.Query))
	r.readAnswer(text, marks)
	for _, p := range asked.Evidence {
		r.passages = append(r.passages, r.readPassage(p))
	}
	for _, s := range r.sentences {
		r.place(s.figures)
		s.support = r.supportOf(s)
	}
	return r
}

// readAnswer takes the answer apart. A citation belongs to the sentence it
// stands in or directly after.
func (r *reading) readAnswer(text string, marks []mark) {
	for _, span := range textmatch.Sentences(text) {
		if len(r.sentences) == maxSentences {
			r.unread = true
			break
		}
		own := text[span.Start:span.End]
		if words := textmatch.Words(withoutBullet(own)); len(words) > 0 {
			r.sentences = append(r.sentences, r.readSentence(own, words))
		}
		for len(marks) > 0 && marks[0].at <= span.End {
			r.cite(marks[0].name)
			marks = marks[1:]
		}
	}
	if !r.unread {
		for _, m := range marks {
			r.cite(m.name)
		}
	}
	r.promote()
}

func (r *reading) namesPassage(name string) bool {
	for _, p := range r.asked.Evidence {
		if name != "" && (p.ID == name || p.Title == name || p.Source == name) {
			return true
		}
	}
	return false
}

// cite gives a citation to the latest sentence.
func (r *reading) cite(name string) {
	if n := len(r.sentences); n > 0 {
		r.sentences[n-1].marks = append(r.sentences[n-1].marks, name)
	}
}

// promote makes claims of the short remarks of an answer that has no longer
// sentence: "30 days." is all that such an answer says.
func (r *reading) promote() {
	if len(r.claims()) > 0 {
		return
	}
	for _, s := range r.sentences {
		if s.kind == remark && len(s.terms) > 0 {
			s.kind = claim
		}
	}
}

// claims are the sentences that state something.
func (r *reading) claims() []*sentence {
	var out []*sentence
	for _, s := range r.sentences {
		if s.kind == claim {
			out = append(out, s)
		}
	}
	return out
}
