package suites

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// expand turns paths into suite files in the order given, each once. A path
// that leads to no file is a problem: a run of nothing must not look green.
func expand(paths []string) ([]string, []Problem) {
	var files []string
	var problems []Problem
	if len(paths) == 0 {
		problems = append(problems, Problem{Message: "no suite is named"})
	}
	for _, path := range paths {
		found, message := suiteFiles(path)
		if message != "" {
			problems = append(problems, Problem{File: path, Message: message})
		}
		for _, file := range found {
			if !slices.ContainsFunc(files, func(f string) bool { return filepath.Clean(f) == filepath.Clean(file) }) {
				files = append(files, file)
			}
		}
	}
	return files, problems
}

func suiteFiles(path string) (files []string, message string) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		if files = inFolder(path); len(files) == 0 {
			message = "the folder holds no .yaml or .yml file: no questions"
		}
	case err == nil:
		files = []string{path}
	case strings.ContainsAny(path, "*?["):
		if files = matching(path); len(files) == 0 {
			message = "no file matches the pattern: no questions"
		}
	default:
		message = cause(err)
	}
	return files, message
}

func inFolder(dir string) []string {
	var files []string
	entries, _ := os.ReadDir(dir) // what cannot be listed holds no suite to run
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && (ext == ".yaml" || ext == ".yml") {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}

func matching(pattern string) []string {
	found, _ := filepath.Glob(pattern) // a malformed pattern matches nothing
	return slices.DeleteFunc(found, func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || info.IsDir()
	})
}
