package judge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"

	"github.com/evalrun/evalrun/judgeprompt"
)

// keyVersion changes when stored calls must not be used any more although
// everything else in their keys is the same.
const keyVersion = "judge/1"

// keyInputs is all that a judgement may depend on. The names are shown by
// explanations.
//
// The fields from System on are the full body of the first request of a
// call, and a later one differs by the correction alone. They are those of
// llm.Request. What the client does beyond them (how it names the token
// limit, whether it asks for JSON by schema, that it leaves out a temperature)
// follows from what this endpoint and model accept, and both are in the key.
// Headers are not: they say who pays, and their values are secrets.
type keyInputs struct {
	Version      string          `json:"version"`
	Endpoint     string          `json:"endpoint"`
	Model        string          `json:"model"`
	PromptHash   string          `json:"promptHash"`
	ReplySchema  string          `json:"replySchema"`
	AnswerRepeat int             `json:"answerRepeat"`
	JudgeRepeat  int             `json:"judgeRepeat"`
	System       string          `json:"system"` // SHA-256 of the text: it is one of two, and long
	User         string          `json:"user"`
	Temperature  *float64        `json:"temperature"`
	Seed         *int            `json:"seed"`
	MaxTokens    int             `json:"maxTokens"`
	SchemaName   string          `json:"schemaName"`
	Schema       json.RawMessage `json:"schema"`
}

// CallKey is under which a call's judgement is stored, a SHA-256 in hex of
// the returned inputs, which are a JSON object.
func CallKey(opt Options, p judgeprompt.Prompt, r Repeat) (key string, inputs []byte) {
	req := newSitting(opt.withDefaults(), p).request()
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // prompts are full of brackets
	err := enc.Encode(keyInputs{
		Version: keyVersion, Endpoint: withoutSecrets(opt.Endpoint), Model: opt.Model,
		PromptHash: p.SystemHash, ReplySchema: judgeprompt.ReplySchemaVersion,
		AnswerRepeat: r.Answer, JudgeRepeat: r.Call,
		System: digest(req.System), User: req.User,
		Temperature: req.Temperature, Seed: req.Seed, MaxTokens: req.MaxTokens,
		SchemaName: req.Schema.Name, Schema: req.Schema.JSON,
	})
	if err != nil {
		panic(err) // a prompt's schema is JSON and a temperature is finite
	}
	inputs = bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	return digest(string(inputs)), inputs
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// withoutSecrets drops from an address what may be a key. An address that is
// none goes by its hash.
func withoutSecrets(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return digest(endpoint)
	}
	u.User, u.RawQuery, u.ForceQuery, u.Fragment = nil, "", false, ""
	return u.String()
}
