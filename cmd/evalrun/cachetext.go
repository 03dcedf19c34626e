package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/evalrun/evalrun/reports"
)

// tellExplained prints one paragraph per judge call.
func tellExplained(w io.Writer, calls []explainedCall) error {
	var b strings.Builder
	for _, c := range calls {
		name := c.Question
		if len(calls) > 1 {
			name += fmt.Sprintf(", try %d, judgement %d", c.AnswerRepeat+1, c.JudgeRepeat+1)
		}
		fmt.Fprintf(&b, "%s: %s\n    key: %s\n", name, c.howItWent(), c.Key)
		fmt.Fprintf(&b, "    under its key: %s\n", c.Stored.told("nothing is stored"))
		if !c.Cached && !c.Reused {
			c.tellNearest(&b)
		}
	}
	_, err := io.WriteString(w, reports.Visible(b.String()))
	return err
}

func (e explainedCall) howItWent() string {
	switch {
	case e.Reused:
		return "carried over from another run, where it was asked " + utcTime(e.CachedAt)
	case e.Cached:
		return "hit, answered by the call stored " + utcTime(e.CachedAt)
	case e.Code != "":
		return "asked; its result was not stored: " + e.Code
	}
	return "missed, so the judge was asked"
}

func (s *storedCall) told(absent string) string {
	if s == nil {
		return absent
	}
	return fmt.Sprintf("stored %s, model %s, served %s", utcTime(s.At), s.Model, cmp.Or(s.Served, "unnamed"))
}

// tellNearest is why a call missed. An equal call that was too old is not to
// be seen any more: the new one has taken its place.
func (e explainedCall) tellNearest(b *strings.Builder) {
	fmt.Fprintf(b, "    nearest before it: %s\n",
		e.Nearest.told("nothing else about this question (an equal call that was too old has been replaced)"))
	for _, d := range e.Differs {
		fmt.Fprintf(b, "    differs in %s", d.Input)
		if d.Asked != "" {
			fmt.Fprintf(b, ": asked %s, stored %s", d.Asked, d.Stored)
		}
		b.WriteString("\n")
	}
}
