package quotes_test

import (
	"context"
	"fmt"

	"github.com/evalrun/evalrun/quotes"
)

func ExampleVerify() {
	answer := "Clarity fell.[1]{c1}\n\nEVI1\nc1|1|\"Water clarity fell from 6.4 metres to 1.4 metres\"\nEND_EVI1"
	sources := []quotes.Source{{Title: "Lake", Text: "Water clarity fell from 6.4 metres to 4.1 metres within three summers."}}
	r, err := quotes.Verify(context.Background(), answer, sources, quotes.Options{})
	if err != nil {
		panic(err)
	}
	c := r.Citations[0]
	fmt.Println(r.Verdict, c.Status, c.TextMatch.Alterations[0].Kind, c.TextMatch.Alterations[0].Quote, c.TextMatch.Alterations[0].Source)
	// Output:
	// revise altered number 1.4 4.1
}
