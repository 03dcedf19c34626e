package compare

import (
	"slices"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func hundred(id string) results.ReportDoc { return reportOf(id, many(100, always(5))...) }

// TestRunsThatWereMeasuredDifferentlyAreRefused: each row is one way in which
// scores of two runs do not mean the same. What a report does not say is never
// taken to be equal.
func TestRunsThatWereMeasuredDifferentlyAreRefused(t *testing.T) {
	set := func(key string, v any) func(map[string]any) {
		return func(run map[string]any) { run[key] = v }
	}
	judge := func(key string, v any) func(map[string]any) {
		return func(run map[string]any) { run["judge"].(map[string]any)[key] = v }
	}
	without := func(key string) func(map[string]any) { return func(run map[string]any) { delete(run, key) } }
	withoutJudge := func(key string) func(map[string]any) {
		return func(run map[string]any) { delete(run["judge"].(map[string]any), key) }
	}
	for _, c := range []struct {
		name  string
		edit  func(map[string]any)
		allow string
		says  string
	}{
		{"another judge", judge("model", "m-2"), "judge-model", "model asked for: m-1 in the base, m-2 in the head"},
		{"another prompt", set("prompts", map[string]any{"positive": "bbb", "negative": "aab"}), "judge-prompt", "positive: aaa in the base, bbb in the head"},
		{"another temperature", judge("temperature", 1.0), "judge-settings", "temperature: 0 in the base, 1 in the head"},
		{"the provider's temperature", judge("temperature", nil), "judge-settings", "temperature: 0 in the base, the provider's in the head"},
		{"another seed", judge("seed", 7), "judge-settings", "seed: not sent in the base, 7 in the head"},
		{"another excerpt", judge("excerpt", 300), "judge-settings", "characters of a passage: default in the base, 300 in the head"},
		{"another key for no reason that shows", set("judgeKey", "other"), "judge-settings", "key: jk in the base, other in the head"},
		{"asked only where undecided", judge("when", "undecided"), "judge-when", "asked when: always in the base, undecided in the head"},
		{"another floor", set("passAt", map[string]any{"grounding": 3}), "floors", "floors: grounding 4, relevance 4 in the base, grounding 3, relevance 4 in the head"},
		{"other dimensions", set("dimensions", map[string]any{"positive": []string{"grounding"}, "negative": []string{"grounding"}}), "dimensions", "dimensions: negative/grounding"},
		{"confidence optional", set("confidence", "optional"), "confidence", "confidence: required in the base, optional in the head"},
		{"other checks", set("scoringKey", "other"), "checks", "version of the checks: sk in the base, other in the head"},
		{"judge null", set("judge", nil), "judge-model", "model asked for: m-1 in the base, not known in the head"},
		{"no judge", without("judge"), "judge-model", "not known in the head"},
		{"no model", withoutJudge("model"), "judge-model", "not known in the head"},
		{"no temperature", withoutJudge("temperature"), "judge-settings", "temperature: 0 in the base, not known in the head"},
		{"no prompts", without("prompts"), "judge-prompt", "not known in the head"},
		{"no judge key", without("judgeKey"), "judge-settings", "key: jk in the base, not known in the head"},
		{"no scoring key", without("scoringKey"), "checks", "not known in the head"},
		{"no floors", without("passAt"), "floors", "not known in the head"},
		{"no dimensions", without("dimensions"), "dimensions", "not known in the head"},
		{"no confidence", without("confidence"), "confidence", "not known in the head"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, head := load(t, hundred("a")), loadEdited(t, hundred("b"), c.edit)
			doc, err := Compare(base, head, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if doc.Refusal == nil || doc.Gate.ExitCode != 3 || len(doc.Series) > 0 {
				t.Fatalf("not refused: %+v", doc.Gate)
			}
			first := doc.Refusal.Reasons[0]
			if first.Name != c.allow || !strings.Contains(first.Message, c.says) {
				t.Errorf("%s: %s\nwant %s: %s", first.Name, first.Message, c.allow, c.says)
			}
			if doc.Refusal.Mend == "" || !strings.Contains(doc.Next, doc.Refusal.Mend) || !strings.Contains(doc.Headline, first.Message) {
				t.Errorf("headline %q, next %q, mend %q", doc.Headline, doc.Next, doc.Refusal.Mend)
			}

			// Every other name lets nothing through; all that are named do, and
			// there is still no verdict.
			var names []string
			for _, d := range doc.Refusal.Reasons {
				names = append(names, d.Name)
			}
			others := slices.DeleteFunc(allowNames(), func(n string) bool { return n == c.allow })
			if doc, _ := Compare(base, head, Options{Allow: others}); doc.Refusal == nil {
				t.Error("let through by the names of other differences")
			}
			doc, _ = Compare(base, head, Options{Allow: names})
			if doc.Refusal != nil || doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != 2 || len(doc.Gate.Rules) > 0 {
				t.Errorf("allowed: %+v %+v", doc.Refusal, doc.Gate)
			}
			if !slices.Contains(doc.Allowed, c.allow) || !strings.Contains(strings.Join(doc.Notices, "\n"), "a difference between measurements, not between systems") {
				t.Errorf("allowed %q, notices %q", doc.Allowed, doc.Notices)
			}
		})
	}
}

func TestTwoGapsAreNoAgreement(t *testing.T) {
	drop := func(run map[string]any) { delete(run, "prompts") }
	doc, err := Compare(loadEdited(t, hundred("a"), drop), loadEdited(t, hundred("b"), drop), Options{})
	if err != nil || doc.Refusal == nil {
		t.Fatalf("%v, %+v", err, doc.Gate)
	}
	if want := "evalrun report runs/a"; doc.Refusal.Mend != want {
		t.Errorf("mend %q, want %q", doc.Refusal.Mend, want)
	}
}

func TestOverriddenDifferencesAreNoRegressions(t *testing.T) {
	base, head := hundred("a"), reportOf("b", many(100, func(i int) float64 { return 5 - float64(i%3) })...)
	head.Run.Judge.Model = "m-2"
	doc := compared(t, base, head, Options{Allow: []string{"judge-model"}})
	s := get(t, doc, PassRate)
	if s.Claim != Lower || !strings.HasPrefix(s.Says, "Difference on pass rate: -33 percentage points") {
		t.Errorf("%s: %s", s.Claim, s.Says)
	}
	for _, text := range []string{s.Says, doc.Headline, doc.Next} {
		for _, word := range []string{"Lower", "worse", "regression", "improve"} {
			if strings.Contains(text, word) {
				t.Errorf("%q says %q", text, word)
			}
		}
	}
}

func TestAnOverriddenRubricIsMendedByChecking(t *testing.T) {
	head := hundred("b")
	head.Questions[0].ContentHash = "edited"
	doc := compared(t, hundred("a"), head, Options{Allow: []string{"rubric"}})
	if want := "For a verdict, measure both runs the same way: evalrun recheck runs/a --suite refunds.yaml"; doc.Next != want || doc.Gate.Verdict != results.Inconclusive {
		t.Errorf("%s: %s", doc.Gate.Verdict, doc.Next)
	}
}

func TestWhatMayDifferIsToldAndNotRefused(t *testing.T) {
	for _, c := range []struct {
		name, block, notice string
		edit                func(*results.ReportDoc)
	}{
		{"the server's model", "judge", "Scores may have moved with the judge", func(d *results.ReportDoc) { d.Judge.Served = map[string]int{"m-1-0601": 100} }},
		{"the judge's address", "judge", "", func(d *results.ReportDoc) { d.Run.Judge.Endpoint = "https://gateway.example/v1" }},
		{"the answers", "application", "", func(d *results.ReportDoc) { d.Run.Target.Model = "app-2" }},
		{"the version of evalrun", "environment", "", func(d *results.ReportDoc) { d.Run.Tool = "evalrun v1.1.0" }},
		{"the suite's name", "suite", "different names", func(d *results.ReportDoc) { d.Run.Suite.Name = "returns" }},
		{"an unfinished run", "", "The run of the head is not complete (partial)", func(d *results.ReportDoc) { d.Run.Status = results.RunPartial }},
		{"a judge of the head's family", "", "of the family of the model that answered in the head alone", func(d *results.ReportDoc) {
			d.Run.Target.Model = "gpt-5"
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, head := hundred("a"), hundred("b")
			if strings.Contains(c.name, "family") {
				base.Run.Judge.Model, head.Run.Judge.Model = "gpt-4.1", "gpt-4.1"
			}
			c.edit(&head)
			doc := compared(t, base, head, Options{})
			if doc.Refusal != nil || doc.Gate.ExitCode != 0 {
				t.Fatalf("%+v %+v", doc.Refusal, doc.Gate)
			}
			for _, b := range doc.Blocks {
				if b.Name == c.block && b.State != Changed {
					t.Errorf("block %s is %s", b.Name, b.State)
				}
			}
			if !strings.Contains(strings.Join(doc.Notices, "\n"), c.notice) {
				t.Errorf("notices %q", doc.Notices)
			}
		})
	}
}

func TestServedNamesCountOnlyAsASet(t *testing.T) {
	base, head := hundred("a"), hundred("b")
	base.Judge.Served = map[string]int{"x": 99, "y": 1}
	head.Judge.Served = map[string]int{"y": 50, "x": 50}
	doc := compared(t, base, head, Options{})
	for _, b := range doc.Blocks {
		if b.Name == "judge" && b.State != Same {
			t.Errorf("%+v", b)
		}
	}
}

func TestAliasesAreOneJudge(t *testing.T) {
	for _, side := range []string{"base", "head"} {
		base, head := hundred("a"), hundred("b")
		head.Run.Judge.Model, head.Run.JudgeKey = "m-1-azure", "other"
		if side == "base" {
			base.Run.Judge.SameAs = []string{"m-1-azure"}
		} else {
			head.Run.Judge.SameAs = []string{"x", "m-1"}
		}
		if doc := compared(t, base, head, Options{}); doc.Refusal != nil {
			t.Errorf("declared by the %s: %+v", side, doc.Refusal)
		}
	}
	base, head := hundred("a"), hundred("b")
	head.Run.Judge.Model, head.Run.JudgeKey = "m-1-azure", "other"
	head.Run.Judge.SameAs = []string{"m-3"}
	if doc := compared(t, base, head, Options{}); doc.Refusal == nil {
		t.Error("an alias of a third model counts")
	}
}

func TestPanelsAreComparedByTheirMembers(t *testing.T) {
	panel := func(models ...string) *results.Panel {
		p := &results.Panel{Quorum: 2, Aggregate: "mean"}
		for _, m := range models {
			p.Members = append(p.Members, results.PanelMember{Model: m})
		}
		return p
	}
	base, head := hundred("a"), hundred("b")
	base.Run.Judge.Panel, head.Run.Judge.Panel = panel("x", "y", "z"), panel("z", "x", "y")
	if doc := compared(t, base, head, Options{}); doc.Refusal != nil {
		t.Errorf("the order of members: %+v", doc.Refusal)
	}
	head.Run.Judge.Panel = panel("x", "y", "w")
	doc := compared(t, base, head, Options{})
	if doc.Refusal == nil || doc.Refusal.Reasons[0].Name != "judge-model" {
		t.Errorf("another member: %+v", doc.Refusal)
	}
	head.Run.Judge.Panel = panel("x", "y", "z")
	head.Run.Judge.Panel.Aggregate = "median"
	if doc := compared(t, base, head, Options{}); doc.Refusal == nil || doc.Refusal.Reasons[0].Name != "judge-settings" {
		t.Errorf("another aggregate: %+v", doc.Refusal)
	}
}

func TestMendIsACommandThatCanBePasted(t *testing.T) {
	base, head := hundred("a"), hundred("b")
	head.Run.Judge.Model = "it's a model"
	doc := compared(t, base, head, Options{})
	if want := "evalrun rejudge runs/a --judge-from runs/b/report.json"; doc.Refusal.Mend != want {
		t.Errorf("%s, want %s", doc.Refusal.Mend, want)
	}
	head.Run.PassAt = results.Floors{results.Grounding: 3}
	doc = compared(t, base, head, Options{})
	if want := "evalrun recheck runs/a --suite refunds.yaml --judge-from runs/b/report.json"; doc.Refusal.Mend != want {
		t.Errorf("%s, want %s", doc.Refusal.Mend, want)
	}
}

// TestTheMendOfAHeadThatIsNotThereYetNamesItsJudge: nothing could be taken
// from it.
func TestTheMendOfAHeadThatIsNotThereYetNamesItsJudge(t *testing.T) {
	base, head := hundred("a"), hundred("b")
	head.Run.Judge.Model = "m-2"
	doc := compared(t, base, head, Options{JudgeAs: []string{"--judge", "it's a model", "--judge-base-url", "http://10.0.0.7/v1"}})
	if want := `evalrun rejudge runs/a --judge 'it'\''s a model' --judge-base-url http://10.0.0.7/v1`; doc.Refusal.Mend != want {
		t.Errorf("%s, want %s", doc.Refusal.Mend, want)
	}
}

func TestTheMendSaysThatACopiedReportIsNotWhereItsAnswersAre(t *testing.T) {
	base, head := load(t, hundred("a")), hundred("b")
	base.Path = "baselines/main.json"
	head.Run.Judge.When = "undecided"
	doc, err := Compare(base, load(t, head), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "Measure the stored answers alike (where the run folder is: baselines/main.json is a report alone) and compare the new run: evalrun rejudge runs/a --judge-from runs/b/report.json"
	if doc.Next != want {
		t.Errorf("%s, want %s", doc.Next, want)
	}
}

func TestARunAgainstItselfPasses(t *testing.T) {
	for name, doc := range map[string]results.ReportDoc{
		"many questions": hundred("a"),
		"one question":   reportOf("a", question("q1", 2)),
		"no question":    reportOf("a"),
		"all errors":     reportOf("a", errored(question("q1", 5)), errored(question("q2", 5))),
	} {
		got := compared(t, doc, doc, Options{})
		if got.Gate.Verdict != results.Pass || got.Gate.ExitCode != 0 || got.Refusal != nil {
			t.Errorf("%s: %+v %+v", name, got.Gate, got.Refusal)
		}
	}
	old := loadEdited(t, hundred("a"), func(run map[string]any) { delete(run, "judgeKey"); delete(run, "prompts") })
	if got, err := Compare(old, old, Options{}); err != nil || got.Gate.ExitCode != 0 {
		t.Errorf("an old report: %v %+v", err, got.Gate)
	}
	edited := hundred("a")
	edited.Questions[0].Scores[results.Grounding] = 1
	if got := compared(t, hundred("a"), edited, Options{}); strings.Contains(got.Headline, "same run") {
		t.Error("a report with other scores under the same id counts as the same run")
	}
}

func TestRunsWithoutAJudgeHaveNoSettingsToDiffer(t *testing.T) {
	off := func(id string) results.ReportDoc {
		doc := hundred(id)
		doc.Run.Judge, doc.Run.Prompts, doc.Run.JudgeKey = results.JudgeRef{Kind: results.JudgeNone, When: "always"}, nil, ""
		doc.Run.Gate.On = "checks"
		return doc
	}
	if doc := compared(t, off("a"), off("b"), Options{}); doc.Refusal != nil || doc.Gate.ExitCode != 0 {
		t.Errorf("%+v %+v", doc.Refusal, doc.Gate)
	}
	doc := compared(t, hundred("a"), off("b"), Options{})
	if doc.Refusal == nil || len(doc.Refusal.Reasons) != 1 || doc.Refusal.Mend != "evalrun rejudge runs/b --judge-from runs/a/report.json" {
		t.Errorf("%+v", doc.Refusal)
	}
}
