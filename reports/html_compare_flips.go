package reports

import (
	"fmt"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// maxOpen is how many changed questions are unfolded from the start.
const maxOpen = 20

// htmlFlip is one changed question with both runs side by side.
type htmlFlip struct {
	ID, Title string
	Tone      string // class for how it ended
	Marks     []string
	Query     string
	Why       []string
	Sides     []htmlSide
	Note      string // on the answers, "" for nothing to say
	Open      bool
}

// htmlSide is a question in one of the runs. Answer is nil where there is none
// to show; Instead says why.
type htmlSide struct {
	Name, Verdict, Tone string
	Score, Reasoning    string
	People              []htmlPeople
	Link                string // to the whole question; "" for none
	Which               string // of several answers
	Answer              []piece
	Instead             string
}

// flipsSection shows the questions that changed sides, after how many of them
// mean nothing.
func flipsSection(flips compare.Flips, sides Sides, opt ComparisonOptions) (comparedSection, error) {
	s := comparedSection{ID: "changed", Title: "Questions that changed", Says: []string{pageLine(flips.Says, maxReason)}}
	list := flips.List[:min(len(flips.List), maxDetailed)]
	if len(list) > 0 {
		s.Says = append(s.Says, sides.words())
	}
	for i, f := range list {
		flip := flipView(f)
		if err := flip.addAnswers(f, sides, opt); err != nil {
			return s, err
		}
		flip.addLinks(f.ID, opt.Link)
		flip.Open = i < maxOpen
		s.Flips = append(s.Flips, flip)
	}
	if left := flipsLeft(flips.List[len(list):], flips.More); left != "" {
		s.After = []string{"A" + left[1:] + "."}
	}
	return s, nil
}

func flipView(f compare.Flip) htmlFlip {
	flip := htmlFlip{ID: pageLine(f.ID, maxName), Title: flipTitle(f), Query: pageText(f.Query, maxQuery), Tone: htmlTone(endedAs(f))}
	if f.Critical {
		flip.Marks = append(flip.Marks, "critical")
	}
	if f.Quarantined {
		flip.Marks = append(flip.Marks, "in quarantine")
	}
	for _, reason := range pageLined(f.Reasons) {
		flip.Why = append(flip.Why, "failed because: "+reason)
	}
	if text := scoreMove(f); text != "" {
		flip.Why = append(flip.Why, pageLine(text, maxReason))
	}
	flip.Sides = []htmlSide{
		{Name: "base", Verdict: pageLine(words(f.From), maxBrief), Tone: htmlTone(f.From), Score: scoreOn(f, f.BaseScore), Reasoning: pageText(f.BaseReasoning, maxAnswer)},
		{Name: "head", Verdict: pageLine(words(f.To), maxBrief), Tone: htmlTone(f.To), Score: scoreOn(f, f.HeadScore), Reasoning: pageText(f.HeadReasoning, maxAnswer)},
	}
	return flip
}

func (flip *htmlFlip) addLinks(id string, link func(side, id string) string) {
	if link == nil {
		return
	}
	for i := range flip.Sides {
		flip.Sides[i].Link = link(flip.Sides[i].Name, id)
	}
}

// endedAs is no verdict for a score that moved without a flip.
func endedAs(f compare.Flip) results.Verdict {
	if f.Kind == compare.Step {
		return ""
	}
	return f.To
}

func scoreOn(f compare.Flip, score *float64) string {
	if f.Dimension == "" {
		return ""
	}
	return pageLine(fmt.Sprintf("%s %s", f.Dimension, mean(score)), maxName)
}
