package judgeprompt

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// The versions of what surrounds the system texts. templateVersion changes
// with any wording or order of the user message, ReplySchemaVersion with the
// shape of the reply; scores made under different versions are not the same
// measurement.
const (
	templateVersion    = "message/1"
	ReplySchemaVersion = "reply/1"
)

//go:embed positive.md
var positiveText string

//go:embed negative.md
var negativeText string

// System returns the system prompt of a category. A question outside the
// corpus has a prompt of its own: it has no right answer for relevance or
// tone to be about.
func System(c results.Category) string {
	if c == results.Negative {
		return negativeText
	}
	return positiveText
}

// Hash returns the hexadecimal SHA-256 of what makes the prompts of a category
// comparable: its system prompt, the versions of the user message and of the
// reply, and the most characters of a passage that are shown (0 is
// DefaultExcerpt), for a judge that saw less of a source is another measure.
func Hash(c results.Category, excerpt int) string {
	limit := excerptLimit(excerpt)
	if known, ok := usualHashes[c]; ok && limit == DefaultExcerpt {
		return known
	}
	return hashOf(System(c), limit)
}

// usualHashes are those under the limit that nearly every run has: each prompt
// carries one.
var usualHashes = map[results.Category]string{
	results.Positive: hashOf(positiveText, DefaultExcerpt),
	results.Negative: hashOf(negativeText, DefaultExcerpt),
}

func hashOf(system string, limit int) string {
	parts := []string{system, templateVersion, ReplySchemaVersion, strconv.Itoa(limit)}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}
