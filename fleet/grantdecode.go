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
	var a ask
	if err := decodeGrant(data, &a, askShape, askSchema); err != nil {
		return ask{}, err
	}
	if err := a.check(run); err != nil {
		return ask{}, err
	}
	return a, nil
}

// decodeRenewal reads what a worker of the given run says of all its calls.
func decodeRenewal(data []byte, run string) (renewal, error) {
	var r renewal
	if err := decodeGrant(data, &r, renewalShape, renewalSchema); err != nil {
		return renewal{}, err
	}
	if err := r.check(run); err != nil {
		return renewal{}, err
	}
	return r, nil
}

// decodeAnswer reads what the coordinator of the given run answers.
func decodeAnswer(data []byte, run string) (answer, error) {
	var a answer
	if err := decodeGrant(data, &a, answerShape, answerSchema); err != nil {
		return answer{}, err
	}
	if err := a.check(run); err != nil {
		return answer{}, err
	}
	return a, nil
}

func decodeGrant(data []byte, v any, s func() *shape, schema string) error {
	if len(data) > maxGrantMessage {
		return fmt.Errorf("a message of %d bytes, more than %d", len(data), maxGrantMessage)
	}
	return decode(data, v, s, schema)
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
