package fleet

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// reread fails where what a decoder took does not come back as it is from what
// it is written as: something in it was neither refused nor understood.
func reread[T any](t *testing.T, v T, decode func([]byte) (T, error)) {
	t.Helper()
	data, err := encode(v)
	if err != nil {
		t.Fatalf("what was read cannot be written: %v", err)
	}
	again, err := decode(data)
	if err != nil {
		t.Fatalf("%s is refused as it was written: %v", data, err)
	}
	second, err := encode(again)
	if err != nil || !bytes.Equal(data, second) {
		t.Errorf("it changes as it is read (%v):\n%s", err, cmp.Diff(string(data), string(second)))
	}
}

func seed(f *testing.F, values ...any) {
	f.Helper()
	for _, v := range values {
		data, err := encode(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(append(data, '}'))
	}
	f.Add([]byte(`{"schema":"evalrun.fleet.task/2","x":1}`))
	f.Add([]byte(`{"SCHEMA":"evalrun.fleet.task/1","run":null,"run":{}}`))
}

func FuzzTask(f *testing.F) {
	task := testTask(3)
	m := taskMessage{Schema: taskSchema, Run: "run", Question: task.Question}
	given := m
	given.Given = &answers.Answer{Text: "Thirty days.", Retrieved: []answers.Passage{}}
	given.Kept = &results.KeptAnswer{Seq: 3, ID: "q3", ContentHash: "hash3", Answer: given.Given}
	aside := m
	aside.Context = hashBytes(nil)
	seed(f, m, given, aside)
	read := func(data []byte) (taskMessage, error) { return decodeTask(data, "run", taskKey{3, 0, 0}) }
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := read(data)
		if err != nil {
			return
		}
		if keyOfTask(m.task()) != (taskKey{3, 0, 0}) || m.Kept != nil && m.Kept.Answer == nil {
			t.Errorf("took %+v", m)
		}
		reread(t, m, read)
	})
}

func FuzzResult(f *testing.F) {
	task := testTask(3)
	seed(f,
		resultMessage{Schema: resultSchema, Run: "run", Worker: "ada", Record: recordOf(task, "so")},
		resultMessage{Schema: resultSchema, Run: "run", Worker: "ada", Stop: &results.Stop{Kind: results.StopBudget}},
		resultMessage{Schema: resultSchema, Run: "run", Worker: "ada", Refused: "no"},
	)
	read := func(data []byte) (resultMessage, error) { return decodeResult(data, results.RunInfo{ID: "run"}, task) }
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := read(data)
		if err != nil {
			return
		}
		if m.Record != nil && (m.Record.ID != "q3" || m.Record.Verdict == results.Skipped) || m.Record == nil && m.Stop == nil && m.Refused == "" {
			t.Errorf("took %+v", m)
		}
		reread(t, m, read)
	})
}

func FuzzJob(f *testing.F) {
	e := testJob("run").entry()
	e.Plan = []byte(`{}`)
	aside := e
	aside.Plan, aside.Object = nil, hashBytes(nil)
	seed(f, e, aside)
	read := func(data []byte) (jobEntry, error) { return decodeJob(data, "run") }
	f.Fuzz(func(t *testing.T, data []byte) {
		if e, err := read(data); err == nil {
			reread(t, e, read)
		}
	})
}

func FuzzPlan(f *testing.F) {
	info := testJob("run").Info
	seed(f, jobPlan{Schema: planSchema, Info: info}, jobPlan{Schema: planSchema, Info: info, Setup: Setup{
		Checkouts: []Checkout{{Name: "..", Fingerprint: hashBytes(nil), Commit: "4f2a91c0d3e54f2a91c0d3e54f2a91c0d3e54f2a"}},
	}})
	read := func(data []byte) (jobPlan, error) { return decodePlan(data, "run") }
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := read(data); err == nil {
			reread(t, p, read)
		}
	})
}

func FuzzNote(f *testing.F) {
	seed(f, note{Schema: noteSchema, Run: "run", Worker: "ada", Delivery: 1, Event: noteFailed, Message: "no"})
	read := func(data []byte) (note, error) { return decodeNote(data, "run") }
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := read(data); err == nil {
			reread(t, n, read)
			h := history{counts: map[attempt]bool{}}
			h.add(n)
			_ = h.String()
		}
	})
}

func FuzzKept(f *testing.F) {
	task := testTask(3)
	m := taskMessage{Question: task.Question}
	seed(f, keptMessage{Schema: keptSchema, Run: "run", Worker: "ada", Kept: results.KeptAnswer{
		Seq: 3, ID: "q3", ContentHash: "hash3", Answer: &answers.Answer{Text: "Thirty days."},
	}})
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := decodeKept(data, "run", m.Question, keyOfTask(m.task()))
		if err == nil && (a.Answer == nil || a.ID != "q3") {
			t.Errorf("took %+v", a)
		}
	})
}

func FuzzHeartbeat(f *testing.F) {
	seed(f, heartbeat{Schema: heartbeatSchema, WorkerStatus: WorkerStatus{Name: "ada", Lacks: map[string][]string{"run": {"tag a=b"}}}})
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, err := decodeHeartbeat(data); err == nil {
			reread(t, h, decodeHeartbeat)
		}
	})
}

func FuzzSubject(f *testing.F) {
	for _, s := range []string{"evalrun.run.work.0.1.2", "evalrun.run.work.00.1.2", "1.2", "evalrun.run.work.-1.0.0", "a.9999999999999999999.0.0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, err := parseKey(text)
		if err != nil {
			return
		}
		if again, err := parseKey(workSubject("run", k)); err != nil || again != k {
			t.Errorf("%q is read as %v, and that as %v (%v)", text, k, again, err)
		}
	})
}
