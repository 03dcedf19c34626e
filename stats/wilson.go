package stats

import "math"

// Wilson is the score interval of k successes in n independent trials. It
// does not exist for n < 1 or k outside 0..n.
func Wilson(k, n int, conf float64) (Interval, bool) {
	if !countsOK(k, n) || !levelOK(conf) {
		return Interval{}, false
	}
	return scoreInterval(k, n, float64(n), normalQuantile(conf)), true
}

// ClopperPearson is the exact, conservative interval of k successes in n
// independent trials. It exists where Wilson exists.
func ClopperPearson(k, n int, conf float64) (Interval, bool) {
	if !countsOK(k, n) || !levelOK(conf) {
		return Interval{}, false
	}
	out, tail := Interval{Lo: 0, Hi: 1}, (1-conf)/2
	var ok bool
	if k > 0 {
		if out.Lo, ok = betaQuantile(tail, float64(k), float64(n-k+1)); !ok {
			return Interval{}, false
		}
	}
	if k < n {
		if out.Hi, ok = betaQuantile(1-tail, float64(k+1), float64(n-k)); !ok {
			return Interval{}, false
		}
	}
	return out, true
}

// scoreInterval is Wilson's formula with the sample size and the critical
// value left open, because clusters change both. Holding the bounds to p
// makes the lower one exactly 0 without a success and the upper one exactly 1
// without a failure.
func scoreInterval(k, n int, size, critical float64) Interval {
	p := float64(k) / float64(n)
	z2 := critical * critical
	centre := (p + z2/(2*size)) / (1 + z2/size)
	half := critical / (1 + z2/size) * math.Sqrt(p*(1-p)/size+z2/(4*size*size))
	return Interval{Lo: math.Max(0, math.Min(centre-half, p)), Hi: math.Min(1, math.Max(centre+half, p))}
}

func countsOK(k, n int) bool { return n > 0 && k >= 0 && k <= n }
