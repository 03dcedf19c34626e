package verdict

import (
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/results"
)

// heldUntil puts a question in quarantine, or makes it an anchor.
func heldUntil(e results.Entry, date string) results.Entry {
	e.Question.Quarantine = &results.Quarantine{Until: date, Reason: "source moved"}
	return e
}

func frozen(e results.Entry) results.Entry {
	e.Question.Anchor = true
	return e
}

func TestGateOfARunWithQuestionsSetApart(t *testing.T) {
	for _, c := range []struct {
		name    string
		entries []results.Entry
		want    results.Verdict
		exit    int
		reason  string
	}{
		{"a failure in quarantine does not fail", []results.Entry{decided(0, 5), heldUntil(decided(1, 1), "2026-05-03")},
			results.Pass, ExitPass, "1 of 1 pass: 100 %"},
		{"the day after it fails by itself", []results.Entry{decided(0, 5), heldUntil(decided(1, 5), "2026-05-02")},
			results.Fail, ExitFail, "quarantine is over: q1 (until 2026-05-02: source moved)"},
		{"an error in quarantine leaves nothing undecided", []results.Entry{decided(0, 5), heldUntil(decided(1, 0), "2026-05-03")},
			results.Pass, ExitPass, "1 of 1 pass"},
		{"an anchor decides nothing", []results.Entry{decided(0, 5), frozen(decided(1, 1)), frozen(decided(2, 0))},
			results.Pass, ExitPass, "1 of 1 pass"},
		{"nothing but anchors is no pass", []results.Entry{frozen(decided(0, 5)), heldUntil(decided(1, 5), "2026-06-01")},
			results.Inconclusive, ExitInconclusive, "all of 2 planned are anchors or in quarantine"},
		{"all that counts is unreached", []results.Entry{decided(0, 0), frozen(decided(1, 5))},
			results.Inconclusive, ExitInfrastructure, "all 1 ended in a target or transport error"},
		{"an anchor that was not run leaves the run incomplete",
			[]results.Entry{decided(0, 5), frozen(results.Entry{Question: decided(1, 5).Question})},
			results.Pass, ExitInfrastructure, "1 of 2 were not run"},
		{"so does one in quarantine",
			[]results.Entry{decided(0, 5), heldUntil(results.Entry{Question: decided(1, 5).Question}, "2026-06-01")},
			results.Pass, ExitInfrastructure, "1 of 2 were not run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			info := planned(len(c.entries))
			info.Started = time.Date(2026, time.May, 3, 2, 0, 0, 0, time.UTC)
			doc, err := Assess(known(info), stream(c.entries...))
			if err != nil {
				t.Fatal(err)
			}
			reasons := strings.Join(doc.Gate.Reasons, "\n")
			if doc.Gate.Verdict != c.want || doc.Gate.ExitCode != c.exit || !strings.Contains(reasons, c.reason) {
				t.Errorf("%s, exit %d: %q", doc.Gate.Verdict, doc.Gate.ExitCode, reasons)
			}
		})
	}
}

// TestInconclusiveMappingDoesNotPassARunOfAnchors: --inconclusive pass is for
// runs that measured something.
func TestInconclusiveMappingDoesNotPassARunOfAnchors(t *testing.T) {
	info := planned(1)
	info.Settings.Inconclusive = "pass"
	doc, err := Assess(known(info), stream(frozen(decided(0, 5))))
	if err != nil {
		t.Fatal(err)
	}
	if doc.Gate.ExitCode != ExitInconclusive {
		t.Errorf("exit %d", doc.Gate.ExitCode)
	}
}

func TestGateOnChecksEndsAQuarantineToo(t *testing.T) {
	info := planned(1)
	info.Gate.On = "checks"
	info.Gate.PassRate = 0
	info.Started = time.Date(2026, time.May, 3, 2, 0, 0, 0, time.UTC)
	doc, err := Assess(known(info), stream(heldUntil(decided(0, 5), "2026-05-02")))
	if err != nil {
		t.Fatal(err)
	}
	if doc.Gate.Verdict != results.Fail {
		t.Errorf("%+v", doc.Gate)
	}
}

func TestManyQuarantinesThatAreOverAreCounted(t *testing.T) {
	var entries []results.Entry
	for i := range 8 {
		entries = append(entries, heldUntil(decided(i, 5), "2026-05-02"))
	}
	info := planned(8)
	info.Started = time.Date(2026, time.May, 3, 2, 0, 0, 0, time.UTC)
	doc, err := Assess(known(info), stream(entries...))
	if err != nil {
		t.Fatal(err)
	}
	if reason := doc.Gate.Reasons[0]; !strings.Contains(reason, "q4 (") || strings.Contains(reason, "q5") || !strings.Contains(reason, "3 more") {
		t.Errorf("%q", reason)
	}
}
