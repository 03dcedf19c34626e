package suites

import (
	"errors"
	"io/fs"
)

// ReadFile returns the text of a file that the suite names, which lies inside
// its repository: UTF-8, line ends folded, at most 4 MiB, not blank.
func (s *Suite) ReadFile(name string) ([]byte, error) {
	files, err := s.box.open()
	if err != nil {
		return nil, err
	}
	defer files.close()
	text, err := files.text(name)
	if err != nil {
		return nil, errors.New(cause(err))
	}
	return []byte(text), nil
}

// ParseTarget reads a target as the section of that name in a suite has it,
// for a flag that takes one. source names the text in problems; the file of
// recorded answers is relative to the working directory. The error is a
// Problems with all that is wrong.
func ParseTarget(source string, text []byte) (*TargetSpec, error) {
	d, problems := newDocument(source, text)
	if len(problems) > 0 {
		return nil, Problems(problems)
	}
	root, problems := d.parse()
	if len(problems) > 0 {
		return nil, Problems(problems)
	}
	r := &reader{file: source}
	t := r.target(root, "")
	if len(r.problems) > 0 {
		return nil, Problems(sorted(r.problems))
	}
	return t, nil
}

// targetFiles refuses files that lead outside. Recorded answers that are not
// there are not the suite's problem: a flag may name others.
func (r *reader) targetFiles(files *boxFiles, root *node) {
	if root.kind != kindMapping {
		return
	}
	target := (object{node: root}).get("target")
	if target == nil || target.kind != kindMapping {
		return
	}
	for _, key := range []string{"file", "systemFile"} {
		n := (object{node: target}).get(key)
		if n == nil || n.kind != kindText {
			continue
		}
		err := files.stat(n.value)
		if err != nil && !(key == "file" && errors.Is(err, fs.ErrNotExist)) {
			r.problem(n.pos, boxHint(err), "target.%s %s: %s", key, quoted(n.value), cause(err))
		}
	}
}
