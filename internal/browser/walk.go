package browser

import (
	_ "embed"
	"fmt"
)

//go:embed js/walk.js
var walkCheck string

// stop is what has the focus.
type stop struct {
	Name          string
	At, Of        int // its place among those that Tab reaches, from 0
	Shown, InView bool
	Early         bool // it is read before the stop that was left for it
}

// maxStops keeps a walk short: pages repeat their rows.
const maxStops = 60

// toTheTop makes the next press of Tab the first of the page, wherever a script
// or an anchor has put the focus.
const toTheTop = `(() => {
	const body = document.body;
	body.tabIndex = -1;
	body.focus();
	body.removeAttribute('tabindex');
	delete window.walkedFrom;
	scrollTo(0, 0);
	return 1;
})()`

// Walk presses Tab from the top of the page until it is through, or for the
// first 60 stops, and returns what a person would stumble over: a stop that
// does not show, one that is left out, one that is read before the last one.
func (tab *Tab) Walk() ([]string, error) {
	if _, err := Evaluate[int](tab, toTheTop); err != nil {
		return nil, err
	}
	var problems []string
	var last *stop
	for range maxStops {
		if err := tab.Press(Next); err != nil {
			return nil, err
		}
		here, err := Evaluate[*stop](tab, walkCheck)
		if err != nil || here == nil {
			return append(problems, endOf(last)...), err
		}
		problems = append(problems, here.wrong(last)...)
		last = here
	}
	return problems, nil
}

func (s *stop) wrong(last *stop) []string {
	var out []string
	if !s.Shown {
		out = append(out, s.Name+" has the focus and does not show it")
	}
	if !s.InView {
		out = append(out, s.Name+" has the focus out of sight")
	}
	expected := 0
	if last != nil {
		expected = last.At + 1
	}
	if s.At != expected {
		out = append(out, fmt.Sprintf("%s is stop %d and comes after stop %d", s.Name, s.At, expected-1))
	}
	if s.Early {
		out = append(out, s.Name+" is read before "+last.Name+" and has the focus after it")
	}
	return out
}

func endOf(last *stop) []string {
	if last == nil {
		return []string{"Tab reaches nothing"}
	}
	if last.At+1 < last.Of {
		return []string{fmt.Sprintf("Tab ends at %s, stop %d of %d", last.Name, last.At+1, last.Of)}
	}
	return nil
}
