package fleet

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestAQuestionThatCannotBeJudgedAsItSaysIsRefused: a worker would have judged
// it with the other prompt, or failed with it time and again.
func TestAQuestionThatCannotBeJudgedAsItSaysIsRefused(t *testing.T) {
	for rubric, says := range map[string]string{
		"null":                   "is positive and its rubric negative",
		`{"shouldAnswer":false}`: "is positive and its rubric negative",
		`[]`:                     "read the rubric of question q0",
	} {
		task := testTask(0)
		task.Question.Rubric = json.RawMessage(rubric)
		data, err := encode(taskMessage{Schema: taskSchema, Run: "run", Question: task.Question})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decodeTask(data, "run", keyOfTask(task)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", rubric, err, says)
		}
	}
}
