package ranking

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/evalrun/evalrun/grounding/repository"
)

// ContextFile is where Write puts the context, below the root.
const ContextFile = Folder + "/query-context.md"

// Write writes the context of a question: a head with the question, the time
// and the stamp, then for each file a heading with its path and a fence with
// its signatures and their lines. It returns where the file stands.
//
// Question, paths and signatures are data: none can end its fence, make a
// heading or forge the stamp.
func Write(root, question string, ranked []Ranked, stamp Stamp) (string, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return "", fmt.Errorf("write the context: %w", err)
	}
	defer dir.Close()
	line, err := stamp.line()
	if err != nil {
		return "", fmt.Errorf("write the context: %w", err)
	}
	data := []byte(draw(question, ranked, stamp, line))
	err = whileLocked(dir, func() error { return replace(dir, ContextFile, data) })
	if err != nil {
		return "", fmt.Errorf("write the context: %w", err)
	}
	return filepath.Join(root, filepath.FromSlash(ContextFile)), nil
}

func draw(question string, ranked []Ranked, stamp Stamp, line string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Query context\n\nQuestion: %s\nGenerated: %s\n%s\n", codeSpan(oneLine(question)), stamp.generated(), line)
	for _, r := range ranked {
		drawFile(&b, r)
	}
	return b.String()
}

func drawFile(b *strings.Builder, r Ranked) {
	var quoted strings.Builder
	for _, s := range r.Signatures {
		fmt.Fprintf(&quoted, "%s :%d-%d\n", signature(s), s.Start, s.End)
	}
	// A fence needs three marks, and more than any run inside.
	const shortest = 3
	fence := strings.Repeat("`", max(shortest, longestRun(quoted.String())+1))
	fmt.Fprintf(b, "\n## %s\n%s\n%s%s\n", heading(r.Path), fence, quoted.String(), fence)
	if r.Left > 0 {
		fmt.Fprintf(b, "%d more not shown.\n", r.Left)
	}
}

// signature is one line that no reader of headings takes for one.
func signature(s repository.Signature) string {
	text := oneLine(s.Text)
	if strings.HasPrefix(text, "#") {
		return " " + text
	}
	return text
}

// heading is the path as it is, so that what is learned from an answer can be
// put down to the file. A path that would not stay on its line is quoted.
func heading(name string) string {
	if oneLine(name) == name {
		return name
	}
	return strconv.Quote(name)
}

// oneLine makes white space single spaces and drops what acts instead of
// showing: controls, and marks that turn the direction of text.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

// codeSpan shows s as it is: no mark in it means anything.
func codeSpan(s string) string {
	ticks := strings.Repeat("`", longestRun(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// longestRun returns the length of the longest run of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
