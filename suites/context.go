package suites

import "fmt"

// fill reads the texts of a question's context files and hashes the question.
// It returns what is wrong with each file that cannot be read.
func (f *boxFiles) fill(e *entry) (failed []unreadable) {
	for _, from := range e.contextFiles {
		text, err := f.text(from.name)
		if err != nil {
			failed = append(failed, unreadable{from, err})
		}
		e.Context[from.passage].Text = text
	}
	e.ContentHash = contentHash(e.Question)
	return failed
}

// unreadable is a context file without a usable text.
type unreadable struct {
	contextFile
	err error
}

// reload gives an inline question its context again. The texts themselves are
// not kept from Load: they could be many times the suite. A file that changed
// meanwhile is an error, since the run is recorded under Load's hash.
func (f *boxFiles) reload(e entry) (entry, error) {
	if len(e.contextFiles) == 0 {
		return e, nil
	}
	loaded := e.ContentHash
	e.Context = append(e.Context[:0:0], e.Context...)
	for _, bad := range f.fill(&e) {
		return entry{}, fmt.Errorf("%s:%d: read %s: %s", visible(e.File), e.Line, quoted(bad.name), cause(bad.err))
	}
	if e.ContentHash != loaded {
		return entry{}, fmt.Errorf("%s:%d: a context file of question %s changed since the suite was loaded",
			visible(e.File), e.Line, visible(e.ID))
	}
	return e, nil
}

// forget drops the texts read from files again.
func (e *entry) forget() {
	for _, from := range e.contextFiles {
		e.Context[from.passage].Text = ""
	}
}
