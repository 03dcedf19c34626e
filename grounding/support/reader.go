package support

// mostInBlock bounds a block, in tokens: in a longer text any words turn up
// somewhere. A longer passage is compared in parts.
const mostInBlock = 4096

// reader makes Evidence out of passages.
type reader struct {
	*Evidence
	spelled map[string]int32   // spelling → entry
	figures map[quantity]int32 // figure → entry
	entries []entry
	marks   []mark
	before  string // the figure that the last token spelt

	block    block
	meanings []int32 // of the block
}

// mark says that a key stands in a spot.
type mark struct{ key, spot int32 }

// Tokens are some five bytes apart, and a text of many words repeats most.
const (
	bytesPerToken    = 5
	bytesPerSpelling = 20
	mostExpected     = 1 << 14
)

func newReader(size int) *reader {
	spellings, tokens := min(size/bytesPerSpelling, mostExpected), size/bytesPerToken
	return &reader{
		Evidence: &Evidence{spots: make([]spot, 0, tokens), keys: make(map[string]int32, spellings)},
		spelled:  make(map[string]int32, spellings),
		figures:  map[quantity]int32{},
		entries:  make([]entry, 0, spellings),
		marks:    make([]mark, 0, tokens),
	}
}

func (r *reader) read(i int, p Passage) {
	r.open(i)
	r.scan(p.Title, true)
	r.scan(p.Text, false)
	r.close()
}

func (r *reader) scan(text string, title bool) {
	scan(text, func(start, end int, is shape) {
		if len(r.spots)-int(r.block.from) >= mostInBlock {
			r.close()
			r.open(r.block.passage)
		}
		at := spot{int32(start), int32(end)}
		if title {
			at = spot{inTitle, inTitle}
		}
		r.place(at, &r.entries[r.entry(text, start, end, is)])
	})
}

func (r *reader) open(passage int) {
	from := int32(len(r.spots))
	r.block = block{passage: passage, from: from, to: from}
	r.meanings, r.before = r.meanings[:0], ""
}

// close keeps the block if it holds anything.
func (r *reader) close() {
	r.block.to = int32(len(r.spots))
	if r.block.to > r.block.from {
		r.block.meanings = newMeaningSet(r.meanings, english().count)
		r.blocks = append(r.blocks, r.block)
	}
}

// place appends a token to the block.
func (r *reader) place(at spot, e *entry) {
	position := int32(len(r.spots))
	r.spots = append(r.spots, at)
	if e.negates {
		r.denials = append(r.denials, position)
	}
	for _, key := range e.keys[:e.count] {
		r.marks = append(r.marks, mark{key, position})
	}
	if e.spelled != "" || r.before != "" {
		r.joinTens(e.spelled, position)
	}
	if known := int32(len(r.blocks)); e.block != known && e.content {
		e.block = known
		r.mean(e.lemmas)
	}
}

// joinTens marks the figure that the last two tokens spell together.
func (r *reader) joinTens(spelled string, position int32) {
	if both, ok := tens(r.before, spelled); ok {
		r.marks = append(r.marks, mark{r.key(figureKey(both)), position - 1})
	}
	r.before = spelled
}

// sortPlaces turns the marks into the places of each key.
func (r *reader) sortPlaces() {
	r.first = make([]int32, len(r.keys)+1)
	for _, m := range r.marks {
		r.first[m.key+1]++
	}
	for i := range len(r.keys) {
		r.first[i+1] += r.first[i]
	}
	next := append([]int32(nil), r.first...)
	r.places = make([]int32, len(r.marks))
	for _, m := range r.marks {
		r.places[next[m.key]] = m.spot
		next[m.key]++
	}
}

// mean notes what a word of the block means: an apple, and so a fruit.
func (r *reader) mean(lemmas []int32) {
	for _, lemma := range lemmas {
		r.meanings = append(r.meanings, english().meanings.of(lemma)...)
		r.meanings = append(r.meanings, english().wider.of(lemma)...)
	}
}
