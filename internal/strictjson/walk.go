package strictjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// walker steps over valid JSON and keeps the keys of the objects it is in.
type walker struct {
	data  []byte
	at    int
	path  []string
	visit func(path []string, key string) error
}

func (w *walker) value() error {
	if len(w.path) > maxDepth {
		return fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	switch w.next() {
	case '{':
		return w.object()
	case '[':
		return w.array()
	case '"':
		w.text()
	default:
		w.scalar()
	}
	return nil
}

// next returns the first byte that is not white space, without taking it.
func (w *walker) next() byte {
	for w.data[w.at] <= ' ' {
		w.at++
	}
	return w.data[w.at]
}

func (w *walker) object() error {
	var seen keys
	for w.at++; w.next() != '}'; w.skip(',') {
		key := unescaped(w.text())
		name := string(key)
		if seen.add(key) {
			return &DuplicateKeyError{Path: strings.Join(w.path, "."), Key: name}
		}
		if w.visit != nil {
			if err := w.visit(w.path, name); err != nil {
				return err
			}
		}
		w.skip(':')
		if err := w.step(name); err != nil {
			return err
		}
	}
	w.at++
	return nil
}

func (w *walker) array() error {
	w.at++
	for i := 0; w.next() != ']'; i++ {
		if err := w.step("[" + strconv.Itoa(i) + "]"); err != nil {
			return err
		}
		w.skip(',')
	}
	w.at++
	return nil
}

func (w *walker) step(name string) error {
	w.path = append(w.path, name)
	err := w.value()
	w.path = w.path[:len(w.path)-1]
	return err
}

// skip takes one byte where it stands next; a comma may be missing.
func (w *walker) skip(c byte) {
	if w.next() == c {
		w.at++
	}
}

// text takes a string and returns what stands between its quotes.
func (w *walker) text() []byte {
	start := w.at + 1
	for end := start; ; end++ {
		end += bytes.IndexByte(w.data[end:], '"')
		first := end
		for w.data[first-1] == '\\' {
			first--
		}
		// An even number of backslashes escape one another, not the quote.
		if (end-first)%2 == 0 {
			w.at = end + 1
			return w.data[start:end]
		}
	}
}

func (w *walker) scalar() {
	for w.at < len(w.data) && bytes.IndexByte([]byte(",]} \t\r\n"), w.data[w.at]) < 0 {
		w.at++
	}
}

// keys are the keys of one object: a short list while they are few, as in
// every format evalrun reads, and a set when a hostile input has many.
type keys struct {
	list [][]byte
	set  map[string]bool
}

const fewKeys = 32

// add reports whether the key was there before.
func (k *keys) add(key []byte) bool {
	if k.set == nil && len(k.list) < fewKeys {
		if slices.ContainsFunc(k.list, func(have []byte) bool { return bytes.Equal(have, key) }) {
			return true
		}
		k.list = append(k.list, key)
		return false
	}
	if k.set == nil {
		k.set = make(map[string]bool, 2*fewKeys)
		for _, have := range k.list {
			k.set[string(have)] = true
		}
	}
	had := k.set[string(key)]
	k.set[string(key)] = true
	return had
}

// unescaped spells a key out, so that "a" and "\u0061" are the same.
func unescaped(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	var s string
	quoted := append(append([]byte{'"'}, raw...), '"')
	if json.Unmarshal(quoted, &s) != nil {
		return raw
	}
	return []byte(s)
}
