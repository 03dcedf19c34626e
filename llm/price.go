package llm

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
)

// Price is what a model costs, in USD per million tokens.
type Price struct {
	Input, Output float64
	AsOf          string // the month the price is of, such as 2025-08; "" when nobody said
}

// Prices are prices by model name.
type Prices map[string]Price

const perMillion = 1e6

func (p Price) cost(prompt, completion int) float64 {
	return (float64(prompt)*p.Input + float64(completion)*p.Output) / perMillion
}

//go:embed prices.txt
var builtInPrices string

// BuiltInPrices are the list prices that come with evalrun. They age; With
// puts others in their place.
func BuiltInPrices() (Prices, error) { return parsePrices(builtInPrices) }

// parsePrices reads lines of model, input, output and month; # begins a note.
func parsePrices(text string) (Prices, error) {
	out := Prices{}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 4 {
			return nil, fmt.Errorf("price line %q: want model, input, output, month", strings.TrimSpace(line))
		}
		in, errIn := strconv.ParseFloat(fields[1], 64)
		output, errOut := strconv.ParseFloat(fields[2], 64)
		if errIn != nil || errOut != nil {
			return nil, fmt.Errorf("price line %q: a price is no number", strings.TrimSpace(line))
		}
		out[fields[0]] = Price{Input: in, Output: output, AsOf: fields[3]}
	}
	return out, nil
}

// With returns the prices with others in front.
func (p Prices) With(others Prices) Prices {
	out := maps.Clone(p)
	if out == nil {
		out = Prices{}
	}
	maps.Copy(out, others)
	return out
}

// dated is the day that providers put behind a model's name.
var dated = regexp.MustCompile(`-(\d{4}-\d{2}-\d{2}|\d{8})$`)

// Of finds a model's price: under its own name, else under the name without
// the day of its release. A model that was dearer on one day has a line of
// its own.
func (p Prices) Of(model string) (Price, bool) {
	if price, ok := p[model]; ok {
		return price, true
	}
	price, ok := p[dated.ReplaceAllString(model, "")]
	return price, ok
}

// Cost is what the tokens cost, unknown for a model without a price.
func (p Prices) Cost(model string, prompt, completion int) Cost {
	price, known := p.Of(model)
	return Cost{Known: known, USD: price.cost(prompt, completion)}
}
