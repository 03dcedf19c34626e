package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

const (
	poisonRule = "rule 33"
	poisonID   = "q33"
	poisonTask = "evalrun.*.start.33.>"
	// poisonKills is how often a question is begun.
	poisonKills = 3
)

// TestAQuestionThatKillsItsWorkersEndsAndIsResumed: whoever asks it is killed,
// with SIGKILL and with what is in flight beside it. It gets the one error of
// the run, with its history, and --resume measures it when it does no harm any
// more.
func TestAQuestionThatKillsItsWorkersEndsAndIsResumed(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	t.Parallel()
	p := startProcesses(t, fewQuestions, fleetPlaces, fleetLatency)
	p.needEveryAnswer(t)
	p.serve(t)
	asked, cure := p.poison()
	_, heard := p.overhear(t, poisonTask)
	run := p.start(t, p.runArgs(t)...)
	p.quicken(t, quickWait)
	for range fleetWorkers {
		p.hire(t)
	}
	var dead []string
	for range poisonKills {
		p.await(t, run, asked)
		dead = append(dead, p.loseWhoBegan(t, heard))
	}
	if _ = run.wait(); run.code() != verdict.ExitInfrastructure {
		t.Errorf("exit %d, want %d:\n%s", run.code(), verdict.ExitInfrastructure, run.said)
	}
	checkPoisoned(t, p, dead)
	cure()
	p.endWell(t, p.start(t, p.runArgs(t)...))
	p.check(t, poisonKills*fleetPlaces)
}

// needEveryAnswer has a gate in the suite that a question without an answer
// leaves open.
func (p *processes) needEveryAnswer(t *testing.T) {
	t.Helper()
	path := filepath.Join(p.dir, "suite.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("gate: {passRate: 0}"), []byte("gate: {on: checks, passRate: 1}"), 1)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// poison has the endpoint hold whoever asks the question until he is gone, and
// tells of it, until it is cured.
func (p *processes) poison() (asked <-chan struct{}, cure func()) {
	met := make(chan struct{}, 1<<10)
	p.meets.Store(new(encounter(func(ctx context.Context, rule string) {
		if rule == poisonRule {
			met <- struct{}{}
			<-ctx.Done()
		}
	})))
	return met, func() { p.meets.Store(nil) }
}

// checkPoisoned wants the error of the one question, which names who died of
// it, and the records of all others.
func checkPoisoned(t *testing.T, p *processes, dead []string) {
	t.Helper()
	run, err := runstore.Open(killedFolder(t, p.dir))
	if err != nil {
		t.Fatal(err)
	}
	recorded := 0
	for e, err := range run.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range e.Records {
			recorded++
			if poisoned := rec.ID == poisonID; !rec.Final || poisoned != (rec.Error != nil) {
				t.Errorf("%s is %s, final %v: %+v", rec.ID, rec.Verdict, rec.Final, rec.Error)
			} else if poisoned {
				checkHistory(t, rec.Error, dead)
			}
		}
	}
	if recorded != p.questions {
		t.Errorf("%d records of %d questions", recorded, p.questions)
	}
}

func checkHistory(t *testing.T, e *results.ErrorInfo, dead []string) {
	t.Helper()
	rest := e.Message
	for _, name := range dead {
		var found bool
		if _, rest, found = strings.Cut(rest, " began by "+name); !found {
			t.Errorf("the history does not have %v in this order: %s", dead, e.Message)
			break
		}
	}
	if e.Code != fleet.CodePoison || !strings.HasPrefix(e.Message, "begun 3 times and never measured; ") {
		t.Errorf("got %+v", e)
	}
}
