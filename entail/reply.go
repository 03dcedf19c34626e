package entail

import (
	"encoding/json"

	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/quotes"
)

// What can be wrong with a result; the reason of an error is judge_ and one
// of these.
const (
	faultMissing    = "missing_item"
	faultTruncated  = "truncated"
	faultForm       = "bad_form"
	faultClass      = "unknown_class"
	faultNumber     = "not_number"
	faultRange      = "out_of_range"
	faultBand       = "class_mismatch"
	faultDuplicates = "two_results"
)

// faultWords tell the model what to mend.
var faultWords = map[string]string{
	faultMissing:    "it held no such id",
	faultTruncated:  "it was cut off before this id",
	faultForm:       "the item had a key twice or was no plain object",
	faultClass:      "the class is none of the five",
	faultNumber:     "the confidence is not a number",
	faultRange:      "the confidence is not between 0 and 1",
	faultBand:       "the confidence does not fit the class",
	faultDuplicates: "it held two different results for this id",
}

// result is what a reply says of one question: an entailment or a fault.
type result struct {
	entailment quotes.Entailment
	fault      string
}

// readReply finds the results in a reply, wherever they stand in it. Ids that
// were not asked for are ignored. Two results for one id are good if they
// agree: which of two different ones is meant is not for us to guess.
func readReply(text string, ids map[string]*question) map[*question]result {
	out := map[*question]result{}
	for _, raw := range innermost(text) {
		keys, form := readObject(raw)
		q := ids[stringAt(keys, "id")]
		if q == nil {
			continue
		}
		r := readResult(keys)
		if form != nil {
			r = result{fault: faultForm}
		}
		if earlier, seen := out[q]; seen && !r.agrees(earlier) {
			r = result{fault: faultDuplicates}
		}
		out[q] = r
	}
	return out
}

// readObject decodes an object by exact keys; encoding/json would take Class
// for class.
func readObject(raw string) (map[string]json.RawMessage, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &keys); err != nil {
		return nil, err
	}
	return keys, strictjson.Check([]byte(raw))
}

func stringAt(keys map[string]json.RawMessage, key string) string {
	var s string
	if json.Unmarshal(keys[key], &s) != nil {
		return ""
	}
	return s
}

func readResult(keys map[string]json.RawMessage) result {
	class := quotes.Class(stringAt(keys, "class"))
	if _, _, known := class.Band(); !known {
		return result{fault: faultClass}
	}
	var confidence *float64
	if json.Unmarshal(keys["confidence"], &confidence) != nil || confidence == nil {
		return result{fault: faultNumber}
	}
	if *confidence < 0 || *confidence > 1 {
		return result{fault: faultRange}
	}
	e := quotes.Entailment{Class: class, Confidence: confidence, Reasons: readReasons(keys["reasons"])}
	if !e.Valid() {
		return result{fault: faultBand}
	}
	return result{entailment: e}
}

const (
	maxReasons = 2
	capReason  = 200
)

// readReasons never fails: reasons are for people and decide nothing.
func readReasons(raw json.RawMessage) []string {
	out := []string{}
	var list []any
	if json.Unmarshal(raw, &list) != nil {
		return out
	}
	for _, v := range list {
		s, ok := v.(string)
		if s = shown(s, capReason); ok && s != "" && len(out) < maxReasons {
			out = append(out, s)
		}
	}
	return out
}

func (r result) agrees(other result) bool {
	a, b := r.entailment, other.entailment
	return r.fault == other.fault && a.Class == b.Class &&
		(a.Confidence == nil || b.Confidence != nil && *a.Confidence == *b.Confidence)
}
