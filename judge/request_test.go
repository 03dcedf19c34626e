package judge

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
)

func TestLaterAsksNameWhatWasWrong(t *testing.T) {
	refusal := fails(llm.Error{Code: llm.CodeRefused, Status: 200, Message: "the model refused"})
	tests := []struct {
		name string
		bad  turn
		want string
	}{
		{"missing dimension", says(`{"scores":{"grounding":5},"reasoning":{"grounding":"a"}}`), "calibration"},
		{"not JSON", says("nothing"), "JSON"},
		{"cut", cut("{", 1200), "cut off"},
		{"refused", refusal, "refusal"},
		{"empty", fails(llm.Error{Code: llm.CodeEmpty, Status: 200, Message: "no text"}), "empty"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			chat := &script{turns: []turn{tt.bad, says(good)}}
			p := declinedPrompt()
			out := New(chat, Options{}).Score(t.Context(), p)
			if chat.asked[0].User != p.User {
				t.Error("the first ask is not the prompt as built")
			}
			correction, ok := strings.CutPrefix(chat.asked[1].User, p.User)
			if !ok || !strings.Contains(correction, tt.want) {
				t.Errorf("second ask adds %q to the prompt, want it to name %q", correction, tt.want)
			}
			if out.Call.Prompt.User != p.User || out.Call.Prompt.System != p.SystemHash {
				t.Error("the record does not hold the prompt as built")
			}
		})
	}
}

func TestCorrectionsDoNotPileUp(t *testing.T) {
	chat := &script{turns: []turn{says("nothing"), cut("{", 1200), says(good)}}
	p := declinedPrompt()
	New(chat, Options{}).Score(t.Context(), p)
	third := strings.TrimPrefix(chat.asked[2].User, p.User)
	if !strings.Contains(third, "cut off") || strings.Count(third, "previous reply") != 1 {
		t.Errorf("third ask adds %q, want the latest fault alone", third)
	}
}

func TestCorrectedPromptStillReadsAsThePrompt(t *testing.T) {
	chat := &script{turns: []turn{says("nothing"), cut("{", 9), says(good)}}
	New(chat, Options{}).Score(t.Context(), declinedPrompt())
	for i, asked := range chat.asked {
		got, err := judgeprompt.Parse(asked.User)
		if err != nil || got.Query != "Where can I park?" {
			t.Errorf("ask %d reads as %q, %v", i+1, got.Query, err)
		}
	}
}

func TestEachAskCarriesTheSettings(t *testing.T) {
	zero, seed := 0.0, 7
	p := declinedPrompt()
	chat := &script{turns: []turn{says("nothing"), says(good)}}
	New(chat, Options{Temperature: &zero, Seed: &seed, MaxTokens: 300}).Score(t.Context(), p)
	for i, got := range chat.asked {
		want := llm.Request{
			System: p.System, User: got.User, Temperature: &zero, Seed: &seed, MaxTokens: 300,
			Schema: &llm.Schema{Name: p.SchemaName, JSON: p.Schema},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("ask %d (-want +got):\n%s", i+1, diff)
		}
	}
}

func TestNotesOnAnAcceptedReply(t *testing.T) {
	zero := 0.0
	with := func(change func(*llm.Reply)) turn {
		r := says(good)
		r.reply.TemperatureSent = &zero
		change(&r.reply)
		return r
	}
	tests := []struct {
		name  string
		reply turn
		want  string // "" for no note at all
	}{
		{"nothing to remark", with(func(*llm.Reply) {}), ""},
		{"limit reached", with(func(r *llm.Reply) { r.FinishReason = "length" }), "finish_reason length"},
		{"format stepped down", with(func(r *llm.Reply) { r.Mode = llm.ModePlain }), "plain"},
		{"temperature refused", with(func(r *llm.Reply) { r.TemperatureSent = nil }), "temperature"},
		{"extra dimension", with(func(r *llm.Reply) {
			r.Text = strings.Replace(good, `"grounding":5`, `"grounding":5,"humour":1`, 1)
		}), "humour"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := New(&script{turns: []turn{tt.reply}}, Options{Temperature: &zero}).Score(t.Context(), declinedPrompt())
			notes := strings.Join(out.Call.Notes, "\n")
			if out.Judgement == nil || !strings.Contains(notes, tt.want) || (tt.want == "" && notes != "") {
				t.Errorf("notes %q, want %q", notes, tt.want)
			}
		})
	}
}

func TestGuessedDimensionsAreNoted(t *testing.T) {
	text := `{"scores":{"relevance":4,"calibration":4,"tone":5,"grounding":5},
		"reasoning":{"relevance":"a","calibration":"b","tone":"c","grounding":"d"}}`
	prompt := judgeprompt.Build(judgeprompt.Request{
		QuestionID: "refund", Query: "How long do refunds take?", Category: results.Positive,
		Answer: answers.Answer{Text: "Refunds take 30 days."}, ConfidenceOptional: true,
	})
	out := New(&script{turns: []turn{says(text)}}, Options{}).Score(t.Context(), prompt)
	if out.Judgement == nil {
		t.Fatalf("no judgement: %+v", out.Err)
	}
	if _, kept := out.Judgement.Scores["grounding"]; kept {
		t.Error("a guessed score was kept")
	}
	want := []string{"guessed: scores dropped for grounding (no passage text recorded), calibration (no confidence stated)"}
	if diff := cmp.Diff(want, out.Call.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestRawReplyIsKeptToItsLimit(t *testing.T) {
	long := strings.Repeat("é", maxRaw) // two bytes each
	out := New(&script{turns: []turn{says("x" + long), says(good)}}, Options{}).Score(t.Context(), declinedPrompt())
	raw := out.Call.Attempts[0].Raw
	if len(raw) > maxRaw || len(raw) < maxRaw-utf8.UTFMax || !utf8.ValidString(raw) {
		t.Errorf("kept %d bytes, valid %v; want just under %d", len(raw), utf8.ValidString(raw), maxRaw)
	}
	if len(out.Call.Notes) != 1 {
		t.Errorf("notes %q, want one that says the reply was cut", out.Call.Notes)
	}
}

func TestARefusalsTextIsOnTheRecord(t *testing.T) {
	refusal := turn{
		reply: llm.Reply{Refusal: "I can't help with that."},
		err:   &llm.Error{Code: llm.CodeRefused, Status: 200, Message: "the model refused: I can't help with that."},
	}
	out := New(&script{turns: []turn{refusal}}, Options{}).Score(t.Context(), declinedPrompt())
	if raw := out.Call.Attempts[0].Raw; raw != "I can't help with that." {
		t.Errorf("raw %q, want the refusal", raw)
	}
	if !strings.Contains(out.Err.Message, "I can't help with that.") {
		t.Errorf("message %q does not hold the refusal", out.Err.Message)
	}
}
