package judgeprompt

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"

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

var positiveHash, negativeHash = hashOf(positiveText), hashOf(negativeText)

// System returns the system prompt of a category. A question outside the
// corpus has a prompt of its own: it has no right answer for relevance or
// tone to be about.
func System(c results.Category) string {
	if c == results.Negative {
		return negativeText
	}
	return positiveText
}

// Hash returns the hexadecimal SHA-256 of a category's system prompt together
// with the versions of the user message and of the reply. The excerpt limit is
// not in it.
func Hash(c results.Category) string {
	if c == results.Negative {
		return negativeHash
	}
	return positiveHash
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text + "\x00" + templateVersion + "\x00" + ReplySchemaVersion))
	return hex.EncodeToString(sum[:])
}
