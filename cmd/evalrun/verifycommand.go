package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/entail"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/quotes"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	judge             judgeFlags
	cache             cacheOptions
	answer, sources   string
	profile, protocol string
	offsets           string
	minScore          float64
	json, correction  bool
}

func verifyCommand(h host) *cobra.Command {
	o := verifyOptions{}
	cmd := &cobra.Command{
		Use:   "verify --answer FILE|- --sources FILE|DIR",
		Short: "Prove or refute an answer's citations by bytes",
		Long: `Find each quote of an answer in the source it names and say how it stands
there: word for word, up to typography, nearly, altered, in another source, or
not at all. With --judge a model is asked whether the quotes that were found
support their claims.

Sources are a JSON array of {title, url, text, extraTexts}, or a folder of .txt
and .md files; the first is source 1.

Exit codes: 0 pass, 1 revise, 2 unverified (nothing to check, or the judge was
down), 3 usage.`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.answer == "" || o.sources == "" {
				return usage(cmd, "evalrun verify needs --answer and --sources")
			}
			return verify(cmd.Context(), h, o)
		},
	}
	o.register(cmd)
	return cmd
}

func (o *verifyOptions) register(cmd *cobra.Command) {
	o.judge.registerEndpoint(cmd, "none", "judge `MODEL` for whether quotes support their claims, or none")
	o.cache.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.answer, "answer", "", "`FILE` with the answer's text, - for stdin")
	flags.StringVar(&o.sources, "sources", "", "`FILE` with a JSON array of sources, or a folder of text files")
	flags.StringVar(&o.profile, "profile", "default", "default, or compat: as VeriQuote 0.1.1 matches")
	flags.StringVar(&o.protocol, "protocol", "auto", "how the answer carries quotes: auto, evi1 or prose")
	flags.StringVar(&o.offsets, "offsets", "bytes", "what offsets in JSON count: bytes, utf16 or runes")
	flags.Float64Var(&o.minScore, "min-score", 0, "score from which a quote counts (default 0.85, compat 0.5)")
	flags.BoolVar(&o.json, "json", false, "print one JSON document, schema "+quotes.ReportSchema)
	flags.BoolVar(&o.correction, "correction", false, "print a prompt that tells the model what to mend, and nothing else")
}

func verify(ctx context.Context, h host, o verifyOptions) error {
	options, err := o.options()
	if err != nil {
		return err
	}
	answer, err := o.readAnswer(h)
	if err != nil {
		return err
	}
	sources, err := readSources(o.sources)
	if err != nil {
		return err
	}
	if err := o.cache.check(); err != nil {
		return err
	}
	asker, done, err := o.asker(h)
	if err != nil {
		return err
	}
	if asker != nil {
		defer done()
		options.Judge = asker.Judge
	}
	report, err := quotes.Verify(ctx, answer, sources, options)
	if err != nil {
		return err
	}
	return o.print(h, report, sources)
}

func (o verifyOptions) options() (quotes.Options, error) {
	profile, err := quotes.ParseProfile(o.profile)
	if err != nil {
		return quotes.Options{}, fmt.Errorf("--profile: %w", err)
	}
	switch quotes.Unit(o.offsets) {
	case quotes.Bytes, quotes.UTF16, quotes.Runes:
	default:
		return quotes.Options{}, fmt.Errorf("--offsets is %q, want bytes, utf16 or runes", o.offsets)
	}
	return quotes.Options{Profile: profile, Protocol: quotes.Protocol(o.protocol), MinScore: o.minScore}, nil
}

// maxAnswerFile is the largest answer read, in bytes.
const maxAnswerFile = 16 << 20

func (o verifyOptions) readAnswer(h host) (string, error) {
	var in io.Reader = h.stdin
	if o.answer != "-" {
		f, err := os.Open(o.answer)
		if err != nil {
			return "", fmt.Errorf("read answer: %w", err)
		}
		defer f.Close()
		in = f
	}
	// Its bytes stay as they are: the offsets of a report count them.
	text, err := readUTF8(in, maxAnswerFile)
	if err != nil {
		return "", fmt.Errorf("read answer: %w", err)
	}
	return text, nil
}

func readSources(path string) ([]quotes.Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read sources: %w", err)
	}
	if info.IsDir() {
		return quotes.ReadSources(os.DirFS(path))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read sources: %w", err)
	}
	return quotes.DecodeSources(data)
}

// asker is nil when no model is asked. done stores what it was told and lets
// go of its connections.
func (o verifyOptions) asker(h host) (asker *entail.Judge, done func(), err error) {
	if o.judge.model == suites.JudgeOffline {
		return nil, nil, errors.New("--judge offline cannot tell whether a quote supports a claim; name a model or none")
	}
	setup, err := o.judge.resolve(h, &suites.Suite{})
	if err != nil || setup.ref.Kind == results.JudgeNone {
		return nil, nil, err
	}
	client, err := llm.New(setup.client)
	if err != nil {
		return nil, nil, err
	}
	stored := openJudgeCache(h, o.cache)
	asker, err = entail.New(client, stored.forEntailment(o.judge.model, setup.client.Secrets()...), entail.Options{
		Endpoint: client.Endpoint(), Model: o.judge.model, Temperature: new(float64),
	})
	return asker, func() { stored.Close(); client.Close() }, err
}

func (o verifyOptions) print(h host, r quotes.Report, sources []quotes.Source) error {
	var err error
	switch {
	case o.correction && r.Verdict == quotes.Pass:
		h.say("nothing to correct")
	case o.correction:
		_, err = fmt.Fprintln(h.stdout, reports.Visible(quotes.Correction(r)))
	case o.json:
		enc := json.NewEncoder(h.stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(r.In(quotes.Unit(o.offsets), sources))
	default:
		err = tellVerified(h.stdout, r)
	}
	if err != nil {
		return infrastructure(err)
	}
	if code := verifyCodes[r.Verdict]; code != verdict.ExitPass {
		return &failure{code: code}
	}
	return nil
}

// verifyCodes maps the verdict on one answer to the exit code.
var verifyCodes = map[quotes.Verdict]int{
	quotes.Pass: verdict.ExitPass, quotes.Revise: verdict.ExitFail, quotes.Unverified: verdict.ExitInconclusive,
}
