package fleet

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// shape is which keys a value may have, by the Go type it is read into.
// encoding/json alone would take a key in any letter case and drop what it does
// not know: a message of a newer evalrun would be read as something it is not.
type shape struct {
	fields map[string]*shape // of a struct
	elem   *shape            // of a list or a map
}

// anything is the shape of what another package reads.
var anything = (*shape)(nil)

// shapeOf looks at a type when its shape is first asked for: a process without
// a fleet asks for none.
func shapeOf[T any]() func() *shape {
	return sync.OnceValue(func() *shape { return shapeOfType(reflect.TypeFor[T](), map[reflect.Type]*shape{}) })
}

func shapeOfType(t reflect.Type, known map[reflect.Type]*shape) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s, ok := known[t]; ok {
		return s
	}
	switch {
	case reads(t):
		return anything
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array, t.Kind() == reflect.Map:
		s := &shape{}
		known[t] = s
		s.elem = shapeOfType(t.Elem(), known)
		return s
	case t.Kind() == reflect.Struct:
		s := &shape{fields: map[string]*shape{}}
		known[t] = s
		s.add(t, known)
		return s
	}
	return anything
}

// reads reports whether a type reads its own JSON.
func reads(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

func (s *shape) add(t reflect.Type, known map[reflect.Type]*shape) {
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "":
			s.add(f.Type, known)
		case name == "":
			s.fields[f.Name] = shapeOfType(f.Type, known)
		default:
			s.fields[name] = shapeOfType(f.Type, known)
		}
	}
}

// allow refuses a key that the object at a path has not.
func (s *shape) allow(path []string, key string) error {
	for _, step := range path {
		switch {
		case s == anything:
			return nil
		case s.fields != nil:
			s = s.fields[step]
		default:
			s = s.elem
		}
	}
	if s == anything || s.fields == nil {
		return nil
	}
	if _, ok := s.fields[key]; !ok {
		return fmt.Errorf("unknown key %q", cut(strings.Join(append(path[:len(path):len(path)], key), "."), maxShown))
	}
	return nil
}

// maxShown is how much of another side's text stands in a message, in bytes.
const maxShown = 200

// decode reads one message. What is of another schema is said to be that,
// whatever else is wrong with it.
func decode(data []byte, v any, s func() *shape, schema string) error {
	err := strictjson.Unmarshal(data, v, s().allow)
	if err == nil || json.Valid(data) {
		var got string
		_ = json.Unmarshal(strictjson.Members(data)["schema"], &got)
		if got != schema {
			return fmt.Errorf("schema %q, this evalrun reads %s: the other side is another version", cut(got, maxShown), schema)
		}
	}
	return err
}

// decodeAs reads one message of a kind and holds it to what else it has to be.
func decodeAs[T any](data []byte, schema string, s func() *shape, check func(T) error) (T, error) {
	var m, none T
	if err := decode(data, &m, s, schema); err != nil {
		return none, err
	}
	if err := check(m); err != nil {
		return none, err
	}
	return m, nil
}

// encode writes a message as the scrubbing of secrets wants it: with every
// character as itself. What is encoded came out of JSON or goes into it
// anywhere else too.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// mustEncode encodes what cannot fail: texts, whole numbers and booleans alone.
func mustEncode(v any) []byte {
	data, err := encode(v)
	if err != nil {
		panic(err)
	}
	return data
}
