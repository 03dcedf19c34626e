package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evalrun/evalrun/internal/loopback"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

const (
	killQuestions = 300
	killAsking    = 8
	killJudging   = 4
)

// TestKilledAtAnyMomentARunRepeatsOnlyWhatWasInFlight kills the process with
// SIGKILL at 50 moments of runs of 300 questions and has the next process
// resume. At the end each question has one final record, and no more calls
// were made twice than a process had in flight when it was killed: the last of
// them may have ended unseen.
func TestKilledAtAnyMomentARunRepeatsOnlyWhatWasInFlight(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	t.Parallel()
	const kills = 50
	for done := 0; done < kills; {
		done += killOneRun(t, kills-done)
	}
}

// killOneRun takes one run through at most that many kills to its end.
func killOneRun(t *testing.T, most int) (kills int) {
	t.Helper()
	called := &killedCalls{count: map[string]int{}}
	server, err := loopback.Start(loopback.Options{Latency: 2 * time.Millisecond, Script: called.reply})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	writeRuleSuite(t, dir, killQuestions)
	for kills < most && killed(t, dir, server.URL(), called.moment(betweenKills)) {
		kills++
		readKilledRun(t, dir)
	}
	if kills == most && killed(t, dir, server.URL(), nil) {
		t.Fatal("a process ended by a signal that nobody sent")
	}
	checkKilledRun(t, dir)
	for model, inFlight := range map[string]int{"bot": killAsking, "judge": killJudging} {
		asked, again := called.of(model)
		if asked != killQuestions || again > kills*inFlight {
			t.Errorf("%s: %d questions, %d calls repeated after %d kills of %d calls in flight", model, asked, again, kills, inFlight)
		}
		t.Logf("%s: %d calls repeated after %d kills", model, again, kills)
	}
	return kills
}

// killedCalls counts the calls by model and question, and announces one.
type killedCalls struct {
	mu    sync.Mutex
	count map[string]int
	left  int           // calls until the moment
	now   chan struct{} // closed at the moment
	held  chan struct{} // what calls long after the moment wait for; nil: nothing
}

// betweenKills is how many calls a process makes at most before it is killed:
// 50 of them take a run with its 600 calls to its end.
const betweenKills = 25

// moment is one of the next calls, by chance.
func (c *killedCalls) moment(within int) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left, c.now = 1+rand.IntN(within), make(chan struct{})
	return c.now
}

// afterMoment is how many calls are answered after a moment before what is to
// happen then has happened.
const afterMoment = 40

// hold is as moment, and calls that come long after it wait until the next one
// or for letGo: on a busy machine the run would end before what is to happen.
func (c *killedCalls) hold(within int) <-chan struct{} {
	c.letGo()
	moment := c.moment(within)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = make(chan struct{})
	return moment
}

func (c *killedCalls) letGo() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held != nil {
		close(c.held)
		c.held = nil
	}
}

// late has a call wait that comes long after the moment.
func (c *killedCalls) late(ctx context.Context) {
	c.mu.Lock()
	held := c.held
	if c.left > -afterMoment {
		held = nil
	}
	c.mu.Unlock()
	if held == nil {
		return
	}
	select {
	case <-held:
	case <-ctx.Done():
	}
}

// askedRule is what tells the questions of a test apart in a request.
var askedRule = regexp.MustCompile(`rule [0-9]+`)

func (c *killedCalls) reply(_ int, _ *http.Request, body []byte) *loopback.Response {
	model := "judge"
	if strings.Contains(string(body), `"model":"bot"`) {
		model = "bot"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count[model+" "+askedRule.FindString(string(body))]++
	if c.left--; c.left == 0 && c.now != nil {
		close(c.now)
	}
	if model == "judge" {
		return nil // the endpoint knows how to judge
	}
	answer := loopback.Completion("It takes 30 days [P1].")
	answer.Delay = 2 * time.Millisecond
	return answer
}

// of counts the questions that a model was asked about and the calls beyond
// the first for each.
func (c *killedCalls) of(model string) (questions, again int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, n := range c.count {
		if strings.HasPrefix(key, model+" ") {
			questions++
			again += n - 1
		}
	}
	return questions, again
}

func writeRuleSuite(t *testing.T, dir string, questions int) {
	t.Helper()
	var text strings.Builder
	text.WriteString("name: kill\nconfidence: optional\ngate: {passRate: 0}\nquestions:\n")
	for i := range questions {
		fmt.Fprintf(&text, "- id: q%d\n  query: How long does rule %d take?\n  rubric: {shouldAnswer: true}\n"+
			"  context: [{id: P1, text: It takes 30 days.}]\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(dir, "suite.yaml"), []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// killed starts a process that makes the run or resumes it and kills it at the
// moment. It returns false for a process that had ended before.
func killed(t *testing.T, dir, url string, moment <-chan struct{}) bool {
	t.Helper()
	args := []string{"run", "suite.yaml", "--target", fmt.Sprintf(`{type: openai, model: bot, baseUrl: %q}`, url), "--judge", "judge",
		"--judge-base-url", url, "--concurrency", fmt.Sprint(killAsking), "--judge-concurrency", fmt.Sprint(killJudging),
		"--no-cache", "--no-probe", "--quiet"}
	if folder := killedFolder(t, dir); folder != "" {
		args = append(args, "--resume", folder)
	}
	cmd := exec.Command("evalrun", args...)
	cmd.Dir = dir
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-moment:
			time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
			_ = cmd.Process.Kill()
		case <-ended:
		}
	}()
	_ = cmd.Wait()
	close(ended)
	<-watched
	switch code := cmd.ProcessState.ExitCode(); {
	case code == -1:
		return true
	case code > 2:
		t.Fatalf("exit %d: %s", code, out.String())
	}
	return false
}

// killedFolder is the run's folder, "" while there is none.
func killedFolder(t *testing.T, dir string) string {
	t.Helper()
	runs, err := filepath.Glob(filepath.Join(dir, "runs", "*", runstore.InfoFile))
	if err != nil || len(runs) > 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	if len(runs) == 0 {
		return ""
	}
	return filepath.Dir(runs[0])
}

// readKilledRun reads what a kill left as a report does and returns how many
// questions have their record.
func readKilledRun(t *testing.T, dir string) (recorded int) {
	t.Helper()
	folder := killedFolder(t, dir)
	if folder == "" {
		return 0
	}
	opened, err := runstore.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if !opened.HasQuestions() {
		return 0
	}
	for e, err := range opened.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Records) > 1 {
			t.Errorf("%s has %d records", e.Question.ID, len(e.Records))
		}
		for _, rec := range e.Records {
			if !rec.Final || rec.Error != nil {
				t.Errorf("%s is %s: %+v", rec.ID, rec.Verdict, rec.Error)
			}
			recorded++
		}
	}
	return recorded
}

func checkKilledRun(t *testing.T, dir string) {
	t.Helper()
	recorded := readKilledRun(t, dir)
	run, err := runstore.Open(killedFolder(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	if info := run.Info(); recorded != killQuestions || info.Status != results.RunComplete || info.Stop != nil {
		t.Errorf("%d questions recorded, status %s, stop %+v", recorded, info.Status, info.Stop)
	}
}
