package cache

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// stem names the files and with them the layout of what is in them: another
// layout is another name, so that two versions of evalrun share a folder.
const (
	stem   = "calls-v1"
	ending = ".db"
)

// fileName is the n-th file, from 1. A damaged file is never moved, because
// another process may have it open; the next number is begun beside it, and
// everybody uses the highest.
func fileName(n int) string {
	if n == 1 {
		return stem + ending
	}
	return fmt.Sprintf("%s-%d%s", stem, n, ending)
}

func fileNumber(name string) (int, bool) {
	if name == fileName(1) {
		return 1, true
	}
	text, ok := strings.CutPrefix(strings.TrimSuffix(name, ending), stem+"-")
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n > 1 && name == fileName(n)
}

// numbers lists the files of a folder, in no order.
func numbers(dir string) ([]int, error) {
	listed, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, f := range listed {
		if n, ok := fileNumber(f.Name()); ok {
			out = append(out, n)
		}
	}
	return out, nil
}

func highest(ns []int) int {
	top := 0
	for _, n := range ns {
		top = max(top, n)
	}
	return top
}

// freshFiles bounds how many files in a row may turn out damaged: a disk that
// spoils what has just been written is not to be filled.
const freshFiles = 3

// latest opens the file with the highest number, or a fresh one where that is
// damaged.
func (c *Cache) latest() (*store, error) {
	if !c.opt.Existing {
		// Answers and passages are in there, which are nobody else's to read.
		if err := os.MkdirAll(c.dir, 0o700); err != nil {
			return nil, err
		}
	}
	have, err := numbers(c.dir)
	if err != nil {
		return nil, err
	}
	n := highest(have)
	if n == 0 && c.opt.Existing {
		return nil, fmt.Errorf("%s: %w", fileName(1), fs.ErrNotExist)
	}
	return c.firstSound(max(n, 1))
}

func (c *Cache) firstSound(n int) (s *store, err error) {
	for last := n + freshFiles; n < last; n++ {
		path := filepath.Join(c.dir, fileName(n))
		s, err = openStore(path, c.tune)
		if err == nil || !damaged(err) {
			return s, err
		}
		c.abandoned(path, n, err)
	}
	return nil, err
}
