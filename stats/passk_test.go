package stats

import (
	"fmt"
	"math"
	"testing"
)

func TestPassKAgreesWithCountingSubsets(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for c := 0; c <= n; c++ {
			for k := 1; k <= n; k++ {
				allPass, anyPass, subsets := 0, 0, 0
				for set := range 1 << n {
					size, passed := 0, 0
					for i := range n {
						if set>>i&1 == 1 {
							size++
							if i < c {
								passed++
							}
						}
					}
					if size != k {
						continue
					}
					subsets++
					if passed == k {
						allPass++
					}
					if passed > 0 {
						anyPass++
					}
				}
				every, some, ok := PassK(n, c, k)
				if !ok || math.Abs(every-float64(allPass)/float64(subsets)) > 1e-12 ||
					math.Abs(some-float64(anyPass)/float64(subsets)) > 1e-12 {
					t.Errorf("%d of %d passed, %d drawn: %v, %v, %v; want %d and %d of %d", c, n, k, every, some, ok, allPass, anyPass, subsets)
				}
			}
		}
	}
}

// Exactly 1 and 0, not nearly: a share is counted from them.
func TestPassKOfAllTriesIsExact(t *testing.T) {
	for n := 1; n <= 60; n++ {
		for c := 0; c <= n; c++ {
			every, some, _ := PassK(n, c, n)
			if (every == 1) != (c == n) || (some == 1) != (c > 0) || every != 1 && every != 0 || some != 1 && some != 0 {
				t.Errorf("%d of %d passed: every %v, some %v", c, n, every, some)
			}
		}
	}
}

func TestPassKDoesNotExistOutsideOfItsCounts(t *testing.T) {
	for _, c := range [][3]int{{0, 0, 0}, {3, 1, 0}, {3, 1, 4}, {3, 4, 1}, {3, -1, 1}, {-1, 0, 1}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			if every, some, ok := PassK(c[0], c[1], c[2]); ok || every != 0 || some != 0 {
				t.Errorf("%v, %v", every, some)
			}
		})
	}
}
