package suites

import "slices"

// minPanel: of fewer votes none could be told from an outlier.
const minPanel = 2

// panel reads the models that judge together.
func (r *reader) panel(o object, j *JudgeSpec) {
	n := o.get("panel")
	if n == nil {
		r.panelOnly(o)
		return
	}
	r.notWithPanel(o)
	for i, item := range r.list(n, "judge.panel") {
		m := r.member(item, i)
		if m.Model != "" && slices.ContainsFunc(j.Panel, func(other PanelMember) bool { return other.Model == m.Model }) {
			r.problem(item.pos, "--judge-repeat asks each member several times", "judge.panel has %s twice", quoted(m.Model))
		}
		j.Panel = append(j.Panel, m)
	}
	if n.kind == kindList && len(n.items) < minPanel {
		r.problem(n.pos, "judge.model names a single judge", "judge.panel has %d of at least %d members", len(n.items), minPanel)
	}
	j.Quorum = max(len(j.Panel)-1, minPanel)
	if quorum := r.whole(o.get("quorum"), "judge.quorum", minPanel); quorum != nil {
		j.Quorum = *quorum
		if *quorum > len(n.items) {
			r.problem(o.get("quorum").pos, "", "judge.quorum is %d of a panel of %d", *quorum, len(n.items))
		}
	}
	j.Aggregate = AggregateMean
	if word := r.oneOf(o.get("aggregate"), "judge.aggregate", AggregateMean, AggregateMedian); word != "" {
		j.Aggregate = word
	}
}

func (r *reader) panelOnly(o object) {
	for _, key := range []string{"quorum", "aggregate"} {
		if n := o.get(key); n != nil {
			r.problem(n.pos, "name the models in judge.panel", "judge.%s is of a panel, and there is none", key)
		}
	}
}

// notWithPanel refuses what speaks of one model.
func (r *reader) notWithPanel(o object) {
	for _, key := range []string{"model", "sameAs"} {
		if n := o.get(key); n != nil {
			r.problem(n.pos, "remove one of the two", "judge.%s cannot be held together with judge.panel", key)
		}
	}
}

// member reads a model's name, or a mapping for one with an endpoint or a key
// of its own.
func (r *reader) member(n *node, index int) PanelMember {
	label := itemLabel("judge.panel", index)
	if n.kind.scalar() || n.kind == kindNull {
		return PanelMember{Model: r.memberModel(n, label)}
	}
	o, ok := r.object(n, label, label+": ", memberKeys)
	if !ok {
		return PanelMember{}
	}
	return PanelMember{
		Model:   r.memberModel(r.required(o, "model"), o.label("model")),
		BaseURL: r.baseURL(o.get("baseUrl"), o.label("baseUrl")),
		KeyEnv:  r.variable(o.get("keyEnv"), o.label("keyEnv")),
	}
}

// memberModel refuses the judges that are no model: rules have no opinion to
// vote with.
func (r *reader) memberModel(n *node, label string) string {
	model := r.name(n, label)
	if reserved := reservedNear(model); reserved != "" {
		r.problem(n.pos, "", "%s is %s: %s is a reserved name, no model", label, quoted(model), reserved)
		return ""
	}
	return model
}

// sameAs reads names under which the model of earlier runs was the same.
func (r *reader) sameAs(o object, model string) []string {
	var names []string
	for i, n := range r.list(o.get("sameAs"), "judge.sameAs") {
		name := r.name(n, itemLabel("judge.sameAs", i))
		if name != "" && (name == model || slices.Contains(names, name)) {
			r.problem(n.pos, "", "judge.sameAs names %s, which is there already", quoted(name))
		}
		names = append(names, name)
	}
	return names
}
