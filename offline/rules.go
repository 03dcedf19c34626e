package offline

import (
	"encoding/json"
	"fmt"

	"github.com/evalrun/evalrun/judgeprompt"
)

// ruling is one score, 1 to 5, and the line that explains it.
type ruling struct {
	score  int
	reason string
}

// rule scores one dimension of a case that has been read.
type rule func(*reading) ruling

const negative = "negative"

// ruleFor is the rule of a dimension in a category, nil when there is none:
// a negative question has no relevance to score.
func ruleFor(category, dimension string) rule {
	if category == negative {
		switch dimension {
		case "grounding":
			return plainDecline
		case "calibration":
			return noConfidence
		}
		return nil
	}
	switch dimension {
	case "grounding":
		return grounded
	case "relevance":
		return relevant
	case "calibration":
		return calibrated
	case "citations":
		return cited
	case "tone":
		return direct
	}
	return nil
}

// score renders the verdict on exactly the dimensions given.
func score(asked judgeprompt.Request, dimensions []string) (string, error) {
	verdict := struct {
		Scores    map[string]int    `json:"scores"`
		Reasoning map[string]string `json:"reasoning"`
	}{map[string]int{}, map[string]string{}}
	r := read(asked)
	for _, name := range dimensions {
		judge := ruleFor(string(asked.Category), name)
		if judge == nil {
			return "", fmt.Errorf("no rule for %s/%s", asked.Category, name)
		}
		is := judge(r)
		verdict.Scores[name], verdict.Reasoning[name] = is.score, is.reason
	}
	data, err := json.Marshal(verdict)
	return string(data), err
}
