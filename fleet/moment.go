package fleet

import "time"

// moment is a time by both clocks of a machine. The monotonic one stands still
// while the machine is suspended, the wall clock may be set.
type moment struct{ monotonic, wall time.Time }

// moment is now. Worker.Now is the wall clock.
func (c *crew) moment() moment { return moment{time.Now(), c.Now().Round(0)} }

// since is the longer one of the times that have passed by the two clocks.
func (m moment) since(earlier moment) time.Duration {
	return max(m.monotonic.Sub(earlier.monotonic), m.wall.Sub(earlier.wall))
}
