package grounding

import (
	"strings"
	"testing"
)

func TestAllowList(t *testing.T) {
	list, err := ReadAllowList(strings.NewReader("\ufeff# from other services\nsymbol charge*()\n\nfile gen/**/*.go # planned\nimport @billing/*\n**.proto\nexact?\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind  Kind
		value string
		want  bool
	}{
		{Symbol, "chargeCard", true},
		{Symbol, "recharge", false},
		{File, "chargeCard", false},
		{File, "gen/a/b/x.go", true},
		{File, "gen/x.go", false},
		{File, "gen/a/x.go.bak", false},
		{Import, "@billing/client", true},
		{Import, "@billing/client/deep", false},
		{File, "a/b/c.proto", true},
		{Symbol, "exact1", true},
		{Symbol, "exact", false},
		{File, "exact/", false},
	} {
		if got := list.allows(Claim{Kind: c.kind, Value: c.value}); got != c.want {
			t.Errorf("%s %s allowed: %v", c.kind, c.value, got)
		}
	}
}

func TestBrokenAllowListNamesTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"symbol a\nfunction b\n":           `line 2: unknown kind "function", want symbol, file or import`,
		"\n\xff*":                          "line 2: not valid UTF-8",
		"a\n" + strings.Repeat("x", 1<<17): "line 2: over 65536 bytes",
		"symbol a b":                       "line 1: 3 words, want a pattern or a kind and a pattern",
	} {
		if _, err := ReadAllowList(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzAllowList(f *testing.F) {
	f.Add("symbol a*\n**?x[(", "axb")
	f.Fuzz(func(t *testing.T, text, value string) {
		if list, err := ReadAllowList(strings.NewReader(text)); err == nil {
			list.allows(Claim{Kind: Symbol, Value: value})
		}
	})
}
