package targets

import (
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// Portable is a specification that a process elsewhere opens as the same
// target: what it takes from files and from the environment's addresses is in
// it. Variables stay names.
func Portable(spec suites.TargetSpec, opt Options) (suites.TargetSpec, error) {
	if spec.OpenAI == nil {
		return spec, nil
	}
	model := *spec.OpenAI
	system, err := systemPrompt(model, opt.File)
	if err != nil {
		return spec, err
	}
	model.System, model.SystemFile = system, ""
	model.BaseURL = strings.TrimSpace(baseOf(model, opt.Getenv))
	spec.OpenAI = &model
	return spec, nil
}

// Variables are the names of the environment variables without which a target
// cannot be asked, sorted. A key that a server may do without is one of them
// where it is set here.
func Variables(spec suites.TargetSpec, getenv func(string) string) []string {
	var names []string
	switch {
	case spec.HTTP != nil:
		names = append(named(spec.HTTP.URL), inHeaders(spec.HTTP.Headers)...)
	case spec.OpenAI != nil:
		names = append(inHeaders(spec.OpenAI.Headers), keyVariable(*spec.OpenAI, getenv)...)
	case spec.Command != nil:
		names = slices.Clone(spec.Command.Env)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func inHeaders(headers map[string]string) (names []string) {
	for _, value := range slices.Sorted(maps.Values(headers)) {
		names = append(names, named(value)...)
	}
	return names
}

// named are the variables in a text that the suite's reader has accepted.
func named(text string) (names []string) {
	pieces, _ := suites.Variables(text)
	for _, p := range pieces {
		if p.Variable != "" {
			names = append(names, p.Variable)
		}
	}
	return names
}

func keyVariable(spec suites.OpenAISpec, getenv func(string) string) []string {
	switch {
	case spec.KeyEnv != "":
		return []string{spec.KeyEnv}
	case baseOf(spec, getenv) == llm.DefaultBaseURL, strings.TrimSpace(getenv(defaultKeyVariable)) != "":
		return []string{defaultKeyVariable}
	}
	return nil
}
