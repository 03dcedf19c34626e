package reports

import (
	"html/template"
	"io"
	"strings"
	"testing"
)

// FuzzFragmentEscapesAsTemplatesDo: a text looks the same in a row, written by
// hand, and in the page around it, and can leave its place in neither.
func FuzzFragmentEscapesAsTemplatesDo(f *testing.F) {
	for _, seed := range []string{`a "b" & 'c' <d> +1`, "\x00", "é日本\u202e", "\xff<\xfe>", "</code><script>", "{{.}}", "\ufdd0\uffff"} {
		f.Add(seed)
	}
	places := template.Must(template.New("").Parse(`<p title="{{.}}">{{.}}</p>`))
	f.Fuzz(func(t *testing.T, s string) {
		var want strings.Builder
		if err := places.Execute(&want, s); err != nil {
			t.Fatal(err)
		}
		var got fragment
		got.raw(`<p title="`).text(s).raw(`">`).text(s).raw(`</p>`)
		if got.String() != want.String() {
			t.Errorf("%q is written %q, by a template %q", s, got.String(), want.String())
		}
	})
}

// BenchmarkRow is the cost of one row of report.html, folded and with the whole
// question.
func BenchmarkRow(b *testing.B) {
	v := views(b)["nightly"]
	run := v.Doc.Run
	for name, details := range map[string]int{"folded": 0, "whole": 1 << 30} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for e := range v.Entries() {
					rows := htmlRows{rows: 1, details: details, room: 1 << 30, detailRoom: 1 << 30}
					if err := rows.add(io.Discard, run, draw(&run, e)); err != nil {
						b.Fatal(err)
					}
					break
				}
			}
		})
	}
}
