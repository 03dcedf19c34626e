package answers

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// The keys of the envelope and of the objects in it.
var (
	envelopeKeys = keysOf(envelopeFields)
	citationKeys = keysOf(citationFields)
	passageKeys  = keysOf(passageFields)
	usageKeys    = keysOf(usageFields)
)

func keysOf[T any](known fields[T]) []string { return slices.Sorted(maps.Keys(known)) }

// checkCase refuses a key that equals a known one but for letter case.
func checkCase(path []string, key string) error {
	if k := strictjson.Misspelt(key, keysAt(path)); k != "" {
		return fmt.Errorf("key %q%s is written %q", key, placeOf(path), k)
	}
	return nil
}

// keysAt returns the known keys of the object at path, nil for an object that
// is not evalrun's to know.
func keysAt(path []string) []string {
	switch {
	case len(path) == 0:
		return envelopeKeys
	case len(path) == 1 && path[0] == "usage":
		return usageKeys
	case len(path) == 2 && path[0] == "citations":
		return citationKeys
	case len(path) == 2 && (path[0] == "retrieved" || path[0] == "sources"):
		return passageKeys
	}
	return nil
}

func placeOf(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return " in " + strings.Join(path, "")
}
