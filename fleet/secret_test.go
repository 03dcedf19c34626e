package fleet

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// TestNoSecretIsStoredAtTheServer: what a target echoes and what an answer
// holds of a key is taken out before it leaves the process.
func TestNoSecretIsStoredAtTheServer(t *testing.T) {
	t.Parallel()
	const key, header, password = "sk-marked-key-0123456789", "marked-header-abcdefgh", "marked-password-xyz"
	scrub := llm.NewScrubber(llm.NewSecret(key), llm.NewSecret(header), llm.NewSecret(password)).ScrubBytes
	s, err := startServer(t.TempDir(), serverOptions{maxPayload: 8 << 10})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	store := s.inner.StoreDir()
	conn := testDial(t, s, nil)
	job := quickJob("run")
	job.Scrub = scrub
	job.Setup = Setup{Judges: []JudgeSetup{{Model: "m", KeyEnv: "OPENAI_API_KEY"}}}
	c := testCoordinate(t, conn, job)
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Open = func(_ context.Context, o Opening) (Measuring, error) {
		return measuring{scrub: scrub, measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
			q := task.Question
			echo := answers.Answer{Text: "you sent " + key + " and https://u:" + password + "@host"}
			if q.Seq == 1 {
				echo.Text += strings.Repeat(" long", 4000) // goes through the object store
			}
			err := o.Keep(results.KeptAnswer{Seq: q.Seq, ID: q.ID, Repeat: task.Repeat, ContentHash: q.ContentHash, Answer: &echo})
			if err != nil {
				return runner.Measured{}, err
			}
			if q.Seq == 2 && task.Generation == 0 {
				panic("header " + header)
			}
			rec := recordOf(task, echo.Text)
			rec.Reasons = []string{"header " + header}
			return runner.Measured{Record: rec}, nil
		}}, nil
	}
	startWorker(t, w)
	poor := testWorker(testDial(t, s, nil), "bo", measuring{})
	poor.Open = func(context.Context, Opening) (Measuring, error) {
		return nil, errors.New("https://u:" + password + "@host refuses " + key + " and " + header)
	}
	startWorker(t, poor)
	eventually(t, "it has told that it cannot open the run", func() bool {
		workers, err := conn.present(t.Context(), c.people)
		return err == nil && slices.ContainsFunc(workers, func(w WorkerStatus) bool { return w.Name == "bo" && len(w.Lacks["run"]) > 0 })
	})
	given := testTask(3)
	given.Given = &answers.Answer{Text: "recorded with " + key}
	given.Question.Context = []answers.Passage{{ID: "P", Text: strings.Repeat("passage ", 4000) + key}}
	for _, m := range measureAll(t, c, testTask(0), testTask(1), testTask(2), given) {
		if m.Record == nil {
			t.Error("a question is not measured")
		}
	}
	err = conn.each(t.Context(), c.people, func(*jetstream.StreamInfo) func(jetstream.KeyValueEntry) {
		return func(e jetstream.KeyValueEntry) {
			for _, secret := range []string{key, header, password} {
				if bytes.Contains(e.Value(), []byte(secret)) {
					t.Errorf("what worker %s says of itself holds %q", e.Key(), secret)
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	s.Close()
	found := 0
	err = filepath.WalkDir(store, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, secret := range []string{key, header, password} {
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("%s holds %q", path, secret)
			}
		}
		found += bytes.Count(data, []byte("you sent "))
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("the store holds %d answers (%v): nothing was looked at", found, err)
	}
}

// TestAJobThatHoldsASecretIsRefused: without it the workers would ask with
// something else.
func TestAJobThatHoldsASecretIsRefused(t *testing.T) {
	s := testServer(t, serverOptions{})
	job := testJob("run")
	job.Setup = Setup{Judges: []JudgeSetup{{Model: "m", BaseURL: "https://u:marked-password-xyz@host/v1"}}}
	job.Scrub = llm.NewScrubber(llm.NewSecret("marked-password-xyz")).ScrubBytes
	_, err := Coordinate(t.Context(), testDial(t, s, nil), job, free{})
	if err == nil || !strings.Contains(err.Error(), "value of a secret") || strings.Contains(err.Error(), "marked") {
		t.Errorf("got %v", err)
	}
}
