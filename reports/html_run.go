package reports

import (
	"strings"

	"github.com/evalrun/evalrun/results"
)

// runBlock holds what it takes to repeat the run.
func runBlock(run results.RunInfo) htmlBlock {
	target := targetName(run.Target)
	if run.From != "" {
		target += ", not asked: the answers are those of run " + run.From
	}
	list := givenFacts(
		htmlFact{"run", pageLine(run.ID+" ("+string(run.Status)+"), "+run.Tool, maxReason)},
		htmlFact{"suite", pageLine(run.Suite.Path, maxReason)},
		htmlFact{"hash of its questions", pageLine(run.SuiteHash, maxName)},
		htmlFact{"target", pageLine(target, maxReason)},
		htmlFact{"judge key", pageLine(run.JudgeKey, maxName)},
		htmlFact{"scoring key", pageLine(run.ScoringKey, maxName)},
	)
	for _, c := range results.Categories() {
		if hash, ok := run.Prompts[c]; ok {
			list = append(list, htmlFact{string(c) + " prompt", pageLine(hash, maxName)})
		}
	}
	if run.Git != nil {
		revision := pageLine(run.Git.Revision, maxName)
		if run.Git.Dirty {
			revision += ", with changes not committed"
		}
		list = append(list, htmlFact{"git", revision})
	}
	list = append(list, htmlFact{"started", instant(run.Started)}, htmlFact{"ended", instant(run.Ended)})
	if n := len(run.Resumed); n > 0 {
		last := run.Resumed[n-1]
		list = append(list, htmlFact{"continued", strings.Join([]string{times(n), "last", instant(last.At), "by", pageLine(last.Tool, maxName)}, " ")})
	}
	return htmlBlock{ID: "run", Title: "This run", Folded: true, Facts: list}
}
