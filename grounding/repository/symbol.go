package repository

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
)

// Symbol tells whether something of this name can be called. The name may be
// qualified, rank.RankFiles or Store::load: then its last part decides, and
// the part before it is used where the code knows that part as a package or a
// type.
//
// A name is cleared by the checkout's own code, by a global of a language, or
// by a dependency that a manifest declares. It is Fake when the checkout holds
// code and the name is nowhere, and Undecided when there is no code, when code
// that was not read may hold the name, or when it is a member of something the
// checkout does not define.
func (x *Index) Symbol(name string) Status {
	owner, word := splitName(name)
	switch {
	case word == "" || strings.ContainsFunc(word, notName):
		return Undecided
	case x.standard(owner, word), x.own.has(word, word):
		return Cleared
	}
	for _, library := range x.libraries() {
		if library.has(word, word) {
			return Cleared
		}
	}
	switch {
	case x.aside().has(word, word):
		return Cleared
	case !x.codeAtAll():
		return Undecided
	case owner != "" && !x.own.has(owner, owner+"."), x.unreadHolds(word):
		return Undecided
	}
	return Fake
}

// splitName splits a name at its last separator and keeps one part before it.
func splitName(name string) (owner, word string) {
	name = strings.TrimSuffix(strings.TrimSpace(name), "()")
	parts := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".:#>-", r) })
	if len(parts) == 0 {
		return "", ""
	}
	if len(parts) > 1 {
		owner = parts[len(parts)-2]
	}
	return owner, parts[len(parts)-1]
}

func notName(r rune) bool {
	return r < 0x80 && !nameByte[r] && r != '?' && r != '!'
}

// standard tells whether a language brings the name. Functions of standard
// modules, methods of built-in types, and the everyday words of test runners
// count where the checkout has code of that language.
func (x *Index) standard(owner, word string) bool {
	return owner == "" && (globals[word] || x.member(word)) ||
		(nodeExports[word] || testGlobals[word]) && x.speaks(&javascript) ||
		pythonExports[word] && x.speaks(&python)
}

func (x *Index) member(word string) bool {
	return scriptMembers[word] && x.speaks(&javascript) ||
		pythonMembers[word] && x.speaks(&python) ||
		goMembers[word] && x.speaks(&golang)
}

func (x *Index) speaks(lang *language) bool {
	return slices.ContainsFunc(x.tree.code, func(s source) bool { return s.lang == lang })
}

func (x *Index) codeAtAll() bool {
	return len(x.tree.code)+len(x.tree.large) > 0
}

// unreadHolds tells whether code that was not read may hold the word.
func (x *Index) unreadHolds(word string) bool {
	return x.tree.unread || slices.ContainsFunc(x.tree.large, func(name string) bool {
		return x.streamHolds(name, []byte(word))
	})
}

// maxStream is how much of one large file is searched; a longer one may hold
// anything.
const maxStream = 64 << 20

func (x *Index) streamHolds(name string, word []byte) bool {
	f, err := x.root.Open(name)
	if err != nil {
		return true
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	for read := 0; read < maxStream; {
		chunk, err := r.Peek(1 << 16)
		switch {
		case bytes.Contains(chunk, word):
			return true
		case errors.Is(err, io.EOF):
			return false
		case err != nil || len(word) > len(chunk):
			return true
		}
		// The next chunk begins before the end of this one, so that a word
		// that lies across the two is seen.
		skipped, _ := r.Discard(len(chunk) - len(word) + 1)
		read += skipped
	}
	return true
}

// listAside lists what the checkout ignores or builds: no code of its own, but
// a name defined there is not invented.
func (x *Index) listAside() *sources {
	w := &walker{root: x.root, note: x.note, ignore: &ignores{}}
	for aside := x.tree.aside; len(aside) > 0; aside = w.tree.aside {
		w.tree.aside = nil
		for _, name := range aside {
			w.below(name)
		}
	}
	return newSources(x.root, w.tree.code, own)
}
