package judgeprompt

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
)

// ordinary is a request of about 4 kB, the size that runs are made of.
func ordinary() Request {
	r := refund()
	r.Evidence = nil
	for _, id := range []string{"S1", "S2", "S3", "S4"} {
		r.Evidence = append(r.Evidence, answers.Passage{
			ID: id, Title: "Refunds " + id, Source: "docs/" + id + ".md", Text: strings.Repeat("Refunds are accepted within 30 days. ", 25),
		})
	}
	return r
}

func BenchmarkBuild(b *testing.B) {
	r := ordinary()
	b.ReportAllocs()
	for b.Loop() {
		Build(r)
	}
}

func BenchmarkBuildLongPassages(b *testing.B) {
	r := ordinary()
	for i := range r.Evidence {
		r.Evidence[i].Text = strings.Repeat("Refunds are accepted within 30 days. Shipping takes a week, and the weather is fine. ", 60)
	}
	b.ReportAllocs()
	for b.Loop() {
		Build(r)
	}
}

func BenchmarkParse(b *testing.B) {
	user := Build(ordinary()).User
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(user); err != nil {
			b.Fatal(err)
		}
	}
}

const fullReply = `{"reasoning":{"grounding":"\"30 days\" stands in [S1]","relevance":"to the point","calibration":"high on a supported answer","citations":"[S1] supports it","tone":"plain"},"scores":{"grounding":5,"relevance":5,"calibration":5,"citations":4,"tone":5}}`

func BenchmarkParseReply(b *testing.B) {
	for name, text := range map[string]string{"bare": fullReply, "fenced": "Here:\n```json\n" + fullReply + "\n```\n"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ParseReply(text, fullSpec); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
