package fleet

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/evalrun/evalrun/llm"
)

func TestACallThatTheRunDoesNotMakeIsRefusedAndNotKept(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		own := r.ledger.governors
		r.ledger.governors = governorsFunc(func(role, endpoint, model string) (llm.Governor, error) {
			if endpoint != "e" {
				return nil, errors.New("nobody calls that")
			}
			return own.Governor(role, endpoint, model)
		})
		g := r.worker("w")
		for i := range 100 {
			made := g
			made.call.Endpoint = fmt.Sprint("e", i)
			if _, err := made.Enter(r.ctx, 1); err == nil || !strings.Contains(err.Error(), "nobody calls that") {
				t.Fatalf("error %v", err)
			}
		}
		r.enter(g).Done(goodEnd)
		synctest.Wait()
		if n := len(r.ledger.accounts); n != 1 {
			t.Errorf("%d governors are kept", n)
		}
	})
}

// TestACallIsItsWorkersOwn: the words of another one about it do nothing and
// are not answered.
func TestACallIsItsWorkersOwn(t *testing.T) {
	c := call{Role: "judge", Endpoint: "e", Model: "m"}
	for _, word := range []ask{
		{Step: stepTake}, {Step: stepDone, End: &ending{}}, {Step: stepEnter, Call: &c}, {Step: stepHold, Call: &c},
	} {
		for name, from := range map[string]struct{ reply, worker string }{
			"another worker": {"ada/x", "eve"},
			"another inbox":  {"eve/x", "ada"},
		} {
			t.Run(fmt.Sprint(word.Step, " of ", name), func(t *testing.T) {
				inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
					r.ledger.asked("ada/x", ask{Step: stepEnter, ID: "x", Worker: "ada", Call: &c})
					r.wantHeld("before", map[state]int{stateGranted: 1})
					r.ledger.tell = func(reply string, a answer) { t.Errorf("%s is told %s", reply, a.State) }
					word.ID, word.Worker = "x", from.worker
					r.ledger.asked(from.reply, word)
					r.wantHeld("after", map[state]int{stateGranted: 1})
				})
			})
		}
	}
}

// TestALedgerHoldsNoMoreCallsThanItCan: what is too much is not answered, and
// asked again later.
func TestALedgerHoldsNoMoreCallsThanItCan(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		p := r.enter(g)
		filled := map[string]*permit{}
		for i := range maxPermits - 1 {
			id := fmt.Sprint("x", i)
			filled[id] = &permit{id: id, state: stateTaken, giveUp: func() {}, heard: time.Now()}
		}
		maps.Copy(r.ledger.permits, filled)
		for _, word := range []ask{{Step: stepEnter, ID: "one", Call: &g.call}, {Step: stepHold, ID: "more", Call: &g.call}} {
			r.ledger.asked("x/"+word.ID, word)
			if n := len(r.ledger.permits); n != maxPermits {
				t.Errorf("%d permits after %s", n, word.Step)
			}
		}
		waiting := r.entering(r.ctx, g)
		p.Done(goodEnd) // what is known is heard
		(<-waiting).Done(goodEnd)
	})
}

func TestEndedCallsAreForgottenSoonerWhenTheyAreTooMany(t *testing.T) {
	ended := newRemembered(time.Now(), time.Hour)
	for i := range 3 * maxRemembered {
		ended.add(fmt.Sprint(i), answer{State: stateGone})
		if n := len(ended.young) + len(ended.aged); n > 2*maxRemembered {
			t.Fatalf("%d are remembered", n)
		}
	}
	for i, want := range map[int]bool{0: false, 2*maxRemembered + 1: true, 3*maxRemembered - 1: true} {
		if _, known := ended.find(fmt.Sprint(i)); known != want {
			t.Errorf("of %d, %d is remembered: %v", 3*maxRemembered, i, known)
		}
	}
}

func TestInboxes(t *testing.T) {
	for reply, want := range map[string]string{
		"_INBOX.box.a-1": "a-1", "_INBOX.box.renewal": "renewal",
		"_INBOX.box": "", "_INBOX.": "", "_INBOX..a": "", "_INBOX.box.": "", "_INBOX.>.a": "", "_INBOX.box.*": "", "_INBOX.box.a.b": "",
		"evalrun.box.a": "", "box.a": "", "_INBOX.\x1b[2J.a": "", "_INBOX.box." + strings.Repeat("a", maxID+1): "",
	} {
		if got := inbox(reply); got != want {
			t.Errorf("%q: %q, want %q", reply, got, want)
		}
	}
}

// TestNobodyEndsTheCallOfAnotherWorker with a message that cannot be read and
// is to be answered where that one listens.
func TestNobodyEndsTheCallOfAnotherWorker(t *testing.T) {
	server := plainServer(t, -1)
	served, _ := grants(t, server, grantTimes, governorsOf(llm.NewLimiter(llm.LimiterOptions{Concurrency: 1}), llm.NewBudget(llm.BudgetOptions{})))
	defer closed(served)
	g, _ := grantedTo(t, server, grantTimes, "ada", silent)
	first := passOf(t, g)
	got := make(chan llm.Pass)
	go func() { got <- passOf(t, g) }()
	ada := g.(governor).desk
	eventually(t, "ada's second call waits", func() bool { return served.ledger.expects(ada.session + "-2") })
	eve := plainConn(t, server).nc
	for _, place := range []string{ada.session + "-1", ada.session + "-2"} {
		if err := eve.PublishMsg(&nats.Msg{Subject: grantSubject("run.1"), Reply: nats.InboxPrefix + ada.session + "." + place, Data: []byte(`{"schema":"x"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := eve.Request(grantSubject("run.1"), []byte("{}"), patience); err != nil {
		t.Fatal(err) // what asks after them is answered after them
	}
	first.Done(goodEnd)
	(<-got).Done(goodEnd)
	eventually(t, "both have ended", func() bool {
		served.ledger.mu.Lock()
		defer served.ledger.mu.Unlock()
		return len(served.ledger.permits) == 0
	})
}
