package results

// RepeatSummary is what several tries of a question and several judgements of
// an answer show and one of each would hide. The question is the unit
// throughout: more repeats are no more questions.
type RepeatSummary struct {
	Answers    int `json:"answers"`    // planned tries of each question
	Judgements int `json:"judgements"` // planned judgements of each answer
	// PassEveryTime are the questions of which every try passes, PassOnce
	// those of which one at least does. A question counts in N as soon as its
	// missing tries could not change its side.
	PassEveryTime Rate `json:"passEveryTime"`
	PassOnce      Rate `json:"passOnce"`
	// Flaky is how many questions passed and failed; FlakyQuestions are the
	// first of them in suite order, MaxFlaky at most.
	Flaky          int             `json:"flaky"`
	FlakyQuestions []FlakyQuestion `json:"flakyQuestions"`
	Spread         []SeriesSpread  `json:"spread"` // in report order
}

// MaxFlaky is how many flaky questions are named; report.json marks each one.
const MaxFlaky = 100

// FlakyQuestion is a question whose tries came out both ways. Other are tries
// that did neither: errors, inconclusive and skipped ones.
type FlakyQuestion struct {
	ID       string `json:"id"`
	Critical bool   `json:"critical,omitempty"`
	Pass     int    `json:"pass"`
	Fail     int    `json:"fail"`
	Other    int    `json:"other"`
}

// SeriesSpread is how far the scores of one series move when nothing was
// changed: over the tries of a question, and over the judgements of an
// answer.
type SeriesSpread struct {
	Name       Series `json:"name"`
	Answers    Spread `json:"answers"`
	Judgements Spread `json:"judgements"`
}

// Spread is the mean and the largest of N standard deviations (of a sample,
// n-1), each over two scores at least. Without any the figures are nil.
type Spread struct {
	N      int      `json:"n"`
	Mean   *float64 `json:"mean"`
	Max    *float64 `json:"max"`
	Reason string   `json:"reason,omitempty"`
}
