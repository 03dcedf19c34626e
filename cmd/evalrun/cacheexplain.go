package main

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/cache"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/summary"
	"github.com/evalrun/evalrun/verdict"
)

func cacheExplainCommand(h host) *cobra.Command {
	var o cacheOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain RUN QUESTION",
		Short: "Say why a question of a run was or was not answered from the store",
		Long: `For each judge call about a question: whether it was answered from the store,
and if not, in what it differs from the nearest call that was stored before it.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage(cmd, "%s needs a RUN and a QUESTION, got %s", cmd.CommandPath(), count(len(args), "argument"))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			calls, err := callsOf(args[0], args[1])
			if err != nil {
				return err
			}
			err = o.withStored(h, func(c *cache.Cache) error {
				for i := range calls {
					if err := calls[i].explain(c); err != nil {
						return infrastructure(err)
					}
				}
				return nil
			})
			switch {
			case err != nil:
				return err
			case asJSON:
				return printJSON(h.stdout, calls)
			}
			return tellExplained(h.stdout, calls)
		},
	}
	o.registerDir(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// explainedCall is one judge call of a record and what the store says of it.
type explainedCall struct {
	Question     string       `json:"question"`
	AnswerRepeat int          `json:"answerRepeat"`
	JudgeRepeat  int          `json:"judgeRepeat"`
	Cached       bool         `json:"cached"`
	CachedAt     time.Time    `json:"cachedAt,omitzero"`
	Reused       bool         `json:"reused,omitempty"` // carried over from another run
	Code         string       `json:"code,omitempty"`   // of a call that gave nothing to store
	Key          string       `json:"key"`
	Stored       *storedCall  `json:"stored"`  // under that key, null for nothing
	Nearest      *storedCall  `json:"nearest"` // of the others about the question, stored before the call
	Differs      []difference `json:"differs"` // between nearest and the call

	inputs []byte
	ended  time.Time
}

type storedCall struct {
	At     time.Time `json:"at"`
	Model  string    `json:"model"`
	Served string    `json:"served"`
}

// callsOf lists the judge calls of a question, in the order of its repeats.
func callsOf(folder, id string) ([]explainedCall, error) {
	store, err := runstore.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &failure{code: verdict.ExitUsage, err: err, hint: "RUN is a folder such as runs/20260301T120000Z-suite-1a2b"}
	}
	if err != nil {
		return nil, err
	}
	for entry, err := range store.Entries() {
		if err != nil {
			return nil, err
		}
		if entry.Question.ID == id {
			return callsIn(store.Info(), entry)
		}
	}
	return nil, fmt.Errorf("%s has no question %q", folder, id)
}

func callsIn(info results.RunInfo, entry results.Entry) ([]explainedCall, error) {
	if info.Judge.Kind != results.JudgeModel {
		return nil, fmt.Errorf("the judge of this run is %s, whose calls are never stored", info.Judge.Kind)
	}
	var out []explainedCall
	for _, rec := range entry.Records {
		n := 0
		for call := range summary.JudgeCalls(&rec) {
			c, err := explained(info, rec, call, judge.Repeat{Answer: rec.Repeat, Call: n})
			if err != nil {
				return nil, err
			}
			out = append(out, c)
			n++
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("the judge was not asked about question %q in this run", entry.Question.ID)
	}
	return out, nil
}

// explained makes a recorded call's key again, from the record alone: what is
// not in it was the same for the whole run.
func explained(info results.RunInfo, rec results.Record, call *results.JudgeCall, r judge.Repeat) (explainedCall, error) {
	out := explainedCall{
		Question: rec.ID, AnswerRepeat: r.Answer, JudgeRepeat: r.Call, Differs: []difference{},
		Cached: call.Cached, CachedAt: call.CachedAt, Reused: call.Reused, ended: rec.Times.Ended,
	}
	if n := len(call.Attempts); n > 0 {
		out.Code = call.Attempts[n-1].Code
	}
	if call.Prompt == nil {
		return out, fmt.Errorf("the record of question %q holds no prompt", rec.ID)
	}
	request, err := judgeprompt.Parse(call.Prompt.User)
	if err != nil {
		return out, fmt.Errorf("question %q: %w", rec.ID, err)
	}
	p := judgeprompt.Build(request) // for the schema, which the record does not hold
	p.System, p.User, p.SystemHash = info.PromptTexts[rec.Category], call.Prompt.User, call.Prompt.System
	p.Spec.QuestionID = rec.ID
	out.Key, out.inputs = judge.CallKey(judge.Options{
		Endpoint: info.Judge.Endpoint, Model: call.Model, MaxTokens: info.Judge.MaxTokens, Seed: info.Judge.Seed,
		// Asked for always; run.json has none where the server refused it.
		Temperature: new(0.0),
	}, p, r)
	return out, nil
}

func (e *explainedCall) explain(c *cache.Cache) error {
	found, err := c.Explain(cache.Asked{
		Key: e.Key, Kind: judgeCalls, Subject: e.Question, Inputs: e.inputs, Before: e.ended,
	})
	if err != nil {
		return err
	}
	e.Stored, e.Nearest = storedAs(found.Exact), storedAs(found.Nearest)
	for _, d := range found.Differs {
		e.Differs = append(e.Differs, toldDifference(d)...)
	}
	return nil
}

func storedAs(e *cache.Entry) *storedCall {
	if e == nil {
		return nil
	}
	return &storedCall{At: e.Stored, Model: e.Model, Served: e.Served}
}
