package ranking

import (
	"cmp"
	"math"
	"slices"

	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/textmatch"
)

// Ranked is one file that shares vocabulary with a question.
type Ranked struct {
	Path   string  // from the root, with slashes
	Score  float64 // above 0, comparable within one ranking only
	Weight float64 // what was learned, already in the score
	// Signatures are those nearest to the question, in the order of the file;
	// Left counts the others.
	Signatures []repository.Signature
	Left       int
}

// The parameters of BM25 at their usual values, and what a term counts for
// by where it stands: people name files for what they are about.
const (
	saturation = 1.5  // k1
	lengthBias = 0.75 // b

	inSignature = 1.0
	inPath      = 3.0
	inDoc       = 0.6
)

// Rank returns the files that share a term with the question, best first and
// equal ones by path: at most limit of them, all when limit is 0.
func Rank(x *repository.Index, question string, w Weights, limit int) []Ranked {
	return rank(x.Files(), question, w, limit)
}

func rank(files []repository.File, question string, w Weights, limit int) []Ranked {
	q := newQuery(question)
	if len(q.terms) == 0 {
		return nil
	}
	documents := make([]document, len(files))
	for i, f := range files {
		documents[i] = q.read(f)
	}
	rarity, average := q.rarity(documents), averageLength(documents)
	var best []candidate
	for i, f := range files {
		score := documents[i].score(rarity, average) * q.standing(f) * w.of(f.Path)
		if score > 0 {
			best = append(best, candidate{i, score})
		}
	}
	slices.SortFunc(best, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(files[a.at].Path, files[b.at].Path))
	})
	if limit > 0 && len(best) > limit {
		best = best[:limit]
	}
	ranked := make([]Ranked, 0, len(best))
	for _, c := range best {
		f := files[c.at]
		signatures, left := q.nearest(f.Signatures, rarity)
		ranked = append(ranked, Ranked{f.Path, c.score, w.of(f.Path), signatures, left})
	}
	return ranked
}

// candidate is what is ranked, by its place in a list.
type candidate struct {
	at    int
	score float64
}

// query is a question's terms, each once, by their place in it. Every sum
// runs in that order, so that the same question gives the same bits.
type query struct {
	terms     map[string]int
	tokenizer textmatch.Tokenizer
}

func newQuery(question string) *query {
	q := &query{terms: map[string]int{}}
	for term := range q.tokenizer.Terms(question) {
		if _, seen := q.terms[term]; !seen {
			q.terms[term] = len(q.terms)
		}
	}
	return q
}

// document is what ranking needs of a file: how often each term of the
// question occurs and how long it is, both weighted by where.
type document struct {
	counts []float64
	length float64
}

func (q *query) read(f repository.File) document {
	d := document{counts: make([]float64, len(q.terms))}
	q.add(&d, f.Path, inPath)
	q.add(&d, f.Doc, inDoc)
	for _, s := range f.Signatures {
		q.add(&d, s.Text, inSignature)
	}
	return d
}

func (q *query) add(d *document, text string, weight float64) {
	for term := range q.tokenizer.Terms(text) {
		d.length += weight
		if i, asked := q.terms[term]; asked {
			d.counts[i] += weight
		}
	}
}

// rarity returns for each term how much it tells: the inverse document
// frequency, in the form that is never negative.
func (q *query) rarity(documents []document) []float64 {
	out := make([]float64, len(q.terms))
	for i := range out {
		with := 0.0
		for _, d := range documents {
			if d.counts[i] > 0 {
				with++
			}
		}
		out[i] = math.Log1p((float64(len(documents)) - with + 0.5) / (with + 0.5))
	}
	return out
}

func averageLength(documents []document) float64 {
	total := 0.0
	for _, d := range documents {
		total += d.length
	}
	return total / float64(max(len(documents), 1))
}

// score is BM25.
func (d document) score(rarity []float64, average float64) float64 {
	if d.length == 0 {
		return 0
	}
	norm := saturation * (1 - lengthBias + lengthBias*d.length/average)
	sum := 0.0
	for i, count := range d.counts {
		sum += rarity[i] * count * (saturation + 1) / (count + norm)
	}
	return sum
}
