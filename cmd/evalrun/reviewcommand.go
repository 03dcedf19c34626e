package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/review"
	"github.com/evalrun/evalrun/verdict"
)

func reviewCommand(h host) *cobra.Command {
	var o reviewOptions
	cmd := &cobra.Command{
		Use:   "review [RUN...]",
		Short: "Read runs in a browser, compare and search them, and label their answers; calls nothing",
		Long: `Serve pages on this machine: the runs, each question with its answer, checks and
the judge's lines, comparisons, trends, a search, and a queue of the questions
that most deserve a look. Labels go into labels.jsonl of the run, which
evalrun calibrate reads. Without RUN all runs of --runs are there.

The address goes to stdout; Ctrl-C ends the server, with exit code 0. Another
address than this machine's own needs --token-env.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd, h); err != nil {
				return err
			}
			return o.serve(cmd, h, args)
		},
	}
	o.register(cmd)
	cmd.AddCommand(reviewExportCommand(h), reviewImportCommand(h))
	return cmd
}

// reviewOptions are the flags of review.
type reviewOptions struct {
	history  historyOptions
	listen   string
	tokenEnv string
	hosts    []string
	open     bool
	blind    bool
	rater    string

	token string // the value of tokenEnv
}

func (o *reviewOptions) register(cmd *cobra.Command) {
	o.history.registerRuns(cmd)
	o.history.registerFile(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.listen, "listen", "127.0.0.1:0", "answer on `ADDR`, HOST:PORT; port 0 is any that is free")
	flags.StringVar(&o.tokenEnv, "token-env", "", "ask each browser once for the value of the environment variable `NAME`")
	flags.StringArrayVar(&o.hosts, "host", nil, "answer under the host `NAME` too, as a browser sends it; may be given several times")
	flags.BoolVar(&o.open, "open", false, "open the address in the browser")
	flags.BoolVar(&o.blind, "blind", false, "hide what the judge gave until the answer has a label of --rater; the pages can switch that")
	registerRater(cmd, &o.rater)
}

func registerRater(cmd *cobra.Command, rater *string) {
	cmd.Flags().StringVar(rater, "rater", "", "`NAME` of who labels (default: the user's)")
}

// fewestTokenCharacters is what no guessing over a network gets through.
const fewestTokenCharacters = 16

func (o *reviewOptions) check(cmd *cobra.Command, h host) (err error) {
	if err := filled(cmd, "runs", "file", "listen", "token-env"); err != nil {
		return err
	}
	if o.rater, err = raterOf(cmd, h, o.rater); err != nil {
		return err
	}
	for _, name := range o.hosts {
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '/' }) {
			return usage(cmd, "--host %q: want a name such as review.example.org, without scheme or path", name)
		}
	}
	loopback, err := isLoopback(o.listen)
	if err != nil {
		return usage(cmd, "--listen %s: %v", o.listen, err)
	}
	if o.tokenEnv != "" {
		return o.readToken(h)
	}
	if !loopback {
		return o.lacksToken()
	}
	return nil
}

func (o *reviewOptions) lacksToken() error {
	return &failure{code: verdict.ExitUsage, err: fmt.Errorf("--listen %s can be reached from other machines: it needs --token-env", o.listen), hint: tokenHint("REVIEW_TOKEN")}
}

func (o *reviewOptions) readToken(h host) error {
	o.token = strings.TrimSpace(h.getenv(o.tokenEnv))
	if n := len([]rune(o.token)); n < fewestTokenCharacters {
		return &failure{code: verdict.ExitUsage, hint: tokenHint(o.tokenEnv),
			err: fmt.Errorf("environment variable %s has %d characters; a token has %d or more", o.tokenEnv, n, fewestTokenCharacters)}
	}
	return nil
}

func tokenHint(name string) string {
	return fmt.Sprintf("export %s=$(openssl rand -hex 16) makes one; --token-env %s names it", name, name)
}

// raterOf is the name that labels get. A name that could act on a terminal, or
// that nobody could see or no file could keep, is none.
func raterOf(cmd *cobra.Command, h host, named string) (string, error) {
	if cmd.Flags().Changed("rater") {
		if name := strings.TrimSpace(named); isName(name) {
			return name, nil
		}
		return "", usage(cmd, "--rater %q: want a name on one line", named)
	}
	for _, variable := range []string{"USER", "USERNAME"} {
		if name := strings.TrimSpace(h.getenv(variable)); isName(name) {
			return name, nil
		}
	}
	return "reviewer", nil
}

func isName(name string) bool {
	return name != "" && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// pages are the pages over the runs that were named, or over all.
func (o *reviewOptions) pages(h host, runs, hosts []string) (*review.Server, error) {
	for _, run := range runs {
		if _, err := readInfo(run); err != nil {
			return nil, &failure{code: verdict.ExitUsage, err: err, hint: "RUN is a folder such as runs/20260301T120000Z-suite-1a2b; --runs DIR shows all runs of a folder"}
		}
	}
	return review.New(review.Config{
		Runs: runs, Dir: o.history.runs, Decisions: o.history.file, Rater: o.rater, Blind: o.blind,
		Token: o.token, Hosts: hosts, Assess: verdict.Assess, Scrub: h.labelScrub(o.token),
		Now: h.now, Warn: func(message string) { h.say("%s", message) },
	})
}
