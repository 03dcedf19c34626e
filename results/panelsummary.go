package results

// PanelSummary is how the members of a panel of judges voted. That they agree
// says nothing of whether they are right.
type PanelSummary struct {
	Members   []string      `json:"members"` // models asked for
	Quorum    int           `json:"quorum"`
	Aggregate string        `json:"aggregate"` // mean or median
	Series    []PanelSeries `json:"series"`    // in report order
	// Splits are the scores of which as many votes reach the floor as do not:
	// such a question does not pass.
	Splits int `json:"splits"`
	// LeaveOut is what the means would be without each member that is of one
	// family with the model whose answers it judges.
	LeaveOut []LeaveOut `json:"leaveOut,omitempty"`
}

// PanelSeries is the agreement of a panel in one series. Alpha is
// Krippendorff's, ordinal, over Units: judgements with two votes or more. It
// is nil with a reason where all votes are one value.
type PanelSeries struct {
	Name    Series        `json:"name"`
	Units   int           `json:"units"`
	Alpha   *float64      `json:"alpha"`
	Reason  string        `json:"reason,omitempty"`
	Splits  int           `json:"splits"`
	Members []MemberVotes `json:"members"` // in the panel's order
}

// MemberVotes is one member's part of a series. Bias is the mean over N
// questions of its vote less the mean of the others', on the 1..5 scale, with
// a 95 % interval.
type MemberVotes struct {
	Model  string         `json:"model"`
	Votes  int            `json:"votes"`
	Failed map[string]int `json:"failed,omitempty"` // votes that were not had, by code
	N      int            `json:"n"`
	Bias   *float64       `json:"bias"`
	Lo     *float64       `json:"lo"`
	Hi     *float64       `json:"hi"`
}

// LeaveOut is what one member of the answerer's own family adds to the means,
// over the N questions of a series that keep a vote without it.
type LeaveOut struct {
	Model  string           `json:"model"`
	Family string           `json:"family"`
	Series []LeaveOutSeries `json:"series"`
}

// LeaveOutSeries is one mean with the member's votes and without.
type LeaveOutSeries struct {
	Name    Series  `json:"name"`
	N       int     `json:"n"`
	With    float64 `json:"with"`
	Without float64 `json:"without"`
}
