package quotes

const (
	// clearly is by how much a similar place elsewhere must be better than
	// the best in the cited source to say that the citation names the wrong
	// one.
	clearly = 0.2
	// nearlyLiteral is the least score of a fuzzy match elsewhere that says so.
	nearlyLiteral = 0.85
)

// Locate looks for a quote in the source that the answer cites, which counts
// from 1, and then in the others. foundIn is 0 where the cited source holds
// it or none does; otherwise it is the number of the source that does, and
// the match is the one in that source.
//
// Another source wins over a match that is altered, weak or missing with a
// literal one, and over a missing one with a clearly better fuzzy one. None
// wins with a match that is altered or too short to tell sources apart.
func Locate(quote string, sources []*Prepared, cited int) (m Match, foundIn int) {
	m = notFound(0)
	if cited >= 1 && cited <= len(sources) {
		m = sources[cited-1].Match(quote)
	}
	if m.TooShort || convincing(m) {
		return m, 0
	}
	best := m
	for i, source := range sources {
		if i == cited-1 {
			continue
		}
		other := source.Match(quote)
		if better(other, m) && (foundIn == 0 || other.Score > best.Score) {
			best, foundIn = other, i+1
		}
	}
	return best, foundIn
}

// convincing reports a match that no other source needs to be asked about.
func convincing(m Match) bool {
	return m.Method != NotFound && len(m.Alterations) == 0 && m.Score >= nearlyLiteral
}

func better(other, m Match) bool {
	if other.TooShort || !convincing(other) {
		return false
	}
	return other.Method != Fuzzy || m.Method == NotFound && other.Similarity >= m.Similarity+clearly
}
