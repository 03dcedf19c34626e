package quotes

// coupling is a stretch of quote tokens laid against a stretch of source tokens:
// one against one, or two against one.
type coupling struct {
	q, s     int // where they begin
	qn, sn   int // how many they are
	likeness float64
}

func (p coupling) equal() bool { return p.likeness == 1 }

// alignment lays a quote against a stretch of its source, in order.
type alignment struct {
	quote, source []token
	pairs         []coupling
	moved         []move // parts of the quote that stand elsewhere
}

// gapCost is what a token costs, as a share of its weight, that has nothing
// against it. It decides where a quote begins and ends in its source: one
// more word joins the span if it gains more than the words between cost.
const gapCost = 0.35

// worthMoving is the similarity without which nothing was moved but all is
// different: three parts in a new order leave a third in its place.
const worthMoving = 0.3

// The moves of the alignment table.
const (
	pairOne byte = iota
	dropQuote
	dropSource
	pairTwoQuote
	pairTwoSource
)

// align finds the alignment of the whole quote with the best stretch of the
// source. Source tokens before and after the stretch cost nothing.
func align(quote, source []token) alignment {
	t := alignTable{quote: quote, source: source, width: len(source) + 1}
	t.moves = make([]byte, (len(quote)+1)*t.width)
	a := alignment{quote: quote, source: source, pairs: t.trace(t.fill())}
	if a.similarity() >= worthMoving {
		a.moved = a.findMoves()
	}
	return a
}

type alignTable struct {
	quote, source []token
	width         int
	moves         []byte
	rows          [3][]float64
}

// fill computes the table row by row and returns where the best alignment
// ends in the source; the first of equals.
func (t *alignTable) fill() int {
	for i := range t.rows {
		t.rows[i] = make([]float64, t.width)
	}
	for i := 1; i <= len(t.quote); i++ {
		here, above := t.rows[i%3], t.rows[(i+2)%3]
		here[0] = above[0] - gapCost*t.quote[i-1].weight
		t.moves[i*t.width] = dropQuote
		for j := 1; j < t.width; j++ {
			here[j], t.moves[i*t.width+j] = t.best(i, j)
		}
	}
	end := 0
	last := t.rows[len(t.quote)%3]
	for j, score := range last {
		if score > last[end] {
			end = j
		}
	}
	return end
}

// best returns the best way to end an alignment at quote token i and source
// token j, counted from 1.
func (t *alignTable) best(i, j int) (float64, byte) {
	q, s := &t.quote[i-1], &t.source[j-1]
	here, above, before := t.rows[i%3], t.rows[(i+2)%3], t.rows[(i+1)%3]
	best, move := above[j]-gapCost*q.weight, dropQuote
	if score := here[j-1] - gapCost*s.weight; score > best {
		best, move = score, dropSource
	}
	if like := likeness(q, s); like > 0 {
		if score := above[j-1] + like*(q.weight+s.weight)/2; score > best {
			best, move = score, pairOne
		}
	}
	if i > 1 && joined(&t.quote[i-2], q, s) {
		if score := before[j-1] + s.weight; score > best {
			best, move = score, pairTwoQuote
		}
	}
	if j > 1 && joined(&t.source[j-2], s, q) {
		if score := above[j-2] + q.weight; score > best {
			best, move = score, pairTwoSource
		}
	}
	return best, move
}

// trace reads the pairs back from the end of the alignment.
func (t *alignTable) trace(j int) []coupling {
	var reversed []coupling
	for i := len(t.quote); i > 0; {
		p := coupling{qn: 1, sn: 1, likeness: 1}
		switch t.moves[i*t.width+j] {
		case dropQuote:
			i--
			continue
		case dropSource:
			j--
			continue
		case pairTwoQuote:
			p.qn = 2
		case pairTwoSource:
			p.sn = 2
		default:
			p.likeness = likeness(&t.quote[i-1], &t.source[j-1])
		}
		i, j = i-p.qn, j-p.sn
		p.q, p.s = i, j
		reversed = append(reversed, p)
	}
	pairs := make([]coupling, len(reversed))
	for k, p := range reversed {
		pairs[len(pairs)-1-k] = p
	}
	return pairs
}
