package suites

import (
	"encoding/json"
	"time"
)

// TargetSpec is where a suite wants its answers from. Of the parts only the
// one that Type names is set.
type TargetSpec struct {
	Type string // recorded, http, openai or command

	// Recorded answers. File is the path as the caller can open it: the
	// suite's folder joined with what the suite says; "" when it names none.
	File     string
	Format   string // one of RecordedFormats; "" lets the file's name tell
	QueryVar string // promptfoo: the variable that holds the question; "" is the reader's default

	HTTP    *HTTPSpec
	OpenAI  *OpenAISpec
	Command *CommandSpec
}

// The values of TargetSpec.Type.
const (
	TargetRecorded = "recorded"
	TargetHTTP     = "http"
	TargetOpenAI   = "openai"
	TargetCommand  = "command"
)

// The values of TargetSpec.Format.
const (
	FormatJSONL     = "jsonl"
	FormatJSON      = "json"
	FormatCSV       = "csv"
	FormatPromptfoo = "promptfoo"
	FormatInspect   = "inspect"
)

// RecordedFormats are the formats of recorded answers, the usual one first.
func RecordedFormats() []string {
	return []string{FormatJSONL, FormatJSON, FormatCSV, FormatPromptfoo, FormatInspect}
}

// HTTPSpec is an application that is asked over HTTP. URL and header values
// may name environment variables as ${NAME}; they are not expanded here. Zero
// numbers were not set.
type HTTPSpec struct {
	Method  string // POST, PUT or PATCH
	URL     string
	Headers map[string]string
	// Body is one JSON value, keys in the suite's order. Its texts may hold
	// placeholders, see Placeholders.
	Body      json.RawMessage
	Response  string  // json, sse or ndjson
	Mapping   Mapping // the zero Mapping: the reply is an answer envelope
	Version   *ReplyPath
	Timeout   time.Duration // of one request, its reply included
	TimeoutIs string        // error or fail
	Attempts  int           // requests for one question, the first included
	MaxBytes  int64         // of one reply
}

// The values of HTTPSpec.Response and TimeoutIs.
const (
	ResponseJSON   = "json"
	ResponseSSE    = "sse"
	ResponseNDJSON = "ndjson"

	TimeoutIsError = "error"
	TimeoutIsFail  = "fail"
)

// Mapping says where in a reply the fields of an answer are. Nil paths are
// not mapped.
type Mapping struct {
	Answer     *ReplyPath
	Delta      *ReplyPath // of a stream: the piece of text in each event
	Declined   *ReplyPath
	Confidence *ReplyPath
	Model      *ReplyPath
	LatencyMs  *ReplyPath

	PromptTokens, CompletionTokens *ReplyPath

	Retrieved, Citations *ListMapping
}

// ListMapping is where a list is. The other paths start at each of its items
// and are all nil where the items have evalrun's own keys or are texts.
type ListMapping struct {
	From                    *ReplyPath
	ID, Title, Source, Text *ReplyPath // Text only for retrieved
}

// OpenAISpec is a chat model that is asked directly. Zero and nil fields were
// not set.
type OpenAISpec struct {
	Model       string
	BaseURL     string
	KeyEnv      string            // name of the environment variable that holds the key
	Headers     map[string]string // values may name environment variables as ${NAME}
	Timeout     time.Duration     // of one request
	Attempts    int
	MaxTokens   int
	MaxBytes    int64
	Temperature *float64
	Seed        *int
	System      string // system prompt
	SystemFile  string // the file that holds it instead, as the suite names it
	// Instructions is evi1 when the model is to be told how to quote its
	// passages.
	Instructions string
}

// InstructionsEVI1 is the value of OpenAISpec.Instructions beside "".
const InstructionsEVI1 = "evi1"

// CommandSpec is a program that answers. Zero fields were not set.
type CommandSpec struct {
	Args     []string // the program, then its arguments; nothing is expanded
	Mode     string   // once: a process per question; stream: one for all
	Env      []string // names of the environment variables it gets, and no others
	Version  *ReplyPath
	Timeout  time.Duration // of one answer
	MaxBytes int64         // of one answer
}

// The values of CommandSpec.Mode.
const (
	ModeOnce   = "once"
	ModeStream = "stream"
)
