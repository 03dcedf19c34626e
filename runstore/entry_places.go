package runstore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// entryPlaces say where each question and each record stands, in suite order.
type entryPlaces struct {
	file      fs.FileInfo // of the questions, when they were looked through
	questions []place     // their repeat and generation say nothing
	end       int64
	records   []place
}

// entryPlaces looks again when questions were written or records appended.
func (r *Run) entryPlaces() (*entryPlaces, error) {
	about, err := os.Stat(filepath.Join(r.path, QuestionsFile))
	if err != nil {
		return nil, fmt.Errorf("read questions: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.places == nil || !sameFile(about, r.places.file) {
		if r.places, err = r.questionPlaces(); err != nil {
			return nil, err
		}
	}
	if len(r.places.records) != len(r.index.places) {
		again := *r.places
		again.records = r.index.ordered()
		r.places = &again
	}
	return r.places, nil
}

func (r *Run) questionPlaces() (*entryPlaces, error) {
	path := filepath.Join(r.path, QuestionsFile)
	f, err := openOrdinary(path)
	if err != nil {
		return nil, fmt.Errorf("read questions: %w", err)
	}
	defer f.Close()
	about, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read questions: %w", err)
	}
	found := &entryPlaces{file: about}
	for line, err := range lines(f) {
		var at place
		if err == nil {
			at, err = questionPlace(line.raw)
		}
		if last := len(found.questions) - 1; err == nil && last >= 0 && at.seq <= found.questions[last].seq {
			err = fmt.Errorf("seq %d after %d", at.seq, found.questions[last].seq)
		}
		if err != nil {
			return nil, fmt.Errorf("read questions: %s:%d: %w", path, line.number, err)
		}
		at.offset = line.offset
		found.questions = append(found.questions, at)
		found.end = line.offset + int64(len(line.raw))
	}
	return found, nil
}

// questionPlace reads the seq, which stands first in a line that
// WriteQuestions wrote; the rest is looked at when it is needed.
func questionPlace(line []byte) (place, error) {
	if rest, ok := bytes.CutPrefix(line, []byte(`{"seq":`)); ok {
		digits := rest[:len(rest)-len(bytes.TrimLeft(rest, "0123456789"))]
		if seq, err := strconv.Atoi(string(digits)); err == nil && bytes.HasPrefix(rest[len(digits):], []byte{','}) {
			return placeOf(seq, 0, 0)
		}
	}
	var head struct {
		Seq int `json:"seq"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return place{}, err
	}
	return placeOf(head.Seq, 0, 0)
}
