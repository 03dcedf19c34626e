package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// walker steps over JSON, checks its form and keeps the keys of the objects it
// is in.
type walker struct {
	data  []byte
	at    int
	path  []string
	visit func(path []string, key string) error
}

// errForm says that this is no JSON; encoding/json has the words for it.
var errForm = errors.New("not JSON")

func (w *walker) document() error {
	if err := w.value(); err != nil {
		return err
	}
	if w.next(); w.at < len(w.data) {
		return errForm
	}
	return nil
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
		_, err := w.text()
		return err
	}
	return w.scalar()
}

// next returns the first byte that is not white space, without taking it, 0 at
// the end.
func (w *walker) next() byte {
	for ; w.at < len(w.data); w.at++ {
		switch c := w.data[w.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// take takes a byte where it stands next.
func (w *walker) take(c byte) bool {
	if w.next() != c {
		return false
	}
	w.at++
	return true
}

func (w *walker) object() error {
	w.at++
	if w.take('}') {
		return nil
	}
	var seen keys
	for {
		if err := w.member(&seen); err != nil {
			return err
		}
		switch {
		case w.take(','):
		case w.take('}'):
			return nil
		default:
			return errForm
		}
	}
}

func (w *walker) member(seen *keys) error {
	if w.next() != '"' {
		return errForm
	}
	raw, err := w.text()
	if err != nil {
		return err
	}
	key := unescaped(raw)
	name := string(key)
	if seen.add(key) {
		return &DuplicateKeyError{Path: strings.Join(w.path, "."), Key: name}
	}
	if w.visit != nil {
		if err := w.visit(w.path, name); err != nil {
			return err
		}
	}
	if !w.take(':') {
		return errForm
	}
	return w.step(name)
}

func (w *walker) array() error {
	w.at++
	if w.take(']') {
		return nil
	}
	for i := 0; ; i++ {
		if err := w.step("[" + strconv.Itoa(i) + "]"); err != nil {
			return err
		}
		switch {
		case w.take(','):
		case w.take(']'):
			return nil
		default:
			return errForm
		}
	}
}

func (w *walker) step(name string) error {
	w.path = append(w.path, name)
	err := w.value()
	w.path = w.path[:len(w.path)-1]
	return err
}

// keys are the keys of one object: a short list while they are few, as in
// every format evalrun reads, and a set when a hostile input has many.
type keys struct {
	list [][]byte
	set  map[string]bool
}

// Most objects have at most usualKeys. A list of fewKeys is still searched
// faster than a set.
const (
	usualKeys = 8
	fewKeys   = 32
)

// add reports whether the key was there before.
func (k *keys) add(key []byte) bool {
	if k.set == nil && len(k.list) < fewKeys {
		if slices.ContainsFunc(k.list, func(have []byte) bool { return bytes.Equal(have, key) }) {
			return true
		}
		if k.list == nil {
			k.list = make([][]byte, 0, usualKeys)
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
