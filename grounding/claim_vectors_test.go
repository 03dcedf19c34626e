package grounding

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// claimVector is what a vector says about claims.
type claimVector struct {
	ID     string `json:"id"`
	Open   string `json:"open"`
	Input  struct{ Response string }
	Expect struct {
		Claims struct{ Checked []claimed }
	}
}

type claimed struct {
	Kind  Kind
	Value string
}

// recommendedClaims are those of the open vectors whose recommendation, which
// is prose, names other claims than `expect`.
var recommendedClaims = map[string][]claimed{
	"dev-file-dotslash":         {{File, "lib/index.js"}},
	"dev-file-method-call":      nil,
	"dev-imp-go-gopkg":          {{Import, "gopkg.in/yaml.v3"}},
	"dev-imp-go-gopkg-required": {{Import, "gopkg.in/yaml.v3"}},
}

// TestClaimVectors holds the claims of every vector, and their order, to what
// it expects.
func TestClaimVectors(t *testing.T) {
	data, err := os.ReadFile("../testdata/vectors/grounding.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []claimVector }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	claims := 0
	for _, v := range file.Cases {
		t.Run(v.ID, func(t *testing.T) {
			want := v.Expect.Claims.Checked
			if recommended, ok := recommendedClaims[v.ID]; ok && v.Open != "" {
				want = recommended
			}
			if diff := cmp.Diff(append([]claimed{}, want...), valuesOf(Claims(v.Input.Response))); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
			claims += len(want)
		})
	}
	t.Logf("%d vectors, %d claims", len(file.Cases), claims)
}

func valuesOf(claims []Claim) []claimed {
	values := []claimed{}
	for _, c := range claims {
		values = append(values, claimed{c.Kind, c.Value})
	}
	return values
}
