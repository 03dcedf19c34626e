package targets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/evalrun/evalrun/answers"

	"github.com/evalrun/evalrun/llm"
)

// await puts a question among those that wait and returns how many answers
// have come so far.
func (c *conversation) await(id string) (answer chan []byte, before int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	answer = make(chan []byte, 1)
	c.waiting[id] = append(c.waiting[id], answer)
	return answer, c.answered
}

// forget takes a question out again and returns how many answers have come. An
// answer to one that was sent may still come and is then nobody's.
func (c *conversation) forget(id string, answer chan []byte, sent bool) (now int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.Index(c.waiting[id], answer); i >= 0 {
		c.drop(id, i)
		if sent {
			c.late[id]++
		}
	}
	return c.answered
}

func (c *conversation) drop(id string, i int) {
	if c.waiting[id] = slices.Delete(c.waiting[id], i, i+1); len(c.waiting[id]) == 0 {
		delete(c.waiting, id)
	}
}

// listen hands the program's lines to those who wait for them, until it ends
// or says what is no answer to any question.
func (c *conversation) listen(output io.Reader) {
	for line, err := range answers.Lines(output, int(min(c.stream.command.maxBytes, answers.MaxLine))) {
		var unread *answers.LineError
		switch {
		case errors.As(err, &unread):
			c.broken(codeOf(llm.CodeTooLarge), "program %s wrote a line that cannot be read: %w", unread)
			return
		case err != nil:
			return
		}
		if err := c.deliver(line.Raw); err != nil {
			c.broken(CodeMapping, "program %s broke the protocol: %w", fmt.Errorf("line %d of its output %w; it begins %s", line.Number, err, beginning(string(line.Raw))))
			return
		}
	}
}

// broken ends a program that cannot be understood. What it goes on to say
// would be anybody's guess.
func (c *conversation) broken(code, format string, err error) {
	command := c.stream.command
	c.kill(command.failed(code, format+"%s", command.name, err, c.stderr.shown(command.scrub)))
}

func (c *conversation) deliver(line []byte) error {
	id, err := replyID(line)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(c.waiting[id]) > 0:
		c.waiting[id][0] <- bytes.Clone(line)
		c.drop(id, 0)
	case c.late[id] > 0:
		c.late[id]--
	default:
		return fmt.Errorf("answers question %s, which is not waiting for one", shown(id))
	}
	c.answered++
	return nil
}

// replyID reads no more of a line than whose it is; the rest is read by who
// asked.
func replyID(line []byte) (string, error) {
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	var id string
	err := json.Unmarshal(line, &head)
	switch {
	case err != nil || bytes.HasPrefix(head.ID, []byte("{")) || bytes.HasPrefix(head.ID, []byte("[")):
		return "", errors.New("is no answer envelope")
	case len(head.ID) == 0 || string(head.ID) == "null":
		return "", errors.New("has no id")
	case json.Unmarshal(head.ID, &id) == nil:
		return id, nil
	}
	return string(head.ID), nil
}
