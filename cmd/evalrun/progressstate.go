package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/summary"
)

// nameWidth leaves most of the line to the figures.
const nameWidth = 30

// progressState is what is known of a run under way.
type progressState struct {
	name          string
	done, planned int
	counts        map[results.Verdict]int
	spending      *summary.Spending
	pace          pace
}

func newProgressState(info results.RunInfo, now time.Time) progressState {
	return progressState{
		name: reports.Fit(info.Suite.Name, nameWidth), planned: info.Planned,
		counts: map[results.Verdict]int{}, spending: summary.NewSpending(info), pace: newPace(now),
	}
}

// resume starts with what is on record. It is no part of the pace, since
// none of it is done now, nor of what this run of the process takes.
func (s *progressState) resume(kept map[results.Verdict]int) {
	for verdict, n := range kept {
		s.counts[verdict] += n
		s.done += n
	}
	s.pace.skip(s.done)
}

func (s *progressState) add(ev runner.Event) {
	s.done, s.planned = ev.Done, ev.Planned
	s.counts[ev.Verdict]++
	if ev.Record != nil {
		s.spending.Add(ev.Record)
	}
}

// line puts the most needed first. What a terminal has no room for is left
// off from the end; width 0 is room for all.
func (s *progressState) line(now time.Time, width int) string {
	parts := []string{fmt.Sprintf("%s: %d/%d", s.name, s.done, s.planned), s.verdicts()}
	parts = append(parts, s.speed(now)...)
	parts = append(parts, s.spent()...)
	if width == 0 {
		return strings.Join(parts, ", ")
	}
	width-- // the last column would move the cursor to the next row
	for len(parts) > 1 {
		text := strings.Join(parts, ", ")
		if reports.Fit(text, width) == text {
			return text
		}
		parts = parts[:len(parts)-1]
	}
	return reports.Fit(parts[0], width)
}

func (s *progressState) verdicts() string {
	text := fmt.Sprintf("%d passed, %d failed, %d errors",
		s.counts[results.Pass], s.counts[results.Fail], s.counts[results.Error])
	if n := s.counts[results.Inconclusive]; n > 0 {
		text += fmt.Sprintf(", %d inconclusive", n)
	}
	return text
}

func (s *progressState) speed(now time.Time) []string {
	perSecond, known := s.pace.at(now, s.done)
	if !known {
		return nil
	}
	parts := []string{fmt.Sprintf("%.1f/s", perSecond)}
	if left := s.planned - s.done; left > 0 && perSecond > 0 {
		parts = append(parts, clock(float64(left)/perSecond)+" left")
	}
	return parts
}

// spent says what was taken so far, in tokens and in money. A cost that is
// known in part only is not shown: it would pass for the whole.
func (s *progressState) spent() []string {
	judge, target := s.spending.Judge(), s.spending.Target()
	tokens := judge.PromptTokens + judge.CompletionTokens
	var costs []*float64
	if tokens > 0 {
		costs = append(costs, judge.Cost)
	}
	if target != nil && target.PromptTokens+target.CompletionTokens > 0 {
		tokens += target.PromptTokens + target.CompletionTokens
		costs = append(costs, target.Cost)
	}
	if tokens == 0 {
		return nil
	}
	total := 0.0
	for _, c := range costs {
		if c == nil {
			return []string{short(tokens) + " tokens", "cost unknown"}
		}
		total += *c
	}
	return []string{short(tokens) + " tokens", summary.Dollars(total)}
}
