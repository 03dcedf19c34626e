package suites

// maxTemperature is where the known APIs end.
const maxTemperature = 2

// openAI reads a chat model that is asked without an application around it.
func (r *reader) openAI(o object) *OpenAISpec {
	m := &OpenAISpec{
		Model:        r.name(r.required(o, "model"), "target.model"),
		BaseURL:      r.baseURL(o.get("baseUrl"), "target.baseUrl"),
		KeyEnv:       r.variable(o.get("keyEnv"), "target.keyEnv"),
		Headers:      r.targetHeaders(o.get("headers")),
		Timeout:      r.duration(o.get("timeout"), "target.timeout"),
		Attempts:     r.attempts(o),
		MaxBytes:     r.maxBytes(o),
		Temperature:  r.number(o.get("temperature"), "target.temperature", 0, maxTemperature),
		Seed:         r.whole(o.get("seed"), "target.seed", noLowest),
		System:       r.prose(o.get("system"), "target.system"),
		SystemFile:   r.text(o.get("systemFile"), "target.systemFile"),
		Instructions: r.oneOf(o.get("instructions"), "target.instructions", InstructionsEVI1),
	}
	if v := r.whole(o.get("maxTokens"), "target.maxTokens", 1); v != nil {
		m.MaxTokens = *v
	}
	if n := o.get("systemFile"); n != nil && o.get("system") != nil {
		r.problem(n.pos, "", "target has both system and systemFile; keep one")
	}
	return m
}
