package strictjson

import (
	"slices"
	"strings"
)

// Misspelt returns the known key that key equals but for letter case, "" where
// it is a known one itself or none at all. encoding/json would take either
// spelling, and the later of two would win unseen.
func Misspelt(key string, known []string) string {
	if slices.Contains(known, key) {
		return ""
	}
	i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, key) })
	if i < 0 {
		return ""
	}
	return known[i]
}
