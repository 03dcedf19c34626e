package judge

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
)

// maxRaw bounds the reply text kept per attempt, in bytes. A usable reply is
// under 4 KiB; the rest of a runaway one explains nothing more.
const maxRaw = 64 << 10

// record appends the requests of one ask and puts the reply's text on the
// last of them.
func (s *sitting) record(reply llm.Reply, attempts []llm.Attempt) {
	for _, a := range attempts {
		s.call.Attempts = append(s.call.Attempts, recorded(a))
	}
	if reply.Served != "" {
		s.call.Served = reply.Served
	}
	if reply.Mode != "" {
		s.call.Mode = reply.Mode
	}
	if len(attempts) == 0 {
		return
	}
	last := s.lastAttempt()
	raw := reply.Text
	if raw == "" {
		raw = reply.Refusal
	}
	if last.Raw = capped(raw); len(last.Raw) < len(raw) {
		s.note(fmt.Sprintf("reply %d kept to its first %d of %d bytes",
			len(s.call.Attempts), len(last.Raw), len(raw)))
	}
}

func recorded(a llm.Attempt) results.Attempt {
	out := results.Attempt{
		Message: a.Message, Status: a.Status, FinishReason: a.FinishReason, Served: a.Served,
		PromptTokens: a.PromptTokens, CompletionTokens: a.CompletionTokens,
		LatencyMs: float64(a.Latency) / float64(time.Millisecond),
	}
	if a.Code != "" {
		out.Code = codePrefix + a.Code
	}
	return out
}

func (s *sitting) lastAttempt() *results.Attempt {
	if len(s.call.Attempts) == 0 {
		return nil
	}
	return &s.call.Attempts[len(s.call.Attempts)-1]
}

// capped cuts text to maxRaw bytes without splitting a character.
func capped(text string) string {
	if len(text) <= maxRaw {
		return text
	}
	end := maxRaw
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	// The copy lets go of the long reply's memory.
	return strings.Clone(text[:end])
}

// replyNotes are remarks a reader of an accepted judgement should see.
func replyNotes(j results.Judgement, reply llm.Reply, opt Options) []string {
	notes := append([]string(nil), j.Notes...)
	if len(j.Guessed) > 0 {
		notes = append(notes, "guessed: scores dropped for "+withoutBasis(j.Guessed))
	}
	if reply.FinishReason == finishLength {
		notes = append(notes, "the reply hit the token limit (finish_reason length) but is complete")
	}
	if reply.Mode != "" && reply.Mode != llm.ModeSchema {
		notes = append(notes, "the server refused "+llm.ModeSchema+"; replies were asked for as "+reply.Mode)
	}
	if opt.Temperature != nil && reply.TemperatureSent == nil {
		notes = append(notes, "the server refused a temperature; its own default applied")
	}
	return notes
}

// withoutBasis names dimensions that could not be scored, each with what it
// lacked.
func withoutBasis(ds []results.Dimension) string {
	parts := make([]string, len(ds))
	for i, d := range ds {
		lacked := "no passage text recorded"
		if d == results.Calibration {
			lacked = "no confidence stated"
		}
		parts[i] = fmt.Sprintf("%s (%s)", d, lacked)
	}
	return strings.Join(parts, ", ")
}
