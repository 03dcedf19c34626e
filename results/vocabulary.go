// Package results is the vocabulary of a run: what is recorded about one
// question, what a run says of itself, and what a report holds. It has no
// behaviour beyond reading and writing these types.
package results

// Category tells which of the two judge prompts a question gets.
type Category string

// Positive: the corpus covers the question. Negative: it does not, and
// declining is right.
const (
	Positive Category = "positive"
	Negative Category = "negative"
)

// Categories returns both, in report order.
func Categories() []Category { return []Category{Positive, Negative} }

// CategoryOf maps a rubric's shouldAnswer to the category.
func CategoryOf(shouldAnswer bool) Category {
	if shouldAnswer {
		return Positive
	}
	return Negative
}

// Verdict is the outcome of one question.
type Verdict string

// The five verdicts; every planned question has exactly one.
const (
	Pass         Verdict = "pass"
	Fail         Verdict = "fail"
	Error        Verdict = "error"
	Inconclusive Verdict = "inconclusive"
	Skipped      Verdict = "skipped"
)

// Dimension is what a judge scores. Its series name carries the category
// (see Series): positive/grounding and negative/grounding measure different
// things and are never pooled.
type Dimension string

// The dimensions of the two prompts.
const (
	Grounding   Dimension = "grounding"
	Relevance   Dimension = "relevance"
	Calibration Dimension = "calibration"
	Citations   Dimension = "citations"
	Tone        Dimension = "tone"
)

// Series is a dimension within a category, such as "positive/grounding".
type Series string

// SeriesOf names the series of a dimension in a category.
func SeriesOf(c Category, d Dimension) Series { return Series(string(c) + "/" + string(d)) }

// CellStatus is the state of one (question, dimension) measurement.
type CellStatus string

// Every cell has exactly one of these.
const (
	CellScored        CellStatus = "scored"
	CellErrored       CellStatus = "errored"
	CellInconclusive  CellStatus = "inconclusive"
	CellUnassessable  CellStatus = "unassessable"
	CellNotApplicable CellStatus = "not_applicable"
	CellDecided       CellStatus = "decided"
	CellSkipped       CellStatus = "skipped"
)

// Cell is one measurement. Score and Reasoning are set only when Status is
// scored; Code says why not otherwise. Note carries remarks such as "guessed"
// (the judge scored what it was told not to), "truncated" (it saw only part of
// a passage) or "split" (half of a panel's votes reach the floor, half do not),
// joined by commas.
type Cell struct {
	Status    CellStatus `json:"status"`
	Score     *float64   `json:"score,omitempty"`  // 1..5, as sent by the judge; the mean of Scores where there are some
	Scores    []float64  `json:"scores,omitempty"` // one for each judgement of an answer that was judged several times
	Reasoning string     `json:"reasoning,omitempty"`
	Code      string     `json:"code,omitempty"`
	Note      string     `json:"note,omitempty"`
	Votes     []Vote     `json:"votes,omitempty"` // of a panel, in the order of its members
}

// FindingStatus is the result of one deterministic check.
type FindingStatus string

// A warning never decides a verdict; an inconclusive check had nothing to
// check.
const (
	FindingPass         FindingStatus = "pass"
	FindingFail         FindingStatus = "fail"
	FindingWarning      FindingStatus = "warning"
	FindingInconclusive FindingStatus = "inconclusive"
)

// CheckMustNotMention names the check for forbidden phrases. It stands here
// because a comparison looks for those that are new.
const CheckMustNotMention = "mustNotMention"

// Finding is what one check found. Start and End are byte offsets of the hit
// in the original answer text, End exclusive, and are absent when there was
// no hit; Excerpt is the original text around it.
type Finding struct {
	Check           string        `json:"check"`
	Status          FindingStatus `json:"status"`
	Phrase          string        `json:"phrase,omitempty"`
	Message         string        `json:"message,omitempty"`
	Excerpt         string        `json:"excerpt,omitempty"`
	Start           *int          `json:"start,omitempty"`
	End             *int          `json:"end,omitempty"`
	PossiblyNegated bool          `json:"possiblyNegated,omitempty"`
}

// Score is one validated score with its reasoning line. Of an answer that was
// judged several times, Value is the mean of Repeats, one for each judgement.
// Votes are those of a panel, the members of one judgement after the other.
type Score struct {
	Value     float64
	Reasoning string
	Repeats   []float64
	Votes     []Vote
}

// Judgement is a complete and valid judge result: a score and a non-blank
// reasoning line for every dimension that was required and assessable.
type Judgement struct {
	Scores map[Dimension]Score
	// Notes are remarks on the reply, such as a dropped extra dimension.
	Notes []string
	// Guessed lists unassessable dimensions that the judge scored anyway;
	// the scores themselves are dropped.
	Guessed []Dimension
}
