package fleet

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Bounds of what the messages of grants hold, in bytes.
const (
	maxID       = 64
	maxCode     = 64
	maxName     = 512
	maxEndpoint = 2048
	maxMessage  = 4096 // of a refusal
	maxStatus   = 999

	maxGrantMessage = 128 << 10
)

var (
	askShape     = shapeOf[ask]()
	renewalShape = shapeOf[renewal]()
	answerShape  = shapeOf[answer]()
)

// decodeAsk reads what a worker of the given run says of one call.
func decodeAsk(data []byte, run string) (ask, error) {
	return decodeGrant(data, askSchema, askShape, func(a ask) error { return a.check(run) })
}

// decodeRenewal reads what a worker of the given run says of all its calls.
func decodeRenewal(data []byte, run string) (renewal, error) {
	return decodeGrant(data, renewalSchema, renewalShape, func(r renewal) error { return r.check(run) })
}

// decodeAnswer reads what the coordinator of the given run answers.
func decodeAnswer(data []byte, run string) (answer, error) {
	return decodeGrant(data, answerSchema, answerShape, func(a answer) error { return a.check(run) })
}

func decodeGrant[T any](data []byte, schema string, s func() *shape, check func(T) error) (m T, err error) {
	if len(data) > maxGrantMessage {
		return m, fmt.Errorf("a message of %d bytes, more than %d", len(data), maxGrantMessage)
	}
	return decodeAs(data, schema, s, check)
}

// cut shortens a text to whole characters within n bytes.
func cut(text string, n int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
