package runstore

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/evalrun/evalrun/results"
)

// texts holds each id, hash and series of many nights once.
type texts map[string]string

func newTexts() texts { return texts{} }

func (n texts) of(raw []byte) string {
	text, known := n[string(raw)]
	if !known {
		text = string(raw)
		n[text] = text
	}
	return text
}

func (n texts) hex(raw []byte) string {
	text, known := n[string(raw)]
	if !known {
		text = hex.EncodeToString(raw)
		n[string(raw)] = text
	}
	return text
}

// unpack returns the questions, or only the one with an id. What is not
// packed questions is errSpoiled.
func unpack(packed []byte, known texts, only string) (questions []results.NightQuestion, err error) {
	u := unpacker{rest: packed, known: known}
	series := make([]results.Series, u.count())
	for i := range series {
		series[i] = results.Series(known.of(u.text()))
	}
	count := u.count()
	if only == "" {
		questions = make([]results.NightQuestion, 0, count)
	}
	for range count {
		id, q := u.question(series, only)
		if u.failed {
			break
		}
		if only == "" || id == only {
			questions = append(questions, q)
		}
	}
	if u.failed || len(u.rest) > 0 {
		return nil, fmt.Errorf("%w: %d bytes cannot be read", errSpoiled, len(u.rest))
	}
	return questions, nil
}

// unpacker reads on after a mistake without going anywhere.
type unpacker struct {
	rest   []byte
	known  texts
	failed bool
}

func (u *unpacker) question(series []results.Series, only string) (id string, q results.NightQuestion) {
	flags := u.bytes(1)
	if u.failed {
		return "", q
	}
	rawID := u.text()
	wanted := only == "" || string(rawID) == only
	q.Anchor = flags[0]&flagAnchor != 0
	if flags[0]&flagBinHash != 0 {
		q.ContentHash = u.known.hex(u.bytes(32))
	} else {
		q.ContentHash = u.known.of(u.text())
	}
	if flags[0]&flagUntil != 0 {
		q.Quarantine = &results.Quarantine{Until: u.known.of(u.text())}
	}
	q.Verdict = results.Verdict(u.known.of(u.text()))
	scores := u.count()
	if wanted {
		q.ID = u.known.of(rawID)
		q.Scores = make(map[results.Series]float64, scores)
	}
	for range scores {
		place, score := u.number(), u.score()
		if u.failed || place >= uint64(len(series)) {
			u.failed = true
			return "", q
		}
		if wanted {
			q.Scores[series[place]] = score
		}
	}
	return q.ID, q
}

func (u *unpacker) bytes(n uint64) []byte {
	if u.failed || n > uint64(len(u.rest)) {
		u.failed = true
		return nil
	}
	out := u.rest[:n]
	u.rest = u.rest[n:]
	return out
}

func (u *unpacker) number() uint64 {
	n, size := binary.Uvarint(u.rest)
	if u.failed || size <= 0 {
		u.failed = true
		return 0
	}
	u.rest = u.rest[size:]
	return n
}

// count is a number of things that are yet to come, each of a byte at least.
func (u *unpacker) count() int {
	n := u.number()
	if n > uint64(len(u.rest)) {
		u.failed = true
		return 0
	}
	return int(n)
}

func (u *unpacker) text() []byte { return u.bytes(u.number()) }

func (u *unpacker) score() float64 {
	level := u.bytes(1)
	switch {
	case u.failed:
		return 0
	case level[0] > 0:
		return float64(level[0])
	}
	raw := u.bytes(8)
	if u.failed {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(raw))
}
