package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// panelOf says in a suite's terms which panel judged a run.
func panelOf(p results.Panel) suites.JudgeSpec {
	spec := suites.JudgeSpec{Quorum: p.Quorum, Aggregate: p.Aggregate}
	for _, m := range p.Members {
		spec.Panel = append(spec.Panel, suites.PanelMember{Model: m.Model, BaseURL: m.Endpoint, KeyEnv: m.KeyEnv})
	}
	return spec
}

// panelName is what a panel is called where one model would be named.
func panelName(members []suites.PanelMember) string {
	var models []string
	for _, m := range members {
		models = append(models, m.Model)
	}
	return "panel of " + strings.Join(models, ", ")
}

// resolvePanel settles who the members of a panel are and where each is asked.
func (f judgeFlags) resolvePanel(h host, spec suites.JudgeSpec) (judgeSetup, error) {
	if f.azure() != nil {
		return judgeSetup{}, errors.New("--judge-azure-deployment and --judge-azure-api-version are of one model, and the judge is a panel")
	}
	setup := judgeSetup{ref: f.ref(spec, panelName(spec.Panel))}
	setup.ref.Panel = &results.Panel{Quorum: spec.Quorum, Aggregate: spec.Aggregate}
	for _, m := range spec.Panel {
		client, err := f.memberClient(h, spec, m)
		if err != nil {
			return judgeSetup{}, fmt.Errorf("judge.panel member %s: %w", m.Model, err)
		}
		setup.members = append(setup.members, client)
		setup.ref.Panel.Members = append(setup.ref.Panel.Members, results.PanelMember{Model: m.Model, KeyEnv: client.KeyEnv})
	}
	return setup, nil
}

// memberClient prefers what the member says of itself, also to flags, which
// speak of all members. A member with an endpoint of its own gets no key that
// was not named for it: it would be somebody else's.
func (f judgeFlags) memberClient(h host, spec suites.JudgeSpec, m suites.PanelMember) (llm.Config, error) {
	f.baseURL, f.keyEnv = cmp.Or(m.BaseURL, f.baseURL), cmp.Or(m.KeyEnv, f.keyEnv)
	if m.BaseURL != "" && m.KeyEnv == "" {
		return f.keyless(h, spec, m.Model), nil
	}
	return f.client(h, spec, m.Model)
}

// preparePanel opens every member.
func (e *evaluation) preparePanel(p *preparedSuite, setup judgeSetup) error {
	panel := *setup.ref.Panel
	panel.Members = append([]results.PanelMember(nil), panel.Members...)
	p.ref.Panel = &panel
	for _, config := range setup.members {
		e.secrets = append(e.secrets, config.Secrets()...) // no member's replies are stored with another one's key
	}
	for i, config := range setup.members {
		member := p.ref
		member.Model = config.Model
		opened, err := e.openJudge(&member, config)
		if err != nil {
			return err
		}
		panel.Members[i].Endpoint = opened.endpoint
		p.judges = append(p.judges, opened)
	}
	p.ref.Temperature = new(float64)
	p.convene(func(j openedJudge) judge.Asker { return j })
	return nil
}

// convene sets who judges: the one judge, or the panel of several, each asked
// as given.
func (p *preparedSuite) convene(asked func(openedJudge) judge.Asker) {
	if p.ref.Panel == nil {
		p.judge = asked(p.judges[0])
		return
	}
	var members []judge.Member
	for _, j := range p.judges {
		members = append(members, judge.Member{Model: j.model, Asker: asked(j)})
	}
	p.judge = judge.NewPanel(members, *p.ref.Panel)
}
