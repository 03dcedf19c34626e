//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// comparing sets two runs of n questions against each other, beside a process
// that decodes the same two files and nothing else.
func (b bench) comparing(n int) ([]row, error) {
	suite, answers, err := b.suite("compared", n)
	if err != nil {
		return nil, err
	}
	base, err := b.judgedOffline(suite, answers, "base")
	if err != nil {
		return nil, err
	}
	if err := lines(answers, n, worseAnswer); err != nil {
		return nil, err
	}
	head, err := b.judgedOffline(suite, answers, "head")
	if err != nil {
		return nil, err
	}
	own, err := b.run(anyVerdict, "evalrun", "compare", base, head, "--json")
	if err != nil {
		return nil, err
	}
	bare, err := decodingAlone(base, head)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("evalrun compare, two runs of %d questions", n)
	return []row{
		{what + ": wall", seconds(own.wall), seconds(bare.wall) + " (encoding/json alone)", ratio(own.wall, bare.wall), "≤ 2 s"},
		{what + ": peak memory", megabytes(own.rss), megabytes(bare.rss) + " (encoding/json alone)", ratio(float64(own.rss), float64(bare.rss)), "≤ 300 MB"},
	}, nil
}

// judgedOffline runs a suite under the rules and returns its report.
func (b bench) judgedOffline(suite, answers, name string) (report string, err error) {
	out := filepath.Join(b.dir, "compared-"+name)
	if _, err := b.run(anyVerdict, "evalrun", "run", suite, "--answers", answers, "--judge", "offline", "--quiet", "--out", out); err != nil {
		return "", err
	}
	found, err := filepath.Glob(filepath.Join(out, "*", "report.json"))
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%d reports in %s, want 1", len(found), out)
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// worseAnswer is wrong on every seventh question, so that there are flips to
// list.
func worseAnswer(i int) string {
	if i%7 > 0 {
		return answer(i)
	}
	return fmt.Sprintf(`{"id":"q%06d","answer":"The handbook leaves that open.","confidence":"high","retrieved":[{"id":"S1","text":"Nothing of the kind."}]}`, i)
}

// decodeFlag makes this program decode files in a process of its own, whose
// memory is then that of decoding alone.
const decodeFlag = "decode"

func decodingAlone(paths ...string) (usage, error) {
	self, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	return measured(0, self, append([]string{"-" + decodeFlag}, paths...)...)
}

// decodeAll holds all files at once, as whoever compares them must.
func decodeAll(paths []string) error {
	docs := make([]any, len(paths))
	for i, path := range paths {
		data, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(data, &docs[i])
		}
		if err != nil {
			return fmt.Errorf("decode %s: %w", path, err)
		}
	}
	return nil
}
