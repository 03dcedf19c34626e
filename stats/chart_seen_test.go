package stats

import (
	"math"
	"testing"
)

// TestWhatIsSeenIsOfTheLimitInUse: the wider the limit the less is seen, and
// beyond the simulated limits the figures say which one they are of.
func TestWhatIsSeenIsOfTheLimitInUse(t *testing.T) {
	for arl, want := range map[float64]struct{ at, share float64 }{
		10: {60, 0.91}, 60: {60, 0.91}, 240: {240, 0.73}, 480: {480, 0.62}, 1920: {1920, 0.37}, 5000: {1920, 0.37},
	} {
		if seen, at := EWMASeen(arl); at != want.at || math.Abs(seen.Fall2In7-want.share) > 0.005 {
			t.Errorf("once in %v nights: %v of %v", arl, seen.Fall2In7, at)
		}
	}
	for arl := 60.0; arl < 1900; arl += 20 {
		narrow, _ := EWMASeen(arl)
		wide, at := EWMASeen(arl + 20)
		if at != arl+20 || wide.Fall2In7 >= narrow.Fall2In7 || wide.Fall1In30 >= narrow.Fall1In30 {
			t.Errorf("more is seen at %v nights than at %v: %+v, %+v", arl+20, arl, wide, narrow)
		}
	}
}
