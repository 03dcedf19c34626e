package suites

import (
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/textmatch"
)

// Lint returns warnings beyond those of loading: what would run, but measures
// less than its author thinks, and what has become due by now. It reads every
// question.
func Lint(s *Suite, now time.Time) []Problem {
	l := linter{suite: s, today: now.UTC().Format(time.DateOnly)}
	categories := map[results.Category]int{}
	var asked repeats
	for e, err := range s.entries() {
		if err != nil {
			l.file, l.subject = s.Path, ""
			l.warn(position{}, "", "%s", err)
			break
		}
		categories[e.Category]++
		l.question(e)
		l.repeated(e, &asked)
	}
	l.balance(categories)
	return sorted(l.found.together())
}

// linter notes warnings the way a reader notes problems.
type linter struct {
	reader
	suite *Suite
	today string // YYYY-MM-DD, UTC
	found warnings
}

// warn takes the place of the reader's: of many equal warnings one is enough.
func (l *linter) warn(at position, hint, format string, args ...any) {
	l.found.add(l.note(at, hint, format, args...), l.subject)
}

// balance looks at the suite as a whole: one category alone is won by always
// answering or by always declining.
func (l *linter) balance(count map[results.Category]int) {
	l.file, l.subject = l.suite.Path, ""
	switch {
	case count[results.Negative] == 0:
		l.warn(position{}, "add questions that the sources do not cover, with shouldAnswer: false",
			"no negative question: a target that always answers passes")
	case count[results.Positive] == 0:
		l.warn(position{}, "add questions that the sources cover, with shouldAnswer: true",
			"no positive question: a target that always declines passes")
	}
}

func (l *linter) question(e entry) {
	l.file, l.subject = e.File, "question "+visible(e.ID)+": "
	r := e.Rubric
	// The answer of an anchor is frozen: its checks would measure nothing.
	if e.Category == results.Positive && e.Frozen == nil && !hasCheck(r) {
		l.warn(e.at, "name what the answer must mention", "the rubric checks nothing: the judge alone decides")
	}
	if e.Category == results.Negative && len(r.MustMention) > 0 {
		l.warn(e.mustMention[0], "a right decline would fail it", "a negative question has mustMention")
	}
	l.anchored(e)
	l.quarantined(e)
	l.phrases("mustMention", r.MustMention, e.mustMention)
	l.phrases("mustNotMention", r.MustNotMention, e.mustNotMention)
	query := textmatch.Normalize(e.Query)
	for i, p := range r.MustMention {
		l.echo(query, p, e.mustMention[i])
		l.selfDefeating(p, r.MustNotMention, e.mustMention[i])
	}
}

func hasCheck(r rubric.Rubric) bool {
	return len(r.MustMention) > 0 || len(r.MustNotMention) > 0 || r.Quotes != nil || r.Grounding != nil ||
		r.MaxLatencyMs != nil || r.MaxWords != nil
}

// phrases warns of short plain phrases, which stand inside unrelated words,
// and of two that matching cannot tell apart.
func (l *linter) phrases(list string, phrases []rubric.Phrase, at []position) {
	first := map[string]int{}
	for i, p := range phrases {
		for _, one := range alternatives(p) {
			if short(one.Text) {
				l.warn(at[i], "write {word: "+quoted(one.Text)+"}", "%s %s is so short that it is found inside other words", list, quoted(one.Text))
			}
		}
		if len(p.AnyOf) > 0 {
			continue
		}
		key := foldedKey(p)
		if before, twice := first[key]; twice {
			l.warn(at[i], "", "%s item %d differs from item %d in case or white space only, which matching ignores", list, i+1, before)
			continue
		}
		first[key] = i + 1
	}
}

// short: up to three letters. Digits are left out, since a number is never
// found inside a longer one.
func short(phrase string) bool {
	const letters = 3
	if phrase == "" || utf8.RuneCountInString(phrase) > letters {
		return false
	}
	for _, c := range phrase {
		if !unicode.IsLetter(c) || isIdeograph(c) {
			return false
		}
	}
	return true
}

// isIdeograph: in scripts without spaces three characters are whole words.
func isIdeograph(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// echo warns of a phrase that an answer repeating the question would hold.
func (l *linter) echo(query *textmatch.Text, p rubric.Phrase, at position) {
	for _, one := range alternatives(p) {
		if phrase, opt := plain(one); phrase != "" {
			if _, found := query.Find(phrase, opt); found {
				l.warn(at, "ask for something only the sources hold", "mustMention %s stands in the query itself", quoted(phrase))
			}
		}
	}
}

// selfDefeating warns of a required text that holds a forbidden one.
func (l *linter) selfDefeating(p rubric.Phrase, forbidden []rubric.Phrase, at position) {
	if p.Text == "" {
		return
	}
	required := textmatch.Normalize(p.Text)
	for _, f := range forbidden {
		for _, one := range alternatives(f) {
			phrase, opt := plain(one)
			if phrase == "" {
				continue
			}
			if _, found := required.Find(phrase, opt); found {
				l.warn(at, "", "mustMention %s holds the forbidden %s: no answer can pass", quoted(p.Text), quoted(phrase))
			}
		}
	}
}

func plain(p rubric.Phrase) (string, textmatch.FindOptions) {
	if p.Word != "" {
		return p.Word, textmatch.FindOptions{Word: true}
	}
	return p.Text, textmatch.FindOptions{}
}
