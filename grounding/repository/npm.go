package repository

import (
	"encoding/json"
	"path"
	"strings"
)

// npmPackage is one package.json.
type npmPackage struct {
	dir  string
	deps []string
}

func (m *manifests) readPackageJSON(name string, text []byte) error {
	type versions map[string]json.RawMessage
	var file struct {
		Name                 string
		Dependencies         versions
		DevDependencies      versions
		PeerDependencies     versions
		OptionalDependencies versions
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	p := npmPackage{dir: path.Dir(name)}
	if file.Name != "" {
		p.deps = append(p.deps, file.Name) // a workspace is imported by its name
	}
	for _, set := range []versions{file.Dependencies, file.DevDependencies, file.PeerDependencies, file.OptionalDependencies} {
		for dep := range set {
			p.deps = append(p.deps, dep)
		}
	}
	m.packages = append(m.packages, p)
	return nil
}

// declares tells whether a package.json declares the package, or its types.
func (m *manifests) declares(name string) bool {
	types := typesOf(name)
	for _, p := range m.packages {
		for _, dep := range p.deps {
			if dep == name || dep == types {
				return true
			}
		}
	}
	return false
}

// typesOf returns the package that types another one.
func typesOf(name string) string {
	return "@types/" + strings.Replace(strings.TrimPrefix(name, "@"), "/", "__", 1)
}

// readTSConfig takes the prefixes that compilerOptions.paths gives to imports.
// The file is JSON with comments and trailing commas; one that is not even
// that declares nothing.
func (m *manifests) readTSConfig(_ string, text []byte) error {
	var file struct {
		CompilerOptions struct{ Paths map[string]json.RawMessage }
	}
	if err := json.Unmarshal(plainJSON(text), &file); err != nil {
		return err
	}
	for pattern := range file.CompilerOptions.Paths {
		if prefix := strings.TrimSuffix(pattern, "*"); prefix != "" {
			m.aliases = append(m.aliases, prefix)
		}
	}
	return nil
}

// plainJSON removes comments and the commas before a closing bracket.
func plainJSON(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		end := i + 1
		switch {
		case text[i] == '"':
			end = i + quoted(text[i:], double)
		case hasPrefix(text[i:], "//"):
			i, end = i+lineEnd(text[i:]), i+lineEnd(text[i:])
		case hasPrefix(text[i:], "/*"):
			end = i + javascript.comment(text[i:], starred[0])
			i = end
		case text[i] == '}' || text[i] == ']':
			out = trimComma(out)
		}
		out = append(out, text[i:end]...)
		i = end
	}
	return out
}

func trimComma(out []byte) []byte {
	trimmed := strings.TrimRight(string(out), " \t\r\n")
	if strings.HasSuffix(trimmed, ",") {
		return out[:len(trimmed)-1]
	}
	return out
}
