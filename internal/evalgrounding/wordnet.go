package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

var partsOfSpeech = []struct{ file, letter string }{{"noun", "n"}, {"verb", "v"}, {"adj", "a"}, {"adv", "r"}}

func readWordnet(dir string) (*wordnet, error) {
	net := &wordnet{
		meanings: map[string]*meaning{}, rank: map[sensed]int{}, count: map[string]int{},
		senses: map[string][]int{}, opposites: map[[2]string]bool{},
	}
	if err := eachLine(filepath.Join(dir, "index.sense"), net.readSense); err != nil {
		return nil, err
	}
	var pairs [][4]string // two words of two meanings, by number
	for _, pos := range partsOfSpeech {
		err := eachLine(filepath.Join(dir, "data."+pos.file), func(line string) error {
			opposed, err := net.readMeaning(pos.letter, line)
			pairs = append(pairs, opposed...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	net.readOpposites(pairs)
	return net, nil
}

func eachLine(path string, visit func(string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), " ") {
			continue // the licence at the head of each file
		}
		if err := visit(lines.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	return lines.Err()
}

// readSense reads a line of index.sense: key, offset, sense number, count.
func (n *wordnet) readSense(line string) error {
	f := strings.Fields(line)
	if len(f) != 4 {
		return fmt.Errorf("%d fields, want 4", len(f))
	}
	word, key, _ := strings.Cut(f[0], "%")
	rank, err := strconv.Atoi(f[2])
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(f[3])
	if err != nil {
		return err
	}
	letter := map[byte]string{'1': "n", '2': "v", '3': "a", '4': "r", '5': "a"}[key[0]]
	n.rank[sensed{word, letter + f[1]}] = rank
	n.count[word] += count
	return nil
}

// readMeaning reads a line of a data file and returns its antonym pointers.
func (n *wordnet) readMeaning(letter, line string) (opposed [][4]string, err error) {
	fields, _, _ := strings.Cut(line, "|")
	f := strings.Fields(fields)
	words, err := strconv.ParseInt(f[3], 16, 32)
	if err != nil {
		return nil, err
	}
	at := letter + f[0]
	m := &meaning{}
	f = f[4:]
	for range words {
		word, _, _ := strings.Cut(strings.ToLower(f[0]), "(")
		m.words = append(m.words, word)
		f = f[2:]
	}
	n.order, n.meanings[at] = append(n.order, at), m
	pointers, err := strconv.Atoi(f[0])
	if err != nil {
		return nil, err
	}
	f = f[1:]
	for range pointers {
		to := strings.Replace(f[2], "s", "a", 1) + f[1]
		switch f[0] {
		case "@":
			m.wider = append(m.wider, to)
		case "!":
			opposed = append(opposed, [4]string{at, f[3][:2], to, f[3][2:]})
		}
		f = f[4:]
	}
	return opposed, nil
}

func (n *wordnet) readOpposites(pairs [][4]string) {
	word := func(at, number string) string {
		i, err := strconv.ParseInt(number, 16, 32)
		if m := n.meanings[at]; err == nil && m != nil && 0 < i && int(i) <= len(m.words) {
			return m.words[i-1]
		}
		return ""
	}
	for _, p := range pairs {
		a, b := word(p[0], p[1]), word(p[2], p[3])
		if a < b && n.common(a) && n.common(b) {
			n.opposites[[2]string{a, b}] = true
		}
	}
}
