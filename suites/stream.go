package suites

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"iter"
	"path/filepath"

	"github.com/evalrun/evalrun/answers"
)

// maxQuestionLine bounds one line of a questionsFrom file, in bytes.
const maxQuestionLine = answers.MaxLine

// stream is a questionsFrom file that Load found in order. hash is of what
// Load read: Questions reads the file again and must see the same.
type stream struct {
	name string // as the suite has it
	path string // as messages show it
	hash [sha256.Size]byte
}

// hashingReader hashes what passes through.
type hashingReader struct {
	from io.Reader
	hash hash.Hash
}

func (r *hashingReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.hash.Write(p[:n])
	return n, err
}

// lines reads every question of the file. Problems are noted in the reader
// that is yielded along; the next line overwrites nothing of an entry.
func (s *stream) lines(r *reader, src io.Reader) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		index := 0
		for line, err := range answers.Lines(src, maxQuestionLine) {
			if err != nil {
				yield(entry{}, err)
				return
			}
			e := r.questionLine(line.Raw, line.Number, index)
			index++
			if !yield(e, nil) {
				return
			}
		}
	}
}

// questionLine reads one line by the rules of an inline question.
func (r *reader) questionLine(raw []byte, number, index int) entry {
	n, bad := parseJSON(raw, number)
	if bad != nil {
		r.problem(position{bad.Line, bad.Col}, bad.Hint, "%s", bad.Message)
		return entry{}
	}
	problems, warnings := len(r.problems), len(r.warnings)
	e := r.question(n, index)
	for i := problems; i < len(r.problems); i++ {
		r.problems[i].Col = column(raw, r.problems[i].Col-1)
	}
	for i := warnings; i < len(r.warnings); i++ {
		r.warnings[i].Col = column(raw, r.warnings[i].Col-1)
	}
	e.at.col = column(raw, e.at.col-1)
	return e
}

// entries reads the file again for Questions. Load has seen every line, so a
// problem now means that the file is another one.
func (s stream) entries(files *boxFiles) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		f, err := files.openFile(s.name)
		if err != nil {
			yield(entry{}, fmt.Errorf("%s: cannot be read: %s", visible(s.path), cause(err)))
			return
		}
		defer f.Close()
		src := &hashingReader{f, sha256.New()}
		r := &reader{file: s.path}
		for e, err := range s.lines(r, src) {
			if err != nil || len(r.problems) > 0 || len(files.fill(&e)) > 0 {
				yield(entry{}, s.changed())
				return
			}
			if !yield(e, nil) {
				return
			}
		}
		if [sha256.Size]byte(src.hash.Sum(nil)) != s.hash {
			yield(entry{}, s.changed())
		}
	}
}

func (s stream) changed() error {
	return fmt.Errorf("%s, or a context file it names, changed since the suite was loaded", visible(s.path))
}

// beside is the path of a file named in a suite as the suite's own path
// leads to it.
func beside(suitePath, name string) string {
	return filepath.Join(filepath.Dir(suitePath), filepath.FromSlash(name))
}
