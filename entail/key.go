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

// key is under which a result is kept: all that it may depend on, and not the
// item's id or its neighbours in a call.
func (j *Judge) key(item quotes.JudgeItem) string {
	data, _ := json.Marshal(struct { // cannot fail: strings and numbers alone
		Prompt, Model         string
		Temperature           *float64
		Seed                  *int
		Claim, Quote, Context string
	}{PromptHash(), j.opt.Model, j.opt.Temperature, j.opt.Seed, item.Claim, item.Quote, item.Context})
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
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
func (j *Judge) remember(key string, e quotes.Entailment) {
	if j.cache == nil {
		return
	}
	if data, err := json.Marshal(e); err == nil {
		j.cache.Put(key, data)
	}
}
