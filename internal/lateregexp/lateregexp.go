// Package lateregexp compiles a regular expression when it is first used. Large
// ones, in which words of many languages stand, would otherwise take more of
// the start of every command than all the rest of it.
package lateregexp

import (
	"regexp"
	"sync"
)

// New returns what compiles an expression once. It panics, when it is used, on
// one that is wrong.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
