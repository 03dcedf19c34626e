package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

const defaultKeyEnv = "OPENAI_API_KEY"

// judgeFlags are the flags that say who judges; each overrides the suite.
type judgeFlags struct {
	model, baseURL, keyEnv string
	azureDeployment        string
	azureVersion           string
	timeout                time.Duration
	excerpt                int
	from                   string // a run or a suite whose judge is asked

	panel *results.Panel // of the run that is gone on with; no flag names one
	away  bool           // the keys are with the workers
}

func (f *judgeFlags) register(cmd *cobra.Command) {
	f.registerEndpoint(cmd, "", "judge `MODEL`, or offline (rules, no model), or none")
	cmd.Flags().IntVar(&f.excerpt, "excerpt", 0, "`CHARACTERS` of a passage shown to the judge (default 1200)")
}

// registerEndpoint adds the flags that say which model is asked and where.
func (f *judgeFlags) registerEndpoint(cmd *cobra.Command, model, use string) {
	flags := cmd.Flags()
	flags.StringVar(&f.model, "judge", model, use)
	flags.StringVar(&f.baseURL, "judge-base-url", "", "OpenAI-compatible endpoint (default: OPENAI_BASE_URL, else "+llm.DefaultBaseURL+")")
	flags.StringVar(&f.keyEnv, "judge-key-env", "", "`NAME` of the environment variable that holds the key (default "+defaultKeyEnv+")")
	flags.StringVar(&f.azureDeployment, "judge-azure-deployment", "", "Azure OpenAI deployment `NAME`, sent exactly as given")
	flags.StringVar(&f.azureVersion, "judge-azure-api-version", "", "Azure OpenAI api-version, such as 2024-10-21")
	flags.DurationVar(&f.timeout, "judge-timeout", 0, "limit of one attempt, its reply included (default 60s)")
}

// registerFrom is for commands that measure a run as another one was.
func (f *judgeFlags) registerFrom(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from, "judge-from", "", "judge of `OTHER`, a run folder, a report.json or a suite: its model or panel, endpoint and settings")
	cmd.MarkFlagsMutuallyExclusive("judge", "judge-from")
}

func (f *judgeFlags) check() error {
	if f.excerpt < 0 {
		return fmt.Errorf("--excerpt is %d, want 1 or more", f.excerpt)
	}
	if f.timeout < 0 {
		return fmt.Errorf("--judge-timeout is %v, want more than 0", f.timeout)
	}
	return nil
}

// judgeSetup is a judge as configured, before anything is called.
type judgeSetup struct {
	ref     results.JudgeRef
	client  llm.Config   // for one model only
	members []llm.Config // of a panel, in its order
}

var errNoJudge = &failure{
	code: 3,
	err:  errors.New("no judge is configured"),
	hint: "--judge MODEL asks a model, --judge offline scores by rules, --judge none runs the checks alone",
}

// resolve settles who judges a suite: flags before the suite, the suite
// before the environment. There is no silent fallback.
func (f judgeFlags) resolve(h host, s *suites.Suite) (judgeSetup, error) {
	spec := s.Judge
	if err := suites.CheckJudgeName(f.model); err != nil {
		return judgeSetup{}, fmt.Errorf("--judge: %w", err)
	}
	if f.timeout > 0 {
		spec.Timeout = f.timeout
	}
	if f.panel != nil {
		was := panelOf(*f.panel)
		spec.Panel, spec.Quorum, spec.Aggregate = was.Panel, was.Quorum, was.Aggregate
	}
	if f.model == "" && len(spec.Panel) > 0 {
		return f.resolvePanel(h, spec)
	}
	model := cmp.Or(f.model, spec.Model)
	ref := f.ref(spec, model)
	switch model {
	case "":
		return judgeSetup{}, errNoJudge
	case suites.JudgeNone:
		return judgeSetup{ref: results.JudgeRef{Kind: results.JudgeNone, When: spec.When}}, nil
	case suites.JudgeOffline:
		if f.baseURL != "" || f.keyEnv != "" {
			return judgeSetup{}, errors.New("--judge offline runs inside the process; drop --judge-base-url and --judge-key-env")
		}
		ref.Kind, ref.SameAs = results.JudgeOffline, nil
		return judgeSetup{ref: ref, client: llm.Config{Timeout: spec.Timeout}}, nil
	}
	client, err := f.client(h, spec, model)
	ref.KeyEnv = client.KeyEnv
	return judgeSetup{ref: ref, client: client}, err
}

// ref is what run.json says of a model that judges. Its other names are those
// of the suite's own model.
func (f judgeFlags) ref(spec suites.JudgeSpec, model string) results.JudgeRef {
	ref := results.JudgeRef{
		Kind: results.JudgeModel, Model: model, When: spec.When, Excerpt: f.excerptOrDefault(),
		Seed: spec.Seed, MaxTokens: spec.MaxTokens,
	}
	if model == spec.Model {
		ref.SameAs = spec.SameAs
	}
	return ref
}

func (f judgeFlags) client(h host, spec suites.JudgeSpec, model string) (config llm.Config, err error) {
	config = f.keyless(h, spec, model)
	config.Key, config.KeyEnv, err = f.key(h, spec)
	return config, err
}

func (f judgeFlags) keyless(h host, spec suites.JudgeSpec, model string) llm.Config {
	return llm.Config{BaseURL: f.base(h, spec), Model: model, Headers: spec.Headers, Timeout: spec.Timeout, Azure: f.azure()}
}

func (f judgeFlags) base(h host, spec suites.JudgeSpec) string {
	return strings.TrimSpace(cmp.Or(f.baseURL, spec.BaseURL, h.getenv("OPENAI_BASE_URL"), llm.DefaultBaseURL))
}

// key reads the key from the environment. A variable that was named must
// hold one; only a server other than OpenAI's own may do without.
func (f judgeFlags) key(h host, spec suites.JudgeSpec) (llm.Secret, string, error) {
	named := cmp.Or(f.keyEnv, spec.KeyEnv)
	name := cmp.Or(named, defaultKeyEnv)
	value := strings.TrimSpace(h.getenv(name))
	switch needed := named != "" || f.base(h, spec) == llm.DefaultBaseURL; {
	case value != "":
		return llm.NewSecret(value), name, nil
	case !needed:
		return llm.Secret{}, "", nil
	case f.away:
		return llm.Secret{}, name, nil
	}
	return llm.Secret{}, "", &failure{code: 3, err: fmt.Errorf("environment variable %s is unset or empty; it must hold the judge's key", name),
		hint: "export it, or name another one with --judge-key-env"}
}

func (f judgeFlags) azure() *llm.Azure {
	if f.azureDeployment == "" && f.azureVersion == "" {
		return nil
	}
	return &llm.Azure{Deployment: f.azureDeployment, APIVersion: f.azureVersion}
}

func (f judgeFlags) excerptOrDefault() int {
	if f.excerpt > 0 {
		return f.excerpt
	}
	return judgeprompt.DefaultExcerpt
}
