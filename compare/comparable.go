package compare

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// differencesOf are the fields in which the runs must agree and do not, or of
// which a report says nothing.
func differencesOf(fields []field) []Difference {
	var out []Difference
	for _, f := range fields {
		if f.allow == "" || f.state == Same {
			continue
		}
		out = append(out, Difference{
			Name: f.allow, Field: f.name, Base: f.base.text, Head: f.head.text,
			Message: fmt.Sprintf("%s: %s in the base, %s in the head", f.name, said(f.base), said(f.head)),
		})
	}
	return out
}

func said(v value) string {
	switch {
	case !v.known:
		return "not known"
	case v.text == "":
		return "none"
	}
	return v.text
}

// permitted sorts out which differences a flag lets through; allowed are the names that
// did.
func permitted(all []Difference, allow []string) (refused []Difference, allowed []string) {
	for _, d := range all {
		if !slices.Contains(allow, d.Name) {
			refused = append(refused, d)
		} else if !slices.Contains(allowed, d.Name) {
			allowed = append(allowed, d.Name)
		}
	}
	return refused, allowed
}

// tooFewCommon refuses to compare a run of the easy half of a suite with the
// whole. No flag of differences lets it through: --min-common does. Without any
// common question there is nothing to refuse.
func tooFewCommon(p Pairing) []Difference {
	if !tooFew(p.Share, p.MinCommon) || p.Common == 0 {
		return nil
	}
	return []Difference{{
		Field: "questions", Base: fmt.Sprint(p.Base), Head: fmt.Sprint(p.Head),
		Message: fmt.Sprintf("questions: %d in the base, %d in the head, %d in common (%s; at least %s must be)",
			p.Base, p.Head, p.Common, shareText(p.Share, p.MinCommon), shareText(p.MinCommon)),
	}}
}

// mend is the command that makes two refused runs comparable, with the base
// as the one to be measured anew. judgeAs are the flags that ask the judge of
// the head, none where the head is there to take it from.
func mend(base, head *Run, refused []Difference, judgeAs []string) string {
	var unknown, judge, suite bool
	for _, d := range refused {
		switch d.Name {
		case allowModel, allowPrompt, allowSettings, allowWhen:
			judge = true
		case allowFloors, allowDimensions, allowConfidence, allowChecks, allowRubric:
			suite = true
		}
		unknown = unknown || d.Name != "" && (d.Base == "" || d.Head == "")
	}
	flags := " --judge-from " + quoted(head.Path)
	if len(judgeAs) > 0 {
		flags = ""
		for _, word := range judgeAs {
			flags += " " + quoted(word)
		}
	}
	switch {
	case unknown:
		return "evalrun report " + quoted(folderOf(oldest(base, head, refused)))
	case suite:
		command := "evalrun recheck " + quoted(folderOf(base)) + " --suite " + quoted(head.Info.Suite.Path)
		if judge {
			command += flags
		}
		return command
	case judge && len(judgeAs) == 0 && head.Info.Judge.Kind == results.JudgeNone:
		return "evalrun rejudge " + quoted(folderOf(head)) + " --judge-from " + quoted(base.Path)
	case judge:
		return "evalrun rejudge " + quoted(folderOf(base)) + flags
	}
	return fmt.Sprintf("evalrun compare %s %s --common", quoted(base.Path), quoted(head.Path))
}

// oldest is the run whose report does not say what is needed.
func oldest(base, head *Run, refused []Difference) *Run {
	if slices.ContainsFunc(refused, func(d Difference) bool { return d.Base == "" }) {
		return base
	}
	return head
}

// folderOf is the run folder of a report: where it lies, or for a copy that
// was given another name, where runs are written by default.
func folderOf(r *Run) string {
	dir, file := path.Split(r.Path)
	switch {
	case file == "report.json":
		return path.Clean("./" + dir)
	case strings.HasSuffix(file, ".json"):
		return path.Join("runs", r.Info.ID)
	}
	return r.Path
}

// copied reports whether a run was given as a report under a name of its own:
// its folder is elsewhere.
func copied(r *Run) bool {
	return strings.HasSuffix(r.Path, ".json") && path.Base(r.Path) != "report.json"
}

// quoted makes a word of a shell command; names of suites and folders are not
// ours.
func quoted(word string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("._/:@%+=-", c)
	}
	if word != "" && !strings.ContainsFunc(word, func(c rune) bool { return !plain(c) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// sameRun reports whether both sides are one run: then nothing can have
// changed, whatever its report does not say.
func sameRun(base, head *Run) bool {
	a, b := base.Info, head.Info
	if a.ID == "" || a.ID != b.ID || !a.Started.Equal(b.Started) || len(base.Questions) != len(head.Questions) {
		return false
	}
	return slices.EqualFunc(base.Questions, head.Questions, func(x, y Question) bool {
		return x.ID == y.ID && x.ContentHash == y.ContentHash && x.Verdict == y.Verdict && maps.Equal(x.Scores, y.Scores)
	})
}
