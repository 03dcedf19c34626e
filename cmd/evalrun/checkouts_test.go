package main

import (
	"path/filepath"
	"testing"
)

func TestModuleCache(t *testing.T) {
	paths := filepath.Join("first", "go") + string(filepath.ListSeparator) + "second"
	for _, c := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"GOMODCACHE goes before all", map[string]string{"GOMODCACHE": "cache", "GOPATH": "go", "HOME": "home"}, "cache"},
		{"GOPATH goes before HOME", map[string]string{"GOPATH": "go", "HOME": "home"}, filepath.Join("go", "pkg", "mod")},
		{"the first of several", map[string]string{"GOPATH": paths}, filepath.Join("first", "go", "pkg", "mod")},
		{"HOME", map[string]string{"HOME": "home"}, filepath.Join("home", "go", "pkg", "mod")},
		{"nothing", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := host{getenv: func(name string) string { return c.env[name] }}
			if got := h.moduleCache(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
