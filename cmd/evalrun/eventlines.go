package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// eventHead is in front of every line.
type eventHead struct {
	Schema string    `json:"schema"`
	Event  string    `json:"event"` // run_started, question_done, stopped or run_ended
	Time   time.Time `json:"time"`  // UTC
}

// runStarted opens a run: what is asked, and what is done already where an
// earlier run is continued.
type runStarted struct {
	Run          string `json:"run"`    // name of the run folder; every line of a run has it
	Folder       string `json:"folder"` // path of the run folder, from --out
	Suite        string `json:"suite"`
	Target       string `json:"target"` // recorded, http, openai or command
	TargetModel  string `json:"targetModel,omitempty"`
	Judge        string `json:"judge"` // model, offline or none
	JudgeModel   string `json:"judgeModel,omitempty"`
	Planned      int    `json:"planned"` // questions and repeats
	Done         int    `json:"done"`
	Repeats      int    `json:"repeats"`
	JudgeRepeats int    `json:"judgeRepeats"`
	Resumed      bool   `json:"resumed"`
}

// questionDone is one record that was written. Texts are in the record.
type questionDone struct {
	Run        string           `json:"run"`
	ID         string           `json:"id"`
	Seq        int              `json:"seq"`
	Repeat     int              `json:"repeat"`
	Generation int              `json:"generation"`
	Category   results.Category `json:"category"`
	Verdict    results.Verdict  `json:"verdict"`
	Code       string           `json:"code,omitempty"` // of the error
	Ms         float64          `json:"ms"`
	Done       int              `json:"done"`
	Planned    int              `json:"planned"`
	Judge      workDone         `json:"judge"`
	Target     *workDone        `json:"target,omitempty"` // of a live target
}

// runStopped says why a run ends before its last question.
type runStopped struct {
	Run     string           `json:"run"`
	Kind    results.StopKind `json:"kind"`
	Message string           `json:"message"`
}

// runEnded closes a run once its reports are written.
type runEnded struct {
	Run      string            `json:"run"`
	Status   results.RunStatus `json:"status"`
	Gate     results.Verdict   `json:"gate"`
	ExitCode int               `json:"exitCode"` // of this run; the command may have several
	Totals   results.Totals    `json:"totals"`
	PassRate *float64          `json:"passRate"` // null: no question was decided
	Flaky    *int              `json:"flaky,omitempty"`
	Judge    workDone          `json:"judge"`
	Target   *workDone         `json:"target,omitempty"`
}

// workDone is what was asked and what it took. Reused comes from the cache,
// or for a target from before the run was continued. Cost is in US dollars,
// null where it is not known.
type workDone struct {
	Fresh            int      `json:"fresh"`
	Reused           int      `json:"reused"`
	Calls            int      `json:"calls"`
	PromptTokens     int      `json:"promptTokens"`
	CompletionTokens int      `json:"completionTokens"`
	Cost             *float64 `json:"cost"`
	CostReason       string   `json:"costReason,omitempty"`
}

func judgeEvent(j results.JudgeSummary) workDone {
	return workDone{j.Fresh, j.Cached, j.Calls, j.PromptTokens, j.CompletionTokens, j.Cost, j.CostReason}
}

func targetEvent(t *results.TargetSummary) *workDone {
	if t == nil {
		return nil
	}
	return &workDone{t.Asked, t.Reused, t.Calls, t.PromptTokens, t.CompletionTokens, t.Cost, t.CostReason}
}

// write puts one event on a line of its own. After a failure nothing more is
// written: half a stream must not look like a whole one.
func (s *eventStream) write(event string, body any) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	line, err := s.encode(event, body)
	if err == nil {
		_, err = s.out.Write(line)
	}
	s.err = err
}

func (s *eventStream) encode(event string, body any) ([]byte, error) {
	head, err := json.Marshal(eventHead{eventsSchema, event, s.now().UTC()})
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	line := append(append(bytes.TrimSuffix(head, []byte("}")), ','), rest[1:]...)
	if s.scrub != nil {
		line = s.scrub(line)
	}
	return append(ascii(line), '\n'), nil
}

// ascii writes all other characters of a JSON text as escapes, those that
// act on a terminal or hide in it among them.
func ascii(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf && r != 0x7f:
			out = append(out, byte(r))
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}
