package repository

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"
)

// Status is what a checkout says about a claim.
type Status int

const (
	Undecided Status = iota // the checkout cannot tell
	Cleared                 // the checkout holds what is claimed
	Fake                    // the checkout would hold it, and does not
)

// String returns "undecided", "cleared" or "fake".
func (s Status) String() string {
	return [...]string{"undecided", "cleared", "fake"}[s]
}

// Options name what lies outside the checkout and may be read as well. The
// zero value reads the checkout alone.
type Options struct {
	// ModuleCache is the value of GOMODCACHE. Exports of modules that a
	// go.mod requires are read there when vendor/ does not hold them.
	ModuleCache string
	// GoRoot is the value of GOROOT, whose src folder holds Go's standard
	// library.
	GoRoot string
	// Exclude are patterns in the manner of .gitignore, of files and folders
	// that are not the checkout's own code.
	Exclude []string
}

// Index answers what a checkout holds. It is safe for concurrent use.
type Index struct {
	root *os.Root
	tree tree
	own  *sources

	manifests manifests
	aside     func() *sources   // what is ignored or built, listed when first needed
	libraries func() []*sources // what manifests require, located when first needed
	python    func() pythonTree
	tails     func() map[string]bool
	files     func() []File

	mu      sync.Mutex
	left    []string
	outside []*os.Root // folders of libraries that are not below root
}

// Open lists the folders below root and reads its manifests, but no code yet.
// The error says that root is not a folder that can be read; a broken
// manifest or a folder without permission is told by Left.
func Open(root string, opt Options) (*Index, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open the checkout: %w", err)
	}
	if _, err := fs.ReadDir(dir.FS(), "."); err != nil {
		return nil, errors.Join(fmt.Errorf("list the checkout: %w", err), dir.Close())
	}
	x := &Index{root: dir}
	x.tree = walk(dir, ".", opt.Exclude, x.note)
	slices.Sort(x.tree.paths)
	x.own = newSources(dir, x.tree.code, own)
	x.manifests = readManifests(dir, x.tree.paths, x.note)
	x.aside = sync.OnceValue(x.listAside)
	x.libraries = sync.OnceValue(func() []*sources { return x.locateLibraries(opt) })
	x.python = sync.OnceValue(func() pythonTree { return pythonModulesOf(x.tree.paths) })
	x.tails = sync.OnceValue(func() map[string]bool { return tailsOf(x.tree.paths) })
	x.files = sync.OnceValue(x.survey)
	return x, nil
}

// Close gives back the handles of the folders. No other method may run then.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	errs := []error{x.root.Close()}
	for _, root := range x.outside {
		errs = append(errs, root.Close())
	}
	return errors.Join(errs...)
}

// Newest returns the path and the time of the code file that was changed
// last; ok is false when the checkout holds no code.
func (x *Index) Newest() (path string, changed time.Time, ok bool) {
	for _, file := range x.tree.code {
		if !ok || file.changed.After(changed) {
			path, changed, ok = file.path, file.changed, true
		}
	}
	return path, changed, ok
}

// Left says what was not read, one line each, sorted: files over a limit,
// folders without permission, manifests that are broken, requirements that
// are not installed. It grows while questions are answered.
func (x *Index) Left() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	out := slices.Clone(x.left)
	slices.Sort(out)
	return slices.Compact(out)
}

// note adds a line to what Left says.
func (x *Index) note(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.left = append(x.left, fmt.Sprintf(format, args...))
}
