package judgeprompt

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// Parse reads a user message back into the request it shows: query, category,
// phrases to mention, answer, stated confidence, citations, passages as shown
// and facts. It is the exact inverse of the layout; what the message does not
// show (question id, content hash, the left-out parts of a passage) stays
// empty. What follows the closing instruction, such as a correction, is not
// part of the request. An error says which section could not be read.
func Parse(user string) (Request, error) {
	p, err := newReader(user)
	if err != nil {
		return Request{}, err
	}
	var r Request
	for _, section := range []struct {
		name string
		read func(*Request) error
	}{
		{"question", p.question}, {"expected", p.expected}, {"mention", p.mention},
		{"confidence", p.confidence}, {"answer", p.answer}, {"citations", p.citations},
		{"passages", p.evidence}, {"facts", p.facts}, {"task", p.task},
	} {
		if err := section.read(&r); err != nil {
			return Request{}, fmt.Errorf("read judge prompt: %s: %w", section.name, err)
		}
	}
	return r, nil
}

// reader walks a message from front to back. No data can hold a marker, so
// the first closing marker after an opening one ends the block.
type reader struct {
	rest string
	fence
}

var errLayout = errors.New("not laid out as a judge prompt")

func newReader(user string) (*reader, error) {
	code, ok := strings.CutPrefix(user, openingHead+markOpen)
	if !ok || len(code) < codeLen {
		return nil, errLayout
	}
	p := &reader{rest: user, fence: newFence(code[:codeLen])}
	if !p.next(openingHead + p.open + " and " + p.shut + openingTail) {
		return nil, errLayout
	}
	return p, nil
}

// next takes s off the front, if it stands there.
func (p *reader) next(s string) bool {
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest = rest
	return ok
}

func (p *reader) data() (string, error) {
	if !p.next(p.open + "\n") {
		return "", errors.New("data expected")
	}
	text, rest, ok := strings.Cut(p.rest, "\n"+p.shut+"\n")
	if !ok {
		return "", errors.New("data without an end")
	}
	p.rest = rest
	return text, nil
}

func (p *reader) list() ([]string, error) {
	text, err := p.data()
	return strings.Split(text, "\n"), err
}

func (p *reader) items() ([]string, error) {
	lines, err := p.list()
	if err != nil {
		return nil, err
	}
	return readNumbered(lines)
}

func (p *reader) question(r *Request) (err error) {
	if !p.next(headQuestion) {
		return errLayout
	}
	r.Query, err = p.data()
	return err
}

func (p *reader) expected(r *Request) error {
	switch {
	case !p.next(headExpected):
		return errLayout
	case p.next(expectedYes):
		r.Category = results.Positive
	case p.next(expectedNo):
		r.Category = results.Negative
	default:
		return errLayout
	}
	return nil
}

func (p *reader) mention(r *Request) (err error) {
	if p.next(headMention) {
		r.MustMention, err = p.items()
	}
	return err
}

func (p *reader) confidence(r *Request) error {
	switch {
	case !p.next(headConfidence):
		return errLayout
	case p.next(confidenceWaived):
		r.ConfidenceOptional = true
		return nil
	case p.next(confidenceAbsent):
		return nil
	}
	text, err := p.data()
	if err != nil {
		return err
	}
	text, err = readItem(text)
	r.Answer.Confidence = answers.Confidence(text)
	return err
}

func (p *reader) answer(r *Request) (err error) {
	switch {
	case !p.next(headAnswer):
		return errLayout
	case p.next(answerDeclined):
		r.Answer.Declined = true
		return nil
	case p.next(answerBlank):
		return nil
	}
	r.Answer.Declined = p.next(answerMarked)
	r.Answer.Text, err = p.data()
	return err
}

func (p *reader) citations(r *Request) error {
	if !p.next(headCitations) {
		return errLayout
	}
	if p.next(citationsAbsent) {
		return nil
	}
	lines, err := p.list()
	if err != nil {
		return err
	}
	for i, line := range lines {
		line, ok := strings.CutPrefix(line, strconv.Itoa(i+1)+".")
		if !ok {
			return fmt.Errorf("citation %d is not numbered", i+1)
		}
		f, err := readFields(line)
		if err != nil {
			return fmt.Errorf("citation %d: %w", i+1, err)
		}
		r.Answer.Citations = append(r.Answer.Citations,
			answers.Citation{ID: f["id"], Title: f["title"], Source: f["source"]})
	}
	return nil
}

func (p *reader) evidence(r *Request) error {
	switch {
	case !p.next(headPassages):
		return errLayout
	case p.next(passagesAbsent), p.next(passagesNone):
		return nil
	}
	for p.next(passageHead) {
		_, rest, ok := strings.Cut(p.rest, "\n")
		if !ok {
			return errLayout
		}
		p.rest = rest
		text, err := p.data()
		if err != nil {
			return err
		}
		passage, err := readPassage(text)
		if err != nil {
			return err
		}
		r.Evidence = append(r.Evidence, passage)
	}
	return nil
}

func readPassage(block string) (answers.Passage, error) {
	line, text, ok := strings.Cut(block, "\n")
	if !ok {
		return answers.Passage{}, errors.New("passage without text")
	}
	id, rest, err := readLabel(line)
	if err != nil {
		return answers.Passage{}, err
	}
	f, err := readFields(rest)
	return answers.Passage{ID: id, Title: f["title"], Source: f["source"], Text: text}, err
}

func (p *reader) facts(r *Request) (err error) {
	if p.next(headFacts + factsNote) {
		r.Facts, err = p.items()
	}
	return err
}

func (p *reader) task(*Request) error {
	if !p.next(headTask) {
		return errLayout
	}
	return nil
}
