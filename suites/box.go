package suites

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// maxContextFile bounds a passage's file: four million bytes are a book, and
// a passage is printed into a prompt.
const maxContextFile = 4 << 20

// box is the folder that files named in a suite must stay in, and the suite's
// folder inside it, which their names start from.
type box struct{ root, folder string }

// newBox finds the box of a suite: root when it is given, else the nearest
// folder above the suite that has a .git, else the suite's own folder.
func newBox(suitePath, root string) (box, error) {
	dir, err := realPath(filepath.Dir(suitePath))
	if err != nil {
		return box{}, err
	}
	if root == "" {
		root = repository(dir)
	} else if root, err = realPath(root); err != nil {
		return box{}, err
	}
	folder, err := filepath.Rel(root, dir)
	if err != nil || !filepath.IsLocal(folder) {
		return box{}, fmt.Errorf("the suite is outside the root %s", visible(root))
	}
	return box{root, folder}, nil
}

// realPath resolves links, so that a suite reached through one is still
// inside its repository.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

func repository(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// boxFiles opens files of a box. It holds a folder open and must be closed.
type boxFiles struct {
	root   *os.Root
	folder string
}

func (b box) open() (*boxFiles, error) {
	root, err := os.OpenRoot(b.root)
	if err != nil {
		return nil, fmt.Errorf("open the folder of the suite: %w", err)
	}
	return &boxFiles{root, b.folder}, nil
}

func (f *boxFiles) close() { f.root.Close() }

// path leads from the root to a file named in the suite.
func (f *boxFiles) path(name string) string {
	return filepath.Join(f.folder, filepath.FromSlash(name))
}

// stat refuses what is not a regular file: a pipe would block for ever.
func (f *boxFiles) stat(name string) error {
	mode, err := f.mode(name)
	if err == nil && !mode.IsRegular() {
		err = errors.New("not a regular file")
	}
	return err
}

func (f *boxFiles) statFolder(name string) error {
	mode, err := f.mode(name)
	if err == nil && !mode.IsDir() {
		err = errors.New("not a folder")
	}
	return err
}

func (f *boxFiles) mode(name string) (fs.FileMode, error) {
	if filepath.IsAbs(filepath.FromSlash(name)) {
		return 0, errAbsolute
	}
	info, err := f.root.Stat(f.path(name))
	switch {
	case err != nil && strings.Contains(err.Error(), "escapes"): // os has no error value for it
		return 0, errOutside
	case err != nil:
		return 0, err
	}
	return info.Mode(), nil
}

var (
	errOutside  = errors.New("leads outside the suite's repository")
	errAbsolute = errors.New("is not relative to the suite")
)

// boxHint is the cure for a name that the box refuses.
func boxHint(err error) string {
	if errors.Is(err, errOutside) || errors.Is(err, errAbsolute) {
		return "files named in a suite stay inside its repository; --root sets another folder"
	}
	return ""
}

func (f *boxFiles) openFile(name string) (*os.File, error) {
	if err := f.stat(name); err != nil {
		return nil, err
	}
	return f.root.Open(f.path(name))
}

// text reads a passage's file: UTF-8 or UTF-16, line ends folded.
func (f *boxFiles) text(name string) (string, error) {
	file, err := f.openFile(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxContextFile+1))
	if err != nil {
		return "", err
	}
	if len(data) > maxContextFile {
		return "", fmt.Errorf("over %d MiB", maxContextFile>>20)
	}
	text, ok := utf8Text(data)
	switch {
	case !ok || !utf8.Valid(text):
		return "", errors.New("not valid UTF-8")
	case blank(string(text)):
		return "", errors.New("holds no text")
	}
	return string(foldLineEnds(text)), nil
}

// cause is the part of a file error that does not repeat the path.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file"
	}
	return visible(err.Error())
}
