package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// Key identifies a way of judging: scores of two runs mean the same only when
// their keys are equal. It covers who is asked, both prompts, the length of
// excerpts, the form of the reply and the sampling as it was sent. The
// address is left out: the same model behind another gateway is the same
// judge. The key is a SHA-256 in hex.
func Key(ref results.JudgeRef) string {
	data, err := json.Marshal(struct {
		Kind               results.JudgeKind
		Model              string
		Positive, Negative string
		Reply              string
		Excerpt, MaxTokens int
		Temperature        *float64
		Seed               *int
	}{
		ref.Kind, ref.Model, judgeprompt.Hash(results.Positive, ref.Excerpt), judgeprompt.Hash(results.Negative, ref.Excerpt),
		judgeprompt.ReplySchemaVersion, ref.Excerpt, ref.MaxTokens, ref.Temperature, ref.Seed,
	})
	if err != nil {
		panic(err) // plain fields always encode
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
