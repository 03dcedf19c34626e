// Package injections holds texts that have run as scripts, or have changed a
// page, where a page meant to show them. It is for tests: whoever shows texts
// from outside shows these.
package injections

import (
	_ "embed"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

//go:embed testdata/injections.txt
var file string

// Text is one of them. Text may hold bytes that are no UTF-8.
type Text struct{ Name, Text string }

// All returns the texts in the order of their file. Each that can run calls
// alert or sets window.__xss.
func All() []Text {
	var out []Text
	for number, line := range strings.Split(strings.TrimSpace(file), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, literal, _ := strings.Cut(line, "\t")
		text, err := strconv.Unquote(literal)
		if err != nil {
			panic(fmt.Sprintf("injections.txt:%d: %q is no string literal", number+1, literal))
		}
		out = append(out, Text{name, text})
	}
	return out
}

// Fill puts a text into every string that v points to, two items into every
// list, and values into the rest: numbers that fit a stretch of the whole text
// where the field is a Start or an End, true, 2.5. Maps and times it leaves.
func Fill(v any, text string) { FillEach(v, func() string { return text }) }

// FillEach is Fill with the next text for each string.
func FillEach(v any, next func() string) { fill(reflect.ValueOf(v).Elem(), "", next) }

func fill(v reflect.Value, field string, next func() string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(next())
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		switch field {
		case "End":
			v.SetInt(int64(len(next())))
		case "Line", "Column":
			v.SetInt(1)
		}
	case reflect.Float64:
		v.SetFloat(2.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), field, next)
	case reflect.Slice:
		fillList(v, field, next)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), v.Type().Field(i).Name, next)
		}
	}
}

func fillList(v reflect.Value, field string, next func() string) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		v.SetBytes([]byte(next()))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 2, 2))
	for i := range 2 {
		fill(v.Index(i), field, next)
	}
}
