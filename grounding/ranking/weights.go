// Package ranking orders the files of a checkout by how likely they answer a
// question, writes the best of them down as a context for a model, and keeps
// what was learned about files from the answers that came back.
//
// It ranks by words, not by meaning: a question that shares no vocabulary with
// the code finds nothing.
package ranking

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// Folder is where everything this package writes stands, below the root.
const Folder = ".context"

// weightsFile holds one JSON object, path to weight.
const weightsFile = Folder + "/weights.json"

// Weights are what was learned about files, by their path from the root with
// slashes: a file without an entry weighs 1. They lie between 0.3 and 3, so
// that no history hides a file for good or puts it above any question.
type Weights map[string]float64

const (
	lightest, heaviest = 0.3, 3.0
	// kept is the share of what was learned that outlives one update: after
	// some fifty updates without news a weight is forgotten.
	kept = 0.95
	// forgotten is how close to 1 a weight says nothing.
	forgotten = 0.01
	decimals  = 1e6
)

// LoadWeights reads the weights stored below root; none stored is no error.
// Entries that name no file inside the root are left out. A file that is not
// an object of numbers is an error that names it.
func LoadWeights(root string) (Weights, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("load weights: %w", err)
	}
	defer dir.Close()
	return load(dir)
}

func load(dir *os.Root) (Weights, error) {
	f, err := openRegular(dir, weightsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return Weights{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("load weights: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("load weights: %w", err)
	}
	w, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("load weights: %s: %w", filepath.Join(dir.Name(), weightsFile), err)
	}
	return w, nil
}

func decode(data []byte) (Weights, error) {
	if err := strictjson.Check(data); err != nil {
		return nil, err
	}
	var stored map[string]*float64 // null is not 0
	if err := json.Unmarshal(data, &stored); err != nil {
		return nil, err
	}
	if stored == nil {
		return nil, errors.New("want an object, got null")
	}
	w := Weights{}
	for name, weight := range stored {
		if weight == nil {
			return nil, fmt.Errorf("%q: want a number, got null", name)
		}
		if inside(name) {
			w[name] = min(max(*weight, lightest), heaviest)
		}
	}
	return w, nil
}

// inside reports whether name is a path below the root in its shortest form.
func inside(name string) bool {
	return name != "." && name == path.Clean(name) && filepath.IsLocal(filepath.FromSlash(name))
}

// Update pulls every stored weight a little toward 1 and then adds delta to
// those of files, paths from the root. Processes may update at the same time;
// none loses what another has learned, and a kill leaves the old file or the
// new one. Weights that came back to 1 leave the file, and the last one takes
// it along. A stored file that cannot be read is left as it is.
func Update(root string, files []string, delta float64) error {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return fmt.Errorf("update weights: %w", err)
	}
	defer dir.Close()
	return whileLocked(dir, func() error {
		w, err := load(dir)
		if err != nil {
			return err
		}
		if err := store(dir, w.learned(files, delta)); err != nil {
			return fmt.Errorf("update weights: %w", err)
		}
		return nil
	})
}

// learned returns the weights after one more update.
func (w Weights) learned(files []string, delta float64) Weights {
	next := Weights{}
	for name, weight := range w {
		next[name] = 1 + (weight-1)*kept
	}
	seen := map[string]bool{}
	for _, file := range files {
		name := path.Clean(filepath.ToSlash(file))
		if !inside(name) || seen[name] {
			continue
		}
		seen[name] = true
		next[name] = next.of(name) + delta
	}
	for name, weight := range next {
		next[name] = math.Round(min(max(weight, lightest), heaviest)*decimals) / decimals
		if math.Abs(next[name]-1) < forgotten {
			delete(next, name)
		}
	}
	return next
}

func (w Weights) of(name string) float64 {
	if weight, ok := w[name]; ok {
		return weight
	}
	return 1
}

func store(dir *os.Root, w Weights) error {
	if len(w) == 0 {
		err := dir.Remove(weightsFile)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(w); err != nil {
		return err
	}
	return replace(dir, weightsFile, buf.Bytes())
}
