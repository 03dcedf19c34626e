package entail

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/evalrun/evalrun/quotes"
)

// keyVersion changes when results of earlier calls must not be used any more
// although the prompt is the same, such as with other bands.
const keyVersion = "entail/1"

// PromptHash names the prompt and the reply schema: results under different
// hashes are those of different judges.
func PromptHash() string {
	sum := sha256.Sum256([]byte(keyVersion + "\x00" + systemPrompt + "\x00" + string(replySchema)))
	return hex.EncodeToString(sum[:])
}

// keyInputs is all that a result may depend on, which neither the item's id
// nor its neighbours in a call are. Names are shown by explanations.
type keyInputs struct {
	PromptHash  string   `json:"promptHash"`
	Endpoint    string   `json:"endpoint"`
	Model       string   `json:"model"`
	Temperature *float64 `json:"temperature"`
	Seed        *int     `json:"seed"`
	Claim       string   `json:"claim"`
	Quote       string   `json:"quote"`
	Context     string   `json:"context"`
}

// key is under which a result is kept.
func (j *Judge) key(item quotes.JudgeItem) (key string, inputs []byte) {
	inputs, _ = json.Marshal(keyInputs{ // cannot fail: strings and numbers alone
		PromptHash: PromptHash(), Endpoint: j.opt.Endpoint, Model: j.opt.Model,
		Temperature: j.opt.Temperature, Seed: j.opt.Seed,
		Claim: item.Claim, Quote: item.Quote, Context: item.Context,
	})
	sum := sha256.Sum256(inputs)
	return hex.EncodeToString(sum[:]), inputs
}

// recall returns a result of an earlier call. What is not valid is not used,
// whoever wrote it.
func (j *Judge) recall(key string) (quotes.Entailment, bool) {
	if j.cache == nil {
		return quotes.Entailment{}, false
	}
	data, ok := j.cache.Get(key)
	if !ok {
		return quotes.Entailment{}, false
	}
	var e quotes.Entailment
	if json.Unmarshal(data, &e) != nil || !e.Valid() {
		return quotes.Entailment{}, false
	}
	return e, true
}

// remember keeps a valid result. Errors are never kept: the next run is to
// ask again.
func (j *Judge) remember(q *question, e quotes.Entailment) {
	if j.cache == nil {
		return
	}
	if data, err := json.Marshal(e); err == nil {
		j.cache.Put(q.key, q.inputs, data)
	}
}
