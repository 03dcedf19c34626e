package fleet

import (
	"context"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/internal/lateregexp"
)

// leftovers are the runs of which the server has streams, or a bucket, and no
// entry: their coordinator was lost before it wrote one.
func (c *Conn) leftovers(ctx context.Context, entered map[string]bool) (out []jobEntry, err error) {
	keys := map[string]bool{}
	err = c.persist(ctx, func(ctx context.Context) error {
		names := c.js.StreamNames(ctx)
		for name := range names.Name() {
			if key := keyOfStream(name); key != "" && !entered[key] {
				keys[key] = true
			}
		}
		return names.Err()
	})
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		out = append(out, jobEntry{Run: runOf(key), State: jobLeftover})
	}
	return out, err
}

// keyOfStream is the key of the run that a stream is of, "" where it is of
// something else.
func keyOfStream(name string) string {
	if key, ok := strings.CutPrefix(name, objectPrefix+streamPrefix); ok {
		return key
	}
	key, ok := strings.CutPrefix(name, streamPrefix)
	if work, is := strings.CutSuffix(key, "-W"); ok && is {
		return work
	}
	if results, is := strings.CutSuffix(key, "-R"); ok && is {
		return results
	}
	return ""
}

// escape is what stands in a token for a byte that none may have.
var escape = lateregexp.New(`_(_|d|x[0-9a-f]{2})`)

// runOf is the run whose token a key is, and the key itself where that does
// not tell: it ends in a hash.
func runOf(key string) string {
	run := escape().ReplaceAllStringFunc(key, func(escaped string) string {
		switch escaped[1] {
		case '_':
			return "_"
		case 'd':
			return "."
		}
		raw, _ := hex.DecodeString(escaped[2:]) // two digits
		return string(raw)
	})
	if token(run) != key {
		return key
	}
	return run
}
