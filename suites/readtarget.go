package suites

import "time"

// target reads where answers come from. The keys that are known depend on the
// type.
func (r *reader) target(n *node, suitePath string) *TargetSpec {
	if !r.kind(n, "target", kindMapping) {
		return nil
	}
	named := (object{node: n}).get("type")
	t := &TargetSpec{Type: r.oneOf(named, "target.type", targetTypes()...)}
	if named != nil && t.Type == "" {
		r.uniqueKeys(n)
		return nil
	}
	if named == nil {
		r.problem(n.pos, "", "target.type is missing")
	}
	o, _ := r.object(n, "target", "target.", targetKeysOf(t.Type))
	switch t.Type {
	case TargetRecorded:
		r.recorded(o, t, suitePath)
	case TargetHTTP:
		t.HTTP = r.http(o)
	case TargetOpenAI:
		t.OpenAI = r.openAI(o)
	case TargetCommand:
		t.Command = r.command(o)
	}
	return t
}

// confidenceFits warns of a target whose answers can state no confidence in a
// suite that requires one: its declines in words would all fail.
func (r *reader) confidenceFits(o object, s *Suite) {
	if s.Target == nil || s.Confidence == ConfidenceOptional {
		return
	}
	silent := s.Target.OpenAI != nil
	if h := s.Target.HTTP; h != nil {
		silent = h.Mapping != (Mapping{}) && h.Mapping.Confidence == nil && h.Mapping.Declined == nil
	}
	if silent {
		r.warn(o.get("target").pos, "set confidence: optional",
			"the target states no confidence: on a negative question every decline in words will fail")
	}
}

func targetTypes() []string {
	return []string{TargetRecorded, TargetHTTP, TargetOpenAI, TargetCommand}
}

func (r *reader) recorded(o object, t *TargetSpec, suitePath string) {
	if file := r.text(o.get("file"), "target.file"); file != "" {
		t.File = beside(suitePath, file)
	}
	t.Format = r.oneOf(o.get("format"), "target.format", RecordedFormats()...)
	if n := o.get("queryVar"); n != nil {
		t.QueryVar = r.name(n, "target.queryVar")
		if t.Format != "" && t.Format != FormatPromptfoo {
			r.problem(n.pos, "", "target.queryVar goes with format promptfoo alone")
		}
	}
}

func (r *reader) command(o object) *CommandSpec {
	c := &CommandSpec{Mode: r.oneOf(o.get("mode"), "target.mode", ModeOnce, ModeStream)}
	if c.Mode == "" {
		c.Mode = ModeOnce
	}
	n := r.required(o, "command")
	for _, arg := range r.list(n, "target.command") {
		c.Args = append(c.Args, r.argument(arg, len(c.Args) == 0))
	}
	if n != nil && n.kind == kindList && len(n.items) == 0 {
		r.problem(n.pos, "", "target.command is an empty list, want the program and its arguments")
	}
	for _, name := range r.list(o.get("env"), "target.env") {
		c.Env = append(c.Env, r.variable(name, "target.env"))
	}
	c.Version = r.onePath(o.get("version"), "target.version")
	c.Timeout = r.duration(o.get("timeout"), "target.timeout")
	c.MaxBytes = r.maxBytes(o)
	return c
}

// argument may be blank, which some programs give a meaning; the program
// itself may not.
func (r *reader) argument(n *node, program bool) string {
	if program {
		return r.text(n, "target.command item 1")
	}
	if !r.kind(n, "target.command", kindText) {
		return ""
	}
	return n.value
}

// required returns the value of a key that has no default.
func (r *reader) required(o object, name string) *node {
	n := o.get(name)
	if n == nil {
		r.problem(o.node.pos, "", "%s is missing", o.label(name))
	}
	return n
}

func (r *reader) maxBytes(o object) int64 {
	if v := r.whole(o.get("maxBytes"), "target.maxBytes", 1); v != nil {
		return int64(*v)
	}
	return 0
}

func (r *reader) attempts(o object) int {
	if v := r.whole(o.get("attempts"), "target.attempts", 1); v != nil {
		return *v
	}
	return 0
}

func (r *reader) duration(n *node, label string) time.Duration {
	if !r.kind(n, label, kindText) {
		return 0
	}
	d, err := time.ParseDuration(n.value)
	if err != nil || d <= 0 {
		r.problem(n.pos, "write a number with its unit, such as 60s or 2m", "%s is %s, want a time over 0", label, quoted(n.value))
		return 0
	}
	return d
}
