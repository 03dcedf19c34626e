package main

import (
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// judgesOf are a run's judges with their keys of this machine.
func (e *evaluation) judgesOf(o fleet.Opening) (judgeSetup, error) {
	setup := judgeSetup{ref: o.Info.Judge}
	if setup.ref.Kind == results.JudgeNone {
		return setup, nil
	}
	if err := judgesFit(setup.ref, o.Setup.Judges); err != nil {
		return setup, err
	}
	var configs []llm.Config
	for _, j := range o.Setup.Judges {
		config, err := e.judgeConfig(j)
		if err != nil {
			return setup, err
		}
		configs = append(configs, config)
	}
	if setup.ref.Panel != nil {
		setup.members = configs
	} else {
		setup.client = configs[0]
	}
	return setup, nil
}

// judgeConfig takes a judge as the reader of suites would, and its key from
// here.
func (e *evaluation) judgeConfig(j fleet.JudgeSetup) (llm.Config, error) {
	spec, err := suites.JudgeSpec{Model: j.Model, BaseURL: j.BaseURL, KeyEnv: j.KeyEnv, Headers: j.Headers, Timeout: j.Timeout}.Reread()
	if err != nil {
		return llm.Config{}, err
	}
	config := llm.Config{
		Model: spec.Model, BaseURL: spec.BaseURL, Headers: spec.Headers, Timeout: spec.Timeout, Azure: j.Azure,
		KeyEnv: spec.KeyEnv, Key: llm.NewSecret(e.host.getenv(spec.KeyEnv)),
	}
	if spec.KeyEnv != "" && config.Key.IsZero() {
		return config, fleet.Lack(fmt.Sprintf("environment variable %s, which is unset or empty", spec.KeyEnv))
	}
	return config, nil
}

// judgesFit refuses judges that are not those that a run names.
func judgesFit(ref results.JudgeRef, judges []fleet.JudgeSetup) error {
	var models []string
	switch panel := ref.Panel; {
	case ref.Kind == results.JudgeModel && panel == nil:
		models = []string{ref.Model}
	case ref.Kind == results.JudgeModel && panel.Quorum >= 2 && panel.Quorum <= len(panel.Members) && knownAggregate(panel.Aggregate):
		for _, m := range panel.Members {
			models = append(models, m.Model)
		}
	case ref.Kind == results.JudgeOffline && panel == nil:
		models = []string{""} // the rules have no model to name
	default:
		return fmt.Errorf("no judge is of kind %q, or no such panel is one", ref.Kind)
	}
	fit := len(models) == len(judges)
	for i := range judges {
		fit = fit && judges[i].Model == models[i]
	}
	if !fit {
		return errors.New("its judges are not those that its run names")
	}
	return nil
}

func knownAggregate(name string) bool {
	return name == suites.AggregateMean || name == suites.AggregateMedian
}
