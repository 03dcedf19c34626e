package suites

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"gopkg.in/yaml.v3"
)

// parse reads the one document of a suite file into a tree.
func (d document) parse() (*node, []Problem) {
	first, rest, err := decodeYAML(d.text)
	if errors.Is(err, io.EOF) {
		return nil, []Problem{{File: d.file, Line: 1, Message: d.emptiness()}}
	}
	if err != nil {
		return nil, []Problem{d.syntaxProblem(err)}
	}
	if !errors.Is(rest, io.EOF) {
		return nil, []Problem{{File: d.file, Line: d.secondDocument(), Message: "a second document begins here; a suite file holds one",
			Hint: "move it to a file of its own, or remove the --- line"}}
	}
	c := converter{file: d.file, active: map[*yaml.Node]bool{}}
	root := c.node(first.Content[0])
	if root.kind == kindNull && len(c.problems) == 0 {
		return nil, []Problem{{File: d.file, Line: 1, Message: "the document is empty: no questions"}}
	}
	return root, c.problems
}

// decodeYAML returns the first document and what the attempt to read a second
// one gave, io.EOF when there is none. The YAML library is no longer
// maintained and has panicked on odd input before; that must not take the
// whole run down.
func decodeYAML(text []byte) (first yaml.Node, rest, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: cannot be read as YAML: %v", r)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&first); err != nil {
		return first, nil, err
	}
	var second yaml.Node
	return first, dec.Decode(&second), nil
}

func (d document) emptiness() string {
	if len(bytes.TrimSpace(d.text)) == 0 {
		return "the file is empty: no questions"
	}
	return "the file holds nothing but comments: no questions"
}

// secondDocument is the line at which the second document begins: the first
// --- below the first line of content, or the first content below an end
// marker. No value of YAML can hold such a line at its left edge.
func (d document) secondDocument() int {
	begun, ended := false, false
	for i, line := range bytes.Split(d.text, []byte("\n")) {
		trimmed := bytes.TrimSpace(line)
		content := len(trimmed) > 0 && trimmed[0] != '#' && trimmed[0] != '%'
		switch start := isMarker(line, "---"); {
		case begun && start, ended && content:
			return i + 1
		case begun && isMarker(line, "..."):
			ended = true
		case content:
			begun = true
		}
	}
	return 0
}

func isMarker(line []byte, marker string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(marker))
	return ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t')
}

var yamlLine = regexp.MustCompile(`^line (\d+): `)

// yamlMessage splits the library's message into line, 0 when it names none,
// and text.
func yamlMessage(err error) (int, string) {
	message := string(bytes.TrimPrefix([]byte(err.Error()), []byte("yaml: ")))
	m := yamlLine.FindStringSubmatch(message)
	if m == nil {
		return 0, message
	}
	line, _ := strconv.Atoi(m[1])
	return line, message[len(m[0]):]
}
