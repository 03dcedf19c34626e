package judgeprompt

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

// form is the part of a prompt that depends only on what is to be scored.
// There are eight of them, made once, so that building a prompt is cheap.
type form struct {
	spec   Spec
	schema json.RawMessage
	task   string // closing instruction of the user message
}

const schemaName = "evalrun_judgement"

type formKey struct {
	category   results.Category
	evidence   bool
	calibrated bool
}

var forms = allForms()

func allForms() map[formKey]*form {
	out := map[formKey]*form{}
	for _, c := range results.Categories() {
		for _, evidence := range []bool{false, true} {
			for _, calibrated := range []bool{false, true} {
				out[formKey{c, evidence, calibrated}] = newForm(c, evidence, calibrated)
			}
		}
	}
	return out
}

func formOf(c results.Category, evidence, calibrated bool) *form {
	return forms[formKey{c, evidence, calibrated}]
}

func newForm(c results.Category, evidence, calibrated bool) *form {
	f := &form{spec: Spec{Category: c}}
	for _, d := range rubric.Dimensions(c) {
		switch {
		case rubric.NeedsEvidence(c, d) && !evidence, d == results.Calibration && !calibrated:
			f.spec.Unassessable = append(f.spec.Unassessable, d)
		default:
			f.spec.Required = append(f.spec.Required, d)
		}
	}
	// Clipped, so that an append by a caller cannot reach the shared array.
	f.spec.Required = slices.Clip(f.spec.Required)
	f.spec.Unassessable = slices.Clip(f.spec.Unassessable)
	f.schema = schemaOf(f.spec.Required)
	f.task = taskOf(f.spec, evidence, calibrated)
	return f
}

// schemaOf writes a JSON schema within the subset that strict modes accept:
// every property required, none added, an enum rather than a range. Reasoning
// stands first because a model that writes in schema order then scores what
// it has just reasoned.
func schemaOf(dims []results.Dimension) json.RawMessage {
	return json.RawMessage(objectSchema(
		[]string{"reasoning", "scores"},
		[]string{
			objectSchema(names(dims), repeat(`{"type":"string"}`, len(dims))),
			objectSchema(names(dims), repeat(`{"type":"integer","enum":[1,2,3,4,5]}`, len(dims))),
		},
	))
}

// objectSchema takes keys that need no escaping in JSON.
func objectSchema(keys, schemas []string) string {
	properties := make([]string, len(keys))
	for i, key := range keys {
		properties[i] = `"` + key + `":` + schemas[i]
	}
	return `{"type":"object","properties":{` + strings.Join(properties, ",") +
		`},"required":["` + strings.Join(keys, `","`) + `"],"additionalProperties":false}`
}

func repeat(s string, n int) []string { return slices.Repeat([]string{s}, n) }

func names(dims []results.Dimension) []string {
	out := make([]string, len(dims))
	for i, d := range dims {
		out[i] = string(d)
	}
	return out
}
