package entail

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/evalrun/evalrun/quotes"
)

// CompatOptions are the reference's settings of a request. Zero values are
// its defaults.
type CompatOptions struct {
	BaseURL   string
	Seed      *int
	BatchSize int // 0 is 12
	Caps      CompatCaps
}

// CompatCaps are lengths in UTF-16 units; 0 is the default.
type CompatCaps struct {
	ID      int `json:"id"`      // 80
	Claim   int `json:"claim"`   // 700
	Quote   int `json:"quote"`   // 700
	Context int `json:"context"` // 1200
}

// CompatBatch is one request as the reference sends it.
type CompatBatch struct {
	URL         string
	Temperature float64
	Seed        *int
	Format      string // of the response
	Items       []quotes.JudgeItem
}

const compatBase = "https://api.openai.com/v1"

// CompatRequests returns the requests that the reference makes for items. A
// batch size below 1, on which the reference never returns, is the default.
func CompatRequests(opt CompatOptions, items []quotes.JudgeItem) []CompatBatch {
	base := opt.BaseURL
	if base == "" {
		base = compatBase
	}
	size := opt.BatchSize
	if size < 1 {
		size = defaultBatch
	}
	caps := opt.Caps.withDefaults()
	var out []CompatBatch
	for len(items) > 0 {
		n := min(size, len(items))
		batch := CompatBatch{URL: strings.TrimRight(base, "/") + "/chat/completions", Seed: opt.Seed, Format: "json_object"}
		for _, item := range items[:n] {
			batch.Items = append(batch.Items, caps.sanitise(item))
		}
		out, items = append(out, batch), items[n:]
	}
	return out
}

func (c CompatCaps) withDefaults() CompatCaps {
	for _, set := range []struct {
		field *int
		value int
	}{{&c.ID, 80}, {&c.Claim, capClaim}, {&c.Quote, capQuote}, {&c.Context, capContext}} {
		if *set.field == 0 {
			*set.field = set.value
		}
	}
	return c
}

var compatTag = regexp.MustCompile(`<[^>]*>`)

func (c CompatCaps) sanitise(item quotes.JudgeItem) quotes.JudgeItem {
	context := compatTag.ReplaceAllString(withoutControls(item.Context), " ")
	return quotes.JudgeItem{
		ID:      headUnits(collapsed(withoutControls(item.ID)), c.ID),
		Claim:   headUnits(collapsed(withoutControls(item.Claim)), c.Claim),
		Quote:   headUnits(collapsed(withoutControls(item.Quote)), c.Quote),
		Context: headUnits(collapsed(context), c.Context),
	}
}

// withoutControls drops control characters other than tab and line feed, so
// that a form feed joins two words.
func withoutControls(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && r != '\n' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
}

// collapsed trims and makes white space, as JavaScript knows it, one space.
func collapsed(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return r == '\uFEFF' || r != '\u0085' && unicode.IsSpace(r)
	}), " ")
}

// headUnits cuts to a number of UTF-16 units. Half a surrogate pair becomes
// U+FFFD, as it does on the wire.
func headUnits(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	units := utf16.Encode([]rune(s))
	return string(utf16.Decode(units[:min(limit, len(units))]))
}
