package suites

import "strings"

// Price is what a model costs, in USD per million tokens.
type Price struct{ Input, Output float64 }

// dearest bounds a price in USD per million tokens: what is above was most
// likely meant for another unit.
const dearest = 1e5

var priceKeys = keyset{"a price", []string{"input", "output"}}

// ReadPrices reads a YAML file of prices by model name, such as
//
//	gpt-4.1-mini: {input: 0.40, output: 1.60}
//
// in USD per million tokens; 0 is a model that costs nothing. The error is a
// Problems with all that is wrong.
func ReadPrices(path string) (map[string]Price, error) {
	d, problems := readDocument(path)
	if len(problems) > 0 {
		return nil, Problems(problems)
	}
	if len(d.text) == 0 || strings.TrimSpace(withoutComments(string(d.text))) == "" {
		return nil, Problems{{File: path, Line: 1, Message: "the file names no prices", Hint: priceHint}}
	}
	root, problems := d.parse()
	if len(problems) > 0 {
		return nil, Problems(problems)
	}
	r := &reader{file: path}
	prices := r.prices(root)
	if len(r.problems) > 0 {
		return nil, Problems(sorted(r.problems))
	}
	return prices, nil
}

const priceHint = "write one line a model: gpt-4.1-mini: {input: 0.40, output: 1.60}, in USD per million tokens"

func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}

func (r *reader) prices(root *node) map[string]Price {
	if !r.kind(root, "a file of prices", kindMapping) {
		return nil
	}
	r.uniqueKeys(root)
	out := make(map[string]Price, len(root.pairs))
	for _, p := range root.pairs {
		if p.key.compound() || strings.HasPrefix(p.key.value, "x-") {
			continue
		}
		model := r.name(p.key, "a model's name")
		o, ok := r.object(p.value, model, model+".", priceKeys)
		if !ok {
			continue
		}
		out[model] = Price{Input: r.price(o, "input"), Output: r.price(o, "output")}
	}
	return out
}

// price is required: a kind of token without a price is not one that is free.
func (r *reader) price(o object, name string) float64 {
	n := o.get(name)
	if n == nil {
		r.problem(o.node.pos, "0 means that it costs nothing", "%s is missing", o.label(name))
		return 0
	}
	if v := r.number(n, o.label(name), 0, dearest); v != nil {
		return *v
	}
	return 0
}
