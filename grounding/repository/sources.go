package repository

import (
	"bytes"
	"os"
	"sync"
)

// searches is how many names are searched for one by one before everything is
// parsed. A search costs about a tenth of parsing, so a command that asks a
// few names never parses what it does not need, and a batch pays at most twice
// what parsing at once would cost.
const searches = 8

// scope says which appearances of a name in code show that it exists.
type scope int

const (
	own     scope = iota // the checkout's own code: calls and imports of a name count
	library              // code of others: what it declares or exports counts
)

// names are what the code read so far shows to exist. Beside plain names there
// are "Owner.name" for a member of a type or of a package, and "Owner." for
// the owner itself.
type names map[string]struct{}

func (n names) add(name string) { n[name] = struct{}{} }

func (n names) has(name string) bool {
	_, ok := n[name]
	return ok
}

// sources are files of code that can be asked for a name.
type sources struct {
	root  *os.Root
	files []source
	scope scope

	mu    sync.Mutex
	read  []bool // by file: its names are in known
	known names
	asked names
	whole bool // every file is read
}

func newSources(root *os.Root, files []source, scope scope) *sources {
	return &sources{
		root: root, files: files, scope: scope,
		read: make([]bool, len(files)), known: names{}, asked: names{},
	}
}

// has tells whether the files show key, one of the forms that names holds, in
// which word appears literally.
func (s *sources) has(word, key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known.has(key) && !s.whole && !s.asked.has(word) {
		s.asked.add(word)
		s.whole = len(s.asked) > searches
		s.scan([]byte(word))
	}
	return s.known.has(key)
}

// scan reads the files that hold word, or all when whole is set, except those
// that were read before.
func (s *sources) scan(word []byte) {
	var merge sync.Mutex
	parallel(len(s.files), func(i int) {
		if s.read[i] {
			return
		}
		text, err := readFile(s.root, s.files[i].path, maxFile)
		if err != nil || !s.whole && !bytes.Contains(text, word) {
			return
		}
		found := namesOf(s.files[i], text, s.scope)
		merge.Lock()
		defer merge.Unlock()
		s.read[i] = true
		for name := range found {
			s.known.add(name)
		}
	})
}

// namesOf returns the names that one file shows. A file with a NUL byte is not
// code, whatever it is called.
func namesOf(file source, text []byte, scope scope) names {
	found := names{}
	switch {
	case bytes.IndexByte(text, 0) >= 0:
	case file.lang == &golang:
		goNames(text, scope, found)
	default:
		lightNames(file, text, scope, found)
	}
	return found
}
