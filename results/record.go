package results

import (
	"encoding/json"
	"time"

	"github.com/evalrun/evalrun/answers"
)

// RecordSchema names the format of one line of records.jsonl.
const RecordSchema = "evalrun.record/1"

// Record is everything about one question in one run: one line of
// records.jsonl. Of several lines with equal id and repeat the highest
// generation counts.
type Record struct {
	Schema      string          `json:"schema"`
	Seq         int             `json:"seq"` // place in suite order, from 0
	ID          string          `json:"id"`
	Category    Category        `json:"category"`
	Repeat      int             `json:"repeat"`     // from 0
	Generation  int             `json:"generation"` // from 0; a retried question appends one higher
	ContentHash string          `json:"contentHash"`
	Query       string          `json:"query"`
	Question    QuestionTraits  `json:"question"`
	Answer      *answers.Answer `json:"answer,omitempty"`
	Findings    []Finding       `json:"findings,omitempty"`
	Quotes      *QuoteCheck     `json:"quotes,omitempty"`
	Grounding   *GroundCheck    `json:"grounding,omitempty"`
	Cells       map[Series]Cell `json:"cells"`
	Judge       *JudgeCall      `json:"judge,omitempty"`
	Verdict     Verdict         `json:"verdict"`
	Reasons     []string        `json:"reasons,omitempty"`
	Error       *ErrorInfo      `json:"error,omitempty"`
	Final       bool            `json:"final"`
	Times       Times           `json:"times"`
}

// QuestionTraits are the question's properties that slices and comparisons
// need; the whole question is in questions.jsonl.
type QuestionTraits struct {
	Group    string   `json:"group,omitempty"`
	Tags     []string `json:"tags,omitempty"`
	Critical bool     `json:"critical,omitempty"`
}

// ErrorInfo says why a question has no decision. Code is one of the error
// codes (target_*, judge_*).
type ErrorInfo struct {
	Code     string `json:"code"`
	Message  string `json:"message"`
	Attempts int    `json:"attempts,omitempty"`
}

// JudgeCall is how the judge was asked about one question.
type JudgeCall struct {
	Model     string    `json:"model"`            // asked for
	Served    string    `json:"served,omitempty"` // as the server reported it
	Mode      string    `json:"mode,omitempty"`   // json_schema, json_object or plain
	Attempts  []Attempt `json:"attempts"`
	Prompt    *Prompt   `json:"prompt,omitempty"`
	Truncated []string  `json:"truncated,omitempty"` // passages shown in part, with how much
	Notes     []string  `json:"notes,omitempty"`
	Cached    bool      `json:"cached,omitempty"`
}

// Prompt is the message that was sent; the system text is in run.json under
// its hash.
type Prompt struct {
	System string `json:"system"` // hash of the system prompt
	User   string `json:"user"`
}

// Attempt is one request to the judge or the target and how it ended. Code
// is empty for the attempt whose result was used.
type Attempt struct {
	Code             string  `json:"code,omitempty"`
	Message          string  `json:"message,omitempty"`
	Status           int     `json:"status,omitempty"` // HTTP status, 0 when there was none
	Raw              string  `json:"raw,omitempty"`    // reply text as received
	FinishReason     string  `json:"finishReason,omitempty"`
	Served           string  `json:"served,omitempty"`
	PromptTokens     int     `json:"promptTokens,omitempty"`
	CompletionTokens int     `json:"completionTokens,omitempty"`
	LatencyMs        float64 `json:"latencyMs"`
}

// Times are the moments of one question, RFC 3339 UTC in JSON.
type Times struct {
	Started  time.Time `json:"started"`
	Ended    time.Time `json:"ended"`
	AnswerMs float64   `json:"answerMs,omitempty"`
	JudgeMs  float64   `json:"judgeMs,omitempty"`
}

// Question is the snapshot of one selected question: one line of
// questions.jsonl, written before the first call. Rubric is the rubric in
// its JSON form, kept raw so that this package knows no rubric.
type Question struct {
	Seq         int               `json:"seq"`
	ID          string            `json:"id"`
	Query       string            `json:"query"`
	Category    Category          `json:"category"`
	Rubric      json.RawMessage   `json:"rubric"`
	Group       string            `json:"group,omitempty"`
	Tags        []string          `json:"tags,omitempty"`
	Critical    bool              `json:"critical,omitempty"`
	Context     []answers.Passage `json:"context,omitzero"`
	File        string            `json:"file,omitempty"` // suite file it stands in
	Line        int               `json:"line,omitempty"`
	ContentHash string            `json:"contentHash"`
}

// Entry is one selected question with its records: the highest generation of
// each repeat, in repeat order. A question that was not run has none.
type Entry struct {
	Question Question
	Records  []Record
}
