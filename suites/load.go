package suites

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
)

// Options are what Load takes beside the paths.
type Options struct {
	// Root is the folder that files named in a suite must stay in. Empty
	// means the suite's repository: the nearest folder above it with a .git,
	// else its own folder.
	Root string
}

// Load reads suites: files, folders (their *.yaml and *.yml) and patterns.
// Every question is read and checked, those of questionsFrom files included,
// and ids are unique over all suites. The error is a Problems with all that
// is wrong in all files.
func Load(paths []string, opt Options) ([]*Suite, error) {
	files, problems := expand(paths)
	l := loader{opt: opt, ids: newIndex(), problems: problems}
	var loaded []*Suite
	for _, path := range files {
		if s := l.load(path); s != nil {
			loaded = append(loaded, s)
		}
	}
	if len(l.problems) > 0 {
		return nil, Problems(sorted(l.problems))
	}
	return loaded, nil
}

// loader carries what the suites of one command share.
type loader struct {
	opt      Options
	ids      *index
	problems []Problem
}

func (l *loader) load(path string) *Suite {
	d, problems := readDocument(path)
	if len(problems) > 0 {
		l.problems = append(l.problems, problems...)
		return nil
	}
	return l.loadDocument(d)
}

func (l *loader) loadDocument(d document) *Suite {
	root, problems := d.parse()
	if len(problems) > 0 {
		l.problems = append(l.problems, problems...)
		return nil
	}
	r := &reader{file: d.file}
	s, from := r.suite(root, d.file)
	s.Hash = d.hash()
	l.contents(s, r, from, root)
	l.collect(r)
	s.Warnings = sorted(append(s.Warnings, r.warnings...))
	return s
}

// contents opens the suite's files and takes stock of its questions.
func (l *loader) contents(s *Suite, r *reader, from []*node, root *node) {
	var err error
	if s.box, err = newBox(s.Path, l.opt.Root); err != nil {
		r.problem(position{}, "", "%s", cause(err))
		return
	}
	files, err := s.box.open()
	if err != nil {
		r.problem(position{}, "", "%s", cause(err))
		return
	}
	defer files.close()
	r.targetFiles(files, root)
	stock := census{loader: l, files: files}
	for i := range s.inline {
		stock.count(r, &s.inline[i])
		s.inline[i].forget()
	}
	for i, n := range from {
		if name := r.text(n, fmt.Sprintf("questionsFrom item %d", i+1)); name != "" {
			l.stream(s, r, &stock, n, name)
		}
	}
	s.Count = stock.questions
	s.SuiteHash = stock.pairs.sum()
	s.Checkouts = slices.Sorted(maps.Keys(stock.checkouts))
}

// stream checks a questionsFrom file line by line.
func (l *loader) stream(s *Suite, r *reader, stock *census, n *node, name string) {
	f, err := stock.files.openFile(name)
	if err != nil {
		r.problem(n.pos, boxHint(err), "questions file %s: %s", quoted(name), cause(err))
		return
	}
	defer f.Close()
	from := stream{name: name, path: beside(s.Path, name)}
	lines := &reader{file: from.path}
	src := &hashingReader{f, sha256.New()}
	before := stock.questions
	for e, err := range from.lines(lines, src) {
		if err != nil {
			lines.problem(position{}, "", "%s", cause(err))
			break
		}
		if stock.count(lines, &e); lines.dropped {
			break
		}
	}
	if stock.questions == before && len(lines.problems) == 0 {
		lines.problem(position{}, "", "the file holds no question")
	}
	from.hash = [sha256.Size]byte(src.hash.Sum(nil))
	s.streams = append(s.streams, from)
	s.Warnings = append(s.Warnings, lines.warnings...)
	l.collect(lines)
}

func (l *loader) collect(r *reader) {
	l.problems = append(l.problems, r.problems...)
	if r.dropped {
		l.problems = append(l.problems, Problem{File: r.file, Message: fmt.Sprintf("over %d problems; the first are shown", maxProblems)})
	}
}
