package stats

import "math"

// Seen is the share of lasting falls that a chart signals within some nights,
// after 14 quiet ones; falls are in standard deviations between nights.
type Seen struct{ Fall1In30, Fall2In7, Fall2In14, Fall3In7 float64 }

// SeenByRank is that of a conformal chart, after 30 quiet nights.
type SeenByRank struct{ Fall2In14, Fall2In30 float64 }

// seenAt is a row of simulated shares at a limit of one false signal in arl
// nights, in series of 20 to 60 questions scored 1 to 5. The slow tests repeat
// them. Rows are in the order of arl.
type seenAt struct {
	arl    float64
	shares []float64
}

// EWMASeen is what an EWMA chart of lambda 0.2 sees at a limit of one false
// signal in arl nights. Beyond the simulated limits, 60 to 1920 nights, it is
// that of the nearest one: at says which it holds for.
func EWMASeen(arl float64) (seen Seen, at float64) { return seenOf(ewmaSeen(), arl) }

// CUSUMSeen is the same of a CUSUM chart with a slack of 0.5.
func CUSUMSeen(arl float64) (seen Seen, at float64) { return seenOf(cusumSeen(), arl) }

// ConformalSeen is the same of a conformal chart.
func ConformalSeen(arl float64) (seen SeenByRank, at float64) {
	shares, at := seenBetween(conformalSeen(), arl)
	return SeenByRank{shares[0], shares[1]}, at
}

func seenOf(rows []seenAt, arl float64) (Seen, float64) {
	shares, at := seenBetween(rows, arl)
	return Seen{shares[0], shares[1], shares[2], shares[3]}, at
}

// seenBetween interpolates on the logarithm of arl, along which the shares
// fall almost evenly.
func seenBetween(rows []seenAt, arl float64) (shares []float64, at float64) {
	last := len(rows) - 1
	at = math.Max(rows[0].arl, math.Min(arl, rows[last].arl))
	i := 1
	for i < last && rows[i].arl < at {
		i++
	}
	lo, hi := rows[i-1], rows[i]
	weight := math.Log(at/lo.arl) / math.Log(hi.arl/lo.arl)
	for k := range lo.shares {
		shares = append(shares, lo.shares[k]+weight*(hi.shares[k]-lo.shares[k]))
	}
	return shares, at
}

func ewmaSeen() []seenAt {
	return []seenAt{
		{60, []float64{0.87, 0.91, 0.98, 0.98}},
		{120, []float64{0.73, 0.85, 0.95, 0.98}},
		{240, []float64{0.57, 0.73, 0.91, 0.97}},
		{420, []float64{0.44, 0.64, 0.84, 0.93}},
		{480, []float64{0.40, 0.62, 0.81, 0.92}},
		{960, []float64{0.27, 0.47, 0.68, 0.85}},
		{1920, []float64{0.18, 0.37, 0.55, 0.74}},
	}
}

func cusumSeen() []seenAt {
	return []seenAt{
		{60, []float64{0.84, 0.96, 1.00, 1.00}},
		{120, []float64{0.74, 0.91, 0.99, 1.00}},
		{240, []float64{0.63, 0.84, 0.97, 0.99}},
		{420, []float64{0.54, 0.76, 0.95, 0.99}},
		{480, []float64{0.51, 0.73, 0.94, 0.98}},
		{960, []float64{0.40, 0.60, 0.90, 0.95}},
		{1920, []float64{0.31, 0.45, 0.82, 0.89}},
	}
}

func conformalSeen() []seenAt {
	return []seenAt{
		{60, []float64{0.98, 1.00}},
		{120, []float64{0.91, 0.99}},
		{240, []float64{0.72, 0.97}},
		{420, []float64{0.54, 0.91}},
		{480, []float64{0.49, 0.89}},
		{960, []float64{0.28, 0.76}},
		{1920, []float64{0.14, 0.59}},
	}
}
