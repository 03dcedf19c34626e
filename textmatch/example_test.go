package textmatch_test

import (
	"fmt"

	"github.com/evalrun/evalrun/textmatch"
)

// A phrase is found however it was typeset, and the hit points into the text
// as it was written.
func ExampleText_Find() {
	answer := "Refunds are paid within **1,200** hours — that’s 50 days."
	text := textmatch.Normalize(answer)
	for _, phrase := range []string{"1200 hours", "that's", "20"} {
		hit, ok := text.Find(phrase, textmatch.FindOptions{})
		fmt.Printf("%v %q\n", ok, answer[hit.Start:hit.End])
	}
	// Output:
	// true "1,200** hours"
	// true "that’s"
	// false ""
}

func ExampleSentences() {
	text := "The fee is 3.50 euro, e.g. for parcels. Letters are free."
	for _, s := range textmatch.Sentences(text) {
		fmt.Println(text[s.Start:s.End])
	}
	// Output:
	// The fee is 3.50 euro, e.g. for parcels.
	// Letters are free.
}
