package support

// Measures are what a score is made of. The covers are shares, 0..1; the
// others count conflicts.
type Measures [measureCount]float64

const (
	meantCover   = iota // content words in the passage, synonyms among them
	literalCover        // content words in the passage as they stand
	nearCover           // neighbouring content words that are neighbours there
	number              // figures, dates and units that the passage lacks or gives for something else
	name                // names that it lacks
	denied              // negations that it lacks or that the claim drops, and turned roles
	limit               // exclusives and quantifiers that it lacks
	opposite            // opposites of its words
	speaking            // words of the speaker or to the reader
	measureCount
)

// mostCounted bounds each count: a second conflict says something, a fifth
// says that the texts are unlike.
const mostCounted = 2
