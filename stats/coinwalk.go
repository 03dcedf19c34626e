package stats

import "math"

// walk is the distribution of a sum of steps, of which each is taken or left
// with even chances.
type walk struct {
	total   int       // of all steps so far: the largest sum
	squares float64   // of them
	low     int       // the sum that weights begin with
	weights []float64 // chance of each sum from low upwards
	spare   []float64
	lost    float64 // weight that was given up
}

// reach is how far from its middle the sum is followed, in standard
// deviations. What lies beyond has a chance below 2·exp(-reach²/2), about
// 4e-37 (Hoeffding's inequality).
const reach = 13

func (w *walk) grow(step int) {
	w.total += step
	w.squares += float64(step) * float64(step)
}

// window is the range of sums that are kept.
func (w *walk) window() (low, high int) {
	half := reach * math.Sqrt(w.squares) / 2
	middle := float64(w.total) / 2
	return max(0, int(math.Ceil(middle-half))), min(w.total, int(math.Floor(middle+half)))
}

// add takes one more step, of a size that is not negative: half of each
// weight stays, half moves up by it.
func (w *walk) add(step int) {
	old := w.weights
	width := len(old) + step
	if cap(w.spare) < width {
		w.spare = make([]float64, width, 2*width)
	}
	next := w.spare[:width]
	overlap := max(0, len(old)-step)
	left, both := next[:len(old)-overlap], next[step:step+overlap]
	for i := range left {
		left[i] = old[i] / 2
	}
	clear(next[len(left) : len(left)+max(0, step-len(old))])
	for i := range both {
		both[i] = (old[step+i] + old[i]) / 2
	}
	taken := next[width-len(left):]
	for i, weight := range old[overlap:] {
		taken[i] = weight / 2
	}
	w.spare = old[:0]
	w.weights = next
	w.grow(step)
	w.trim()
}

func (w *walk) trim() {
	low, high := w.window()
	from, to := max(0, low-w.low), min(len(w.weights), high-w.low+1)
	w.lost += sum(w.weights[:from]) + sum(w.weights[to:])
	w.weights = w.weights[from:to]
	w.low += from
}

// atMost is the chance of a sum up to and with most, and by symmetry that of
// one of at least total-most. What was given up counts as if it were there.
func (w *walk) atMost(most int) float64 {
	to := min(len(w.weights), max(0, most-w.low+1))
	return math.Min(1, sum(w.weights[:to])+w.lost)
}

// smoothAtMost spreads the chance of each sum evenly over one unit around it:
// for a sum between the rounded ones.
func (w *walk) smoothAtMost(most float64) float64 {
	nearest := math.Round(most)
	i := int(nearest) - w.low
	if i < 0 || i >= len(w.weights) {
		return w.atMost(int(nearest))
	}
	part := w.weights[i] * (most - nearest + 0.5)
	return math.Min(1, sum(w.weights[:i])+part+w.lost)
}

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
