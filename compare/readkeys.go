package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// The keys of a question and of the objects in it that a comparison reads.
var (
	questionKeys = []string{"id", "category", "contentHash", "inputHash", "query", "group", "tags", "critical", "anchors",
		"quarantine", "verdict", "reasons", "checks", "quotes", "scores", "reasoning", "cells", "answerChars", "repeats"}
	repeatKeys     = []string{"repeat", "verdict", "state"}
	checkKeys      = []string{"check", "status", "phrase"}
	citationKeys   = []string{"passage", "status", "quote"}
	quotesKeys     = []string{"citations"}
	quarantineKeys = []string{"until", "reason"}
)

// checkCase refuses a key of a question that equals a known one but for letter
// case.
func checkCase(path []string, key string) error {
	if k := strictjson.Misspelt(key, keysAt(path)); k != "" {
		return fmt.Errorf("key %q is written %q", key, k)
	}
	return nil
}

// keysAt returns the known keys of the object at path within a question, nil
// for an object whose keys stand for themselves.
func keysAt(path []string) []string {
	switch {
	case len(path) == 0:
		return questionKeys
	case len(path) == 1 && path[0] == "quotes":
		return quotesKeys
	case len(path) == 1 && path[0] == "quarantine":
		return quarantineKeys
	case len(path) == 2 && path[0] == "repeats":
		return repeatKeys
	case len(path) == 2 && path[0] == "checks":
		return checkKeys
	case len(path) == 3 && path[0] == "quotes":
		return citationKeys
	}
	return nil
}

// oneSpelling does the same for the blocks that stand once in a report: no two
// keys of a block, or of an object in it, may differ in letter case alone.
// Deeper objects hold names that are not evalrun's, such as models.
func oneSpelling() func(path []string, key string) error {
	type place struct{ object, key string }
	seen := map[place]string{}
	return func(path []string, key string) error {
		if len(path) > 1 || slices.Contains(path, "served") {
			return nil
		}
		// There and back, because some letters have one case and fold all the same.
		at := place{strings.Join(path, "."), strings.ToLower(strings.ToUpper(key))}
		if first, twice := seen[at]; twice && first != key {
			return fmt.Errorf("keys %q and %q differ in letter case alone", first, key)
		}
		seen[at] = key
		return nil
	}
}
