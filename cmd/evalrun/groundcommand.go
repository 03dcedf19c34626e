package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/grounding"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/verdict"
)

// groundOptions are the flags of ground.
type groundOptions struct {
	response, context, root string
	batch, allow, failOn    string
	format                  string
	threshold               float64
	boostAbove              float64
	penalizeBelow           float64
	requireClaims           int
	noRepo, json            bool
	learn, support          bool
}

func groundCommand(h host) *cobra.Command {
	o := groundOptions{}
	cmd := &cobra.Command{
		Use:   "ground --response FILE|-",
		Short: "Tell whether an answer came from its context, without a model",
		Long: `Hold an answer against the context it was given: how much of its technical
vocabulary stands there, and whether each function, file and import that it
names is known to the context or to the repository.

Without --response the answer is read from a pipe. Without --context the first
of these is taken, from the root: .github/copilot-instructions.md, CLAUDE.md,
AGENTS.md, .cursorrules, .windsurfrules, .github/openai-context.md,
.github/gemini-context.md, llm-full.txt, llm.txt. It is taken whole: what a tool
writes at its head counts as vocabulary too. Of what evalrun context writes the
quoted files count, not the question.

--batch reads JSON Lines, {"id","response","context"} or {"id","response",
"sources":[{"id","title","text"}]}, and prints one report a line in the same
order. A line with neither is held against --context.

The file .evalrun.yaml at the root may set threshold, boostAbove, penalizeBelow
and allow below the key ground; a flag goes before it.

Exit codes: 0 pass, 1 fail, 2 inconclusive (nothing to judge), 3 usage, or a
file or line that cannot be read. A batch has the worst of its lines.`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := filled(cmd, "response", "context", "root", "allow", "batch"); err != nil {
				return err
			}
			if err := o.conflict(cmd, h); err != nil {
				return err
			}
			set, err := o.setUp(cmd)
			if err != nil {
				return err
			}
			if o.batch != "" {
				return o.groundBatch(cmd.Context(), h, set)
			}
			return o.ground(cmd.Context(), h, set)
		},
	}
	o.register(cmd)
	return cmd
}

func (o *groundOptions) register(cmd *cobra.Command) {
	bands := grounding.DefaultBands()
	flags := cmd.Flags()
	flags.StringVar(&o.response, "response", "", "`FILE` with the answer's text, - for stdin")
	flags.StringVar(&o.context, "context", "", "`FILE` with the context that the answer was given")
	flags.StringVar(&o.root, "root", "", "repository that counts as evidence (default the nearest `DIR` upwards with a .git)")
	flags.BoolVar(&o.noRepo, "no-repo", false, "let the context alone count as evidence")
	flags.Float64Var(&o.threshold, "threshold", grounding.DefaultThreshold, "score from which an answer passes, 0 to 1")
	flags.StringVar(&o.failOn, "fail-on", "ungrounded,score", "what fails an answer: ungrounded, score, warning")
	flags.IntVar(&o.requireClaims, "require-claims", 0, "claims without which a pass is inconclusive")
	flags.StringVar(&o.allow, "allow", "", "`FILE` with claims that need no evidence")
	flags.BoolVar(&o.support, "support", false, "also score how well the context carries each sentence")
	flags.StringVar(&o.batch, "batch", "", "JSON Lines `FILE` with many answers, - for stdin")
	flags.StringVar(&o.format, "format", "text", "text, json (schema "+grounding.ReportSchema+") or sarif")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	flags.BoolVar(&o.learn, "learn", false, "weigh the files that the context quotes by the score")
	flags.Float64Var(&o.boostAbove, "boost-above", bands.BoostAbove, "score over which --learn boosts")
	flags.Float64Var(&o.penalizeBelow, "penalize-below", bands.PenalizeBelow, "score under which --learn penalizes")
}

// conflict refuses flags that cannot go together.
func (o *groundOptions) conflict(cmd *cobra.Command, h host) error {
	formatted := cmd.Flags().Changed("format")
	switch {
	case o.json && formatted && o.format != "json":
		return usage(cmd, "--json and --format %s contradict each other", o.format)
	case o.batch != "" && formatted && o.format != "json":
		return usage(cmd, "--batch prints JSON Lines, not --format %s", o.format)
	case o.batch != "" && o.response != "":
		return usage(cmd, "--batch and --response cannot go together")
	case o.batch != "" && o.learn:
		return usage(cmd, "--learn needs one answer, not --batch")
	case o.learn && o.noRepo:
		return usage(cmd, "--learn needs a repository, which --no-repo takes away")
	case o.batch == "" && o.response == "" && h.stdinTerminal:
		return usage(cmd, "evalrun ground needs --response, or an answer on a pipe")
	case o.requireClaims < 0:
		return usage(cmd, "--require-claims is %d, want 0 or more", o.requireClaims)
	}
	if o.json {
		o.format = "json"
	}
	if _, known := groundPrinters[o.format]; !known {
		return usage(cmd, "--format is %q, want text, json or sarif", o.format)
	}
	return nil
}

// ground judges one answer.
func (o *groundOptions) ground(ctx context.Context, h host, set groundSetup) error {
	name, response, err := o.readResponse(h)
	if err != nil {
		return err
	}
	repo, err := set.open(h, o.noRepo)
	if err != nil {
		return err
	}
	defer repo.close()
	c, err := o.prepareContext(ctx, h, set, repo)
	if err != nil {
		return err
	}
	report := grounding.Trace(response, c, repo.ground(set.allow), set.rules)
	if o.learn {
		learning, err := grounding.Learn(set.root, report, c, set.bands)
		if err != nil {
			return err
		}
		report.Learning = &learning
	}
	if report.Verdict == results.Inconclusive {
		h.say("%s: %s", name, report.Reasons[0])
	}
	repo.tellLeft(h, report)
	doc := grounding.Document{Path: set.fromRoot(name), Text: response, Version: buildVersion()}
	if err := groundPrinters[o.format](h.stdout, report, doc); err != nil {
		return fmt.Errorf("print the report: %w", err)
	}
	return groundEnd(report.Verdict)
}

// groundCodes maps the verdict on one answer to the exit code.
var groundCodes = map[results.Verdict]int{
	results.Pass: verdict.ExitPass, results.Fail: verdict.ExitFail, results.Inconclusive: verdict.ExitInconclusive,
}

func groundEnd(v results.Verdict) error {
	if code := groundCodes[v]; code != verdict.ExitPass {
		return &failure{code: code}
	}
	return nil
}
