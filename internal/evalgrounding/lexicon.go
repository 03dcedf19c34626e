package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

// mostSenses is how many meanings of a word are kept, the commonest first:
// the rarer ones make synonyms of words that hardly ever are.
const mostSenses = 4

// meaning is one synset of WordNet.
type meaning struct {
	words  []string
	wider  []string // offsets of hypernyms, with part of speech
	number int
}

// sensed is a word in one of its meanings.
type sensed struct{ word, meaning string }

// wordnet is what the lexicon is cut out of.
type wordnet struct {
	order     []string // meanings as the files have them
	meanings  map[string]*meaning
	rank      map[sensed]int // 1 is the commonest sense of a word
	count     map[string]int // occurrences in the tagged corpus that WordNet counts
	senses    map[string][]int
	opposites map[[2]string]bool
}

// writeLexicon cuts the words that WordNet's tagged corpus holds at least
// once out of its database files.
func writeLexicon(dir, out string) error {
	net, err := readWordnet(dir)
	if err != nil {
		return fmt.Errorf("read wordnet: %w", err)
	}
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	packed, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(packed)
	net.write(w)
	for _, close := range []func() error{w.Flush, packed.Close, file.Close} {
		if err := close(); err != nil {
			return fmt.Errorf("write %s: %w", out, err)
		}
	}
	return nil
}

// common reports a single word of letters that the tagged corpus holds.
func (n *wordnet) common(word string) bool {
	if len(word) < 2 || n.count[word] == 0 {
		return false
	}
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || 'z' < r })
}

// write writes the three sections of the lexicon: words with how common they
// are, 0 to 9, their stems, which are dear to work out, and their meanings;
// meanings, from line 0, with the lines of their wider ones; opposites.
func (n *wordnet) write(w io.Writer) {
	order := n.number()
	fmt.Fprintln(w, "words")
	for _, word := range n.words() {
		frequency := min(9, int(math.Log2(float64(n.count[word]))))
		fmt.Fprintf(w, "%s %d %s%s\n", word, frequency, textmatch.Stem(word), spaced(n.senses[word]))
	}
	fmt.Fprintln(w, "meanings")
	for _, at := range order {
		var wider []int
		for _, to := range n.meanings[at].wider {
			if number := n.meanings[to].number; number >= 0 {
				wider = append(wider, number)
			}
		}
		fmt.Fprintln(w, strings.TrimSpace(spaced(wider)))
	}
	fmt.Fprintln(w, "opposites")
	for _, pair := range sortedPairs(n.opposites) {
		fmt.Fprintln(w, pair[0], pair[1])
	}
}

func spaced(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, " %d", n)
	}
	return b.String()
}

func (n *wordnet) words() []string {
	var out []string
	for word := range n.count {
		if n.common(word) {
			out = append(out, word)
		}
	}
	slices.Sort(out)
	return out
}

// number gives the meanings worth keeping their line numbers, from 0: those
// that join two words, or a word and a wider one.
func (n *wordnet) number() []string {
	wider := map[string]bool{}
	for _, at := range n.order {
		n.meanings[at].number = -1
		if len(n.kept(at)) > 0 {
			for _, to := range n.meanings[at].wider {
				wider[to] = true
			}
		}
	}
	var out []string
	for _, at := range n.order {
		words := n.kept(at)
		joins := len(words) > 1 || wider[at]
		for _, to := range n.meanings[at].wider {
			joins = joins || len(n.kept(to)) > 0
		}
		if len(words) > 0 && joins {
			n.meanings[at].number = len(out)
			for _, word := range words {
				n.senses[word] = append(n.senses[word], len(out))
			}
			out = append(out, at)
		}
	}
	return out
}

// kept are the words of a meaning that are common and often have it.
func (n *wordnet) kept(at string) []string {
	var out []string
	for _, word := range n.meanings[at].words {
		if rank := n.rank[sensed{word, at}]; n.common(word) && 0 < rank && rank <= mostSenses {
			out = append(out, word)
		}
	}
	return out
}

func sortedPairs(set map[[2]string]bool) [][2]string {
	out := make([][2]string, 0, len(set))
	for pair := range set {
		out = append(out, pair)
	}
	slices.SortFunc(out, func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	return out
}
