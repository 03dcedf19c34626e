package results

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"time"
)

// LabelSchema names the format of one line of labels.jsonl.
const LabelSchema = "evalrun.label/1"

// Label is what one person says of one answer in one dimension: a line of
// labels.jsonl, or of a file of labels from elsewhere, which seldom says more
// than its first five keys.
type Label struct {
	ID        string    `json:"id"` // of the question
	Repeat    int       `json:"repeat,omitempty"`
	Dimension Dimension `json:"dimension"`
	Rater     string    `json:"rater"`
	Score     float64   `json:"score"`
	Comment   string    `json:"comment,omitempty"`
	At        time.Time `json:"at,omitzero"`
	// SawJudge: the judge's score was shown before this one was given. Nil says
	// that nobody recorded it.
	SawJudge *bool `json:"sawJudge,omitempty"`
	// Judge is the score that the judge had given then, nil where there was none.
	Judge *float64 `json:"judge,omitempty"`
	// Answer is the AnswerMark of the answer that was read, "" where nobody
	// recorded it. An answer with another mark was not labelled.
	Answer string `json:"answer,omitempty"`
	Why    Why    `json:"why,omitempty"`
	// Draw is the question's place, from 1, in the random order of the run's
	// questions; 0 where nobody recorded it. Whatever the reason for which an
	// answer was read, those with a Draw of up to N are a fair sample as soon as
	// all N are labelled.
	Draw int `json:"draw,omitempty"`
}

// Why says for what reason a person was shown an answer.
type Why string

// The reasons, from the one most worth a look.
const (
	WhyDisagreement Why = "disagreement" // judge and checks contradict each other
	WhyNearFloor    Why = "near_floor"   // a score beside its floor
	WhyUnstable     Why = "unstable"     // repeats or judges contradict each other
	WhyRandom       Why = "random"       // drawn by chance
	WhyChosen       Why = "chosen"       // opened by hand
)

// Remark is what a person says of an answer beside its scores.
type Remark struct {
	ID      string    `json:"id"`
	Repeat  int       `json:"repeat,omitempty"`
	Rater   string    `json:"rater"`
	Flag    bool      `json:"flag,omitempty"` // the question itself needs a look
	Comment string    `json:"comment,omitempty"`
	At      time.Time `json:"at,omitzero"`
	Answer  string    `json:"answer,omitempty"` // as in Label
}

// ScoresDiffer reports whether a person gave another score than the judge.
// People give whole scores and the mean of several judgements need not be one:
// with less than a step between them nobody contradicts anybody.
func ScoresDiffer(person, judge float64) bool {
	const step, tolerance = 1, 1e-9
	return math.Abs(person-judge) >= step-tolerance
}

// DrawKey puts the questions of a run into a random order, the one that Draw
// counts in: they stand in the order of their keys. The key is made of the two
// ids alone, so that everybody who labels the run draws the same.
func DrawKey(run, question string) string {
	// The name of a run folder has no zero byte: the two ids stay apart.
	sum := sha256.Sum256([]byte(run + "\x00" + question))
	return string(sum[:])
}

// AnswerMark tells answers of different text apart: 16 hex digits of the
// text's SHA-256.
func AnswerMark(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
