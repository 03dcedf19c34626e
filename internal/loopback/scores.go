package loopback

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// dimensions in the order the prompts use.
var dimensions = []string{"grounding", "relevance", "calibration", "citations", "tone"}

// completion is the reply to a request body, spoiled by a content fault if
// one is named. The handler must stay cheaper than the client it measures, so
// the body is searched instead of parsed: quotes inside JSON strings are
// escaped, and `"key":` can only be a key.
func completion(body []byte, key uint64, fault string) []byte {
	text, finish := message(asked(body), key, fault)
	return envelope(text, modelOf(body), finish, len(body)/4)
}

// message is the text of a reply: scores where dimensions are asked for, a
// plain answer otherwise.
func message(dims []string, key uint64, fault string) (text, finish string) {
	if len(dims) == 0 {
		text = "Refunds are accepted within 30 days of delivery [S1]."
	} else {
		text = scores(dims, key, fault)
	}
	switch fault {
	case "empty":
		text = ""
	case "badjson":
		text = strings.Replace(text, `"`, "'", 3) + ",}"
	case "cut":
		return text[:len(text)*2/3], "length"
	case "fence":
		text = "```json\n" + text + "\n```"
	case "prose":
		text = "Here is my evaluation:\n\n" + text + "\n\nAsk if you need more."
	case "think":
		text = "<think>\nThe passage says {\"30 days\"}, so 4 or 5.\n</think>\n\n" + text
	case "refusal":
		text = "I'm sorry, but I can't help with evaluating that."
	}
	return text, "stop"
}

// asked finds the dimensions a request wants scored: the properties of scores
// in its response format, else the names in its text before the user message.
func asked(body []byte) []string {
	if i := bytes.LastIndex(body, []byte(`"response_format":`)); i >= 0 {
		rest := body[i:]
		if j := bytes.Index(rest, []byte(`"scores":`)); j >= 0 {
			rest = rest[j:]
			if k := bytes.Index(rest, []byte(`"required":`)); k >= 0 {
				rest = rest[:k]
			}
			if dims := named(rest, `"%s":`); len(dims) > 0 {
				return dims
			}
		}
	}
	system, _, found := bytes.Cut(body, []byte(`"role":"user"`))
	if !found {
		return nil
	}
	return named(system, "%s")
}

func named(text []byte, form string) []string {
	var out []string
	for _, d := range dimensions {
		if bytes.Contains(text, fmt.Appendf(nil, form, d)) {
			out = append(out, d)
		}
	}
	return out
}

// scores writes a judge's result, with the named fault in one dimension.
func scores(dims []string, key uint64, fault string) string {
	victim := dims[key%uint64(len(dims))]
	var values, reasons []string
	for i, d := range dims {
		value := strconv.Itoa(level(key >> (8 * (i % 8))))
		reason := d + " judged " + value + " from the passages"
		if d == victim {
			value, reason = spoil(fault, key, value, reason)
		}
		if value == "" {
			continue
		}
		if d == victim && fault == "dupkey" {
			values = append(values, `"`+d+`":1`)
		}
		values = append(values, `"`+d+`":`+value)
		if d != victim || fault != "noreason" {
			reasons = append(reasons, `"`+d+`":"`+reason+`"`)
		}
	}
	if fault == "extradim" {
		values, reasons = append(values, `"helpfulness":5`), append(reasons, `"helpfulness":"not asked for"`)
	}
	return `{"scores":{` + strings.Join(values, ",") + `},"reasoning":{` + strings.Join(reasons, ",") + `}}`
}

// spoil is what a fault makes of one score; "" leaves the dimension out.
func spoil(fault string, key uint64, value, reason string) (string, string) {
	switch fault {
	case "missingdim":
		return "", ""
	case "outofrange":
		return []string{"0", "6", "-1", "10", "1e2"}[key%5], reason
	case "fraction":
		return min(value, "4") + ".5", reason
	case "stringscore":
		return `"` + value + `"`, reason
	case "nullscore":
		return "null", reason
	case "emptyreason":
		return value, "  "
	}
	return value, reason
}

// level spreads a byte over 1 to 5, skewed high as judges are.
func level(b uint64) int {
	switch b &= 0xff; {
	case b < 8:
		return 1
	case b < 20:
		return 2
	case b < 50:
		return 3
	case b < 140:
		return 4
	}
	return 5
}

func modelOf(body []byte) string {
	_, rest, _ := bytes.Cut(body, []byte(`"model":"`))
	name, _, found := bytes.Cut(rest, []byte(`"`))
	if !found {
		return "loopback"
	}
	return string(name)
}

// envelope wraps a text as a chat completion.
func envelope(text, model, finish string, promptTokens int) []byte {
	content, _ := json.Marshal(text)
	completionTokens := len(text) / 4
	out := make([]byte, 0, len(content)+320)
	out = append(out, `{"id":"chatcmpl-loopback","object":"chat.completion","created":0,"model":"`...)
	out = append(out, model...)
	out = append(out, `","choices":[{"index":0,"finish_reason":"`...)
	out = append(out, finish...)
	out = append(out, `","logprobs":null,"message":{"role":"assistant","content":`...)
	out = append(out, content...)
	return fmt.Appendf(out, `,"refusal":null}}],"usage":{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d}}`,
		promptTokens, completionTokens, promptTokens+completionTokens)
}
