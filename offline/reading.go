package offline

import (
	"context"
	"sort"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/quotes"
	"github.com/evalrun/evalrun/textmatch"
)

// maxSentences bounds the sentences of an answer that are scored. The rules
// compare each with each sentence of the passages; an answer this long has
// shown what it is.
const maxSentences = 300

// reading is a case taken apart once for all rules.
type reading struct {
	asked     judgeprompt.Request
	evidence  *support.Evidence
	text      string // of the answer as far as it is read, blanks for what is no claim
	sentences []*sentence
	unread    bool // the answer has more than maxSentences
}

func read(asked judgeprompt.Request) *reading {
	r := &reading{asked: asked, evidence: prepared(asked.Evidence)}
	verified := r.verified()
	masked, marks := maskMarks(verified.CleanText, r.namesPassage)
	r.split(verified.CleanText, masked, marks)
	r.attach(verified)
	r.measure()
	if r.maskCorrections() {
		r.measure()
	}
	return r
}

// measure gives each sentence that claims something its support.
func (r *reading) measure() {
	for _, s := range r.sentences {
		s.support = nil
	}
	report := r.evidence.Score(r.text)
	for i := range report.Sentences {
		r.place(&report.Sentences[i])
	}
}

func prepared(passages []answers.Passage) *support.Evidence {
	list := make([]support.Passage, len(passages))
	for i, p := range passages {
		list[i] = support.Passage{ID: p.ID, Title: p.Title, Text: p.Text}
	}
	return support.Prepare(list)
}

// maxQuoting is the longest answer, in bytes, whose quotes are looked up: each
// is searched for in every passage.
const maxQuoting = 64 << 10

// verified looks up the quotes of the answer in the passages. Its clean text
// is the answer without an evidence block.
func (r *reading) verified() quotes.Report {
	if len(r.asked.Answer.Text) > maxQuoting || quotesNothing(r.asked.Answer.Text) {
		return quotes.Report{CleanText: r.asked.Answer.Text}
	}
	sources := make([]quotes.Source, len(r.asked.Evidence))
	for i, p := range r.asked.Evidence {
		sources[i] = quotes.Source{ID: p.ID, Title: p.Title, URL: p.Source, Text: p.Text}
	}
	report, err := quotes.Verify(context.Background(), r.asked.Answer.Text, sources, quotes.Options{})
	if err != nil { // nothing was verified; the answer is read as it stands
		report.CleanText = r.asked.Answer.Text
	}
	return report
}

// quotesNothing reports plain texts that can hold neither a quotation nor a
// marker of an evidence block, as most answers are.
func quotesNothing(text string) bool {
	for i := range len(text) {
		if c := text[i]; c == '"' || c == '\'' || c == '{' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// split takes the answer apart. A citation belongs to the sentence it stands
// in or directly after.
func (r *reading) split(text, masked string, marks []mark) {
	r.text = masked
	for _, span := range textmatch.Sentences(masked) {
		said := masked[span.Start:span.End]
		words := textmatch.Words(said)
		if len(words) == 0 {
			continue
		}
		if len(r.sentences) == maxSentences {
			r.text, r.unread = masked[:span.Start], true
			break
		}
		r.sentences = append(r.sentences, &sentence{
			number: len(r.sentences) + 1, start: span.Start, end: span.End,
			text: text[span.Start:span.End], said: said, about: subjectOf(words),
		})
	}
	for _, m := range marks {
		if s := r.sentenceAt(m.at); s != nil && m.at < len(r.text) {
			s.marks = append(s.marks, m.name)
		}
	}
}

// attach gives each quote to the sentence that it is put to.
func (r *reading) attach(verified quotes.Report) {
	starts := map[string]int{}
	for _, c := range verified.Claims {
		starts[c.ID] = c.Start
	}
	for _, c := range verified.Citations {
		if s := r.sentenceAt(starts[c.ClaimID]); s != nil && c.Quote != "" {
			s.quotes = append(s.quotes, c)
		}
	}
}

// place gives a measured stretch of text to its sentence; of several in one
// sentence the one carried least speaks for it.
func (r *reading) place(measured *support.Sentence) {
	s := r.sentenceAt(measured.Start)
	if s != nil && (s.support == nil || measured.Score < s.support.Score) {
		s.support = measured
	}
}

// sentenceAt is the last sentence that begins at offset or before, else the
// first one; nil when there is none.
func (r *reading) sentenceAt(offset int) *sentence {
	if len(r.sentences) == 0 {
		return nil
	}
	after := sort.Search(len(r.sentences), func(i int) bool { return r.sentences[i].start > offset })
	return r.sentences[max(0, after-1)]
}

// claims are the sentences that state something a passage must carry.
func (r *reading) claims() []*sentence {
	var out []*sentence
	for _, s := range r.sentences {
		if s.states() {
			out = append(out, s)
		}
	}
	return out
}

func (r *reading) namesPassage(name string) bool {
	for _, p := range r.asked.Evidence {
		if name != "" && (p.ID == name || p.Title == name || p.Source == name) {
			return true
		}
	}
	return false
}
