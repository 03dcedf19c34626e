// Package quotes proves or refutes citations by bytes. It reads the quotes
// that an answer commits to, finds each one in the source it names, and says
// how: word for word, up to typography, nearly, altered, or not at all. It
// calls no model; whether a proved quote supports its claim is asked through
// a function it is given.
package quotes

import (
	"context"

	"github.com/evalrun/evalrun/results"
)

// Profile chooses between evalrun's own rules and those of the reference
// implementation of the protocol, VeriQuote 0.1.1.
type Profile int

// Compat reproduces the reference's answers, its known defects included.
const (
	Default Profile = iota
	Compat
)

// Protocol is how an answer carries its quotes.
type Protocol string

// EVI1 is the evidence block; Prose finds quotation marks beside citations;
// Auto takes the block where there is one.
const (
	Auto  Protocol = "auto"
	EVI1  Protocol = "evi1"
	Prose Protocol = "prose"
)

// Evidence is one quote that an answer commits to, for one claim and one
// source. Source counts from 1.
type Evidence struct {
	ClaimID string `json:"claimId"`
	Source  int    `json:"sourceIndex"`
	Quote   string `json:"quote"`
}

// Claim is a sentence of the answer with the sources it cites. Start and End
// are byte offsets of the sentence in the clean text (-1 in the compat
// profile, which knows none).
type Claim struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Sources []int  `json:"sourceIndexes"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
}

// WarningCode is the machine-readable kind of a warning.
type WarningCode string

// What can be wrong with an answer's markers and evidence.
const (
	MalformedLine     WarningCode = "malformed_line"
	BadIndex          WarningCode = "bad_index"
	NoGroup           WarningCode = "no_group"
	DuplicateClaim    WarningCode = "duplicate_claim"
	DuplicateEvidence WarningCode = "duplicate_evidence"
	OrphanEvidence    WarningCode = "orphan_evidence"
	MissingEvidence   WarningCode = "missing_evidence"
	MissingSource     WarningCode = "missing_source"
	ShortJudgeList    WarningCode = "short_judge_list"
	NoClaimText       WarningCode = "no_claim_text"
	Unterminated      WarningCode = "unterminated" // a block without its end
	Unmarked          WarningCode = "unmarked"     // [n] without a claim marker
	Lenient           WarningCode = "lenient"      // read although the form is off
	SeveralBlocks     WarningCode = "several_blocks"
)

// Warning is one remark on an answer. Source is 0 where none is concerned.
type Warning struct {
	Code    WarningCode `json:"code"`
	ClaimID string      `json:"claimId,omitempty"`
	Source  int         `json:"sourceIndex,omitempty"`
	Message string      `json:"message"`
}

// Parsed is an answer taken apart.
type Parsed struct {
	CleanText string // without markers and block
	Claims    []Claim
	Evidence  []Evidence // in order, duplicates and orphans included
	Orphans   []Evidence // evidence that no claim cites (default profile)
	Warnings  []Warning
	HasBlock  bool
}

// Source is what an answer may quote from.
type Source struct {
	ID         string   `json:"id,omitempty"`
	Title      string   `json:"title,omitempty"`
	URL        string   `json:"url,omitempty"`
	Text       string   `json:"text"`
	ExtraTexts []string `json:"extraTexts,omitempty"`
}

// Method is how a quote was found.
type Method string

// From word for word to not at all. Loose allows what typography, markup and
// line breaks change; Ellipsis is pieces in order with a bounded gap.
const (
	Exact      Method = "exact"
	Normalized Method = "normalized"
	Loose      Method = "loose"
	Ellipsis   Method = "ellipsis"
	Fuzzy      Method = "fuzzy"
	NotFound   Method = "not_found"
	Missing    Method = "missing" // a citation without a quote
)

// Alteration is a difference that changes what a quote says.
type Alteration struct {
	Kind   string `json:"kind"` // number, negation, unit, modal, opposite, order, clipped
	Quote  string `json:"quote"`
	Source string `json:"source"`
}

// Match is where and how a quote stands in a source. Start and End are byte
// offsets in the field, End exclusive, both nil when it was not found.
type Match struct {
	Method      Method       `json:"method"`
	Score       float64      `json:"score"`      // 0..1; 0 when not found (compat: kept)
	Similarity  float64      `json:"similarity"` // of the best window, found or not
	Field       string       `json:"field"`      // text, extraTexts[0], …; title
	Start       *int         `json:"start"`
	End         *int         `json:"end"`
	Alterations []Alteration `json:"alterations,omitempty"`
	TooShort    bool         `json:"tooShort,omitempty"`
	Occurrences int          `json:"occurrences,omitempty"`
	RunnerUp    float64      `json:"runnerUp,omitempty"` // best similarity elsewhere
}

// Status is what became of one citation; the first that holds, in this order.
type Status string

// See Match and Entailment for the figures behind them.
const (
	StatusMissing     Status = results.QuoteMissing
	StatusError       Status = "error"
	StatusTooShort    Status = "too_short"
	StatusNotFound    Status = "not_found"
	StatusWrongSource Status = "wrong_source"
	StatusAltered     Status = "altered"
	StatusWeak        Status = "weak"
	StatusVerified    Status = "verified"
)

// Class is how far a quote supports its claim.
type Class string

// The judge's classes; error is no class but its absence.
const (
	Entailed     Class = "entailed"
	Partially    Class = "partially_entailed"
	Overstated   Class = "overstated"
	Insufficient Class = "insufficient"
	Contradicted Class = "contradicted"
	ClassError   Class = "error"
)

// Entailment is a judge's view of one citation. Confidence is nil when the
// class is error.
type Entailment struct {
	Class      Class    `json:"class"`
	Confidence *float64 `json:"confidence"`
	Reasons    []string `json:"reasons"`
}

// JudgeItem is one citation put to a judge.
type JudgeItem struct {
	ID      string `json:"id"` // claim|source
	Claim   string `json:"claim"`
	Quote   string `json:"quote"`
	Context string `json:"context"`
}

// JudgeFunc asks about a batch and returns one result per item, in order. An
// error means that nothing could be asked at all.
type JudgeFunc func(ctx context.Context, items []JudgeItem) ([]Entailment, error)

// Citation is one cited (claim, source) pair and what was proved of it.
type Citation struct {
	ClaimID     string      `json:"claimId"`
	SourceIndex int         `json:"sourceIndex"`
	Quote       string      `json:"quote"`
	ClaimText   string      `json:"claimText"`
	TextMatch   Match       `json:"textMatch"`
	Entailment  *Entailment `json:"entailment"`
	Score       *float64    `json:"score"` // min(text, confidence); nil when the judge failed
	Status      Status      `json:"status"`
	FoundIn     int         `json:"foundIn,omitempty"` // the source that does hold the quote
	Snippet     string      `json:"snippet,omitempty"`
}

// Uncited is a factual sentence that cites nothing.
type Uncited struct {
	Text  string `json:"text"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}
