package fleet

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/llm"
)

const (
	goodEnter   = `{"schema":"evalrun.fleet.ask/1","run":"r","worker":"w","step":"enter","id":"a-1","call":{"role":"judge","endpoint":"https://host/${KEY}","model":"m","tokens":7}}`
	goodDone    = `{"schema":"evalrun.fleet.ask/1","run":"r","worker":"w","step":"done","id":"a-1","end":{"sent":true,"status":429,"code":"rate_limited","retryAfterMs":1500,"promptTokens":3,"completionTokens":4}}`
	goodHold    = `{"schema":"evalrun.fleet.ask/1","run":"r","worker":"w","step":"hold","id":"a-1","call":{"role":"judge","endpoint":"e","model":"m","tokens":7},"by":"c-1"}`
	goodSent    = `{"schema":"evalrun.fleet.ask/1","run":"r","worker":"w","step":"done","id":"a-1","call":{"role":"judge","endpoint":"e","model":"m","tokens":7},"end":{"sent":true,"status":200,"code":"","retryAfterMs":0,"promptTokens":3,"completionTokens":4},"by":"c-1"}`
	goodRenewal = `{"schema":"evalrun.fleet.lease/1","run":"r","worker":"w","ids":["a-1","a-2"]}`
	goodRefused = `{"schema":"evalrun.fleet.grant/1","run":"r","by":"c-1","state":"refused","refusal":{"code":"budget","message":"spent","status":0,"retryAfterMs":0,"fatal":false}}`
	goodRenewed = `{"schema":"evalrun.fleet.grant/1","run":"r","by":"c-1","state":"renewed","missing":["a-2"]}`
)

// readGrant reads a message as each of the three kinds.
func readGrant(data string) map[string]error {
	_, asked := decodeAsk([]byte(data), "r")
	_, renewed := decodeRenewal([]byte(data), "r")
	_, answered := decodeAnswer([]byte(data), "r")
	return map[string]error{askSchema: asked, renewalSchema: renewed, answerSchema: answered}
}

func TestAGrantMessageIsTakenAsItsOwnKindOnly(t *testing.T) {
	for data, kind := range map[string]string{
		goodEnter: askSchema, goodDone: askSchema, goodHold: askSchema, goodSent: askSchema, goodRenewal: renewalSchema, goodRefused: answerSchema, goodRenewed: answerSchema,
	} {
		for reader, err := range readGrant(data) {
			if (err == nil) != (reader == kind) {
				t.Errorf("%s read as %s: error %v", data, reader, err)
			}
		}
	}
}

func TestGrantMessagesThatAreRefused(t *testing.T) {
	for name, tc := range map[string]struct{ good, was, is, want string }{
		"a newer schema with unknown keys": {goodEnter, `ask/1",`, `ask/2","extra":1,`, `schema "evalrun.fleet.ask/2", this evalrun reads evalrun.fleet.ask/1`},
		"another run":                      {goodEnter, `"run":"r"`, `"run":"q"`, `run "q", not "r"`},
		"an unknown key":                   {goodEnter, `"step"`, `"x":1,"step"`, `unknown key "x"`},
		"an unknown key inside":            {goodDone, `"sent"`, `"x":1,"sent"`, `unknown key "end.x"`},
		"another letter case":              {goodEnter, `"tokens"`, `"Tokens"`, `unknown key "call.Tokens"`},
		"a key of another object":          {goodEnter, `"tokens"`, `"worker"`, `unknown key "call.worker"`},
		"a key twice":                      {goodEnter, `"tokens":7`, `"tokens":7,"tokens":8`, `duplicate key "tokens"`},
		"text after":                       {goodEnter, `}}`, `}}{}`, "text after"},
		"negative tokens":                  {goodEnter, `:7`, `:-7`, "tokens is -7"},
		"more tokens than any call takes":  {goodEnter, `:7`, `:16777217`, "tokens is 16777217"},
		"a number no machine holds":        {goodEnter, `:7`, `:1e400`, "cannot unmarshal number"},
		"a fraction":                       {goodEnter, `:7`, `:7.5`, "cannot unmarshal number"},
		"negative usage":                   {goodDone, `:4}`, `:-4}`, "completionTokens is -4"},
		"a wait of a century":              {goodDone, `:1500`, `:3155760000000`, "retryAfterMs"},
		"a negative wait":                  {goodDone, `:1500`, `:-1`, "retryAfterMs is -1"},
		"an impossible status":             {goodDone, `:429`, `:1000`, "status is 1000"},
		"a step that nobody knows":         {goodEnter, `"enter"`, `"jump"`, `step "jump"`},
		"enter with an end":                {goodEnter, `"call":{`, `"end":{"sent":true},"call":{`, `step "enter"`},
		"enter without a call":             {goodEnter, `"call":{"role":"judge","endpoint":"https://host/${KEY}","model":"m","tokens":7}`, `"call":null`, `step "enter"`},
		"done without an end":              {goodEnter, `"enter"`, `"done"`, `step "done"`},
		"a hold of no call":                {goodHold, `"call":{"role":"judge","endpoint":"e","model":"m","tokens":7},`, ``, `step "hold"`},
		"an enter that was counted before": {goodEnter, `"id"`, `"by":"c-1","id"`, `step "enter"`},
		"a coordinator without its call":   {goodDone, `"id"`, `"by":"c-1","id"`, `step "done"`},
		"a call that nobody counted":       {goodSent, `,"by":"c-1"`, ``, `step "done"`},
		"a coordinator of two tokens":      {goodHold, `c-1`, `c.1`, `id "c.1"`},
		"an answer of nobody":              {goodRenewed, `"by":"c-1",`, ``, "an id of 0 characters"},
		"an id that is two tokens":         {goodEnter, `a-1`, `a.1`, `id "a.1"`},
		"an id with a wildcard":            {goodRenewal, `a-1`, `>`, `id ">"`},
		"no id":                            {goodEnter, `a-1`, ``, "an id of 0 characters"},
		"a call without an endpoint":       {goodEnter, `https://host/${KEY}`, ``, "without a role or an endpoint"},
		"an endpoint that is a book":       {goodEnter, `https://host/${KEY}`, strings.Repeat("x", maxEndpoint+1), "endpoint has"},
		"a worker that moves the cursor":   {goodEnter, `"worker":"w"`, `"worker":"\u001b[2J"`, "worker holds control characters"},
		"a grant with a refusal":           {goodRefused, `"state":"refused"`, `"state":"granted"`, `state "granted"`},
		"a refusal without a reason":       {goodRenewed, `renewed`, `refused`, `state "refused"`},
		"a grant that lists calls":         {goodRenewed, `renewed`, `taken`, `state "taken"`},
		"a state that nobody knows":        {goodRenewed, `renewed`, `denied`, `state "denied"`},
		"no object":                        {goodEnter, goodEnter, `null`, `schema ""`},
		"no JSON":                          {goodEnter, goodEnter, `{"schema":`, "unexpected end"},
		"a message that is too large":      {goodEnter, goodEnter, strings.Repeat(" ", maxGrantMessage+1), "bytes, more than"},
		"too many renewals":                {goodRenewal, `"a-1"`, `"a"` + strings.Repeat(`,"a"`, maxRenewed), "renewed at once"},
	} {
		t.Run(name, func(t *testing.T) {
			data := strings.Replace(tc.good, tc.was, tc.is, 1)
			if data == tc.good {
				t.Fatal("the case changes nothing")
			}
			kind := tc.good[len(`{"schema":"`):strings.Index(tc.good, `","run`)]
			err := readGrant(data)[kind]
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want one with %q", err, tc.want)
			}
		})
	}
}

func TestTheLargestRenewalIsTaken(t *testing.T) {
	r := renewal{Schema: renewalSchema, Run: "r", Worker: strings.Repeat("w", maxName)}
	for range maxRenewed {
		r.IDs = append(r.IDs, strings.Repeat("i", maxID))
	}
	if _, err := decodeRenewal(r.encode(), "r"); err != nil {
		t.Error(err)
	}
	if _, err := decodeAnswer(answer{Schema: answerSchema, Run: "r", By: "c", State: stateRenewed, Missing: r.IDs}.encode(), "r"); err != nil {
		t.Error(err)
	}
}

func TestErrorsOfGovernorsSurviveTheWay(t *testing.T) {
	budget, err := llm.NewBudget(llm.BudgetOptions{MaxTokens: 5}).For("")
	if err != nil {
		t.Fatal(err)
	}
	_, spent := budget.Enter(t.Context(), 6)
	for name, err := range map[string]error{
		"a spent budget": spent,
		"a long wait": &llm.Error{Code: llm.CodeRetryAfterTooLong, Status: 429, RetryAfter: 7 * time.Minute,
			Message: "not sent: the endpoint asked another call to wait"},
		"a fatal one": &llm.Error{Code: llm.CodeAuth, Status: 401, Fatal: true, Message: "no such key"},
	} {
		t.Run(name, func(t *testing.T) {
			data := answer{Schema: answerSchema, Run: "r", By: "c", State: stateRefused, Refusal: refusalOf(err)}.encode()
			got, decodeErr := decodeAnswer(data, "r")
			if decodeErr != nil {
				t.Fatal(decodeErr)
			}
			var was, is *llm.Error
			if !errors.As(err, &was) || !errors.As(got.Refusal.err(), &is) {
				t.Fatalf("%T became %T", err, got.Refusal.err())
			}
			if was.Code != is.Code || was.Message != is.Message || was.Status != is.Status || was.RetryAfter != is.RetryAfter || was.Fatal != is.Fatal {
				t.Errorf("%+v became %+v", was, is)
			}
			if errors.Is(was, llm.ErrBudget) != errors.Is(is, llm.ErrBudget) {
				t.Errorf("errors.Is(ErrBudget) changed to %v", errors.Is(is, llm.ErrBudget))
			}
		})
	}
}

func TestACallWithoutAGovernorEndsTheRun(t *testing.T) {
	var e *llm.Error
	if err := refusalOf(errors.New("no price is known")).err(); !errors.As(err, &e) || !e.Fatal || !strings.Contains(e.Message, "no price is known") {
		t.Errorf("error %#v", err)
	}
}

func TestAStrangeEndIsKeptWithinBounds(t *testing.T) {
	e := llm.End{
		Sent: true, Status: math.MaxInt, Code: llm.Code(strings.Repeat("ä", 100)), RetryAfter: math.MaxInt64,
		PromptTokens: math.MaxInt, CompletionTokens: math.MinInt,
	}
	a := ask{Schema: askSchema, Run: "r", Worker: "w", Step: stepDone, ID: "a", End: endingOf(e)}
	got, err := decodeAsk(a.encode(), "r")
	if err != nil {
		t.Fatal(err)
	}
	want := llm.End{Sent: true, Status: maxStatus, Code: llm.Code(strings.Repeat("ä", 32)), RetryAfter: maxRetryAfter, PromptTokens: maxTokens}
	if diff := cmp.Diff(want, got.End.llm()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAWaitIsNotCutShortOnTheWay(t *testing.T) {
	if ms := endingOf(llm.End{RetryAfter: 1500*time.Millisecond + 1}).RetryAfterMs; ms != 1501 {
		t.Errorf("%d ms", ms)
	}
}

func addGrants(f *testing.F) {
	for _, data := range []string{goodEnter, goodDone, goodHold, goodSent, goodRenewal, goodRefused, goodRenewed} {
		f.Add([]byte(data))
	}
}

func FuzzDecodeAsk(f *testing.F) {
	addGrants(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := decodeAsk(data, "r")
		if err != nil {
			return
		}
		if again, err := decodeAsk(a.encode(), "r"); err != nil || !cmp.Equal(a, again) {
			t.Errorf("%s became %s: %v", a.encode(), again.encode(), err)
		}
		if a.Call != nil && (a.Call.Tokens < 0 || a.Call.Tokens > maxTokens) {
			t.Errorf("%d tokens were taken", a.Call.Tokens)
		}
	})
}

func FuzzDecodeRenewal(f *testing.F) {
	addGrants(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRenewal(data, "r")
		if err != nil {
			return
		}
		if again, err := decodeRenewal(r.encode(), "r"); err != nil || !bytes.Equal(r.encode(), again.encode()) {
			t.Errorf("%s became %s: %v", r.encode(), again.encode(), err)
		}
	})
}

func FuzzDecodeAnswer(f *testing.F) {
	addGrants(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := decodeAnswer(data, "r")
		if err != nil {
			return
		}
		if again, err := decodeAnswer(a.encode(), "r"); err != nil || !bytes.Equal(a.encode(), again.encode()) {
			t.Errorf("%s became %s: %v", a.encode(), again.encode(), err)
		}
		if a.State == stateRefused && a.Refusal.err() == nil {
			t.Errorf("%s refuses nothing", data)
		}
	})
}
