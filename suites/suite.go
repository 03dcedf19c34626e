// Package suites reads suite files: strict YAML in which every key is known,
// every problem is reported at once with its file and line, and nothing is
// guessed, defaulted or dropped in silence. It says what a suite asks for; it
// runs nothing, reads no environment variable and opens no file outside the
// suite's repository.
package suites

import (
	"iter"
	"path/filepath"
	"time"

	"github.com/evalrun/evalrun/results"
)

// Version is the only suite format this package reads; a suite without a
// version key is of this one.
const Version = 1

// Suite is one suite file that holds no problem. Questions are iterated with
// Questions; those of questionsFrom files stay on disk.
type Suite struct {
	Path        string // as it was given
	Name        string // letters, digits, ". _ -"
	Description string
	Version     int
	Hash        string // SHA-256 of the file's text, line ends and byte-order mark folded, in hex
	SuiteHash   string // SHA-256 over the sorted hashes of (id, content hash), in hex
	Count       int    // questions, those of questionsFrom files included
	Target      *TargetSpec
	Judge       JudgeSpec
	Confidence  string // required or optional
	Floors      results.Floors
	Gate        results.GateSpec
	Checkouts   []string // folders that questions name as rubric.grounding.root, sorted
	// Warnings are what reading the suite brought up. Lint returns those that
	// take a look at the questions' texts.
	Warnings []Problem

	inline  []entry
	streams []stream
	box     box
}

// JudgeSpec is the judge a suite asks for. Zero fields were not set.
type JudgeSpec struct {
	Model     string // a model's name, or the reserved offline or none
	BaseURL   string
	KeyEnv    string // name of the environment variable that holds the key
	Headers   map[string]string
	Timeout   time.Duration // of one attempt
	MaxTokens int
	Seed      *int
	When      string   // always or undecided
	SameAs    []string // other names of Model, whose scores compare with its own
	// Panel are the models that judge together in Model's place; nil has Model
	// judge alone, and Quorum and Aggregate are then not set.
	Panel     []PanelMember
	Quorum    int    // usable replies that a score needs, 2 to len(Panel)
	Aggregate string // mean or median
}

// PanelMember is one model of a panel. What is not set is that of the judge.
type PanelMember struct {
	Model   string
	BaseURL string
	KeyEnv  string
}

// The values of Suite.Confidence, JudgeSpec.When and JudgeSpec.Aggregate.
const (
	ConfidenceRequired = "required"
	ConfidenceOptional = "optional"
	WhenAlways         = "always"
	WhenUndecided      = "undecided"
	AggregateMean      = "mean"
	AggregateMedian    = "median"
)

// The two judge names that are no model's.
const (
	JudgeOffline = "offline"
	JudgeNone    = "none"
)

// Questions yields the questions in suite order: those of the suite file,
// then those of each questionsFrom file, read from disk as they are asked
// for. An error ends the sequence: a file that cannot be read any more, or
// that is not what Load saw.
func (s *Suite) Questions() iter.Seq2[Question, error] {
	return func(yield func(Question, error) bool) {
		for e, err := range s.entries() {
			if !yield(e.Question, err) || err != nil {
				return
			}
		}
	}
}

// Folder is where a folder named in the suite lies on disk. Load has seen that
// those of Checkouts are there and inside the suite's repository.
func (s *Suite) Folder(name string) string {
	return filepath.Join(s.box.root, s.box.folder, filepath.FromSlash(name))
}

func (s *Suite) entries() iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		files, err := s.box.open()
		if err != nil {
			yield(entry{}, err)
			return
		}
		defer files.close()
		for _, e := range s.inline {
			if e, err = files.reload(e); !yield(e, err) || err != nil {
				return
			}
		}
		seq := len(s.inline)
		for _, from := range s.streams {
			for e, err := range from.entries(files) {
				e.Seq = seq
				seq++
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}
