// Package support measures how well passages support each sentence of an
// answer: how much of it they hold, in which stretch, and where they say
// something else.
//
// It traces words, it does not understand them. A sentence put wholly in other
// words scores low although it may be true to its passage, and one that says
// with the passage's own words what the passage does not say can score high.
// English gets the most help: synonyms, opposites and word forms. Other
// languages are compared by their words, scripts without spaces by pairs of
// characters.
//
// Scores are the same for the same input, no model is called, and the work
// grows with the length of the texts, not with its square.
package support

// Passage is one text that an answer may rest on.
type Passage struct{ ID, Title, Text string }

// Report is the support of one answer.
type Report struct {
	// Score is the support of the whole answer, 0..1; nil where no sentence
	// claims anything.
	Score *float64 `json:"score"`
	// Sentences are those that claim something, in the order of the answer.
	// Greetings, questions, headings, code and refusals are none of them.
	Sentences []Sentence `json:"sentences"`
}

// Sentence is the support of one sentence of an answer.
type Sentence struct {
	Text      string     `json:"text"`
	Start     int        `json:"start"`          // bytes in the answer
	End       int        `json:"end"`            // exclusive
	Score     float64    `json:"score"`          // 0..1: how probable it is that a person calls it supported
	Passage   string     `json:"passage"`        // id of the best passage, "" where none shares a word
	Also      string     `json:"also,omitempty"` // id of a second passage, where the sentence takes much from two
	Reason    string     `json:"reason"`         // one clause that names words and values
	Evidence  Window     `json:"evidence"`       // where the best passage comes closest
	Cover     float64    `json:"cover"`          // share of the content words that the passage holds
	Conflicts []Conflict `json:"conflicts"`      // where sentence and passage disagree
}

// Window is a stretch of a passage's text.
type Window struct {
	Start int    `json:"start"` // bytes in the text of the passage
	End   int    `json:"end"`   // exclusive
	Text  string `json:"text"`
}

// Conflict is a value on which a sentence and its passage disagree.
type Conflict struct {
	Kind  Kind   `json:"kind"`
	Said  string `json:"said"`  // in the sentence
	Found string `json:"found"` // in the passage, "" where it has nothing of the kind
}

// Kind says what a conflict is about.
type Kind string

// The kinds of conflicts.
const (
	Number     Kind = "number"     // a figure that the passage does not give, or gives for something else
	Date       Kind = "date"       // a month or weekday that the passage does not name
	Unit       Kind = "unit"       // the figure is right, its unit is not
	Name       Kind = "name"       // a name that the passage does not hold
	Negation   Kind = "negation"   // one of the two denies what the other says
	Quantifier Kind = "quantifier" // all for some, must for may, only for also
	Opposite   Kind = "opposite"   // rise for fall
	Role       Kind = "role"       // who did it to whom is turned round
	Speaker    Kind = "speaker"    // the answer speaks of itself or of its reader
)
