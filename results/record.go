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
	Target      *TargetCall     `json:"target,omitempty"`
	Judge       *JudgeCall      `json:"judge,omitempty"`
	JudgeAgain  []JudgeCall     `json:"judgeAgain,omitempty"` // the calls after the first, where each answer is judged several times
	Verdict     Verdict         `json:"verdict"`
	Reasons     []string        `json:"reasons,omitempty"`
	Error       *ErrorInfo      `json:"error,omitempty"`
	Final       bool            `json:"final"`
	// Worker is who measured the question where workers of a fleet do; "" is the
	// process that made the run.
	Worker string `json:"worker,omitempty"`
	Times  Times  `json:"times"`
}

// KeptAnswer is the record's answer as it is kept before it is judged.
func (r Record) KeptAnswer() KeptAnswer {
	return KeptAnswer{
		Seq: r.Seq, ID: r.ID, Repeat: r.Repeat, Generation: r.Generation,
		ContentHash: r.ContentHash, AnswerMs: r.Times.AnswerMs, Answer: r.Answer,
	}
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
	// Reused: the error is one of the run that this one was made from. Nobody
	// was asked again.
	Reused bool `json:"reused,omitempty"`
}

// TargetCall is how a live target was asked about one question; a recorded
// answer has none. What an answer took in tokens stands with the answer.
type TargetCall struct {
	Attempts int  `json:"attempts,omitempty"` // requests made, 0 where they were not counted
	Reused   bool `json:"reused,omitempty"`   // the answer was had before the run was resumed: nobody was asked
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
	// Cached: nobody was asked. Attempts are then those of the call that was
	// paid for at the time CachedAt, with the latency and the tokens it took.
	Cached   bool      `json:"cached,omitempty"`
	CachedAt time.Time `json:"cachedAt,omitzero"`
	// Reused: the call was made for the run that this one was made from, at the
	// time CachedAt. Such a call is Cached too.
	Reused bool `json:"reused,omitempty"`
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

// KeptAnswer is one line of answers.jsonl: the answer of a live target, with
// the question it was given to, as it stood, and how long the target took.
type KeptAnswer struct {
	Seq         int             `json:"seq"`
	ID          string          `json:"id"`
	Repeat      int             `json:"repeat"`
	Generation  int             `json:"generation"`
	ContentHash string          `json:"contentHash"`
	AnswerMs    float64         `json:"answerMs,omitempty"`
	Answer      *answers.Answer `json:"answer"`
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
	Messages    []Turn            `json:"messages,omitempty"` // earlier turns, oldest first
	File        string            `json:"file,omitempty"`     // suite file it stands in
	Line        int               `json:"line,omitempty"`
	ContentHash string            `json:"contentHash"`
	// InputHash covers what a target is asked (query, context, earlier turns) and
	// nothing of the rubric; "" in a run of a version that did not keep it.
	InputHash string `json:"inputHash,omitempty"`
	// Anchor: the answer is Frozen and no target is asked, so that a change of
	// its scores is a change of the judge.
	Anchor     bool            `json:"anchors,omitempty"`
	Frozen     *answers.Answer `json:"frozen,omitempty"`
	Quarantine *Quarantine     `json:"quarantine,omitempty"`
}

// Turn is one earlier turn of the conversation that a question goes on with.
type Turn struct {
	Role    string `json:"role"` // user or assistant
	Content string `json:"content"`
}

// Entry is one selected question with its records: the highest generation of
// each repeat, in repeat order. A question that was not run has none.
type Entry struct {
	Question Question
	Records  []Record
}
