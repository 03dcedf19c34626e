package results

// Abstention holds both ways to be wrong about answering, side by side:
// either alone can be driven to zero. A hedge counts as an answer, save in
// AnsweredOutright.
type Abstention struct {
	AnsweredWhenItShouldNot Rate `json:"answeredWhenItShouldNot"` // over negatives
	AnsweredOutright        Rate `json:"answeredOutright"`        // the same without the hedges
	OverRefusal             Rate `json:"overRefusal"`             // over positives
	Unknown                 int  `json:"unknown"`                 // questions without an answer, in no figure here
	Hedged                  int  `json:"hedged"`                  // negatives that the judge gave 3 in grounding
	// Declining as a classifier of the negatives: how many of the declined are
	// negative, how many of the negatives are declined, the harmonic mean of
	// both, and the mean of the two rates of being right.
	Precision        *float64 `json:"precision"`
	Recall           *float64 `json:"recall"`
	F1               *float64 `json:"f1"`
	F1Lo             *float64 `json:"f1Lo"` // BCa interval, 95 %
	F1Hi             *float64 `json:"f1Hi"`
	F1Reason         string   `json:"f1Reason,omitempty"` // why there is no F1, or no interval
	BalancedAccuracy *float64 `json:"balancedAccuracy"`
	// Bootstrap is what the interval of F1 came from; nil where there is none.
	Bootstrap *Bootstrap `json:"bootstrap,omitempty"`
	// Claim is what a rate of zero needs to be worth something; nil where a
	// negative was answered or none has an answer.
	Claim *ZeroClaim `json:"claim,omitempty"`
	// Disputed are the negatives of which the target says that it answered and
	// the judge that it declined, or the other way round; the judge's view
	// counts. DisputedQuestions are the first of them, MaxDisputed at most.
	Disputed          int      `json:"disputed"`
	DisputedQuestions []string `json:"disputedQuestions,omitempty"`
}

// Bootstrap says how often the questions, or their groups, were drawn anew for
// an interval. The seed comes from the suite's hash: the same results of the
// same suite give the same interval.
type Bootstrap struct {
	Replicates int    `json:"replicates"`
	Seed       uint64 `json:"seed"` // below 2⁵³, which every reader of JSON keeps
}

// MaxDisputed is how many disputed questions are named.
const MaxDisputed = 100

// ZeroClaim is how many independent questions without one event it takes to
// claim, with Confidence, a rate below Below.
type ZeroClaim struct {
	Below      float64 `json:"below"`
	Confidence float64 `json:"confidence"` // one-sided
	Needed     int     `json:"needed"`
	Have       int     `json:"have"` // repeats of a question and questions of a group count once
}
