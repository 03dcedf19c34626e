package compare

import "github.com/evalrun/evalrun/results"

// Sample counts the questions that a suite brings into a comparison. The zero
// value is ready. Memory grows with the groups, not with the questions.
type Sample struct {
	byCategory map[results.Category]*crowd
}

// Add takes one question; an empty group stands alone. Anchors and questions
// in quarantine are in no series and are not to be added.
func (s *Sample) Add(c results.Category, group string) {
	if s.byCategory == nil {
		s.byCategory = map[results.Category]*crowd{}
	}
	if s.byCategory[c] == nil {
		s.byCategory[c] = &crowd{groups: map[string]int{}}
	}
	s.byCategory[c].add(group, 1)
}

// of is the crowd that a series is measured on.
func (s *Sample) of(categories ...results.Category) crowd {
	out := crowd{groups: map[string]int{}}
	for _, c := range categories {
		one := s.byCategory[c]
		if one == nil {
			continue
		}
		out.alone += one.alone
		for group, n := range one.groups {
			out.groups[group] += n
		}
	}
	return out
}

// crowd is a number of questions, some of which share a group.
type crowd struct {
	alone  int
	groups map[string]int
}

func (c *crowd) add(group string, n int) {
	if group == "" {
		c.alone += n
		return
	}
	c.groups[group] += n
}

func (c crowd) size() int {
	n := c.alone
	for _, members := range c.groups {
		n += members
	}
	return n
}

func (c crowd) clusters() int { return c.alone + len(c.groups) }

// groupSize is how many questions share the group of a question, itself
// included, on average over questions: what the design effect grows with.
func (c crowd) groupSize() float64 {
	n := c.size()
	if n == 0 {
		return 1
	}
	squares := c.alone
	for _, members := range c.groups {
		squares += members * members
	}
	return float64(squares) / float64(n)
}
