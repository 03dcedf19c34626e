package offline

import "fmt"

// grounded scores positive/grounding: the share of the answer's statements
// that a passage carries.
func grounded(r *reading) ruling {
	claims := r.claims()
	if len(claims) == 0 {
		return ruling{3, "support rule: no sentence of the answer states anything a passage could carry"}
	}
	if len(r.passages) == 0 {
		return ruling{1, "support rule: no passage text to carry " + quoted(claims[0])}
	}
	carried := supportShare(claims)
	worst := weakest(claims)
	at := worst.support
	switch {
	case r.unread && at.partly():
		return ruling{min(3, byShare(carried)), fmt.Sprintf("length rule: only the first %d sentences were compared with the passages", maxSentences)}
	case at.stray != "":
		return ruling{min(3, byShare(carried)), fmt.Sprintf("figure rule: %s says %s, which %s does not give for it",
			quoted(worst), at.stray, at.where())}
	case !at.partly():
		return ruling{min(3, byShare(carried)), fmt.Sprintf("support rule: %s has %d %% of its words in %s, the nearest passage",
			quoted(worst), percent(at.cover), at.where())}
	case !at.full():
		return ruling{min(4, byShare(carried)), fmt.Sprintf("support rule: %s is only partly carried, %d %% of its words by %s",
			quoted(worst), percent(at.cover), at.where())}
	}
	return ruling{5, fmt.Sprintf("support rule: %d of %d statements carried; the least, %s, with %d %% of its words by %s",
		len(claims), len(claims), quoted(worst), percent(at.cover), at.where())}
}

// supportShare counts a statement that is partly carried as half.
func supportShare(claims []*sentence) float64 {
	carried := 0.0
	for _, s := range claims {
		switch {
		case s.support.full():
			carried++
		case s.support.partly():
			carried += 0.5
		}
	}
	return carried / float64(len(claims))
}

// weakest is the statement that speaks most against the answer: one with a
// stray figure, else the one covered least.
func weakest(claims []*sentence) *sentence {
	worst := claims[0]
	for _, s := range claims[1:] {
		a, b := s.support, worst.support
		if (a.stray != "") != (b.stray != "") {
			if a.stray != "" {
				worst = s
			}
		} else if a.cover < b.cover {
			worst = s
		}
	}
	return worst
}

// byShare maps a share to the scale: 5 is for everything, and 1 for next to
// nothing.
func byShare(share float64) int {
	switch {
	case share >= 0.95:
		return 5
	case share >= 0.75:
		return 4
	case share >= 0.5:
		return 3
	case share >= 0.25:
		return 2
	}
	return 1
}

func (s support) where() string {
	if s.best == nil {
		return "no passage"
	}
	if s.second != nil {
		return "[" + s.best.ID + "] with [" + s.second.ID + "]"
	}
	return "[" + s.best.ID + "]"
}

func quoted(s *sentence) string { return fmt.Sprintf("sentence %d (%q)", s.number, s.shown()) }

func percent(share float64) int { return int(share*100 + 0.5) }
