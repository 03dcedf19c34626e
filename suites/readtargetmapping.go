package suites

// mapping reads where the fields of an answer are in a reply. Without one the
// reply is an answer envelope itself.
func (r *reader) mapping(n *node, response string) Mapping {
	o, ok := r.object(n, "target.mapping", "target.mapping.", mappingKeys)
	if !ok {
		return Mapping{}
	}
	m := Mapping{
		Answer: r.path(o.get("answer"), o.label("answer")),
		Delta:  r.path(o.get("delta"), o.label("delta")),
	}
	for _, c := range []struct {
		name  string
		field **ReplyPath
	}{
		{"declined", &m.Declined}, {"confidence", &m.Confidence}, {"model", &m.Model}, {"latencyMs", &m.LatencyMs},
		{"promptTokens", &m.PromptTokens}, {"completionTokens", &m.CompletionTokens},
	} {
		*c.field = r.onePath(o.get(c.name), o.label(c.name))
	}
	m.Retrieved = r.listMapping(o.get("retrieved"), o.label("retrieved"), retrievedKeys)
	m.Citations = r.listMapping(o.get("citations"), o.label("citations"), citationKeys)
	r.oneText(o, response)
	return m
}

// oneText sees to it that there is one place for the answer's text.
func (r *reader) oneText(o object, response string) {
	answer, delta := o.get("answer"), o.get("delta")
	switch {
	case answer == nil && delta == nil && response == ResponseJSON:
		r.problem(o.node.pos, "", "target.mapping.answer is missing")
	case answer == nil && delta == nil:
		r.problem(o.node.pos, "delta is the piece of text in each event, answer the whole text in the last one",
			"target.mapping has neither delta nor answer")
	case answer != nil && delta != nil:
		r.problem(delta.pos, "", "target.mapping has both answer and delta; keep one")
	case delta != nil && response == ResponseJSON:
		r.problem(delta.pos, "set target.response to sse or ndjson, or map answer", "target.mapping.delta belongs to a stream")
	}
}

// path reads a path that may lead to several values, through [*].
func (r *reader) path(n *node, label string) *ReplyPath {
	text := r.text(n, label)
	if text == "" {
		return nil
	}
	p, err := ParsePath(text)
	if err != nil {
		r.problem(n.pos, "", "%s: %s", label, err)
		return nil
	}
	return p
}

// onePath reads a path that leads to one value at most.
func (r *reader) onePath(n *node, label string) *ReplyPath {
	p := r.path(n, label)
	if p != nil && p.Many() {
		r.problem(n.pos, "name one place, such as [0]", "%s is %s, which leads to several values", label, quoted(p.Text))
		return nil
	}
	return p
}

// listMapping reads a path, or a mapping of one with the paths inside its
// items.
func (r *reader) listMapping(n *node, label string, known keyset) *ListMapping {
	if n == nil {
		return nil
	}
	if n.kind != kindMapping {
		return &ListMapping{From: r.path(n, label)}
	}
	o, ok := r.object(n, label, label+".", known)
	if !ok {
		return nil
	}
	return &ListMapping{
		From:   r.path(r.required(o, "from"), o.label("from")),
		ID:     r.onePath(o.get("id"), o.label("id")),
		Title:  r.onePath(o.get("title"), o.label("title")),
		Source: r.onePath(o.get("source"), o.label("source")),
		Text:   r.onePath(o.get("text"), o.label("text")),
	}
}
