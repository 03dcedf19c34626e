package fleet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAPlanSaysInWhichStateRepositoriesAre and comes back as it was sent. What
// names no state, or two, is refused: a worker would take any.
func TestAPlanSaysInWhichStateRepositoriesAre(t *testing.T) {
	const commit = "4f2a91c0d3e54f2a91c0d3e54f2a91c0d3e54f2a"
	state := hashBytes(nil)
	for name, c := range map[string]struct {
		checkouts []Checkout
		refused   string
	}{
		"none":                       {},
		"two, one of them in git":    {checkouts: []Checkout{{"..", state, commit}, {"../other", state, ""}}},
		"git's longer names":         {checkouts: []Checkout{{"..", state, state}}},
		"a name twice":               {[]Checkout{{"..", state, ""}, {"..", hashBytes([]byte("x")), ""}}, `checkout ".."`},
		"no name":                    {[]Checkout{{"", state, ""}}, `checkout ""`},
		"no fingerprint":             {[]Checkout{{"..", "", commit}}, "no SHA-256"},
		"a fingerprint cut short":    {[]Checkout{{"..", state[:12], ""}}, "no SHA-256"},
		"a fingerprint in capitals":  {[]Checkout{{"..", strings.ToUpper(state), ""}}, "no SHA-256"},
		"a commit that is something": {[]Checkout{{"..", state, "\x1b[31mmain"}}, "its commit is none"},
	} {
		t.Run(name, func(t *testing.T) {
			sent := jobPlan{Schema: planSchema, Info: testJob("run").Info, Setup: Setup{Checkouts: c.checkouts}}
			data, err := encode(sent)
			if err != nil {
				t.Fatal(err)
			}
			got, err := decodePlan(data, "run")
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("got %v, want %q", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(sent.Setup, got.Setup); diff != "" {
				t.Error(diff)
			}
		})
	}
	old := `{"schema":"` + planSchema + `","info":{"id":"run"},"setup":{"checkouts":[".."],"judgeKey":"","scoringKey":""}}`
	if _, err := decodePlan([]byte(old), "run"); err == nil {
		t.Error("a name without a state is taken")
	}
}
