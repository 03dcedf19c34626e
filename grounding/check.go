package grounding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/textmatch"
)

// CheckGrounding is the name of the check, as findings carry it.
const CheckGrounding = "grounding"

// Rule is what a question demands. A nil floor demands nothing; without
// either, the score is held to DefaultThreshold.
type Rule struct {
	MinScore   *float64 // 0..1
	MinSupport *float64 // 0..1
	Negative   bool     // the sources are silent: declining is right
}

// Check holds an answer against its evidence. An answer that declines a
// negative question is not checked and gives no finding. What leaves nothing
// to score is inconclusive. Claims fail the check, one finding each, only
// where a repository is named: a passage that does not mention a file proves
// nothing against it.
func Check(rule Rule, a answers.Answer, evidence []answers.Passage, ground Ground) ([]results.Finding, *Report) {
	if rule.Negative && (a.Declines() || a.Confidence == answers.None) {
		return nil, nil
	}
	rules := Rules{Threshold: rule.threshold(), FailOn: FailOn{Score: true, Ungrounded: ground.Repository != nil}}
	rules.Support = rule.MinSupport != nil
	r := Trace(a.Text, PrepareSources(evidence), ground, rules)
	if r.Verdict == results.Inconclusive {
		return []results.Finding{finding(results.FindingInconclusive, r.Reasons[0])}, &r
	}
	var findings []results.Finding
	if rule.MinScore != nil || rule.MinSupport == nil {
		findings = append(findings, scoreFinding(r, rules.Threshold))
	}
	if ground.Repository != nil {
		findings = append(findings, claimFindings(a.Text, r)...)
	}
	if rule.MinSupport != nil {
		findings = append(findings, supportFinding(a.Text, *r.Support, *rule.MinSupport))
	}
	return findings, &r
}

func (rule Rule) threshold() float64 {
	switch {
	case rule.MinScore != nil:
		return *rule.MinScore
	case rule.MinSupport != nil:
		return 0 // only support is demanded
	}
	return DefaultThreshold
}

func finding(status results.FindingStatus, message string) results.Finding {
	return results.Finding{Check: CheckGrounding, Status: status, Message: message}
}

func scoreFinding(r Report, threshold float64) results.Finding {
	if r.Score < threshold {
		return finding(results.FindingFail, fmt.Sprintf(
			"score %s is under %s: that share of the answer's vocabulary stands in its evidence", shortest(r.Score), shortest(threshold)))
	}
	return finding(results.FindingPass, fmt.Sprintf("score %s, at least %s", shortest(r.Score), shortest(threshold)))
}

func claimFindings(answer string, r Report) []results.Finding {
	out := make([]results.Finding, 0, len(r.Claims.Ungrounded))
	for _, p := range r.Claims.Ungrounded {
		f := finding(results.FindingFail, r.Claims.unfound(p))
		f.Phrase = Shown(p.Kind, p.Value)
		out = append(out, showing(f, answer, p.start, p.end))
	}
	return out
}

// supportFinding names the sentence that its passages carry least.
func supportFinding(answer string, s support.Report, floor float64) results.Finding {
	if s.Score == nil || len(s.Sentences) == 0 {
		return finding(results.FindingInconclusive, "no sentence of the answer claims anything to support")
	}
	figures := fmt.Sprintf("support %.3f, at least %s", *s.Score, shortest(floor))
	if *s.Score >= floor {
		return finding(results.FindingPass, figures)
	}
	worst := LeastSupported(s)
	f := finding(results.FindingFail, fmt.Sprintf("support %.3f is under %s; least supported, %.3f: %q",
		*s.Score, shortest(floor), worst.Score, brief(worst.Text)))
	if worst.Reason != "" {
		f.Message += ": " + worst.Reason
	}
	return showing(f, answer, worst.Start, worst.End)
}

// LeastSupported is the sentence with the lowest score, the first of several;
// there must be one.
func LeastSupported(s support.Report) support.Sentence {
	return slices.MinFunc(s.Sentences, func(a, b support.Sentence) int { return cmp.Compare(a.Score, b.Score) })
}

// excerptRoom is how many characters of the answer an excerpt shows on each
// side.
const excerptRoom = 60

func showing(f results.Finding, answer string, start, end int) results.Finding {
	f.Start, f.End = &start, &end
	f.Excerpt = textmatch.Excerpt(answer, textmatch.Hit{Start: start, End: end}, excerptRoom)
	return f
}

// briefRunes bounds a sentence in a message; the excerpt shows it whole.
const briefRunes = 120

func brief(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= briefRunes {
		return s
	}
	return string([]rune(s)[:briefRunes-1]) + "…"
}
