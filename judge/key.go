package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// Key identifies a way of judging: scores of two runs mean the same only when
// their keys are equal. It covers who is asked, both prompts, the length of
// excerpts, the form of the reply and the sampling as it was sent; of a panel
// its members, in whatever order, its quorum and how it makes one score of
// several. The address is left out: the same model behind another gateway is
// the same judge. The key is a SHA-256 in hex.
func Key(ref results.JudgeRef) string {
	data, err := json.Marshal(struct {
		Kind               results.JudgeKind
		Model              string
		Positive, Negative string
		Reply              string
		Excerpt, MaxTokens int
		Temperature        *float64
		Seed               *int
		Panel              *panelKey `json:",omitempty"`
	}{
		ref.Kind, modelOf(ref), judgeprompt.Hash(results.Positive, ref.Excerpt), judgeprompt.Hash(results.Negative, ref.Excerpt),
		judgeprompt.ReplySchemaVersion, ref.Excerpt, ref.MaxTokens, ref.Temperature, ref.Seed,
		panelKeyOf(ref.Panel),
	})
	if err != nil {
		panic(err) // plain fields always encode
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// modelOf leaves a panel to its members: its own name lists them in order.
func modelOf(ref results.JudgeRef) string {
	if ref.Panel != nil {
		return ""
	}
	return ref.Model
}

type panelKey struct {
	Models    []string
	Quorum    int
	Aggregate string
}

func panelKeyOf(p *results.Panel) *panelKey {
	if p == nil {
		return nil
	}
	key := &panelKey{Quorum: p.Quorum, Aggregate: p.Aggregate}
	for _, m := range p.Members {
		key.Models = append(key.Models, m.Model)
	}
	slices.Sort(key.Models)
	return key
}
