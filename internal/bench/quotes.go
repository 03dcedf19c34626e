//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/evalrun/evalrun/quotes"
)

// quoteRows measures the matcher on prose of made-up words with quotes that
// are not in it, the dear case, beside the coarser search of the compat
// profile on the same text.
func (b bench) quoteRows() ([]row, error) {
	var rows []row
	for _, size := range []struct {
		bytes      int
		goal, name string
	}{{1 << 20, "≤ 15 ms", "1 MB"}, {5 << 20, "≤ 80 ms", "5 MB"}} {
		text := prose(size.bytes, 1)
		quote := prose(200, 2)[:200]
		own, compat := matching(text, quote, quotes.Default), matching(text, quote, quotes.Compat)
		what := "one absent quote of 200 characters, prepared source of " + size.name
		rows = append(rows, row{what, millis(own), millis(compat) + " (compat)", ratio(own, compat), size.goal})
	}
	text := prose(1<<20, 1)
	took, perByte := preparing(text)
	rows = append(rows,
		row{"preparing a source of 1 MB", millis(took), "", "", "≤ 60 ms"},
		row{"memory of a prepared source", fmt.Sprintf("%.1f bytes a byte", perByte), "", "", "≤ 12"})
	verified, err := b.verifying()
	return append(rows, verified...), err
}

// prose is text of words from a vocabulary that belongs to the seed alone.
func prose(bytes int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, seed))
	words := make([]string, 3000)
	for i := range words {
		letters := make([]byte, 3+rng.IntN(8))
		for k := range letters {
			letters[k] = "etaoinshrdlucmfwypvbgkjqxz"[min(rng.IntN(26), rng.IntN(26))]
		}
		words[i] = string(letters)
	}
	var b strings.Builder
	for b.Len() < bytes {
		b.WriteString(words[min(rng.IntN(len(words)), rng.IntN(len(words)))])
		b.WriteString([]string{" ", " ", " ", " ", " ", ", ", ". "}[rng.IntN(7)])
	}
	return b.String()
}

// matching is the best of several searches in a prepared source, in seconds.
func matching(text, quote string, profile quotes.Profile) float64 {
	p := quotes.Prepare(quotes.Source{Text: text}, profile, quotes.MatchOptions{})
	p.Match(quote) // prepares what is prepared on first use
	return best(5, func() { p.Match(quote) })
}

// preparing includes everything that a first absent quote makes ready.
func preparing(text string) (seconds, bytesPerByte float64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p := quotes.Prepare(quotes.Source{Text: text}, quotes.Default, quotes.MatchOptions{})
	p.Match(prose(200, 2))
	runtime.GC()
	runtime.ReadMemStats(&after)
	kept := float64(after.HeapAlloc-before.HeapAlloc) / float64(len(text))
	runtime.KeepAlive(p)
	quote := prose(200, 2)
	first := best(3, func() { quotes.Prepare(quotes.Source{Text: text}, quotes.Default, quotes.MatchOptions{}).Match(quote) })
	return first - matching(text, quote, quotes.Default), kept
}

// verifying runs the whole command on ten absent quotes over 5 MB.
func (b bench) verifying() ([]row, error) {
	sources, err := json.Marshal([]quotes.Source{{Title: "prose", Text: prose(5<<20, 1)}})
	if err != nil {
		return nil, err
	}
	var body, block strings.Builder
	for i := range 10 {
		fmt.Fprintf(&body, "Claim number %d is stated here.[1]{c%d}\n", i, i+1)
		fmt.Fprintf(&block, "c%d|1|%q\n", i+1, prose(200, uint64(i)+3)[:200])
	}
	answer := body.String() + "\nEVI1\n" + block.String() + "END_EVI1\n"
	for name, data := range map[string][]byte{"sources.json": sources, "answer.txt": []byte(answer)} {
		if err := os.WriteFile(filepath.Join(b.dir, name), data, 0o644); err != nil {
			return nil, err
		}
	}
	args := []string{"verify", "--answer", filepath.Join(b.dir, "answer.txt"), "--sources", filepath.Join(b.dir, "sources.json")}
	own, err := b.run(anyVerdict, "evalrun", args...)
	if err != nil {
		return nil, err
	}
	compat, err := b.run(anyVerdict, "evalrun", append(args, "--profile", "compat")...)
	if err != nil {
		return nil, err
	}
	return []row{{"evalrun verify, 10 absent quotes on 5 MB", seconds(own.wall), seconds(compat.wall) + " (compat)", ratio(own.wall, compat.wall), "≤ 1 s"}}, nil
}

func best(times int, f func()) float64 {
	least := 0.0
	for i := range times {
		began := time.Now()
		f()
		if took := time.Since(began).Seconds(); i == 0 || took < least {
			least = took
		}
	}
	return least
}

func millis(s float64) string { return fmt.Sprintf("%.1f ms", s*1000) }
