package answers_test

import (
	"fmt"

	"github.com/evalrun/evalrun/answers"
)

func ExampleDecode() {
	a, err := answers.Decode([]byte(`{"id": "q1", "answer": "Within 30 days [1].", "confidence": "HIGH",
		"sources": [{"title": "Refunds", "excerpt": "Customers may ask within 30 days."}, {"title": "Shipping"}]}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(a.Confidence, a.Declines())
	for _, p := range a.Evidence(nil) {
		fmt.Println(p.ID, p.Title)
	}
	// Output:
	// high false
	// S1 Refunds
}
