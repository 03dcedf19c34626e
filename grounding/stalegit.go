package grounding

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// codeFiles are the patterns by which git is asked for code.
var codeFiles = []string{
	"*.go", "*.js", "*.jsx", "*.mjs", "*.cjs", "*.ts", "*.tsx", "*.vue", "*.svelte", "*.py", "*.pyi",
	"*.java", "*.kt", "*.scala", "*.cs", "*.dart", "*.c", "*.h", "*.cc", "*.cpp", "*.cxx", "*.hpp", "*.m",
	"*.rs", "*.swift", "*.rb", "*.php", "*.sh",
}

// byCommit compares the last commit of the context with the last one of any
// code. It tells nothing unless all of them stand as they were committed.
func (a Age) byCommit() (warning string, told bool) {
	if a.Git == nil || a.Path == "" {
		return "", false
	}
	if _, err := a.Git("ls-files", "--error-unmatch", "--", ":(literal)"+a.Path); err != nil {
		return "", false
	}
	context, _, err := a.committed(":(literal)" + a.Path)
	if err != nil {
		return "", false
	}
	code, newest, err := a.committed(codeFiles...)
	if err != nil {
		return "", false
	}
	return older(context, code, newest), true
}

var errUncommitted = errors.New("changed since the last commit, or never committed")

// committed is when files that match the patterns were last committed, and one
// of them. A file that differs from its commit, or has none, is an error.
func (a Age) committed(patterns ...string) (at time.Time, file string, err error) {
	changed, err := a.Git(append([]string{"status", "--porcelain", "--"}, patterns...)...)
	if err != nil {
		return at, "", err
	}
	last, err := a.Git(append([]string{"-c", "core.quotepath=false", "log", "-1", "--format=%ct", "--name-only", "--relative", "--"}, patterns...)...)
	if err != nil {
		return at, "", err
	}
	stamp, names, _ := strings.Cut(last, "\n")
	seconds, err := strconv.ParseInt(strings.TrimSpace(stamp), 10, 64)
	if changed != "" || err != nil {
		return at, "", errUncommitted
	}
	file, _, _ = strings.Cut(strings.TrimSpace(names), "\n")
	return time.Unix(seconds, 0), file, nil
}
