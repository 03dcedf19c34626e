package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/summary"
)

// eventsSchema names the format of the lines of --events.
const eventsSchema = "evalrun.events/1"

// eventsOnStdout is the name of the file that means stdout.
const eventsOnStdout = "-"

// eventStream tells a program what a run does while it does it: one JSON
// object a line, each written whole and at once. Lines are ASCII, whatever
// names and messages hold. A stream that cannot be written ends; the run
// goes on, and close says so.
type eventStream struct {
	mu    sync.Mutex
	out   io.Writer
	file  io.Closer // nil for stdout
	now   func() time.Time
	scrub func([]byte) []byte // nil: there are no secrets
	err   error
}

// checkEvents keeps two results from one stdout. The table gives way to
// events by itself.
func checkEvents(name string, json bool) error {
	if name == eventsOnStdout && json {
		return errors.New("--events - and --json both write to stdout: name a file for --events")
	}
	return nil
}

// openEvents opens the file of --events anew, or stdout for "-". Without a
// name there is no stream, and nil takes every event.
func (h host) openEvents(name string, scrub func([]byte) []byte) (*eventStream, error) {
	switch name {
	case "":
		return nil, nil
	case eventsOnStdout:
		return &eventStream{out: h.stdout, now: h.now, scrub: scrub}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("open --events: %w", err)
	}
	return &eventStream{out: f, file: f, now: h.now, scrub: scrub}, nil
}

// started opens a run, which may be one that goes on.
func (s *eventStream) started(info results.RunInfo, folder string, kept map[results.Verdict]int) {
	done := 0
	for _, n := range kept {
		done += n
	}
	s.write("run_started", runStarted{
		Run: info.ID, Folder: folder, Suite: info.Suite.Name, Target: info.Target.Type, TargetModel: info.Target.Model,
		Judge: string(info.Judge.Kind), JudgeModel: info.Judge.Model,
		Planned: info.Planned, Done: done, Repeats: max(1, info.Repeats), JudgeRepeats: max(1, info.JudgeRepeats),
		Resumed: len(info.Resumed) > 0,
	})
}

// question tells of one record. What it took is counted as the report counts.
func (s *eventStream) question(info results.RunInfo, ev runner.Event) {
	if s == nil {
		return
	}
	line := questionDone{Run: info.ID, ID: ev.ID, Verdict: ev.Verdict, Done: ev.Done, Planned: ev.Planned}
	if r := ev.Record; r != nil {
		line.Repeat, line.Generation, line.Seq, line.Category = r.Repeat, r.Generation, r.Seq, r.Category
		if r.Error != nil {
			line.Code = r.Error.Code
		}
		line.Ms = float64(r.Times.Ended.Sub(r.Times.Started)) / float64(time.Millisecond)
		one := summary.NewSpending(info)
		one.Add(r)
		line.Judge, line.Target = judgeEvent(one.Judge()), targetEvent(one.Target())
	}
	s.write("question_done", line)
}

// stopped says why a run ends before its last question; nil says nothing.
func (s *eventStream) stopped(run string, stop *results.Stop) {
	if stop != nil {
		s.write("stopped", runStopped{Run: run, Kind: stop.Kind, Message: stop.Message})
	}
}

// ended closes a run whose reports are written.
func (s *eventStream) ended(doc results.ReportDoc) {
	line := runEnded{
		Run: doc.Run.ID, Status: doc.Run.Status, Gate: doc.Gate.Verdict, ExitCode: doc.Gate.ExitCode,
		Totals: doc.Totals, PassRate: doc.PassRate.Rate,
		Judge: judgeEvent(doc.Judge), Target: targetEvent(doc.Target),
	}
	if doc.Repeats != nil {
		line.Flaky = &doc.Repeats.Flaky
	}
	s.write("run_ended", line)
}

// close ends the stream and returns what kept a line of it from being
// written.
func (s *eventStream) close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.err
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	if err != nil {
		return fmt.Errorf("write --events: %w", err)
	}
	return nil
}
