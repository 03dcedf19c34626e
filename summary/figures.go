package summary

import (
	"math"
	"strconv"
	"strings"
)

// Tolerance is how close two figures count as equal, here and in the gate:
// ten times 0.8 sums to a hair less than 8.
const Tolerance = 1e-9

// mostPlaces bounds the search of Figure; two figures that differ by more
// than Tolerance differ within it.
const mostPlaces = 10

// Figure prints v with the wanted decimal places, and with as many more as
// it takes until the printed figure stands on the same side of every floor
// as v does. Otherwise 3.4976 would read 3.50 beside "below 3.5".
func Figure(v float64, places int, floors ...float64) string {
	for ; places < mostPlaces; places++ {
		text := strconv.FormatFloat(v, 'f', places, 64)
		shown, err := strconv.ParseFloat(text, 64)
		if err == nil && sameSides(v, shown, floors) {
			return text
		}
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func sameSides(v, shown float64, floors []float64) bool {
	for _, floor := range floors {
		if AtLeast(v, floor) != AtLeast(shown, floor) || AtLeast(-v, -floor) != AtLeast(-shown, -floor) {
			return false
		}
	}
	return true
}

// Percent prints a share of 0..1 as "66.67 %": two decimals, without zeros
// at the end, and more where a floor asks for it. "0 %" and "100 %" mean
// nothing and everything: 1999 of 2000 is "99.95 %".
func Percent(share float64, floors ...float64) string {
	marks := []float64{0, 100}
	for _, floor := range floors {
		marks = append(marks, 100*floor)
	}
	return brief(Figure(100*share, 2, marks...)) + " %"
}

// leastDollars is the smallest sum that is printed as one.
const leastDollars = 0.0001

// Dollars prints a cost: two decimals, four below one dollar. What was paid
// never reads as nothing.
func Dollars(v float64) string {
	switch {
	case v > 0 && v < leastDollars:
		return "under $" + strconv.FormatFloat(leastDollars, 'f', -1, 64)
	case v > 0 && v < 1:
		return "$" + strconv.FormatFloat(v, 'f', 4, 64)
	}
	return "$" + strconv.FormatFloat(v, 'f', 2, 64)
}

// Score prints a single score or a floor as briefly as it can: 4, 3.5.
func Score(v float64, floors ...float64) string { return brief(Figure(v, 2, floors...)) }

// brief drops the zeros a decimal fraction ends with.
func brief(figure string) string {
	if !strings.Contains(figure, ".") {
		return figure
	}
	return strings.TrimRight(strings.TrimRight(figure, "0"), ".")
}

// AtLeast reports whether v reaches the floor, within Tolerance.
func AtLeast(v, floor float64) bool { return v >= floor-Tolerance }

// level is the nearest whole level of a score, 0 for 1 to 4 for 5.
func level(score float64) int { return int(math.Round(score)) - 1 }
