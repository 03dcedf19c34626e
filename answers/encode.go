package answers

import (
	"bytes"
	"encoding/json"
)

// Encode writes an answer as the envelope that Decode reads back to an equal
// answer, on one line with its line break: a line of a file of recorded
// answers. Equal answers give equal bytes. An answer that is blank and not
// declined reads back as a decline, as a recorded blank answer does.
func Encode(a Answer) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(a)
	return out.Bytes(), err
}
