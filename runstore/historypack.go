package runstore

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Questions are packed because a year of nights has a hundred thousand of
// them: lengths and counts are uvarints, a text is its length and its bytes.
//
//	packed:   series names (count, texts), questions (count, questions)
//	question: flags, id, hash, end of its quarantine where a flag says so,
//	          verdict, scores (count; series, score)
//	hash:     32 bytes where a flag says so, else a text
//	score:    a byte 1 to 5, else 0 and a float64
const (
	flagAnchor  = 1 << 0
	flagBinHash = 1 << 1
	flagUntil   = 1 << 2 // of a quarantine
)

// packer collects questions as they are read.
type packer struct {
	series []packedSeries
	count  int
	body   []byte
	scores []placedScore // of the question to be added next

	waiting, key []byte // room that is used again for each question
}

// packedSeries is a series by its two parts, which is how it is met.
type packedSeries struct{ category, dimension string }

type placedScore struct {
	place int // in the list of series
	score float64
}

// add adds a question with the scores that were taken for it.
func (p *packer) add(q results.NightQuestion) {
	p.count++
	raw, binHash := binaryHash(q.ContentHash)
	flags := byte(0)
	if q.Anchor {
		flags |= flagAnchor
	}
	if binHash {
		flags |= flagBinHash
	}
	if q.Quarantine != nil {
		flags |= flagUntil
	}
	p.body = appendText(append(p.body, flags), q.ID)
	if binHash {
		p.body = append(p.body, raw[:]...)
	} else {
		p.body = appendText(p.body, q.ContentHash)
	}
	if q.Quarantine != nil {
		p.body = appendText(p.body, q.Quarantine.Until)
	}
	p.body = appendText(p.body, string(q.Verdict))
	p.body = binary.AppendUvarint(p.body, uint64(len(p.scores)))
	for _, s := range p.scores {
		p.body = appendScore(binary.AppendUvarint(p.body, uint64(s.place)), s.score)
	}
}

// place is the number of a series; there are seven of them.
func (p *packer) place(category string, dimension []byte) int {
	for i, s := range p.series {
		if s.category == category && s.dimension == string(dimension) {
			return i
		}
	}
	p.series = append(p.series, packedSeries{category, string(dimension)})
	return len(p.series) - 1
}

// pack returns all that was added; a nil packer holds nothing.
func pack(p *packer) []byte {
	if p == nil {
		p = &packer{}
	}
	out := binary.AppendUvarint(make([]byte, 0, len(p.body)+256), uint64(len(p.series)))
	for _, s := range p.series {
		out = appendText(out, string(results.SeriesOf(results.Category(s.category), results.Dimension(s.dimension))))
	}
	out = binary.AppendUvarint(out, uint64(p.count))
	return append(out, p.body...)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendScore(b []byte, score float64) []byte {
	for level := range byte(5) {
		if score == float64(level+1) {
			return append(b, level+1)
		}
	}
	return binary.LittleEndian.AppendUint64(append(b, 0), math.Float64bits(score))
}

// binaryHash halves what makes up most of a question.
func binaryHash(text string) (raw [32]byte, ok bool) {
	if len(text) != hex.EncodedLen(len(raw)) {
		return raw, false
	}
	n, err := hex.Decode(raw[:], []byte(text))
	// Capitals would come back small.
	return raw, err == nil && n == len(raw) && strings.ToLower(text) == text
}
