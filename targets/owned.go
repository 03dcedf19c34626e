package targets

import "slices"

// MatchesByQuery reports whether any line has both an id and a query. Only
// then must the file be told which ids are questions', see Own.
func (r *Recorded) MatchesByQuery() bool { return r.both }

// Own says that a question has this id. The answer recorded under it is that
// question's and answers no other one by its query: else one answer would
// count for two, and the one that is missing would not be missed. Own is
// called for every question before the first answer is asked for.
func (r *Recorded) Own(id string) {
	for _, k := range r.byID.withText(id) {
		r.owned[k.line/64] |= 1 << (k.line % 64)
	}
}

func (r *Recorded) free(candidates []key) []key {
	return slices.DeleteFunc(slices.Clone(candidates), func(k key) bool {
		return r.owned[k.line/64]&(1<<(k.line%64)) != 0
	})
}
