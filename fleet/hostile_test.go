package fleet

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// otherwise is a record that is not the one of its task, in one respect.
func otherwise(task runner.Task, change func(*results.Record)) resultMessage {
	rec := recordOf(task, "of somebody else")
	change(rec)
	return resultMessage{Worker: "eve", Record: rec}
}

// judged is a result that passes, but for a change.
func judged(change func(*results.Record)) resultMessage {
	rec := recordOf(testTask(0), "30 days")
	rec.Verdict, rec.Judge = results.Pass, &results.JudgeCall{Model: "m", Attempts: []results.Attempt{{}}}
	scoreAll(rec, 5)
	change(rec)
	return resultMessage{Worker: "eve", Record: rec}
}

func scoreAll(r *results.Record, score float64) {
	for series := range r.Cells {
		r.Cells[series] = results.Cell{Status: results.CellScored, Score: new(score), Reasoning: "as it is"}
	}
}

// TestWhatARecordRepeatsIsTheQuestions: its reports are of what was asked.
func TestWhatARecordRepeatsIsTheQuestions(t *testing.T) {
	task := testTask(0)
	task.Question.Tags, task.Question.Critical = []string{"refunds"}, true
	data, err := encode(resultMessage{Schema: resultSchema, Run: "run", Worker: "eve", Record: judged(func(r *results.Record) {
		r.Query, r.Question.Group = "Why not?", "other"
	}).Record})
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodeResult(data, results.RunInfo{ID: "run"}, task)
	if err != nil {
		t.Fatal(err)
	}
	want := results.QuestionTraits{Tags: []string{"refunds"}, Critical: true}
	if !reflect.DeepEqual(got.Record.Question, want) || got.Record.Query != task.Question.Query {
		t.Errorf("%q %+v", got.Record.Query, got.Record.Question)
	}
}

// TestAResultThatCannotBeOneIsNeverTaken: it stood under the subject of the
// task before any worker was there. It is refused with the subject's name and
// does not keep the task from being measured.
func TestAResultThatCannotBeOneIsNeverTaken(t *testing.T) {
	task := testTask(0)
	message := func(m resultMessage) []byte {
		m.Schema, m.Run = resultSchema, "run"
		data, err := encode(m)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	text := func(data []byte, old, new string) []byte { return []byte(strings.Replace(string(data), old, new, 1)) }
	good := message(resultMessage{Worker: "eve", Record: recordOf(task, "of somebody else")})
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"no JSON":                              {[]byte("no"), "invalid character"},
		"nothing":                              {nil, "unexpected end"},
		"two values":                           {append(slices.Clone(good), '1'), "after the JSON value"},
		"a newer schema":                       {text(good, resultSchema, "evalrun.fleet.result/2"), "another version"},
		"a newer schema and more":              {text(good, resultSchema+`"`, `evalrun.fleet.result/2","more":1`), "another version"},
		"an unknown key":                       {text(good, `"worker"`, `"extra":1,"worker"`), `unknown key "extra"`},
		"an unknown key deep in it":            {text(good, `"started"`, `"beganAt":1,"started"`), `unknown key "record.times.beganAt"`},
		"a key in other letters":               {text(good, `"verdict"`, `"Verdict"`), `unknown key "record.Verdict"`},
		"a key twice":                          {text(good, `"worker"`, `"run":"other","worker"`), "duplicate key"},
		"another run":                          {text(good, `"run":"run"`, `"run":"runs"`), `of run "runs"`},
		"no record and no stop":                {message(resultMessage{Worker: "eve"}), "neither a record nor a stop"},
		"another question":                     {message(otherwise(task, func(r *results.Record) { r.ID = "q1" })), `of question "q1"`},
		"another place":                        {message(otherwise(task, func(r *results.Record) { r.Seq = 1 })), "1.0.0"},
		"another generation":                   {message(otherwise(task, func(r *results.Record) { r.Generation = 2 })), "0.0.2"},
		"another content":                      {message(otherwise(task, func(r *results.Record) { r.ContentHash = "" })), "of question"},
		"a made-up verdict":                    {message(otherwise(task, func(r *results.Record) { r.Verdict = "perfect" })), `verdict "perfect"`},
		"an error without one":                 {message(otherwise(task, func(r *results.Record) { r.Verdict = results.Error })), `comes to "inconclusive"`},
		"a pass beside scores below the floor": {message(judged(func(r *results.Record) { scoreAll(r, 1) })), `"pass", and comes to "fail"`},
		"a pass beside a failed check": {message(judged(func(r *results.Record) {
			r.Findings = []results.Finding{{Check: "mustMention", Status: results.FindingFail}}
		})), `comes to "fail"`},
		"a pass beside an error": {message(judged(func(r *results.Record) { r.Error = &results.ErrorInfo{Code: "judge_network"} })), `comes to "error"`},
		"a finding of another status": {message(judged(func(r *results.Record) {
			r.Findings = []results.Finding{{Check: "mustMention", Status: "failed"}}
		})), `status "failed"`},
		"a score without a judge":   {message(judged(func(r *results.Record) { r.Judge = nil })), "no judge gave"},
		"a score without an answer": {message(judged(func(r *results.Record) { r.Answer = nil })), "no judge gave"},
		"a score without a reason": {message(judged(func(r *results.Record) {
			r.Cells["positive/tone"] = results.Cell{Status: results.CellScored, Score: new(5.0), Reasoning: " "}
		})), "without reasoning"},
		"a vote that is none": {message(judged(func(r *results.Record) {
			r.Cells["positive/tone"] = results.Cell{Status: results.CellScored, Score: new(5.0), Votes: []results.Vote{{Score: new(50.0)}}}
		})), "positive/tone has a vote"},
		"a cell that does not apply": {message(judged(func(r *results.Record) {
			r.Cells["positive/tone"] = results.Cell{Status: results.CellNotApplicable}
		})), "no cell positive/tone"},
		"fewer tokens than none":  {message(judged(func(r *results.Record) { r.Judge.Attempts[0].PromptTokens = -9 })), "-9 and 0 tokens"},
		"more tokens than can be": {message(judged(func(r *results.Record) { r.Answer.Usage = &answers.Usage{PromptTokens: new(1 << 40)} })), "tokens"},
		"an end before its begin": {message(judged(func(r *results.Record) { r.Times.JudgeMs = -1 })), "-1 ms"},
		"a score that is too high": {message(otherwise(task, func(r *results.Record) {
			r.Cells["positive/tone"] = results.Cell{Status: results.CellScored, Score: new(6.0)}
		})), "positive/tone"},
		"a cell of no dimension": {message(otherwise(task, func(r *results.Record) {
			delete(r.Cells, "positive/tone")
			r.Cells["x"] = results.Cell{Status: results.CellScored}
		})), "positive/tone"},
		"a cell too few":              {message(otherwise(task, func(r *results.Record) { delete(r.Cells, "positive/tone") })), "4 cells"},
		"a stop that is a person's":   {message(resultMessage{Worker: "eve", Stop: &results.Stop{Kind: results.StopInterrupt}}), "cannot stop a run"},
		"a refusal beside a record":   {message(resultMessage{Worker: "eve", Record: recordOf(task, ""), Refused: "no"}), "refused and measured"},
		"an answer to something else": {message(resultMessage{Worker: "eve", Stop: &results.Stop{Kind: results.StopBudget}, Kept: &results.KeptAnswer{ID: "q1"}}), "empty"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := decodeResult(c.data, results.RunInfo{ID: "run"}, task); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	for _, data := range [][]byte{good, message(judged(func(*results.Record) {}))} {
		if _, err := decodeResult(data, results.RunInfo{ID: "run"}, task); err != nil {
			t.Errorf("the result that the others are made of is refused: %v", err)
		}
	}
	none := results.RunInfo{ID: "run", Judge: results.JudgeRef{Kind: results.JudgeNone}}
	if _, err := decodeResult(message(judged(func(*results.Record) {})), none, task); err == nil || !strings.Contains(err.Error(), "no judge gave") {
		t.Errorf("scores in a run without a judge: %v", err)
	}
}

func TestARefusedResultMakesRoomForTheNextOne(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	var told spoken
	c := testCoordinate(t, testDial(t, s, told.say), quickJob("run"))
	task, other := testTask(0), testTask(1)
	for _, msg := range []*nats.Msg{
		{Subject: resultSubject("run", keyOfTask(task)), Data: []byte(`{"schema":"evalrun.fleet.result/9"}`)},
		{Subject: resultSubject("run", keyOfTask(other)), Header: nats.Header{objectHeader: {strings.Repeat("0", 64)}}},
		{Subject: subject("run", "result", "nonsense")},
		{Subject: startSubject("run", keyOfTask(task)), Data: []byte(`{}`)},
	} {
		if _, err := c.conn.js.PublishMsg(t.Context(), msg); err != nil {
			t.Fatal(err)
		}
	}
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	for _, m := range measureAll(t, c, task, other) {
		if m.Record == nil || m.Record.Worker != "ada" {
			t.Errorf("got %+v, want ada's record", m.Record)
		}
	}
}

// TestATaskWhoseResultsAreAllRefusedIsGivenUp: every try is answered with
// something else.
func TestATaskWhoseResultsAreAllRefusedIsGivenUp(t *testing.T) {
	s := testServer(t, serverOptions{})
	var told spoken
	c := testCoordinate(t, testDial(t, s, told.say), testJob("run"))
	task := testTask(0)
	var n atomic.Int32
	startWorker(t, testWorker(testDial(t, s, nil), "eve", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		bad := otherwise(task, func(r *results.Record) { r.ID = fmt.Sprintf("evil%d", n.Add(1)) })
		return runner.Measured{Record: bad.Record}, nil
	}}))
	m := measureAll(t, c, task)[0]
	if m.Record == nil || m.Record.Error == nil || m.Record.Error.Code != CodePoison || !strings.Contains(m.Record.Error.Message, "evil1") {
		t.Errorf("got %+v, want %s", m.Record, CodePoison)
	}
	lines := told.all()
	if !slices.ContainsFunc(lines, func(l string) bool {
		return strings.Contains(l, "evalrun.run.result.0.0.0 is refused") && strings.Contains(l, "evil3")
	}) {
		t.Errorf("it was told %q, want the subject and why", lines)
	}
}

// TestATaskThatCannotBeReadIsHandedOutAgain: somebody else's message had its
// place in the queue.
func TestATaskThatCannotBeReadIsHandedOutAgain(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	for _, msg := range []*nats.Msg{
		{Subject: workSubject("run", taskKey{0, 0, 0}), Data: []byte(`{"schema":"evalrun.fleet.task/2","run":"run"}`)},
		{Subject: subject("run", "work", "no.task.at.all"), Data: []byte(`{}`)},
	} {
		if _, err := c.conn.js.PublishMsg(t.Context(), msg); err != nil {
			t.Fatal(err)
		}
	}
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Say = told.say
	startWorker(t, w)
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil || m.Record.Error != nil {
		t.Errorf("got %+v, want a record", m.Record)
	}
	all := strings.Join(told.all(), "\n")
	for _, want := range []string{`evalrun.run.work.0.0.0 is refused: schema "evalrun.fleet.task/2"`, "is not one of a task"} {
		if !strings.Contains(all, want) {
			t.Errorf("the worker did not say %q:\n%s", want, all)
		}
	}
}

// TestAnAnswerOfSomebodyElseIsNotUsed: another one is asked for.
func TestAnAnswerOfSomebodyElseIsNotUsed(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("run"))
	data := []byte(`{"schema":"evalrun.fleet.kept/1","run":"run","worker":"eve","kept":{"seq":0,"id":"q7","repeat":0,"generation":0,"contentHash":"hash0","answer":{"answer":"no"}}}`)
	if _, err := c.conn.js.Publish(t.Context(), answerSubject("run", taskKey{0, 0, 0}), data); err != nil {
		t.Fatal(err)
	}
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{measure: func(_ context.Context, task runner.Task) (runner.Measured, error) {
		if task.Kept != nil {
			t.Errorf("the worker was given %+v", task.Kept)
		}
		return runner.Measured{Record: recordOf(task, "asked")}, nil
	}}))
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil || m.Record.Error != nil {
		t.Errorf("got %+v", m.Record)
	}
}

// TestAnEntryThatCannotBeReadKeepsWorkersOut of its run and of no other.
func TestAnEntryThatCannotBeReadKeepsWorkersOut(t *testing.T) {
	s := testServer(t, serverOptions{})
	conn := testDial(t, s, nil)
	runs, err := conn.makeBucket(t.Context(), runsBucket)
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{
		"newer": `{"schema":"evalrun.fleet.job/2"}`, "broken": `{`, "other": `{"schema":"evalrun.fleet.job/1","tool":"v1","run":"run","suite":"s","state":"running","started":"2026-11-30T12:00:00Z","planned":1,"needs":{},"plan":{}}`,
	} {
		if _, err := runs.PutString(t.Context(), key, value); err != nil {
			t.Fatal(err)
		}
	}
	var told spoken
	w := testWorker(testDial(t, s, nil), "ada", measuring{})
	w.Say = told.say
	startWorker(t, w)
	c := testCoordinate(t, conn, testJob("run"))
	if m := measureAll(t, c, testTask(0))[0]; m.Record == nil {
		t.Error("the run beside them is not measured")
	}
	all := strings.Join(told.all(), "\n")
	for _, want := range []string{`run newer is refused: schema "evalrun.fleet.job/2"`, "run broken is refused", `run other is refused: it is of run "run"`} {
		if !strings.Contains(all, want) {
			t.Errorf("the worker did not say %q:\n%s", want, all)
		}
	}
	eventually(t, "its run's coordinator can say why", func() bool {
		workers, err := conn.present(t.Context(), c.people)
		return err == nil && strings.Contains(nobody("newer", workers), `ada lacks a version that can read it: schema "evalrun.fleet.job/2"`)
	})
}

// TestNotesThatCannotBeReadAreCounted: as many may come as somebody can send.
func TestNotesThatCannotBeReadAreCounted(t *testing.T) {
	s := testServer(t, serverOptions{})
	var told spoken
	job := testJob("run")
	job.times.alone = patience // that nobody works on it is not what is counted
	c := testCoordinate(t, testDial(t, s, told.say), job)
	w, err := c.expect(taskKey{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.forget(w)
	for range 50 * mostTold {
		c.heard(noted{subject: startSubject("run", taskKey{}), data: []byte(`{"schema":"x"}`)})
		c.heard(noted{subject: subject("run", "start", strings.Repeat("x", 4000))})
	}
	lines := told.all()
	if len(lines) > mostTold+2 || slices.ContainsFunc(lines, func(l string) bool { return len(l) > 1000 }) {
		t.Errorf("%d lines, the last %.300q", len(lines), lines[len(lines)-1])
	}
}

// noted is a message of which only subject and body are known.
type noted struct {
	jetstream.Msg
	subject string
	data    []byte
}

func (n noted) Subject() string { return n.subject }
func (n noted) Data() []byte    { return n.data }
