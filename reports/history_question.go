package reports

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// QuestionHistorySchema names the format of one question over many runs.
const QuestionHistorySchema = "evalrun.history-question/1"

// QuestionHistory is one question over the runs of its suite, oldest first.
// Runs and Asked leave out those that judged the answers of another run again;
// Asked counts the runs that have the question, and the verdicts add up to it.
type QuestionHistory struct {
	Schema   string                  `json:"schema"`
	Suite    string                  `json:"suite"`
	ID       string                  `json:"id"`
	Says     string                  `json:"says"`
	Runs     int                     `json:"runs"`
	Asked    int                     `json:"asked"`
	Verdicts map[results.Verdict]int `json:"verdicts"`
	Nights   []QuestionNight         `json:"nights"`
}

// QuestionNight is the question in one run. Without a verdict the run did not
// have it, or has no figures, and Remarks say so.
type QuestionNight struct {
	Run     string                     `json:"run"`
	Started time.Time                  `json:"started"`
	Gate    *results.Verdict           `json:"gate"` // of the whole run
	Verdict *results.Verdict           `json:"verdict"`
	Scores  map[results.Series]float64 `json:"scores"`
	Remarks []string                   `json:"remarks"`
}

// QuestionHistoryOf counts a question over nights that each hold at most that
// one.
func QuestionHistoryOf(suite, id string, nights []results.Night) QuestionHistory {
	h := QuestionHistory{
		Schema: QuestionHistorySchema, Suite: suite, ID: id,
		Verdicts: map[results.Verdict]int{}, Nights: make([]QuestionNight, 0, len(nights)),
	}
	var last *results.Night
	for i := range nights {
		n := &nights[i]
		night := QuestionNight{Run: n.Run, Started: n.Started, Scores: map[results.Series]float64{}, Remarks: []string{}}
		if n.Problem == "" {
			night.Gate = &n.Gate.Verdict
		}
		again := n.From != ""
		if again {
			night.Remarks = append(night.Remarks, "the answers of "+n.From+", judged again: not counted")
		} else {
			h.Runs++
		}
		switch {
		case n.Problem != "":
			night.Remarks = append(night.Remarks, "no figures: "+n.Problem)
		case len(n.Questions) == 0:
			night.Remarks = append(night.Remarks, "the run did not have it")
		default:
			q := n.Questions[0]
			night.Verdict = &q.Verdict
			maps.Copy(night.Scores, q.Scores)
			if !again {
				h.Asked++
				h.Verdicts[q.Verdict]++
			}
			if last != nil {
				night.Remarks = append(night.Remarks, sinceThen(last, n)...)
			}
			last = n
		}
		h.Nights = append(h.Nights, night)
	}
	h.Says = h.sentence()
	return h
}

// sinceThen says what has changed about a question between two runs.
func sinceThen(last, n *results.Night) (remarks []string) {
	if last.Questions[0].ContentHash != n.Questions[0].ContentHash {
		remarks = append(remarks, "the question was edited")
	}
	if last.JudgeKey != n.JudgeKey {
		remarks = append(remarks, "another judge, prompt or setting")
	}
	return remarks
}

// sentence names the failures first: they are what somebody came to ask for.
func (h QuestionHistory) sentence() string {
	if h.Asked == 0 {
		return fmt.Sprintf("%s was asked in none of the last %s.", h.ID, plural(h.Runs, "run"))
	}
	text := fmt.Sprintf("%s failed %d of the last %d", h.ID, h.Verdicts[results.Fail], h.Asked)
	others := counts(
		count{h.Verdicts[results.Error], "error"}, count{h.Verdicts[results.Inconclusive], "inconclusive"},
		count{h.Verdicts[results.Skipped], "skipped"})
	if others != "" {
		text += " (" + others + ")"
	}
	if absent := h.Runs - h.Asked; absent > 0 {
		text += fmt.Sprintf("; %s more without it", plural(absent, "run"))
	}
	return text + "."
}

// QuestionHistoryJSON writes the document as it is.
func QuestionHistoryJSON(w io.Writer, h QuestionHistory) error { return writeJSON(w, h) }

// QuestionHistoryText writes one line for each run.
func QuestionHistoryText(w io.Writer, h QuestionHistory, opt Options) error {
	s := newScreen(opt)
	s.line("%s", cut(h.Says, maxReason))
	series := scoredSeries(h.Nights)
	header := []string{"run", "verdict"}
	for _, name := range series {
		header = append(header, shortSeries(name))
	}
	rows := make([][]string, len(h.Nights))
	for i, n := range h.Nights {
		rows[i] = questionRow(n, series)
	}
	s.runTable(header, rows, 2)
	for i, n := range h.Nights {
		s.remarks(rows[i][0], n.Remarks)
	}
	_, err := w.Write(s.Bytes())
	return err
}

func scoredSeries(nights []QuestionNight) []results.Series {
	all := map[results.Series]bool{}
	for _, n := range nights {
		for name := range n.Scores {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

func questionRow(n QuestionNight, series []results.Series) []string {
	verdict := results.Verdict("-")
	if n.Verdict != nil {
		verdict = cmp.Or(*n.Verdict, "-")
	}
	row := []string{n.Run, string(verdict)}
	for _, name := range series {
		cell := "-"
		if score, ok := n.Scores[name]; ok {
			cell = summary.Score(score)
		}
		row = append(row, cell)
	}
	return row
}
