package results

// Scale is the range that labels are on, both ends included.
type Scale struct {
	Lo int `json:"lo"`
	Hi int `json:"hi"`
}

// JudgeScale is the range of every judge's scores, and that of labels which
// name none.
func JudgeScale() Scale { return Scale{Lo: 1, Hi: 5} }
