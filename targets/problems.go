package targets

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// maxProblems is how many broken lines are told; a file that is broken
// throughout needs no more.
const maxProblems = 20

// problems are the first broken lines of a file, by line number, and how many
// there are.
type problems struct {
	first []problem
	count int
}

type problem struct {
	number  int
	message string
}

func (p *problems) add(number int, message string) {
	p.count++
	at := len(p.first)
	for at > 0 && p.first[at-1].number > number {
		at--
	}
	p.first = slices.Insert(p.first, at, problem{number, message})
	p.first = p.first[:min(len(p.first), maxProblems)]
}

// err returns one error with a line per problem, nil when there is none.
func (p *problems) err() error {
	if p.count == 0 {
		return nil
	}
	var b strings.Builder
	for i, one := range p.first {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(one.message)
	}
	if more := p.count - len(p.first); more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return errors.New(b.String())
}
