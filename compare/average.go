package compare

import "slices"

// average of sorted values, so that their order changes no digit; 0 of none.
func average(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range slices.Sorted(slices.Values(values)) {
		sum += v
	}
	return sum / float64(len(values))
}
