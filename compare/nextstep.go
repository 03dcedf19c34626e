package compare

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// next is what to do now.
func (c *comparison) next() string {
	switch {
	case c.doc.Refusal != nil:
		return mendText(c.doc.Refusal.Mend, c.base)
	case c.same:
		return "Name two different runs."
	case len(c.pairs.counted) == 0:
		return "Compare runs of the same questions."
	case c.overridden():
		return "For a verdict, measure both runs the same way: " + mend(c.base, c.head, c.overrides(), c.opt.JudgeAs)
	}
	if c.judgeMoved() && c.doc.Gate.Verdict != results.Fail {
		return "Judge the answers of the base again, by the judge as it is now, and compare the new run: " +
			"evalrun rejudge " + quoted(folderOf(c.base)) + " --judge-from " + quoted(c.head.Path) + " --no-cache"
	}
	switch c.doc.Gate.Verdict {
	case results.Fail:
		return c.readWords()
	case results.Pass:
		return c.restWords()
	}
	return c.settleWords()
}

// overrides are the differences that were let through.
func (c *comparison) overrides() []Difference {
	out := differencesOf(fieldsOf(c.base, c.head))
	if c.pairs.rubrics > 0 {
		out = append(out, Difference{Name: allowRubric, Base: "that of the base", Head: "that of the head"})
	}
	return out
}

// mendText says what a mending command does. A report that was copied lies
// elsewhere than its answers.
func mendText(command string, base *Run) string {
	switch {
	case strings.HasPrefix(command, "evalrun report "):
		return "Draw the report anew and compare again: " + command
	case strings.HasPrefix(command, "evalrun compare "):
		return "To compare the common questions all the same: " + command
	}
	where := ""
	if copied(base) && strings.Contains(command, " "+quoted(folderOf(base))+" ") {
		where = " (where the run folder is: " + base.Path + " is a report alone)"
	}
	return "Measure the stored answers alike" + where + " and compare the new run: " + command
}

// readWords names the question to begin with.
func (c *comparison) readWords() string {
	f := c.doc.Flips
	switch {
	case len(f.List) == 0:
		return "Read the answers whose scores fell; no question changed sides."
	case f.PassToFail == 1:
		return fmt.Sprintf("Read the question that passed and fails now, %s.", f.List[0].ID)
	case f.PassToFail > 1:
		return fmt.Sprintf("Read the %d questions that passed and fail now, beginning with %s.", f.PassToFail, f.List[0].ID)
	}
	return fmt.Sprintf("Read the changed questions, beginning with %s.", f.List[0].ID)
}

// restWords sends nobody through flips that chance explains.
func (c *comparison) restWords() string {
	f := c.doc.Flips
	if len(f.List) == 0 {
		return "Nothing has to be done."
	}
	return fmt.Sprintf("Nothing has to be done; who wants to read on begins with %s.", f.List[0].ID)
}

// settleWords is the cheapest way out of "cannot tell": what is missing first,
// then more questions.
func (c *comparison) settleWords() string {
	most := 0
	for i := range c.doc.Series {
		s := &c.doc.Series[i]
		if s.Gated && s.Lost.unlike(s.N) {
			return "Complete the runs: " + c.resumeWords(s.Lost)
		}
		if s.Gated && s.Needed != nil {
			most = max(most, *s.Needed)
		}
	}
	if most == 0 {
		return "Ask more questions; evalrun plan says how many."
	}
	return fmt.Sprintf("Ask about %d questions, which give four chances in five to tell, or each several times; evalrun plan says what that costs.", most)
}

func (c *comparison) resumeWords(l Lost) string {
	run := c.head
	if l.Base > l.Head {
		run = c.base
	}
	words := "evalrun run --resume " + quoted(folderOf(run)) + " " + quoted(run.Info.Suite.Path)
	if at := run.Info.Fleet; at != "" { // without it the command is refused
		words += " --fleet " + quoted(at)
	}
	return words
}
