package runstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"

	"github.com/evalrun/evalrun/results"
)

// Entries yields every selected question in suite order with its records:
// the highest generation of each repeat. A record whose content hash is not
// the question's was made before the question was changed and says nothing of
// it: the repeat has none. Entries holds one question at a time and may be
// walked again. An error ends the walk; it names the line of a record that
// cannot be read, belongs to no question, or contradicts another of the same
// generation.
func (r *Run) Entries() iter.Seq2[results.Entry, error] {
	return r.walked(func(line []byte) []byte { return line })
}

// Outcomes yields the Entries without what only a reader of single records
// needs: the prompts, the raw replies and the passages, which are most of a
// record's bytes and of the time that decoding takes.
func (r *Run) Outcomes() iter.Seq2[results.Entry, error] { return r.walked(digest()) }

func digest() func([]byte) []byte { return new(cutter).cut }

func (r *Run) walked(shorten func(line []byte) []byte) iter.Seq2[results.Entry, error] {
	return func(yield func(results.Entry, error) bool) {
		w, err := r.newWalk(shorten)
		if err != nil {
			yield(results.Entry{}, fmt.Errorf("read records: %w", err))
			return
		}
		defer w.close()
		for q, err := range r.Questions() {
			var entry results.Entry
			if err == nil {
				entry, err = w.entry(q)
			}
			if err != nil {
				yield(results.Entry{}, err)
				return
			}
			if !yield(entry, nil) {
				return
			}
		}
		if len(w.places) > 0 {
			yield(results.Entry{}, w.stray(w.places[0]))
		}
	}
}

// walk merges the questions with the records' places; both are in suite
// order, so that places is always what has not been met yet.
type walk struct {
	path    string
	places  []place
	shorten func(line []byte) []byte
	reader  lineReader
	close   func() error
	// fresh gives a record that need not be read; nil has none.
	fresh func(offset int64) (results.Record, bool)
}

func (r *Run) newWalk(shorten func([]byte) []byte) (*walk, error) {
	r.mu.Lock()
	w := &walk{
		path: filepath.Join(r.path, RecordsFile), places: r.index.ordered(), shorten: shorten,
		close: func() error { return nil },
	}
	w.reader.end = r.index.end
	r.mu.Unlock()
	f, err := openOrdinary(w.path)
	if errors.Is(err, fs.ErrNotExist) && len(w.places) == 0 {
		return w, nil
	}
	if err != nil {
		return nil, err
	}
	w.reader.file, w.close = f, f.Close
	return w, nil
}

func (w *walk) entry(q results.Question) (results.Entry, error) {
	entry := results.Entry{Question: q}
	for len(w.places) > 0 && int64(w.places[0].seq) <= int64(q.Seq) {
		newest := w.places[0]
		if int64(newest.seq) < int64(q.Seq) {
			return entry, w.stray(newest)
		}
		rec, err := w.record(newest)
		if err != nil {
			return entry, err
		}
		if rec.ID != q.ID {
			return entry, fmt.Errorf("%s: record of question %q has the seq of %q", w.at(newest), rec.ID, q.ID)
		}
		if rec.ContentHash == q.ContentHash {
			entry.Records = append(entry.Records, rec)
		}
		if err := w.skipRepeat(); err != nil {
			return entry, err
		}
	}
	return entry, nil
}

func (w *walk) record(p place) (results.Record, error) {
	if w.fresh != nil {
		if rec, ok := w.fresh(p.offset); ok {
			return rec, nil
		}
	}
	var rec results.Record
	raw, err := w.reader.at(p.offset)
	if err == nil {
		err = json.Unmarshal(w.shorten(raw), &rec)
	}
	if err != nil {
		return rec, fmt.Errorf("%s: %w", w.at(p), err)
	}
	return rec, nil
}

// skipRepeat passes over all lines of the first place's repeat. Equal lines
// of one generation may stand twice; two different ones mean that two runs
// were mixed, and neither can be believed.
func (w *walk) skipRepeat() error {
	for first := w.places[0]; ; {
		w.places = w.places[1:]
		if len(w.places) == 0 {
			return nil
		}
		next := w.places[0]
		if next.seq != first.seq || next.repeat != first.repeat {
			return nil
		}
		if next.generation == first.generation {
			if err := w.sameLine(first, next); err != nil {
				return err
			}
		}
		first = next
	}
}

func (w *walk) sameLine(a, b place) error {
	line, err := w.reader.at(a.offset)
	if err != nil {
		return fmt.Errorf("%s: %w", w.at(a), err)
	}
	line = bytes.Clone(line)
	other, err := w.reader.at(b.offset)
	if err != nil {
		return fmt.Errorf("%s: %w", w.at(b), err)
	}
	if !bytes.Equal(bytes.TrimSpace(line), bytes.TrimSpace(other)) {
		return fmt.Errorf("%s: differs from line %s, which has the same seq %d, repeat %d and generation %d",
			w.at(b), w.reader.number(a.offset), a.seq, a.repeat, a.generation)
	}
	return nil
}

func (w *walk) stray(p place) error {
	return fmt.Errorf("%s: record of a question that is not in %s", w.at(p), QuestionsFile)
}

func (w *walk) at(p place) string {
	return w.path + ":" + w.reader.number(p.offset)
}
