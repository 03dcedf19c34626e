package answers

import (
	"bytes"
	_ "embed"
)

//go:embed envelope.schema.json
var schema []byte

// Schema returns the JSON Schema of one answer envelope.
func Schema() []byte { return bytes.Clone(schema) }
