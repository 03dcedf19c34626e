package targets

import (
	"slices"
	"strings"
	"sync"
)

// versions are those an application has said of itself, in the order of their
// first reply. A version that changes under a run makes its figures those of
// two applications.
type versions struct {
	mu      sync.Mutex
	seen    []string
	untold  []string // since the last tell
	current string
}

// maxVersions bounds what is kept: an application that states a request
// number as its version would fill memory with it.
const maxVersions = 20

func (v *versions) saw(version string) {
	if version == "" {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.current = version
	v.seen = appendNew(v.seen, version)
	v.untold = appendNew(v.untold, version)
}

func appendNew(list []string, version string) []string {
	if len(list) < maxVersions && !slices.Contains(list, version) {
		list = append(list, version)
	}
	return list
}

func (v *versions) tell() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	told := v.untold
	v.untold = nil
	return told
}

func (v *versions) learn(told []string) {
	for _, version := range told {
		v.saw(version)
	}
}

func (v *versions) last() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.current
}

func (v *versions) notes() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.seen) < 2 {
		return nil
	}
	shownVersions := make([]string, len(v.seen))
	for i, version := range v.seen {
		shownVersions[i] = beginning(version)
	}
	return []string{"the target's version changed during the run: " + strings.Join(shownVersions, ", ")}
}
