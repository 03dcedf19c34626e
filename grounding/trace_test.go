package grounding

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/results"
)

func TestScoreRoundsTiesUp(t *testing.T) {
	for _, c := range []struct {
		m, n int
		want float64
	}{{1, 16, 0.063}, {5, 16, 0.313}, {9, 16, 0.563}, {2, 3, 0.667}, {1, 3, 0.333}, {0, 5, 0}, {7, 7, 1}, {0, 0, 0}} {
		if got := ratio(c.m, c.n); got != c.want {
			t.Errorf("%d/%d is %v, want %v", c.m, c.n, got, c.want)
		}
	}
}

func TestMarginIsWhatThePrintedScoreLeaves(t *testing.T) {
	for _, c := range []struct {
		score, threshold float64
		want             string
	}{{0.063, 0.25, "-0.187"}, {0.25, 0.25, "0"}, {0.25, 0.3, "-0.05"}, {1, 0.25, "0.75"}, {0.3, 0.1, "0.2"}, {0, 0, "0"}} {
		if got := shortest(marginOver(c.score, c.threshold)); got != c.want {
			t.Errorf("%v over %v: %s, want %s", c.score, c.threshold, got, c.want)
		}
	}
}

func TestInconclusiveNamesTheFirstLack(t *testing.T) {
	for _, c := range []struct{ name, response, context, want string }{
		{"both empty", "", "", "the response is empty"},
		{"white space and invisible", " \u200b\n", "x", "the response is empty"},
		{"empty context", "scanner", "\n", "the context is empty"},
		{"context of ordinary words", "scanner", "it is what it is", "the context holds no technical vocabulary"},
		{"response of ordinary words", "It is what it is.", "scanner", "the response holds no technical vocabulary"},
		{"response of controls", "\x00\x1b[", "scanner", "the response holds no technical vocabulary"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Trace(c.response, Prepare(c.context, Source{Warning: "old"}), Ground{Repository: checkout{}}, DefaultRules())
			if r.Verdict != results.Inconclusive || len(r.Warnings) != 0 || r.Claims.Structural || r.Claims.Total != 0 {
				t.Errorf("%+v", r)
			}
			if diff := cmp.Diff([]string{c.want}, r.Reasons); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(Confidence{"low", []string{"nothing to judge"}}, r.Confidence); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestVerdict(t *testing.T) {
	const hedged = "Usually, the scanner redacts tokens"
	for _, c := range []struct {
		name, response string
		change         func(*Rules)
		want           results.Verdict
		reasons        int
	}{
		{"enough of the vocabulary", "scanner redacts tokens", nil, results.Pass, 0},
		{"too little", "scanner penguin volcano glacier comet", nil, results.Fail, 1},
		{"too little does not matter", "scanner penguin volcano glacier comet", func(r *Rules) { r.FailOn.Score = false }, results.Pass, 0},
		{"a score at the threshold", "scanner penguin volcano glacier", nil, results.Pass, 0},
		{"a threshold of 0", "penguin", func(r *Rules) { r.Threshold = 0 }, results.Pass, 0},
		{"a claim without ground", "scanner redacts `vanish(x)`", nil, results.Fail, 1},
		{"both, each with its reason", "penguin volcano glacier `vanish(x)`", nil, results.Fail, 2},
		{"a claim without ground does not matter", "scanner redacts `vanish(x)`", func(r *Rules) { r.FailOn.Ungrounded = false }, results.Pass, 0},
		{"a warning does not matter", hedged, nil, results.Pass, 0},
		{"a warning does", hedged, func(r *Rules) { r.FailOn.Warning = true }, results.Fail, 1},
		{"too few claims", "scanner redacts tokens", func(r *Rules) { r.RequireClaims = 1 }, results.Inconclusive, 1},
		{"claims enough", "scanner redacts `scan(x)`", func(r *Rules) { r.RequireClaims = 1 }, results.Pass, 0},
		{"too few claims do not hide a failure", "penguin volcano glacier comet", func(r *Rules) { r.RequireClaims = 1 }, results.Fail, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := DefaultRules()
			if c.change != nil {
				c.change(&rules)
			}
			ground := Ground{Repository: checkout{"vanish": repository.Fake, "scan": repository.Cleared}}
			r := Trace(c.response, Prepare("scanner redacts tokens", Source{}), ground, rules)
			if r.Verdict != c.want || len(r.Reasons) != c.reasons {
				t.Errorf("%s, %q", r.Verdict, r.Reasons)
			}
		})
	}
}

func TestReasonsNameTheClaimAndWhereItWasLookedFor(t *testing.T) {
	c := Prepare("scanner redacts tokens", Source{})
	for _, tc := range []struct {
		ground Ground
		want   string
	}{
		{fakes("vanish"), "symbol vanish() is not grounded in the context or the repository"},
		{Ground{}, "symbol vanish() is not grounded in the context"},
	} {
		r := Trace("scanner redacts `vanish(x)`", c, tc.ground, DefaultRules())
		if diff := cmp.Diff([]string{tc.want}, r.Reasons); diff != "" {
			t.Error(diff)
		}
	}
}

func TestConfidence(t *testing.T) {
	allow, err := ReadAllowList(strings.NewReader("symbol vanish"))
	if err != nil {
		t.Fatal(err)
	}
	repo := checkout{"vanish": repository.Fake, "scan": repository.Cleared}
	for _, c := range []struct {
		name, response string
		ground         Ground
		want           Confidence
	}{
		{"a proved claim and a comfortable score", "scanner redacts `scan(x)`", Ground{Repository: repo},
			Confidence{"high", []string{"1 claim(s) checked", "structural pass ran", "score margin 0.417"}}},
		{"without a repository", "scanner redacts `scan(x)`", Ground{},
			Confidence{"medium", []string{"1 claim(s) checked", "score margin 0.417"}}},
		{"hedging takes high away", "Usually, scanner redacts `scan(x)`", Ground{Repository: repo},
			Confidence{"medium", []string{"1 claim(s) checked", "structural pass ran", "score margin 0.417", "generic phrasing present"}}},
		{"a claim without ground", "scanner redacts `vanish(x)`", Ground{Repository: repo},
			Confidence{"medium", []string{"1 claim(s) checked", "structural pass ran", "score margin 0.417"}}},
		{"the allow-list proves nothing", "scanner redacts `vanish(x)`", Ground{repo, allow},
			Confidence{"medium", []string{"1 claim(s) checked", "1 by the allow-list", "structural pass ran", "score margin 0.417"}}},
		{"neither claims nor margin", "scanner penguin volcano", Ground{Repository: repo},
			Confidence{"low", []string{"0 claim(s) checked", "structural pass ran", "score margin 0.083"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Trace(c.response, Prepare("scanner redacts tokens", Source{}), c.ground, DefaultRules())
			if diff := cmp.Diff(c.want, r.Confidence); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStaleWarningLeavesVerdictAndConfidenceAlone(t *testing.T) {
	fresh := Trace("scanner redacts", Prepare("scanner redacts", Source{}), Ground{}, DefaultRules())
	stale := Trace("scanner redacts", Prepare("scanner redacts", Source{Warning: "context is old"}), Ground{}, DefaultRules())
	if diff := cmp.Diff([]string{"context is old"}, stale.Warnings); diff != "" {
		t.Error(diff)
	}
	if fresh.Verdict != stale.Verdict || !cmp.Equal(fresh.Confidence, stale.Confidence) {
		t.Errorf("%+v and %+v", fresh, stale)
	}
}

func TestHedging(t *testing.T) {
	for _, c := range []struct {
		name, response string
		want           []string
	}{
		{"none", "The scanner redacts tokens.", nil},
		{"any letter case", "GENERALLY SPEAKING it works", []string{"generally speaking"}},
		{"over a line break", "as a\n  general rule it works", []string{"as a general rule"}},
		{"in the order of the list, each once", "Usually, in general, usually, so", []string{"in general", "usually,"}},
		{"the comma belongs to it", "it is usually so", nil},
		{"a compound after", "in general-purpose mode", nil},
		{"a compound before", "the built-in general mode", nil},
		{"a longer word after", "in generals", nil},
		{"a longer word before", "within general limits", nil},
		{"a letter of another script before", "éin general", nil},
		{"at the end of the text", "so it is in general", []string{"in general"}},
		{"cut off", "however, based on my", nil},
		{"long", "However, based on my knowledge it works", []string{"however, based on my knowledge"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, h := range hedgings(c.response) {
				got = append(got, h.phrase)
				if at := c.response[h.at.Start:h.at.End]; len(at) < len(h.phrase) {
					t.Errorf("%q at %q", h.phrase, at)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzHedging(f *testing.F) {
	f.Add("Usually, in general\tso")
	f.Add("in \xff general")
	f.Fuzz(func(t *testing.T, s string) {
		for _, h := range hedgings(s) {
			if flat := strings.Join(strings.Fields(strings.ToLower(s[h.at.Start:h.at.End])), " "); flat != h.phrase {
				t.Errorf("%q is not %q", flat, h.phrase)
			}
		}
	})
}
