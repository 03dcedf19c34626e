package fleet

import "time"

// remembered keeps how calls ended for at least a while, and for less than
// two, so that what a worker said before the end and comes after it is not
// taken for a new call. Of more than it can keep it forgets the oldest sooner.
type remembered struct {
	span        time.Duration
	since       time.Time
	young, aged map[string]answer
}

func newRemembered(now time.Time, span time.Duration) remembered {
	return remembered{span: span, since: now, young: map[string]answer{}}
}

// maxRemembered is what a run ends within a while at more than a thousand calls
// a second.
const maxRemembered = 1 << 17

func (r *remembered) add(id string, a answer) {
	if len(r.young) >= maxRemembered {
		r.aged, r.young = r.young, map[string]answer{}
	}
	r.young[id] = a
}

func (r *remembered) find(id string) (a answer, known bool) {
	if a, known = r.young[id]; !known {
		a, known = r.aged[id]
	}
	return a, known
}

func (r *remembered) forget(now time.Time) {
	if now.Sub(r.since) >= r.span {
		r.since, r.aged, r.young = now, r.young, map[string]answer{}
	}
}
