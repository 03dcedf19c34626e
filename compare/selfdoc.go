package compare

import "github.com/evalrun/evalrun/results"

// SelfSchema names the format of a judge's agreement with itself.
const SelfSchema = "evalrun.selfcheck/1"

// SelfDoc is how far a judge, and the application it judges, agree with
// themselves when nothing was changed.
type SelfDoc struct {
	Schema string           `json:"schema"`
	Run    string           `json:"run"`              // whose judgements were read
	From   string           `json:"from,omitempty"`   // the run whose answers they are about
	Folder string           `json:"folder,omitempty"` // of Run, where it is a new one
	Suite  string           `json:"suite"`
	Judge  results.JudgeRef `json:"judge"`
	Tries  int              `json:"tries"`            // answers to each question
	Calls  int              `json:"calls"`            // judgements of each answer
	Copied bool             `json:"copied,omitempty"` // the answers are copies of one: the first alone counts
	// Headline is what came out, in a line.
	Headline string       `json:"headline"`
	Series   []SelfSeries `json:"series"`
	// Verdicts is how often two tries of a question came out differently; nil
	// where each was asked once, and where the answers are copies.
	Verdicts *VerdictFlips `json:"verdicts"`
	Says     []string      `json:"says"` // what may be said, most important first
}

// SelfSeries is one dimension of one category. An item is an answer.
type SelfSeries struct {
	Name          results.Series `json:"name"`
	Floor         float64        `json:"floor"`
	Items         int            `json:"items"`         // answers with two or more judgements
	Groups        int            `json:"groups"`        // of the questions that they answer; 0 where each stands alone
	PairAgreement *float64       `json:"pairAgreement"` // share of pairs of judgements that are equal
	FlipRate      *float64       `json:"flipRate"`      // share of pairs on different sides of the floor
	FlipLo        *float64       `json:"flipLo"`        // its 95 % interval; nil where all answers share one group
	FlipHi        *float64       `json:"flipHi"`
	WithinSD      *float64       `json:"withinSd"` // pooled over the answers, on the scale 1..5
	Changed       *float64       `json:"changed"`  // share of answers whose judgements are not all equal
	Wide          []string       `json:"wide"`     // questions with judgements two levels apart or more, the first MaxWide
	WideCount     int            `json:"wideCount"`
	ICC           *float64       `json:"icc"`     // of one judgement; nil where the answers do not differ
	ICCMean       *float64       `json:"iccMean"` // of the mean of all of them
	Variance      *SelfVariance  `json:"variance"`
	Order         *SelfOrdered   `json:"order"` // nil where the sources were not shuffled
	Reason        string         `json:"reason,omitempty"`
}

// MaxWide is how many questions of a series are named.
const MaxWide = 20

// SelfVariance splits the noise of the mean: of questions, of answers to one
// question, of judgements of one answer. What was done once has no part of its own (nil):
// it is in the part before it.
type SelfVariance struct {
	Questions int      `json:"questions"` // those with a full set of judgements
	Question  float64  `json:"question"`
	Answer    *float64 `json:"answer"`
	Judge     *float64 `json:"judge"`
	Truncated bool     `json:"truncated"` // a component came out negative and counts as 0
	SE        float64  `json:"se"`        // of the mean over questions like these
	SESuite   *float64 `json:"seSuite"`   // of the mean over exactly these questions
	Dominant  string   `json:"dominant"`  // question, answer or judge
	// SE after twice as many questions, answers or judgements.
	SEQuestions float64 `json:"seQuestions"`
	SEAnswers   float64 `json:"seAnswers"`
	SEJudge     float64 `json:"seJudge"`
}

// SelfOrdered compares judgements of the same answers with the sources in
// their own and in another order. An answer has changed when it is on another
// side of the floor than it was in the run that was checked.
type SelfOrdered struct {
	Items    int      `json:"items"`
	Plain    int      `json:"plain"`    // changed with the sources in their order
	Shuffled int      `json:"shuffled"` // changed with the sources in another order
	P        *float64 `json:"p"`        // exact McNemar, two-sided
}

// VerdictFlips counts pairs of tries of one question, both decided, and how
// many of them are one pass and one fail.
type VerdictFlips struct {
	Questions int      `json:"questions"` // with two decided tries or more
	Rate      *float64 `json:"rate"`      // mean over those questions
	Lo        *float64 `json:"lo"`        // 95 % interval of the rate
	Hi        *float64 `json:"hi"`
	Expected  *float64 `json:"expected"` // flips between two runs of the suite, of all its questions
}
