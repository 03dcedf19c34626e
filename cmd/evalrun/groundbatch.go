package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/evalrun/evalrun/grounding"
	"github.com/evalrun/evalrun/verdict"
)

// groundBatch judges the answers of a JSON Lines file over one index.
func (o *groundOptions) groundBatch(ctx context.Context, h host, set groundSetup) error {
	in := h.stdin
	if o.batch != "-" {
		f, err := os.Open(o.batch)
		if err != nil {
			return fmt.Errorf("cannot read --batch file: %w", err)
		}
		defer f.Close()
		in = f
	}
	repo, err := set.open(h, o.noRepo)
	if err != nil {
		return err
	}
	defer repo.close()
	opt := grounding.BatchOptions{Ground: repo.ground(set.allow), Rules: set.rules}
	if o.context != "" {
		if opt.Context, err = o.prepareContext(ctx, h, set, repo); err != nil {
			return err
		}
	}
	return o.runBatch(ctx, h, in, opt)
}

// mostBad is how many lines that cannot be read are named on stderr; the
// output names all of them.
const mostBad = 20

func (o *groundOptions) runBatch(ctx context.Context, h host, in io.Reader, opt grounding.BatchOptions) error {
	bad := 0
	opt.Bad = func(line int, err error) {
		if bad++; bad <= mostBad {
			h.say("%s:%d: %v", o.batchName(), line, err)
		}
	}
	s, err := grounding.Batch(ctx, in, h.stdout, opt)
	h.say("%s: %d pass, %d fail, %d inconclusive, %d not readable",
		count(s.Pass+s.Fail+s.Inconclusive+s.Bad, "answer"), s.Pass, s.Fail, s.Inconclusive, s.Bad)
	switch {
	case errors.Is(err, context.Canceled):
		return &failure{code: verdict.ExitInterrupted, err: errors.New("interrupted")}
	case err != nil:
		return fmt.Errorf("batch %s: %w; the lines after it were not read", o.batchName(), err)
	}
	return batchEnd(s)
}

func (o *groundOptions) batchName() string {
	if o.batch == "-" {
		return stdinName
	}
	return o.batch
}

// batchEnd is the worst that a line came to. A batch without lines passes
// nothing.
func batchEnd(s grounding.BatchSummary) error {
	code := verdict.ExitInconclusive
	switch {
	case s.Bad > 0:
		code = verdict.ExitUsage
	case s.Fail > 0:
		code = verdict.ExitFail
	case s.Pass > 0 && s.Inconclusive == 0:
		return nil
	}
	return &failure{code: code}
}
