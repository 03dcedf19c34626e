package repository

import (
	"os"
	"path"
	"strings"
)

// manifests are what the checkout declares about its modules and
// dependencies. A checkout may hold several of each kind, and a dependency
// that one of them declares is declared.
type manifests struct {
	modules  []goModule
	packages []npmPackage
	projects []pythonProject
	aliases  []string // prefixes that a tsconfig gives to imports

	brokenNPM bool // a package.json could not be read: what it declares is unknown
	brokenGo  bool
}

// fixtureFolders hold manifests that describe the projects of tests.
var fixtureFolders = set("testdata", "fixtures", "__fixtures__")

func readManifests(root *os.Root, paths []string, note func(string, ...any)) manifests {
	var m manifests
	for _, name := range paths {
		base := path.Base(name)
		read := m.reader(base)
		if read == nil || inFixtures(name) {
			continue
		}
		text, err := readFile(root, name, maxFile)
		if err == nil {
			err = read(name, []byte(strings.TrimPrefix(string(text), "\ufeff")))
		}
		if err != nil {
			m.brokenNPM = m.brokenNPM || base == "package.json"
			m.brokenGo = m.brokenGo || base == "go.mod"
			note("%s: not used as a manifest: %s", name, oneLine(err.Error()))
		}
	}
	return m
}

// reader returns what reads the manifest of this name, nil for other files.
func (m *manifests) reader(base string) func(name string, text []byte) error {
	switch {
	case base == "go.mod":
		return m.readGoMod
	case base == "package.json":
		return m.readPackageJSON
	case base == "tsconfig.json" || base == "jsconfig.json":
		return m.readTSConfig
	case base == "pyproject.toml":
		return m.readPyproject
	case strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt"):
		return m.readRequirements
	}
	return nil
}

func inFixtures(name string) bool {
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		if fixtureFolders[part] {
			return true
		}
	}
	return false
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
