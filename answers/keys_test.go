package answers

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKnownKeysAreThoseThatAreRead: a key added to the wire form is looked
// after by checkCase as well.
func TestKnownKeysAreThoseThatAreRead(t *testing.T) {
	for _, c := range []struct {
		form  any
		known []string
	}{
		{envelope{}, envelopeKeys}, {citation{}, citationKeys}, {passage{}, passageKeys}, {usage{}, usageKeys},
	} {
		form := reflect.TypeOf(c.form)
		var read []string
		for i := range form.NumField() {
			read = append(read, form.Field(i).Tag.Get("json"))
		}
		if diff := cmp.Diff(read, c.known); diff != "" {
			t.Errorf("%s: %s", form.Name(), diff)
		}
	}
}
