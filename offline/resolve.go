package offline

import (
	"strconv"

	"github.com/evalrun/evalrun/answers"
)

// passageNamed resolves an inline citation: by id, else [n] is the n-th
// passage.
func (r *reading) passageNamed(name string) *answers.Passage {
	if p := r.passageOf(answers.Citation{ID: name, Title: name, Source: name}); p != nil {
		return p
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(r.asked.Evidence) {
		return &r.asked.Evidence[n-1]
	}
	return nil
}

// passageOf resolves a citation by id, else by exact title, else by source.
func (r *reading) passageOf(c answers.Citation) *answers.Passage {
	match := func(same func(*answers.Passage) bool) *answers.Passage {
		for i := range r.asked.Evidence {
			if p := &r.asked.Evidence[i]; same(p) {
				return p
			}
		}
		return nil
	}
	if p := match(func(p *answers.Passage) bool { return c.ID != "" && p.ID == c.ID }); p != nil {
		return p
	}
	if p := match(func(p *answers.Passage) bool { return c.Title != "" && p.Title == c.Title }); p != nil {
		return p
	}
	return match(func(p *answers.Passage) bool { return c.Source != "" && (p.Source == c.Source || p.ID == c.Source) })
}

func nameOf(c answers.Citation) string {
	for _, name := range []string{c.ID, c.Title, c.Source} {
		if name != "" {
			return name
		}
	}
	return ""
}
