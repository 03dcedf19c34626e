package targets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// Described is a live target that only other processes ask: it says what they
// ask and learns what they are told. Of the environment it takes the variables
// of an address; those of keys, headers and programs may be unset here.
type Described struct {
	ref      Ref
	secrets  []llm.Secret
	versions versions
	cut      atomic.Int64
}

// Describe checks the specification as far as it can without the variables
// that only those need who ask.
func Describe(spec suites.TargetSpec, opt Options) (*Described, error) {
	e := expander{getenv: opt.Getenv}
	d := &Described{ref: Ref{Type: spec.Type}}
	var err error
	switch {
	case spec.HTTP != nil:
		err = d.http(*spec.HTTP, opt, &e)
	case spec.OpenAI != nil:
		err = d.openAI(*spec.OpenAI, opt, &e)
	case spec.Command != nil && len(spec.Command.Args) > 0:
		d.ref.File, d.ref.Settings = spec.Command.Args[0], commandSettings(*spec.Command)
		e.keepSet(spec.Command.Env)
	default:
		err = errors.New("a target of recorded answers asks nobody")
	}
	d.secrets = e.secrets
	return d, err
}

// keepSet keeps the values of those variables that are set here.
func (e *expander) keepSet(names []string) {
	for _, name := range names {
		if !public(name) {
			value := e.getenv(name)
			e.keep(value)
			e.keep(strings.Fields(value)...)
		}
	}
}

func (d *Described) http(spec suites.HTTPSpec, opt Options, e *expander) error {
	at, err := e.address(spec.URL)
	if err != nil {
		return err
	}
	if _, err := parseTemplate(spec.Body, opt.Params); err != nil {
		return err
	}
	e.keepSet(inHeaders(spec.Headers))
	d.ref.URL, d.ref.Settings = at.shown, httpSettings(withHTTPDefaults(spec))
	return nil
}

func (d *Described) openAI(spec suites.OpenAISpec, opt Options, e *expander) error {
	system, err := systemPrompt(spec, opt.File)
	if err != nil {
		return err
	}
	client, err := llm.New(llm.Config{Model: spec.Model, BaseURL: baseOf(spec, opt.Getenv)})
	if err != nil {
		return fmt.Errorf("configure the target: %w", err)
	}
	defer client.Close()
	e.keepSet(append(inHeaders(spec.Headers), keyVariable(spec, opt.Getenv)...))
	d.ref.Model, d.ref.URL, d.ref.Settings = spec.Model, client.Endpoint(), openAISettings(spec, system)
	return nil
}

// baseOf is the address of a model, which the environment may name.
func baseOf(spec suites.OpenAISpec, getenv func(string) string) string {
	return cmp.Or(spec.BaseURL, getenv(baseURLVariable), llm.DefaultBaseURL)
}

// Answer fails: nobody is asked from here.
func (d *Described) Answer(context.Context, suites.Question) (answers.Answer, error) {
	return answers.Answer{}, errors.New("the target is asked by other processes")
}

// Probe does nothing.
func (d *Described) Probe(context.Context) error { return nil }

// Ref says what is asked.
func (d *Described) Ref() Ref {
	ref := d.ref
	ref.Version = d.versions.last()
	return ref
}

// Notes are remarks on the answers as a whole, from what was learned of them.
func (d *Described) Notes() []string { return append(d.versions.notes(), cutNotes(d.cut.Load())...) }

// Learn takes what the target told in another process.
func (d *Described) Learn(t Told) {
	d.versions.learn(t.Versions)
	d.cut.Add(int64(max(t.Cut, 0)))
}

// Secrets are the values that no artefact may show, as far as they are known
// here.
func (d *Described) Secrets() []llm.Secret { return d.secrets }

// Close does nothing.
func (d *Described) Close() error { return nil }
