package repository

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sync"
)

// Fingerprint returns the SHA-256, in hex, of what the checkout itself has as
// evidence: the paths of the files that Open listed, and what stands now in
// those that are read, which are code and manifests. Line ends count as they
// are. What a checkout is evidence for is the same wherever this is the same,
// libraries aside: what is ignored, built or installed does not count, nor do
// links, times, permissions or the place of the root.
//
// A file that may not be read is no evidence and counts as that; Left says so.
// The error is one of a file that is gone since Open, or breaks off.
func (x *Index) Fingerprint() (string, error) {
	contents := make([]string, len(x.tree.paths))
	errs := make([]error, len(x.tree.paths))
	parts := sync.Pool{New: func() any { return new(part) }}
	parallel(len(contents), func(i int) {
		if name := x.tree.paths[i]; readsContent(name) {
			p := parts.Get().(*part)
			contents[i], errs[i] = x.content(name, p)
			parts.Put(p)
		}
	})
	if err := errors.Join(errs...); err != nil {
		return "", fmt.Errorf("take the fingerprint of the checkout: %w", err)
	}
	all := sha256.New()
	if x.tree.unread { // then a name that is missing is undecided
		fmt.Fprintln(all, "not all is listed")
	}
	for i, name := range x.tree.paths {
		fmt.Fprintf(all, "%q %s\n", name, contents[i])
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// readsContent tells files that are read from those of which only the path is
// evidence, such as documents, answers and suites.
func readsContent(name string) bool {
	return languageOf(name) != nil || new(manifests).reader(path.Base(name)) != nil && !inFixtures(name)
}

// part is what is in memory of a file that is being hashed.
type part [1 << 15]byte

// content is the size and the hash of what stands in a file.
func (x *Index) content(name string, p *part) (string, error) {
	f, err := openRegular(x.root, name)
	if errors.Is(err, fs.ErrPermission) {
		x.note("%s: not read: %s", name, oneLine(err.Error()))
		return "not read", nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	defer f.Close()
	hash := sha256.New()
	size, err := io.CopyBuffer(hash, struct{ io.Reader }{f}, p[:]) // a File copies with a buffer of its own
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return fmt.Sprintf("%d %x", size, hash.Sum(nil)), nil
}
