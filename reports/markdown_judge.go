package reports

import (
	"cmp"
	"strings"

	"github.com/evalrun/evalrun/results"
)

func writeJudge(p *page, doc *results.ReportDoc) {
	p.block("## Judge")
	p.list(judgeLines(doc))
	if len(doc.Warnings) > 0 {
		p.block("**Warnings**")
		p.list(sentences(doc.Warnings))
	}
}

func judgeLines(doc *results.ReportDoc) []string {
	ref, work := doc.Run.Judge, doc.Judge
	if ref.Kind == results.JudgeNone {
		return []string{"no judge was asked"}
	}
	out := []string{"asked: " + askedWords(ref)}
	if len(work.Served) > 0 {
		out = append(out, "served: "+inline(cut(tally(work.Served), maxReason)))
	}
	for _, text := range judgeWork(doc.Run, work) {
		out = append(out, inline(text))
	}
	if len(work.Modes) > 0 {
		out = append(out, "reply format: "+inline(tally(work.Modes)))
	}
	if len(work.Errors) > 0 {
		out = append(out, "errors by code: "+inline(cut(tally(work.Errors), maxReason)))
	}
	return out
}

// askedWords names the model that was asked to judge, or those of a panel,
// and where.
func askedWords(ref results.JudgeRef) string {
	if ref.Panel == nil {
		return memberWords(cmp.Or(ref.Model, string(ref.Kind)), ref.Endpoint)
	}
	members := make([]string, 0, len(ref.Panel.Members))
	for _, m := range ref.Panel.Members {
		members = append(members, memberWords(m.Model, m.Endpoint))
	}
	return "a panel of " + strings.Join(members, ", ")
}

func memberWords(model, endpoint string) string {
	if endpoint == "" {
		return code(model)
	}
	return code(model) + " at " + inline(endpoint)
}

// writeTarget tells what a live target took; recorded answers took nothing.
func writeTarget(p *page, doc *results.ReportDoc) {
	if doc.Target == nil {
		return
	}
	p.block("## Target")
	items := []string{"asked: " + targetWords(doc.Run.Target)}
	for _, text := range targetWork(doc.Target) {
		items = append(items, inline(text))
	}
	if len(doc.Target.Errors) > 0 {
		items = append(items, "errors by code: "+inline(cut(tally(doc.Target.Errors), maxReason)))
	}
	p.list(items)
}
