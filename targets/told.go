package targets

// Told is what a target has learned beside its answers: what the application
// said of its version, and how many answers its token limit cut off. It goes
// from a process that asks to the one that answers for the run.
type Told struct {
	Versions []string `json:"versions,omitempty"` // in the order of the replies, each once
	Cut      int      `json:"cut,omitempty"`
}

// IsZero reports whether there is nothing to tell.
func (t Told) IsZero() bool { return len(t.Versions) == 0 && t.Cut == 0 }

// Tell returns what the target has learned since it was last told.
func (h *HTTP) Tell() Told { return Told{Versions: h.versions.tell()} }

// Tell returns what the target has learned since it was last told.
func (c *Command) Tell() Told { return Told{Versions: c.versions.tell()} }

// Tell returns what the target has learned since it was last told.
func (o *OpenAI) Tell() Told { return Told{Cut: int(o.untold.Swap(0))} }

// Learn takes what the same target told in another process.
func (h *HTTP) Learn(t Told) { h.versions.learn(t.Versions) }

// Learn takes what the same target told in another process.
func (c *Command) Learn(t Told) { c.versions.learn(t.Versions) }

// Learn takes what the same target told in another process.
func (o *OpenAI) Learn(t Told) { o.cut.Add(int64(max(t.Cut, 0))) }
