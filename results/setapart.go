package results

// QuarantineSummary lists the questions with a quarantine. Those whose date
// has not passed when the run starts are held: they are run and reported, and
// count in Totals.Quarantined and in no other figure. Those whose date has
// passed count as ever, and fail the gate.
type QuarantineSummary struct {
	Held      int                   `json:"held"`      // questions
	Over      int                   `json:"over"`      // questions
	Totals    Totals                `json:"totals"`    // of the held, by question and repeat
	Questions []QuarantinedQuestion `json:"questions"` // in suite order, of both the first MaxQuarantined
}

// MaxQuarantined is how many questions of either kind are named;
// QuestionReport.Quarantine marks each one.
const MaxQuarantined = 100

// QuarantinedQuestion is one question with a quarantine and what became of it.
type QuarantinedQuestion struct {
	ID string `json:"id"`
	Quarantine
	Over    bool    `json:"over"`
	Verdict Verdict `json:"verdict"`
}

// AnchorSummary is what the judge made of the frozen answers of a suite's
// anchors. They are in Totals.Anchors and in no other figure: the answers
// never change, so a change here is a change of the judge.
type AnchorSummary struct {
	Questions  int                `json:"questions"`
	Totals     Totals             `json:"totals"`
	Dimensions []DimensionSummary `json:"dimensions"` // in report order
}
