package repository

import (
	"path"
	"strings"
)

// Limits of rules, since every path of the walk is held against every rule.
const (
	maxRuleFile = 64 << 10
	maxRules    = 500
)

// ignores are rules in the manner of .gitignore. The last rule that matches a
// path decides, and the rules of a folder hold below that folder alone.
type ignores struct{ rules []rule }

type rule struct {
	base     string   // folder of the file that states the rule
	parts    []string // pattern split at slashes, "**" for any number of folders
	folder   bool     // matches folders alone
	included bool     // began with "!"
}

// add reads the rules that a file in folder base states.
func (g *ignores) add(base, text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" || line[0] == '#' || len(g.rules) >= maxRules {
			continue
		}
		r := rule{base: base}
		line, r.included = strings.CutPrefix(line, "!")
		line, r.folder = strings.CutSuffix(line, "/")
		anchored := strings.Contains(line, "/")
		r.parts = strings.Split(strings.TrimPrefix(line, "/"), "/")
		if !anchored {
			r.parts = append([]string{"**"}, r.parts...)
		}
		if line != "" {
			g.rules = append(g.rules, r)
		}
	}
}

func (g *ignores) match(name string, folder bool) bool {
	for i := len(g.rules) - 1; i >= 0; i-- {
		r := g.rules[i]
		rel, inside := name, true
		if r.base != "." {
			rel, inside = strings.CutPrefix(name, r.base+"/")
		}
		if inside && (folder || !r.folder) && matchParts(r.parts, strings.Split(rel, "/")) {
			return !r.included
		}
	}
	return false
}

// matchParts matches a whole path. Only the last "**" is ever tried again,
// which is enough for patterns of this kind and keeps the cost of a hostile
// pattern at the product of the two lengths.
func matchParts(pattern, name []string) bool {
	p, n, again, from := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			again, from = p, n
			p++
		case p < len(pattern) && matchPart(pattern[p], name[n]):
			p, n = p+1, n+1
		case again >= 0:
			from++
			p, n = again+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}

// matchPart matches one name; a broken pattern matches nothing.
func matchPart(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
