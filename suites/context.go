package suites

import "fmt"

// fill reads the texts of a question's context files and hashes the question.
// On an error the index says which of e.contextFiles it was.
func (f *boxFiles) fill(e *entry) (failed int, err error) {
	for i, from := range e.contextFiles {
		text, err := f.text(from.name)
		if err != nil {
			return i, err
		}
		e.Context[from.passage].Text = text
	}
	e.ContentHash = contentHash(e.Question)
	return 0, nil
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
	if failed, err := f.fill(&e); err != nil {
		return entry{}, fmt.Errorf("%s:%d: read %s: %s", visible(e.File), e.Line, quoted(e.contextFiles[failed].name), cause(err))
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
