package grounding

import "fmt"

// Confidence says how much the verdict rests on, and on what.
type Confidence struct {
	Level string   `json:"level"` // high, medium or low
	Basis []string `json:"basis"`
}

// comfortable is the margin over the threshold from which a score is no close
// call.
const comfortable = 0.15

// confidence is high only where a repository was asked, confirmed what the
// answer claims or left it to the context, and the score is no close call.
// What the allow-list let through confirms nothing.
func (r *Report) confidence() Confidence {
	c, hedged := r.Claims, len(r.hedgings) > 0
	margin := marginOver(r.Score, r.rules.Threshold)
	proved := c.Grounded - c.via(ViaAllowed)
	high := c.Structural && proved > 0 && len(c.Ungrounded) == 0 && margin >= comfortable
	out := Confidence{Level: "low"}
	switch {
	case high && !hedged:
		out.Level = "high"
	case c.Total > 0 || margin >= comfortable:
		out.Level = "medium"
	}
	out.Basis = append(out.Basis, fmt.Sprintf("%d claim(s) checked", c.Total))
	if n := c.via(ViaAllowed); n > 0 {
		out.Basis = append(out.Basis, fmt.Sprintf("%d by the allow-list", n))
	}
	if c.Structural {
		out.Basis = append(out.Basis, "structural pass ran")
	}
	out.Basis = append(out.Basis, "score margin "+shortest(margin))
	if high && hedged { // which is all that keeps it from being high
		out.Basis = append(out.Basis, "generic phrasing present")
	}
	return out
}
