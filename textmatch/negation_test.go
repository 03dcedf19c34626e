package textmatch

import (
	"strings"
	"testing"
)

func TestNegated(t *testing.T) {
	for _, row := range []struct {
		rule, answer string // the hit stands between « and »
		want         bool
	}{
		{"not", "We do not offer «weekend delivery».", true},
		{"never", "Returns are never «free of charge».", true},
		{"contraction", "We don't offer «weekend delivery».", true},
		{"curly contraction", "We don\u2019t offer «weekend delivery».", true},
		{"contraction typed in haste", "We dont offer «weekend delivery».", true},
		{"cannot", "You cannot get «weekend delivery».", true},
		{"without", "Sent without «weekend delivery».", true},
		{"nor", "We offer neither gift wrap nor «weekend delivery».", true},
		{"capital", "No «weekend delivery».", true},
		{"bold", "We do **not** offer «weekend delivery».", true},
		{"fourth word before", "We do not at present offer «it».", true},
		{"fifth word before", "We do not at present ever offer «it».", false},
		{"wrapped line", "We do not\noffer «weekend delivery».", true},
		{"no negator", "Here is the «complete» list.", false},
		{"first word", "«Weekend delivery» costs 5 euro.", false},
		{"not only", "Not only parcels: «weekend delivery» is free.", false},
		{"not only, same clause", "Not only on Sundays «weekend delivery» is free.", false},
		{"no doubt", "There is no doubt «weekend delivery» is free.", false},
		{"other sentence", "We do not. «Weekend delivery» is free.", false},
		{"after a comma", "No, «weekend delivery» is free.", false},
		{"after a colon", "We charge nothing: «weekend delivery» is free.", false},
		{"after a conjunction", "It is not cheap but «free» later.", false},
		{"after a dash", "No \u2014 «weekend delivery» is free.", false},
		{"next list item", "- not cheap\n- «free of charge»", false},
		{"next paragraph", "We do not\n\n«weekend delivery»", false},
		{"negator within a word", "Our notary offers «it».", false},
		{"negator after the hit", "«Weekend delivery» is not free.", false},
	} {
		t.Run(row.rule, func(t *testing.T) {
			head, rest, _ := strings.Cut(row.answer, "«")
			phrase, tail, _ := strings.Cut(rest, "»")
			if got := Negated(head+phrase+tail, Hit{len(head), len(head) + len(phrase)}); got != row.want {
				t.Errorf("%q: negated %v, want %v", row.answer, got, row.want)
			}
		})
	}
}
