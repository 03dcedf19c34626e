//go:build slow

package compare

// rounds is how often each simulation is repeated.
const rounds = 4000

func settings() []setting {
	return []setting{
		{questions: 30, repeats: 1, perGroup: 1},
		{questions: 60, repeats: 1, perGroup: 1},
		{questions: 150, repeats: 1, perGroup: 1},
		{questions: 150, repeats: 3, perGroup: 1},
		{questions: 90, repeats: 1, perGroup: 3},
		{questions: 120, repeats: 2, perGroup: 6},
	}
}

func harmed() []setting {
	return []setting{
		{questions: 150, repeats: 1, perGroup: 1, harm: 0.35},
		{questions: 300, repeats: 1, perGroup: 1, harm: 0.2},
		{questions: 150, repeats: 3, perGroup: 1, harm: 0.15},
	}
}
