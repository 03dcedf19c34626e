package offline

import "fmt"

// direct scores positive/tone: each courtesy or filler phrase costs a point,
// and an answer that hedges most of its sentences two.
func direct(r *reading) ruling {
	score, reason := 5, ""
	hedges := 0
	for _, s := range r.sentences {
		if phrase := s.filler(); phrase != "" {
			score--
			if reason == "" {
				reason = fmt.Sprintf("filler rule: %q in %s", phrase, quoted(s))
			}
		}
		if s.hedges() {
			hedges++
		}
	}
	if hedges > 0 && 2*hedges >= len(r.sentences) {
		score -= 2
		if reason == "" {
			reason = fmt.Sprintf("filler rule: %d of %d sentences hedge", hedges, len(r.sentences))
		}
	}
	if reason == "" {
		reason = fmt.Sprintf("filler rule: no filler phrase in %d sentences", len(r.sentences))
	}
	return ruling{max(1, score), reason}
}
