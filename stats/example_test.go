package stats_test

import (
	"fmt"

	"github.com/evalrun/evalrun/stats"
)

func ExampleWilson() {
	i, ok := stats.Wilson(41, 50, 0.95)
	fmt.Printf("%.3f to %.3f %v\n", i.Lo, i.Hi, ok)
	_, ok = stats.Wilson(0, 0, 0.95)
	fmt.Println(ok)
	// Output:
	// 0.692 to 0.902 true
	// false
}
