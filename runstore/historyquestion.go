package runstore

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// scanQuestion adds the next question of a report.
func scanQuestion(s *scan, into *packer) error {
	var q results.NightQuestion
	var category string
	var scores []byte
	err := s.object(func(key []byte) error {
		text := textMember(&q, &category, key)
		isScores, isAnchors := string(key) == "scores", string(key) == "anchors"
		isQuarantine := string(key) == "quarantine"
		value, err := s.value()
		switch {
		case err != nil:
			return err
		case text != nil:
			*text, err = unquoted(value)
		case isAnchors:
			q.Anchor = bytes.Equal(value, []byte("true"))
		case isQuarantine:
			err = json.Unmarshal(value, &q.Quarantine)
		case isScores:
			// They wait for the category, which may stand after them.
			scores = append(into.waiting[:0], value...)
			into.waiting = scores
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := into.scoresOf(scores, category); err != nil {
		return err
	}
	into.add(q)
	return nil
}

// textMember is where the text under a key goes, nil for other keys.
func textMember(q *results.NightQuestion, category *string, key []byte) *string {
	switch string(key) {
	case "id":
		return &q.ID
	case "contentHash":
		return &q.ContentHash
	case "category":
		return category
	case "verdict":
		return (*string)(&q.Verdict)
	}
	return nil
}

// scoresOf takes the scores of the next question.
func (p *packer) scoresOf(raw []byte, category string) error {
	p.scores = p.scores[:0]
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return nil
	}
	inner := scan{buf: raw, key: p.key}
	err := inner.object(func(dimension []byte) error {
		place := p.place(category, dimension)
		value, err := inner.value()
		if err != nil {
			return err
		}
		// What was not scored is null: no score of 0.
		if bytes.Equal(value, []byte("null")) {
			return nil
		}
		score, err := scoreOf(value)
		if err == nil && !(score >= 1 && score <= 5) {
			err = fmt.Errorf("score %s of %s is not within 1..5", value, dimension)
		}
		p.scores = append(p.scores, placedScore{place, score})
		return err
	})
	p.key = inner.key
	return err
}

// scoreOf knows that nearly every score is one digit.
func scoreOf(value []byte) (score float64, err error) {
	if len(value) == 1 && value[0] >= '0' && value[0] <= '9' {
		return float64(value[0] - '0'), nil
	}
	err = json.Unmarshal(value, &score)
	return score, err
}
