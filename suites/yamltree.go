package suites

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// maxAliased bounds the nodes that aliases may repeat in one file. A suite
// that reuses rubrics stays far below; a file built to grow exponentially
// does not.
const maxAliased = 100_000

// converter turns YAML nodes into trees: it follows aliases and merges "<<".
type converter struct {
	file     string
	active   map[*yaml.Node]bool // anchors being followed
	aliases  int                 // how deep inside aliases
	aliased  int
	problems []Problem
}

func (c *converter) problem(y *yaml.Node, message, hint string) {
	c.problems = append(c.problems, Problem{File: c.file, Line: y.Line, Col: y.Column, Message: message, Hint: hint})
}

func (c *converter) node(y *yaml.Node) *node {
	if c.aliases > 0 {
		if c.aliased++; c.aliased == maxAliased {
			c.problem(y, fmt.Sprintf("aliases repeat over %d values", maxAliased), "write the values out")
		}
	}
	n := &node{pos: position{y.Line, y.Column}}
	if c.aliased >= maxAliased {
		return n
	}
	switch y.Kind {
	case yaml.AliasNode:
		return c.alias(y)
	case yaml.MappingNode:
		n.kind, n.tag = kindMapping, oddTag(y, "!!map")
		n.pairs = c.pairs(y)
	case yaml.SequenceNode:
		n.kind, n.tag = kindList, oddTag(y, "!!seq")
		for _, item := range y.Content {
			n.items = append(n.items, c.node(item))
		}
	case yaml.ScalarNode:
		c.scalar(n, y)
	}
	return n
}

func (c *converter) alias(y *yaml.Node) *node {
	if c.active[y.Alias] {
		c.problem(y, fmt.Sprintf("anchor %s holds itself", quoted(y.Value)), "")
		return &node{pos: position{y.Line, y.Column}}
	}
	c.active[y.Alias] = true
	c.aliases++
	n := c.node(y.Alias)
	c.aliases--
	delete(c.active, y.Alias)
	return n
}

// scalar keeps the characters as typed. Only a block scalar loses its final
// line break, which its syntax adds and its author did not mean.
func (c *converter) scalar(n *node, y *yaml.Node) {
	n.value = y.Value
	if y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		n.value = strings.TrimRight(n.value, "\n")
	}
	const quotedStyles = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	if y.Style&quotedStyles == 0 {
		n.comment = y.LineComment
	}
	switch y.ShortTag() {
	case "!!null":
		n.kind = kindNull
	case "!!bool":
		n.kind = kindBoolean
	case "!!int", "!!float":
		n.kind = kindNumber
	default:
		n.kind, n.tag = kindText, oddTag(y, "!!str", "!!timestamp", "!!merge")
	}
}

// oddTag returns an explicit tag other than the known ones: evalrun would not
// do what its author expects of it.
func oddTag(y *yaml.Node, known ...string) string {
	tag := y.ShortTag()
	for _, k := range known {
		if tag == k {
			return ""
		}
	}
	return tag
}

// pairs returns the keys of a mapping, then the merged ones it does not have
// itself.
func (c *converter) pairs(y *yaml.Node) []pair {
	var own []pair
	var merged *yaml.Node
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		switch {
		case key.ShortTag() != "!!merge" || key.Kind != yaml.ScalarNode:
			own = append(own, pair{c.node(key), c.node(value)})
		case merged != nil:
			c.problem(key, `duplicate key "<<"`, "give one << a list of anchors")
		default:
			merged = value
		}
	}
	if merged == nil {
		return own
	}
	return c.merge(own, merged)
}

func (c *converter) merge(own []pair, value *yaml.Node) []pair {
	have := map[string]bool{}
	for _, p := range own {
		have[p.key.value] = true
	}
	from := c.node(value)
	sources := []*node{from}
	if from.kind == kindList {
		sources = from.items
	}
	for _, source := range sources {
		if source.kind != kindMapping {
			c.problem(value, "<< takes a mapping or a list of mappings, not "+source.kind.String(), "")
			continue
		}
		for _, p := range source.pairs {
			if !have[p.key.value] {
				have[p.key.value] = true
				own = append(own, p)
			}
		}
	}
	return own
}
