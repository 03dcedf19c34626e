package support

// entry is a spelling that the passages hold.
type entry struct {
	keys    [3]int32 // a figure has one for each of its forms
	count   int8
	content bool
	negates bool
	block   int32 // the last block that knows what it means
	lemmas  []int32
	spelled string // the figure that a word spells
}

// entry returns the number of a token's entry. Spellings are looked up as
// they stand, so that most tokens cost no more than that. A figure depends on
// the word behind it.
func (r *reader) entry(text string, start, end int, is shape) int32 {
	token := text[start:end]
	if is != figure {
		if id, known := r.spelled[token]; known {
			return id
		}
	}
	id := int32(len(r.entries))
	t := newTerm(token, is, text[end:])
	if is != figure {
		r.spelled[token] = id
	} else if t.quantity() {
		if known, ok := r.figures[t.figure]; ok {
			return known
		}
		r.figures[t.figure] = id
	}
	r.entries = append(r.entries, r.newEntry(t))
	return id
}

func (r *reader) newEntry(t term) entry {
	e := entry{block: -1, lemmas: t.lemmas, content: t.content(), negates: t.is(negator)}
	if !t.digits() {
		e.spelled = t.figure.plain
	}
	r.addKey(&e, t.key)
	for _, n := range []string{t.figure.plain, t.figure.scaled} {
		if n != "" && figureKey(n) != t.key {
			r.addKey(&e, figureKey(n))
		}
	}
	return e
}

func (r *reader) addKey(e *entry, key string) {
	e.keys[e.count] = r.key(key)
	e.count++
}

// key returns the number of a key.
func (r *reader) key(key string) int32 {
	id, known := r.keys[key]
	if !known {
		id = int32(len(r.keys))
		r.keys[key] = id
	}
	return id
}
