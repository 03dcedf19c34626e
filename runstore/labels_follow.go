package runstore

import (
	"bytes"
	"errors"
	"hash/maphash"
	"io"
	"io/fs"
	"os"

	"github.com/evalrun/evalrun/results"
)

// labelReading is a log as far as it was read. What others appended since is
// read behind it: a person who labels saves every few seconds.
type labelReading struct {
	reader *LabelReader
	file   fs.FileInfo // when it was read; nil without a file
	end    int64       // of the lines that were read
	breaks int         // line breaks before end
	seed   maphash.Seed
	sum    uint64 // of the text before end
}

// next reads a log once more; before is nil the first time. Nothing is written
// between the look at the file and its end. Without a file there is no label.
func nextReading(path string, before *labelReading) (*labelReading, Labels, error) {
	f, err := openOrdinary(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &labelReading{}, Labels{Scale: results.JudgeScale()}, nil
	}
	if errors.Is(err, errNotOrdinary) {
		return nil, Labels{}, LabelProblems{{File: path, Message: errNotOrdinary.Error()}}
	}
	if err != nil {
		return nil, Labels{}, err
	}
	defer f.Close()
	holdWriters(f)
	about, err := f.Stat()
	if err != nil {
		return nil, Labels{}, err
	}
	now := &labelReading{reader: &LabelReader{Revised: true, log: true}, seed: maphash.MakeSeed()}
	if same, err := before.begins(f, about); err != nil {
		return nil, Labels{}, err
	} else if same {
		now = before
		now.reader.warnings = nil
	}
	if err := now.readOn(path, f); err != nil {
		return nil, Labels{}, err
	}
	now.file = about
	said, err := now.reader.Labels()
	return now, said, err
}

// begins reports whether the file begins with what was read. Whoever edits it
// by hand may change anything.
func (g *labelReading) begins(f *os.File, about fs.FileInfo) (bool, error) {
	if g == nil || g.end == 0 || about.Size() < g.end {
		return false, nil
	}
	sum, breaks, err := g.summed(f, g.end)
	return sum == g.sum && breaks == g.breaks, err
}

func (g *labelReading) summed(f *os.File, end int64) (sum uint64, breaks int, err error) {
	var text maphash.Hash
	text.SetSeed(g.seed)
	count := breakCounter{}
	_, err = io.Copy(io.MultiWriter(&text, &count), io.NewSectionReader(f, 0, end))
	return text.Sum64(), count.n, err
}

type breakCounter struct{ n int }

func (c *breakCounter) Write(p []byte) (int, error) {
	c.n += bytes.Count(p, []byte{'\n'})
	return len(p), nil
}

// readOn reads what stands behind the end.
func (g *labelReading) readOn(path string, f *os.File) error {
	const most = 1 << 62
	rest := io.NewSectionReader(f, g.end, most)
	var err error
	if g.end == 0 {
		err = g.reader.Read(path, rest, "")
	} else {
		err = g.reader.readMore(rest, g.breaks)
	}
	if err != nil {
		return err
	}
	g.end += g.reader.consumed
	g.sum, g.breaks, err = g.summed(f, g.end)
	return err
}
