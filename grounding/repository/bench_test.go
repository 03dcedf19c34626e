package repository_test

import (
	"path/filepath"
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

func BenchmarkAFewNames(b *testing.B) { ask(b, "Dial", "NewRequest", "ListenAndServe", "NoSuchName") }

func BenchmarkABatchOfNames(b *testing.B) {
	var names []string
	for c := range 26 {
		names = append(names, "NoSuchName"+string(rune('A'+c)))
	}
	ask(b, names...)
}

// ask opens package net and those below it, 140,000 lines, and asks for names.
func ask(b *testing.B, names ...string) {
	root := filepath.Join(goRoot(b), "src", "net")
	for b.Loop() {
		x, err := repository.Open(root, repository.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range names {
			x.Symbol(name)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
