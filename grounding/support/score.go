package support

// Score measures the sentences of an answer and the answer as a whole.
func (e *Evidence) Score(answer string) Report {
	report := Report{Sentences: []Sentence{}}
	var whole totals
	find := e.newFinder()
	for _, c := range e.claims(answer) {
		compared := find.compare(&c)
		whole.add(&compared)
		report.Sentences = append(report.Sentences, compared.sentence(answer))
	}
	if m, ok := whole.measures(); ok {
		score := m.score()
		report.Score = &score
	}
	return report
}

// Measure returns the measures of a whole answer, false where nothing in it
// claims anything. It is what weights are fitted to.
func (e *Evidence) Measure(answer string) (Measures, bool) {
	var whole totals
	find := e.newFinder()
	for _, c := range e.claims(answer) {
		compared := find.compare(&c)
		whole.add(&compared)
	}
	return whole.measures()
}

// totals sum the measures of sentences: covers by the weight of the content
// words, conflicts by their number. An answer is scored as one long sentence
// would be.
type totals struct {
	sums   Measures
	weight float64
}

func (t *totals) add(c *comparison) {
	weight := 0.0
	for i := range c.claim.words {
		if w := &c.claim.words[i]; w.content() {
			weight += w.weight
		}
	}
	t.weight += weight
	for i, x := range c.tally {
		if i < number {
			x *= weight
		}
		t.sums[i] += x
	}
}

func (t *totals) measures() (Measures, bool) {
	if t.weight == 0 {
		return Measures{}, false
	}
	out := t.sums
	for i := range number {
		out[i] /= t.weight
	}
	return out, true
}

func (c *comparison) sentence(answer string) Sentence {
	out := Sentence{
		Text: answer[c.claim.start:c.claim.end], Start: c.claim.start, End: c.claim.end,
		Score: c.tally.score(), Cover: c.cover.literal, Conflicts: c.conflicts,
	}
	if out.Conflicts == nil {
		out.Conflicts = []Conflict{}
	}
	if c.tally[meantCover] > 0 {
		out.Passage = c.passages[c.cover.block.passage].ID
		out.Evidence = c.show()
	}
	if c.cover.second != nil {
		out.Also = c.passages[c.cover.second.passage].ID
	}
	out.Reason = c.reason()
	return out
}
