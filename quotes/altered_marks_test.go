package quotes

import "testing"

func TestMarksOfFiguresAreNotFoldedAway(t *testing.T) {
	tests := map[string]struct {
		source, quote string
		kind          string // "" for an honest quote
	}{
		"another scale":                {"The tank was kept at 20 °C for the whole of the night.", "The tank was kept at 20 °F for the whole of the night.", kindUnit},
		"degrees for kelvin":           {"The tank was kept at 20 °C for the whole of the night.", "The tank was kept at 20 K for the whole of the night.", kindUnit},
		"a prefix in the other case":   {"The lamp takes 10 mW from its small battery.", "The lamp takes 10 MW from its small battery.", kindUnit},
		"bits for bytes":               {"Each of the files is 5 Mb in size on the disk.", "Each of the files is 5 MB in size on the disk.", kindUnit},
		"a comparison turned":          {"The effect was significant at p < 0.05 in every case.", "The effect was significant at p > 0.05 in every case.", kindNumber},
		"a power turned":               {"It improved by a factor of 10^6 in the second year.", "It improved by a factor of 10^-6 in the second year.", kindNumber},
		"a raised digit added":         {"Prices rose by 23% compared with the year before it.", "Prices rose by 23²% compared with the year before it.", kindNumber},
		"a note left out":              {"Prices rose by 23²% compared with the year before it.", "Prices rose by 23% compared with the year before it.", ""},
		"other spacing of the degrees": {"The tank was kept at 20 °C for the whole of the night.", "The tank was kept at 20°C for the whole of the night.", ""},
		"a tag before the figure":      {"The lake has <b>12</b> islands and no bridge to any of them.", "The lake has 12 islands and no bridge to any of them.", ""},
		"a heading in capitals":        {"THE ROAD IS 10 KM LONG AND CLOSED ALL WINTER", "The road is 10 km long and closed all winter", ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			m := Prepare(Source{Text: tc.source}, Default, MatchOptions{}).Match(tc.quote)
			found := ""
			for _, a := range m.Alterations {
				found = a.Kind
			}
			if found != tc.kind || m.Start == nil || (tc.kind != "") != (m.Score <= alteredCap) {
				t.Errorf("%s %.3f %+v, want kind %q", m.Method, m.Score, m.Alterations, tc.kind)
			}
		})
	}
}
