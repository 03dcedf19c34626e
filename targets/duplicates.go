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

// repeated is what may stand once in a file. The epochs of a sample have one
// id and are not one another's duplicates.
type repeated struct {
	text  string
	epoch uint16
}

// findRepeated reads the lines whose hashes are equal and compares their
// texts; a line without the text stands in nobody's way.
func (r *Recorded) findRepeated(k *keys, what string, text func(answers.Answer) string, found *collector) error {
	for group := range k.collisions() {
		first := map[repeated]envelope{}
		for _, key := range group {
			e, err := r.read(int(key.line))
			if err != nil {
				return err
			}
			t := repeated{text(e.answer), r.epochs[e.line]}
			if t.text == "" {
				continue
			}
			earlier, twice := first[t]
			if !twice {
				first[t] = e
				continue
			}
			found.add(int(r.numbers[e.line]), r.placed(e.line, e.run, fmt.Sprintf("%s %q stands %s already", what, t.text, r.where(earlier))))
		}
	}
	return nil
}
