package results

// Label is what one person says of one answer in one dimension: a line of
// labels.jsonl, or of a file of labels from elsewhere.
type Label struct {
	ID        string    `json:"id"` // of the question
	Repeat    int       `json:"repeat,omitempty"`
	Dimension Dimension `json:"dimension"`
	Rater     string    `json:"rater"`
	Score     float64   `json:"score"`
}

// Scale is the range that labels are on, both ends included.
type Scale struct {
	Lo int `json:"lo"`
	Hi int `json:"hi"`
}

// JudgeScale is the range of every judge's scores, and that of labels which
// name none.
func JudgeScale() Scale { return Scale{Lo: 1, Hi: 5} }
