package reports

import "github.com/evalrun/evalrun/results"

// writeQuarantine lists what was taken out of the gate and until when.
func writeQuarantine(p *page, k *results.QuarantineSummary) {
	if k == nil {
		return
	}
	p.block("## Quarantine")
	var rows [][]string
	for _, q := range k.Questions {
		state := "out of the gate"
		if q.Over {
			state = "**over**, fails the gate"
		}
		rows = append(rows, []string{
			code(q.ID), inline(q.Until), state, string(q.Verdict), inline(cut(q.Reason, maxReason)),
		})
	}
	p.table([]string{"question", "until", "state", "verdict", "reason"}, rows)
	if left := k.Held + k.Over - len(rows); left > 0 {
		p.block("%s more not shown here; `report.json` marks each.", plural(left, "question"))
	}
}

// writeAnchors shows the judge's scores of frozen answers in the form of the
// other dimensions.
func writeAnchors(p *page, doc *results.ReportDoc) {
	if doc.Anchors == nil {
		return
	}
	p.block("## Anchors")
	p.block("%s", inline(anchorWords(doc.Anchors)))
	writeDimensionTable(p, doc.Run, doc.Anchors.Dimensions)
}

// writeApart is the line of a question that is in no section of verdicts. The
// verdict of a frozen answer says nothing, its scores do.
func writeApart(p *page, run results.RunInfo, q results.QuestionReport) {
	switch {
	case !q.Anchor:
		reason := append(sentences(q.Reasons), "nothing against it")[0]
		p.bullet("%s: %s, %s (%s)%s%s", code(q.ID), q.Verdict, reason, inline(cut(q.Query, maxBrief)),
			scoresOf(run, q), remarks(q))
	case len(q.Scores) == 0:
		writeBrief(p, q)
	default:
		writePass(p, run, q)
	}
}
