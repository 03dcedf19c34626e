package results

// QuoteCheck is what quote verification found about one answer: each citation
// with its quote, proved or refuted against the passages.
type QuoteCheck struct {
	Citations    []QuoteCitation `json:"citations"`
	VerbatimRate *float64        `json:"verbatimRate"` // share found word for word, up to typography
	MeanScore    *float64        `json:"meanScore"`
	MinScore     *float64        `json:"minScore"`
	Uncited      []string        `json:"uncited,omitempty"` // factual sentences without a citation
}

// QuoteMissing is the status of a citation whose quote, or whose passage, is
// not there at all.
const QuoteMissing = "missing"

// QuoteInTitle is the Field of a quote that stands in the passage's title.
const QuoteInTitle = "title"

// QuoteCitation is one cited (claim, passage) pair. Start and End are byte
// offsets of the quote in the passage's text, or in its title where Field says
// so; they are absent where it was not found. Versions without a Field gave
// the offsets of a title without saying so.
type QuoteCitation struct {
	Claim   string  `json:"claim"`
	Passage string  `json:"passage"` // its id, or its number where there is no such passage
	Status  string  `json:"status"`
	Method  string  `json:"method"`
	Reason  string  `json:"reason"` // the status in words
	Score   float64 `json:"score"`
	Quote   string  `json:"quote,omitempty"`
	Text    string  `json:"text,omitempty"`    // the claim's sentence
	FoundIn string  `json:"foundIn,omitempty"` // the passage that does hold the quote
	Field   string  `json:"field,omitempty"`   // "" or QuoteInTitle
	Start   *int    `json:"start,omitempty"`
	End     *int    `json:"end,omitempty"`
}
