package repository

import (
	"embed"
	"strings"
)

//go:embed data/*.txt
var data embed.FS

// The lists of what languages bring along. Each file states its origin.
var (
	globals     = union("ecmascript", "web", "node", "python", "go")
	testGlobals = union("testrunner")

	scriptMembers = union("jsmembers")
	pythonMembers = union("pythonmembers")
	goMembers     = union("gomembers")

	nodeModules   = union("nodemodules")
	nodeExports   = union("nodeexports")
	pythonModules = union("pythonmodules")
	pythonExports = union("pythonexports")
	goPackages    = union("gopackages")
)

// union returns the lines of list files, but not the comments.
func union(files ...string) words {
	out := words{}
	for _, file := range files {
		text, err := data.ReadFile("data/" + file + ".txt")
		if err != nil {
			panic(err) // embedded: the build is broken
		}
		for line := range strings.Lines(string(text)) {
			if line[0] != '#' {
				out[strings.TrimSpace(line)] = true
			}
		}
	}
	return out
}
