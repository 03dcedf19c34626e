package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evalrun/evalrun/grounding"
	"github.com/evalrun/evalrun/verdict"
)

// The largest files that ground reads, in bytes.
const (
	maxResponseFile = 16 << 20
	maxContextFile  = 64 << 20
)

// stdinName stands for the pipe in messages and reports.
const stdinName = "stdin"

func (o *groundOptions) readResponse(h host) (name, text string, err error) {
	if o.response == "" || o.response == "-" {
		text, err = readText(h.stdin, maxResponseFile)
		if err != nil {
			err = fmt.Errorf("cannot read the response from stdin: %w", err)
		}
		return stdinName, text, err
	}
	text, _, err = readTextFile(func() (*os.File, error) { return os.Open(o.response) }, maxResponseFile)
	if err != nil {
		err = fmt.Errorf("cannot read --response file: %w", err)
	}
	return o.response, text, err
}

// prepareContext reads the context that is named, or the default one, and
// tells its age.
func (o *groundOptions) prepareContext(ctx context.Context, h host, set groundSetup, repo *groundRepo) (*grounding.Context, error) {
	from, open, err := o.locateContext(set)
	if err != nil {
		return nil, err
	}
	text, modified, err := readTextFile(open, maxContextFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read --context file: %w", err)
	}
	if repo.index != nil {
		ctx, cancel := context.WithTimeout(ctx, gitPatience)
		defer cancel()
		age := grounding.Age{Root: set.root, Text: text, Modified: modified, Newest: repo.index.Newest}
		age.Git = func(args ...string) (string, error) { return git(ctx, set.root, args...) }
		age.Path, _ = set.inside(from.file)
		from.Stale, from.Warning = age.Stale()
	}
	return grounding.Prepare(text, from.Source), nil
}

// gitPatience bounds what is asked of git about one context.
const gitPatience = 5 * time.Second

// located is a context file: as the report names it, and where it stands.
type located struct {
	grounding.Source
	file string
}

func (o *groundOptions) locateContext(set groundSetup) (located, func() (*os.File, error), error) {
	if o.context != "" {
		from := located{grounding.Source{Path: filepath.ToSlash(o.context)}, o.context}
		return from, func() (*os.File, error) { return os.Open(o.context) }, nil
	}
	root, err := os.OpenRoot(set.root)
	if err != nil {
		return located{}, nil, fmt.Errorf("open the root: %w", err)
	}
	defer root.Close()
	path, ok := grounding.FindContext(root)
	if !ok {
		return located{}, nil, &failure{
			code: verdict.ExitUsage,
			err:  fmt.Errorf("no --context is given, and the root holds none of the default ones"),
			hint: "looked for " + strings.Join(grounding.DefaultContexts(), ", ") + " in " + set.root,
		}
	}
	from := located{grounding.Source{Path: path, Default: true}, filepath.Join(set.root, filepath.FromSlash(path))}
	return from, func() (*os.File, error) { return os.OpenInRoot(set.root, filepath.FromSlash(path)) }, nil
}

// readTextFile returns what a file holds and when it was changed.
func readTextFile(open func() (*os.File, error), limit int64) (text string, modified time.Time, err error) {
	f, err := open()
	if err != nil {
		return "", time.Time{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", time.Time{}, err
	}
	text, err = readText(f, limit)
	return text, info.ModTime(), err
}

// readText is readUTF8 without a byte-order mark.
func readText(in io.Reader, limit int64) (string, error) {
	text, err := readUTF8(in, limit)
	return strings.TrimPrefix(text, "\ufeff"), err
}

// readUTF8 reads a text of at most limit bytes.
func readUTF8(in io.Reader, limit int64) (string, error) {
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		return "", err
	case int64(len(data)) > limit:
		return "", fmt.Errorf("over %d MiB", limit>>20)
	case !utf8.Valid(data):
		return "", errors.New("not valid UTF-8")
	}
	return string(data), nil
}
