package compare

// Options are the settings of a comparison.
type Options struct {
	// Margins by series name; they go before those of the head's suite and the
	// defaults.
	Margins map[string]float64
	// MinCommon is the least share of common questions; nil takes the head's
	// suite's, else results.DefaultMinCommon.
	MinCommon *float64
	// Allow names the differences that are let through, by Difference.Name;
	// rubric compares questions whose rubric alone was edited.
	Allow []string
	// JudgeAs are the flags that ask the judge of a head that is not there to
	// take it from yet; nil: the mend of a refusal takes it from the head.
	JudgeAs []string
	// FlipRate is the share of questions that flip between two asks of the same
	// system; nil: measured from repeats, if there are some.
	FlipRate *float64
	// Inconclusive maps exit code 2: "pass", "fail" or "".
	Inconclusive string
	// MaxFlips bounds Flips.List; 0 lists all.
	MaxFlips int
}
