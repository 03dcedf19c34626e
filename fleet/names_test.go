package fleet

import (
	"strings"
	"testing"
)

// TestNoTwoRunsShareAName: a run's id becomes a part of subjects and of the
// names of streams and buckets, where dots part and little is allowed.
func TestNoTwoRunsShareAName(t *testing.T) {
	long := strings.Repeat("x", 200)
	ids := []string{
		"a.b", "a_b", "a-b", "a_db", "a__b", "a_d", "a.", "a_", "a_.", "a._", "_", ".", "a b", "a*b", "a>b", "a/b", "ä",
		"a_x20b", long, long + "x", long + ".", "20261130T120000Z-refund.policy_v2-ab12",
	}
	seen := map[string]string{}
	for _, id := range ids {
		name := token(id)
		if other, ok := seen[name]; ok {
			t.Errorf("%q and %q are both %q", id, other, name)
		}
		seen[name] = id
		if strings.ContainsFunc(name, func(r rune) bool {
			return !(r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
		}) || len(name) > maxToken {
			t.Errorf("%q becomes %q", id, name)
		}
	}
	if got := token("20261130T120000Z-refund-ab12"); got != "20261130T120000Z-refund-ab12" {
		t.Errorf("a plain id becomes %q", got)
	}
}

func FuzzToken(f *testing.F) {
	f.Add("a.b", "a_b")
	f.Add("a_db", "a.b")
	f.Fuzz(func(t *testing.T, a, b string) {
		if a != b && token(a) == token(b) {
			t.Errorf("%q and %q are both %q", a, b, token(a))
		}
	})
}
