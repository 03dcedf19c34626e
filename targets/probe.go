package targets

// The question of a probe, which is no suite's.
const (
	probeID    = "evalrun-probe"
	probeQuery = "Which questions can you answer?"
)
