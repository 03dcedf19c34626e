//go:build !slow

package compare

// rounds is how often each simulation is repeated.
const rounds = 150

func settings() []setting {
	return []setting{
		{questions: 60, repeats: 1, perGroup: 1},
		{questions: 60, repeats: 2, perGroup: 3},
	}
}

func harmed() []setting {
	return []setting{{questions: 150, repeats: 1, perGroup: 1, harm: 0.35}}
}
