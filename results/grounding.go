package results

// GroundCheck is what the model-free groundedness check found about one
// answer. Figures that do not exist are nil: nothing was there to score.
type GroundCheck struct {
	Score   *float64        `json:"score"`   // 0..1, share of the answer's vocabulary that the evidence holds
	Support *float64        `json:"support"` // 0..1, support of its sentences by the passages
	Claims  []GroundClaim   `json:"claims,omitempty"`
	Weakest []GroundSupport `json:"weakest,omitempty"` // the least supported sentences, worst first
}

// GroundClaim is one symbol, file or import that the answer names, with the
// line and the column, in characters, where it stands, both from 1.
type GroundClaim struct {
	Kind   string `json:"kind"`
	Value  string `json:"value"`
	Via    string `json:"via,omitempty"` // context or repo, "" where it is not grounded
	Denied bool   `json:"denied,omitempty"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// GroundSupport is one sentence of the answer with the passage nearest to it.
// Start and End are byte offsets in the answer's text.
type GroundSupport struct {
	Text    string  `json:"text"`
	Start   int     `json:"start"`
	End     int     `json:"end"`
	Score   float64 `json:"score"`             // 0..1
	Passage string  `json:"passage,omitempty"` // its id
	Reason  string  `json:"reason"`
	Nearest string  `json:"nearest,omitempty"` // what the passage says
}
