package suites

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Reread is the target that a suite with these settings has. A specification
// that came from elsewhere may hold what no suite can; its errors are those of
// a suite's reader.
func (t TargetSpec) Reread() (TargetSpec, error) {
	if err := t.Complete(); err != nil {
		return TargetSpec{}, err
	}
	var out *TargetSpec
	err := reread(t.section(), func(r *reader, n *node) { out = r.target(n, "") })
	if err != nil {
		return TargetSpec{}, err
	}
	return *out, nil
}

// Complete reports what keeps a specification from having the one part that
// its type names.
func (t TargetSpec) Complete() error {
	parts := map[string]bool{TargetHTTP: t.HTTP != nil, TargetOpenAI: t.OpenAI != nil, TargetCommand: t.Command != nil}
	for _, part := range targetTypes() {
		if parts[part] != (part == t.Type && part != TargetRecorded) {
			return fmt.Errorf("target.type is %s and does not fit the rest of the target", quoted(t.Type))
		}
	}
	if _, live := parts[t.Type]; !live && t.Type != TargetRecorded {
		return fmt.Errorf("target.type is %s, want %s", quoted(t.Type), strings.Join(targetTypes(), " or "))
	}
	return nil
}

// Reread is the judge that a suite with the model, address, key, headers and
// timeout has.
func (j JudgeSpec) Reread() (JudgeSpec, error) {
	var out JudgeSpec
	err := reread(judgeSection{
		Model: j.Model, BaseURL: j.BaseURL, KeyEnv: j.KeyEnv, Headers: j.Headers, Timeout: duration(j.Timeout),
	}, func(r *reader, n *node) { r.judge(n, &out) })
	return out, err
}

// reread puts a section before the reader of suites.
func reread(section any, read func(*reader, *node)) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(section); err != nil {
		return err
	}
	root, problem := parseJSON(text.Bytes(), 1)
	if problem != nil {
		return errors.New(problem.Message)
	}
	r := &reader{}
	read(r, root)
	if len(r.problems) == 0 {
		return nil
	}
	return errors.New(sorted(r.problems)[0].Message)
}

// duration is written as a suite has it.
type duration time.Duration

// MarshalText implements encoding.TextMarshaler.
func (d duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }
