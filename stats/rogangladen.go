package stats

import "math"

// minInformative is the least sensitivity plus specificity of a judge whose
// pass rate can be corrected. At 1 its passes say nothing of the truth, and
// just above the correction divides by next to nothing.
const minInformative = 1.1

// TrueRate is a pass rate freed of the judge's errors.
type TrueRate struct {
	Rate float64 // cut to 0..1
	Interval
}

// RoganGladen corrects the share p of n answers that a judge passes with its
// sensitivity, measured on m1 answers that people pass, and its specificity,
// measured on m0 that they fail. The interval carries the uncertainty of all
// three (adjusted as in Lee and others, 2025). It does not exist for shares
// outside of 0..1, for counts below 1 and for a judge with sens + spec <= 1.1.
func RoganGladen(p float64, n int, sens float64, m1 int, spec float64, m0 int, conf float64) (TrueRate, bool) {
	if !isShare(p) || !isShare(sens) || !isShare(spec) || n < 1 || m1 < 1 || m0 < 1 ||
		!levelOK(conf) || sens+spec <= minInformative {
		return TrueRate{}, false
	}
	z := normalQuantile(conf)
	passes, size := shrunk(p, float64(n), z*z/2)
	sees, sees1 := shrunk(sens, float64(m1), 1)
	spots, spots0 := shrunk(spec, float64(m0), 1)
	power := sees + spots - 1
	if power <= 0 {
		return TrueRate{}, false
	}
	theta := (passes + spots - 1) / power
	v0, v1 := spots*(1-spots)/spots0, sees*(1-sees)/sees1
	shift := 2 * z * z * (-(1-theta)*v0 + theta*v1)
	se := math.Sqrt(passes*(1-passes)/size+(1-theta)*(1-theta)*v0+theta*theta*v1) / power
	rate := unit01((p + spec - 1) / (sens + spec - 1))
	return TrueRate{rate, Interval{
		Lo: math.Min(rate, unit01(theta+shift-z*se)),
		Hi: math.Max(rate, unit01(theta+shift+z*se)),
	}}, true
}

// shrunk adds the same weight of passes and of fails to a share of n.
func shrunk(p, n, weight float64) (share, size float64) {
	size = n + 2*weight
	return (p*n + weight) / size, size
}

func isShare(p float64) bool { return p >= 0 && p <= 1 }

func unit01(x float64) float64 { return math.Max(0, math.Min(1, x)) }
