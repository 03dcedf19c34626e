package results

// ConfidenceRow is how often answers of one stated confidence were right.
type ConfidenceRow struct {
	Confidence string `json:"confidence"` // high, medium, low, none, unreported or other
	Rate       Rate   `json:"correct"`
	TooFew     bool   `json:"tooFew,omitempty"` // fewer than MinConfidenceRow answers: the rate says little
}

// MinConfidenceRow is the fewest answers that make a row's rate readable.
const MinConfidenceRow = 10

// CalibrationSummary says how well a stated confidence tells right answers from
// wrong ones, over the N answers that state one of the four and could be
// called right or wrong. Figures that do not exist are nil and a reason says
// why.
type CalibrationSummary struct {
	N int `json:"n"`
	// AUROC is the chance that a right answer states more confidence than a
	// wrong one, ties counted half: 0.5 tells nothing, 1 tells them apart.
	AUROC       *float64 `json:"auroc"`
	AUROCReason string   `json:"aurocReason,omitempty"`
	// Monotone: no lower confidence was right more often than a higher one. It
	// does not exist where one confidence alone was stated.
	Monotone *bool `json:"monotone"`
	// Values are the shares of right answers that the words are taken to
	// promise; ECE and the Brier score depend on them.
	Values map[string]float64 `json:"values"`
	// ECE is the mean distance between the promised and the observed share.
	ECE       *float64 `json:"ece"`
	ECELo     *float64 `json:"eceLo"` // BCa interval, 95 %
	ECEHi     *float64 `json:"eceHi"`
	ECEReason string   `json:"eceReason,omitempty"` // why there is no ECE, or no interval
	// Bootstrap is what the interval of ECE came from; nil where there is none.
	Bootstrap *Bootstrap `json:"bootstrap,omitempty"`
	// Brier is Reliability - Resolution + Uncertainty.
	Brier       *float64 `json:"brier"`
	Reliability *float64 `json:"reliability"`
	Resolution  *float64 `json:"resolution"`
	Uncertainty *float64 `json:"uncertainty"`
}

// MinECE is the fewest answers for an expected calibration error: with fewer
// it is mostly noise, and always too large.
const MinECE = 50
