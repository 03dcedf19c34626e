package grounding

import (
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/evalrun/evalrun/grounding/ranking"
	"github.com/evalrun/evalrun/results"
)

// Bands are the scores beyond which the files of a context gain or lose
// weight. Between them nothing is learnt.
type Bands struct {
	BoostAbove    float64 // 0..1, exclusive
	PenalizeBelow float64 // 0..1, exclusive
}

// DefaultBands returns 0.75 and 0.40.
func DefaultBands() Bands { return Bands{BoostAbove: 0.75, PenalizeBelow: 0.40} }

// How much weight a file gains or loses at once.
const (
	boost   = 0.05
	penalty = -0.03
)

// Learning is what a report taught the ranking.
type Learning struct {
	Applied bool     `json:"applied"`
	Action  string   `json:"action"` // boost, penalize or none
	Files   []string `json:"files"`  // that the context quotes
	Reason  string   `json:"reason,omitempty"`
}

// Learn weighs the files that the context quotes by how well the answer did
// with them, and stores the weights below root. An answer that names what does
// not exist boosts nothing, however well its vocabulary scores; one that could
// not be judged teaches nothing.
func Learn(root string, r Report, c *Context, bands Bands) (Learning, error) {
	l := Learning{Action: "none", Files: []string{}}
	if r.Verdict == results.Inconclusive {
		l.Reason = "an inconclusive answer teaches nothing"
		return l, nil
	}
	files, err := quotedFiles(root, c.text)
	if err != nil {
		return l, fmt.Errorf("learn: %w", err)
	}
	if len(files) == 0 {
		l.Reason = "no heading of the context names a file of the repository"
		return l, nil
	}
	l.Files = files
	delta := 0.0
	switch {
	case r.Score > bands.BoostAbove && r.Verdict == results.Pass:
		l.Action, delta = "boost", boost
	case r.Score > bands.BoostAbove:
		l.Reason = "the verdict is fail"
	case r.Score < bands.PenalizeBelow:
		l.Action, delta = "penalize", penalty
	default:
		l.Reason = "the score is between the bounds"
	}
	if delta == 0 {
		return l, nil
	}
	if err := ranking.Update(root, files, delta); err != nil {
		return l, fmt.Errorf("learn: %w", err)
	}
	l.Applied = true
	return l, nil
}

// quotedFiles returns the files that the context's headings of level 2 and 3
// name, each once, in order. What is no regular file inside the root is some
// other heading.
func quotedFiles(root, context string) ([]string, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var files []string
	seen := map[string]bool{}
	for line := range strings.Lines(context) {
		name, ok := fileHeading(line)
		if !ok || seen[name] {
			continue
		}
		seen[name] = true
		if info, err := r.Stat(name); err == nil && info.Mode().IsRegular() {
			files = append(files, name)
		}
	}
	return files, nil
}

// fileHeading is the text of a heading that could be a path.
func fileHeading(line string) (string, bool) {
	text, ok := strings.CutPrefix(line, "##")
	if !ok {
		return "", false
	}
	text = strings.TrimPrefix(text, "#")
	if text == "" || text[0] != ' ' && text[0] != '\t' {
		return "", false
	}
	text = strings.Trim(strings.TrimSpace(text), "`")
	return path.Clean(text), text != ""
}
