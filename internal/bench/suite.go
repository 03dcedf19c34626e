//go:build unix

package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// suite writes a suite of n positive questions with one passable check each
// and an answer with three passages of some 700 characters.
func (b bench) suite(name string, n int) (suite, answers string, err error) {
	dir := filepath.Join(b.dir, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", "", err
	}
	suite = filepath.Join(dir, "suite.yaml")
	answers = filepath.Join(dir, "answers.jsonl")
	head := "name: " + name + "\ngate: {passRate: 0}\nquestionsFrom: [questions.jsonl]\n"
	if err := os.WriteFile(suite, []byte(head), 0o644); err != nil {
		return "", "", err
	}
	if err := lines(filepath.Join(dir, "questions.jsonl"), n, question); err != nil {
		return "", "", err
	}
	return suite, answers, lines(answers, n, answer)
}

func lines(path string, n int, line func(i int) string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for i := range n {
		fmt.Fprintln(w, line(i))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func question(i int) string {
	return fmt.Sprintf(`{"id":"q%06d","query":"What is the deadline for request %d?","rubric":{"shouldAnswer":true,"mustMention":["%d days"]}}`, i, i, i%90)
}

func answer(i int) string {
	passages := make([]string, 3)
	for k := range passages {
		text := strings.Repeat(fmt.Sprintf("item %d.%d is answered within %d working days; ", i, k, i%90), 14)
		passages[k] = fmt.Sprintf(`{"id":"S%d","title":"handbook","text":"%s"}`, k+1, text)
	}
	return fmt.Sprintf(`{"id":"q%06d","answer":"It is %d days [S1].","confidence":"high","citations":[{"id":"S1"}],"retrieved":[%s]}`,
		i, i%90, strings.Join(passages, ","))
}
