package suites

import (
	"embed"
	"io/fs"
)

//go:embed suite.schema.json
var schema []byte

//go:embed starter
var starter embed.FS

// Schema returns the JSON Schema (draft 2020-12) of suite files, for editors.
// Load checks more than a schema can say.
func Schema() []byte { return append([]byte(nil), schema...) }

// Starter returns the files of a small suite that passes: suite.yaml,
// answers.jsonl and README.md.
func Starter() fs.FS {
	sub, err := fs.Sub(starter, "starter")
	if err != nil {
		panic(err) // only for a name that is not a valid path
	}
	return sub
}
