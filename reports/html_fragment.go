package reports

import (
	"bytes"
	"strings"
)

// fragment is a piece of a page that is written without a template, where there
// are too many of it: a template takes some thirty times as long. Text from
// outside comes in through text alone; the type of raw's argument keeps
// everything but constants of this package out of it.
type fragment struct{ bytes.Buffer }

// fixed is markup of our own.
type fixed string

func (f *fragment) raw(s fixed) *fragment {
	f.WriteString(string(s))
	return f
}

// text writes text that stands between tags or, as a value, between double
// quotes.
func (f *fragment) text(s string) *fragment {
	_, _ = escapes.WriteString(&f.Buffer, s) // a buffer takes everything
	return f
}

// escapes are those of the templates, so that one text looks the same
// everywhere in a page.
var escapes = strings.NewReplacer(
	`"`, "&#34;", "'", "&#39;", "&", "&amp;", "<", "&lt;", ">", "&gt;", "+", "&#43;", "\x00", "\uFFFD",
)
