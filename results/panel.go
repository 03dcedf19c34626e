package results

// Panel is a judge of several models, each of which is asked about each answer
// for itself.
type Panel struct {
	Members   []PanelMember `json:"members"`
	Quorum    int           `json:"quorum"`    // valid votes that a score needs
	Aggregate string        `json:"aggregate"` // mean or median
}

// PanelMember is one model of a panel.
type PanelMember struct {
	Model    string `json:"model"`
	Endpoint string `json:"endpoint,omitempty"` // base URL without user, query or key
	KeyEnv   string `json:"keyEnv,omitempty"`   // the variable's name, never its value
}

// Models are the models that a run asks to judge, a panel's in its order; none
// where rules judge or nobody does.
func (r JudgeRef) Models() []string {
	switch {
	case r.Kind != JudgeModel:
		return nil
	case r.Panel == nil:
		return []string{r.Model}
	}
	var out []string
	for _, m := range r.Panel.Members {
		out = append(out, m.Model)
	}
	return out
}

// Vote is what one member of a panel gave in one dimension. Without a usable
// reply Score is nil and Code says why.
type Vote struct {
	Model     string   `json:"model"`
	Call      int      `json:"call,omitempty"` // which judgement of the answer, from 0
	Score     *float64 `json:"score"`
	Reasoning string   `json:"reasoning,omitempty"`
	Code      string   `json:"code,omitempty"`
}
