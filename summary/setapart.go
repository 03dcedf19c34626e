package summary

import "github.com/evalrun/evalrun/results"

// Held reports whether a question is in quarantine when the run starts: its
// date has not passed, by the UTC day. An anchor is set apart as an anchor.
func Held(run results.RunInfo, q results.Question) bool {
	return q.Quarantine != nil && !q.Anchor && q.Quarantine.Holds(run.Started)
}

// quarantine keeps the questions that have one, those held and those whose
// date has passed.
type quarantine struct {
	held, over int
	totals     results.Totals
	named      []results.QuarantinedQuestion
}

func (k *quarantine) add(e results.Entry, records []*results.Record, repeats int, held bool) {
	kind := &k.over
	if held {
		kind = &k.held
		addVerdicts(&k.totals, records, repeats-len(records))
	}
	if *kind++; *kind <= results.MaxQuarantined {
		k.named = append(k.named, results.QuarantinedQuestion{
			ID: e.Question.ID, Quarantine: *e.Question.Quarantine, Over: !held, Verdict: Combine(e, repeats),
		})
	}
}

// summary is nil for a run without a question in quarantine.
func (k *quarantine) summary() *results.QuarantineSummary {
	if k.held+k.over == 0 {
		return nil
	}
	return &results.QuarantineSummary{Held: k.held, Over: k.over, Totals: k.totals, Questions: k.named}
}

// anchors sums up what the judge made of frozen answers.
type anchors struct {
	questions int
	totals    results.Totals
	series    seriesTable[*series]
}

func (a *anchors) add(q results.Question, records []*results.Record, missing int) {
	a.questions++
	addVerdicts(&a.totals, records, missing)
	for _, s := range a.series[q.Category] {
		s.add(q.Group, records, missing)
	}
}

// summary is nil for a run without anchors.
func (a *anchors) summary() *results.AnchorSummary {
	if a.questions == 0 {
		return nil
	}
	return &results.AnchorSummary{Questions: a.questions, Totals: a.totals, Dimensions: summariesOf(a.series)}
}
