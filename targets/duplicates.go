package targets

import (
	"fmt"

	"github.com/evalrun/evalrun/answers"
)

// findDuplicates tells the lines that could answer for one another: equal
// ids, and equal queries where no id tells them apart. Which of them is meant
// is not evalrun's to guess.
func (r *Recorded) findDuplicates(found *collector) error {
	byID := func(a answers.Answer) string { return a.ID }
	if err := r.findRepeated(&r.byID, "id", byID, found); err != nil {
		return err
	}
	byQueryAlone := func(a answers.Answer) string {
		if a.ID != "" {
			return ""
		}
		return a.Query
	}
	return r.findRepeated(&r.byQuery, "query", byQueryAlone, found)
}

// findRepeated reads the lines whose hashes are equal and compares their
// texts; a line without the text stands in nobody's way.
func (r *Recorded) findRepeated(k *keys, what string, text func(answers.Answer) string, found *collector) error {
	for group := range k.collisions() {
		first := map[string]uint32{}
		for _, key := range group {
			e, err := r.read(int(key.line))
			if err != nil {
				return err
			}
			t := text(e.answer)
			if t == "" {
				continue
			}
			earlier, repeated := first[t]
			if !repeated {
				first[t] = key.line
				continue
			}
			found.add(int(r.numbers[key.line]), fmt.Sprintf("%s %q stands on line %d already", what, t, r.numbers[earlier]))
		}
	}
	return nil
}
