package grounding

import (
	"math"
	"strconv"

	"github.com/evalrun/evalrun/textmatch"
)

// Score counts the technical terms of a response, repeats included, and how
// many of them the context holds. Both are 0 for a response without any.
func (c *Context) Score(response string) (matched, total int) {
	k := c.tokenizers.Get().(*textmatch.Tokenizer)
	defer c.tokenizers.Put(k)
	for term := range k.Terms(response) {
		total++
		if _, ok := c.terms[term]; ok {
			matched++
		}
	}
	return matched, total
}

// ratio is m/n to three decimals, exact ties up. It divides integers: printing
// a float would round 1/16 to 0.062.
func ratio(m, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64((2000*m+n)/(2*n)) / 1000
}

// marginOver is how far the score, as it is printed, lies above the threshold,
// to three decimals.
func marginOver(score, threshold float64) float64 {
	margin := math.Floor((score-threshold)*1000+0.5) / 1000
	if margin == 0 {
		return 0 // not -0
	}
	return margin
}

// shortest writes a number with as few digits as tell it apart.
func shortest(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
