package offline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
)

// BenchmarkScore is one question as a run judges it: the prompt read back and
// all dimensions scored.
func BenchmarkScore(b *testing.B) {
	for name, r := range map[string]judgeprompt.Request{"short": goodAnswer(), "long": longAnswer()} {
		b.Run(name, func(b *testing.B) {
			user := judgeprompt.Build(r).User
			b.ReportAllocs()
			for b.Loop() {
				asked, err := judgeprompt.Parse(user)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := score(asked, expected(asked)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// longAnswer is some 300 words over twenty passages of 1,200 characters.
func longAnswer() judgeprompt.Request {
	r := goodAnswer()
	r.Answer.Text = ""
	for i := range 25 {
		r.Answer.Text += fmt.Sprintf("Customers of branch %d have %d days from delivery to ask for a refund [P%d]. ", i, 20+i, i%20)
	}
	r.Evidence = nil
	for i := range 20 {
		text := fmt.Sprintf("Branch %d: customers may ask for a refund within %d days of delivery. ", i, 20+i)
		for p := 0; len(text) < 1200; p++ {
			text += strings.Replace(handbook[p%3].Text, "30", fmt.Sprint(p+i), 1) + " "
		}
		r.Evidence = append(r.Evidence, answers.Passage{ID: fmt.Sprintf("P%d", i), Text: text[:1200]})
	}
	return r
}
