package repository

import (
	"path"
	"strings"

	"github.com/BurntSushi/toml"
)

// pythonProject is one pyproject.toml or requirements file.
type pythonProject struct {
	manifest string
	deps     []string // normalised: lower case, with _ for - and .
}

func (m *manifests) readPyproject(name string, text []byte) error {
	var file map[string]any
	if err := toml.Unmarshal(text, &file); err != nil {
		return err
	}
	p := pythonProject{manifest: name}
	project := table(file["project"])
	p.addList(project["dependencies"])
	p.addLists(project["optional-dependencies"])
	p.addLists(file["dependency-groups"])
	poetry := table(table(file["tool"])["poetry"])
	p.addKeys(poetry["dependencies"])
	p.addKeys(poetry["dev-dependencies"])
	for _, group := range table(poetry["group"]) {
		p.addKeys(table(group)["dependencies"])
	}
	m.projects = append(m.projects, p)
	return nil
}

// table returns a value as a TOML table, an empty one for any other type.
func table(v any) map[string]any {
	t, _ := v.(map[string]any)
	return t
}

func (p *pythonProject) addList(v any) {
	entries, _ := v.([]any)
	for _, entry := range entries {
		if text, ok := entry.(string); ok {
			p.add(text)
		}
	}
}

func (p *pythonProject) addLists(v any) {
	for _, entries := range table(v) {
		p.addList(entries)
	}
}

func (p *pythonProject) addKeys(v any) {
	for name := range table(v) {
		p.add(name)
	}
}

// add takes the name from a requirement: "Flask-Login[x]>=1; python_version…".
func (p *pythonProject) add(text string) {
	text = strings.TrimSpace(text)
	end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("-_.", r) && notName(r) })
	if end >= 0 {
		text = text[:end]
	}
	if name := distribution(text); name != "" && name != "python" {
		p.deps = append(p.deps, name)
	}
}

func (m *manifests) readRequirements(name string, text []byte) error {
	p := pythonProject{manifest: name}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && line[0] != '-' {
			p.add(line)
		}
	}
	m.projects = append(m.projects, p)
	return nil
}

// distribution returns the form in which names of distributions are equal.
func distribution(name string) string {
	return strings.NewReplacer("-", "_", ".", "_").Replace(strings.ToLower(name))
}

// importNames returns what the distributions in a site-packages folder can be
// imported as: top_level.txt says it, else the distribution's own name.
func importNames(entries []string, topLevel func(info string) string) map[string][]string {
	out := map[string][]string{}
	for _, entry := range entries {
		stem, ok := strings.CutSuffix(entry, ".dist-info")
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(stem, "-")
		out[distribution(name)] = strings.Fields(topLevel(path.Join(entry, "top_level.txt")))
	}
	return out
}
