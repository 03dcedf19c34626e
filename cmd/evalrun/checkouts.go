package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// openCheckout opens a repository as evidence, with the libraries that Go
// installs beside it. What runs leave beside their folders is no part of it.
func (h host) openCheckout(root string) (*repository.Index, error) {
	index, err := repository.Open(root, repository.Options{
		ModuleCache: h.moduleCache(), GoRoot: h.getenv("GOROOT"), Exclude: []string{runstore.HistoryFile + "*"},
	})
	if err != nil {
		return nil, &failure{code: verdict.ExitUsage, err: err}
	}
	return index, nil
}

// moduleCache is where the go command keeps modules, as far as the environment
// tells; what go env -w wrote is not read.
func (h host) moduleCache() string {
	if cache := h.getenv("GOMODCACHE"); cache != "" {
		return cache
	}
	path := h.getenv("GOPATH")
	if first, _, several := strings.Cut(path, string(os.PathListSeparator)); several {
		path = first
	}
	if path == "" {
		home := h.getenv("HOME")
		if home == "" {
			return ""
		}
		path = filepath.Join(home, "go")
	}
	return filepath.Join(path, "pkg", "mod")
}

// openCheckouts opens the repositories that a suite's questions name, each
// once a suite.
func (e *evaluation) openCheckouts(s *suites.Suite) (map[string]*repository.Index, error) {
	return e.openAll(s.Checkouts, s.Folder)
}

func (e *evaluation) openAll(names []string, folder func(name string) string) (map[string]*repository.Index, error) {
	opened := map[string]*repository.Index{}
	for _, name := range names {
		index, err := e.openNamed(name, folder(name))
		if err != nil {
			return nil, err
		}
		opened[name] = index
	}
	return opened, nil
}

func (e *evaluation) openNamed(name, folder string) (*repository.Index, error) {
	index, err := e.host.openCheckout(folder)
	if err != nil {
		return nil, fmt.Errorf("rubric.grounding.root %s: %w", name, err)
	}
	e.checkouts = append(e.checkouts, index)
	return index, nil
}

// reportLeft says what of the repositories was not read.
func (e *evaluation) reportLeft() {
	for _, index := range e.checkouts {
		e.host.sayLeft(index)
	}
}

// mostLeft is how many things that were not read are named, by repository.
const mostLeft = 5

// sayLeft says what of a repository was not read.
func (h host) sayLeft(index *repository.Index) {
	left := index.Left()
	for i, line := range left {
		if i == mostLeft {
			h.say("no evidence: %d more", len(left)-i)
			return
		}
		h.say("no evidence: %s", line)
	}
}
