package suites

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// jsonNumber is stricter than YAML, whose 0x10 and .5 no JSON holds.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// body reads any value as JSON, keys in the order of the suite.
func (r *reader) body(n *node) json.RawMessage {
	if n == nil {
		return nil
	}
	b := bodyReader{reader: r}
	b.value(n, "target.body")
	if !b.failed && !b.asks {
		r.problem(n.pos, "", "target.body holds neither {{query}} nor {{id}}: every question would be asked alike")
	}
	return b.out.Bytes()
}

// bodyReader writes JSON and looks at the placeholders on the way.
type bodyReader struct {
	*reader
	out    bytes.Buffer
	asks   bool // some placeholder tells the question from others
	failed bool
}

func (b *bodyReader) refuse(n *node, hint, format string, args ...any) {
	b.failed = true
	b.problem(n.pos, hint, format, args...)
}

func (b *bodyReader) value(n *node, label string) {
	switch {
	case n.tag != "":
		b.refuse(n, "remove the tag", "%s has the YAML tag %s, which means nothing here", label, quoted(n.tag))
	case unquotedPlaceholder(n):
		b.refuse(n, `write "{{query}}" with the quotes`, "%s holds a placeholder without quotes", label)
	case n.kind == kindMapping:
		b.mapping(n, label)
	case n.kind == kindList:
		b.list(n, label)
	case n.kind == kindText:
		b.text(n, label)
	case n.kind == kindNumber && !jsonNumber.MatchString(n.value):
		b.refuse(n, "put it in quotes where text is meant", "%s is %s, which is no number in JSON", label, quoted(n.value))
	case n.kind == kindNull:
		b.out.WriteString("null")
	default:
		b.out.WriteString(strings.ToLower(n.value)) // True is a boolean in YAML
	}
}

// unquotedPlaceholder recognises {{query}} in YAML: a mapping whose key is a
// mapping.
func unquotedPlaceholder(n *node) bool {
	return n.kind == kindMapping && len(n.pairs) == 1 && n.pairs[0].key.kind == kindMapping
}

func (b *bodyReader) mapping(n *node, label string) {
	before := len(b.problems)
	b.uniqueKeys(n)
	b.failed = b.failed || len(b.problems) > before
	b.out.WriteByte('{')
	for i, p := range n.pairs {
		if i > 0 {
			b.out.WriteByte(',')
		}
		if strings.Contains(p.key.value, "{{") {
			b.refuse(p.key, "", "%s: a key takes no placeholder", label)
		}
		b.out.Write(bytes.TrimSpace(canonical(p.key.value)))
		b.out.WriteByte(':')
		b.value(p.value, label+"."+visible(p.key.value))
	}
	b.out.WriteByte('}')
}

func (b *bodyReader) list(n *node, label string) {
	b.out.WriteByte('[')
	for i, item := range n.items {
		if i > 0 {
			b.out.WriteByte(',')
		}
		b.value(item, label+PathStep{Kind: StepIndex, Index: i}.String())
	}
	b.out.WriteByte(']')
}

func (b *bodyReader) text(n *node, label string) {
	pieces, err := Placeholders(n.value)
	if err != nil {
		b.refuse(n, "", "%s: %s", label, err)
		return
	}
	for _, p := range pieces {
		b.asks = b.asks || p.Placeholder == PlaceholderQuery || p.Placeholder == PlaceholderID
	}
	b.cutText(n, label, strings.HasPrefix(n.comment, "#"))
	b.out.Write(bytes.TrimSpace(canonical(n.value)))
}
