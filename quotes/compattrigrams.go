package quotes

import "math/bits"

// trigramIndex numbers the distinct trigrams of a quote. A trigram is three
// UTF-16 units in a row; a quote holds it as often as it occurs.
type trigramIndex struct {
	units int // length of the quote
	total int // trigrams, each as often as it occurs
	// counts holds how often each one occurs, by number. Number 0 stands for
	// all trigrams that the quote does not hold.
	counts []int32
	// slots is an open hash table, a number of 0 marking a free one; it is at
	// most half full.
	slots []trigramSlot
	shift int
	// sieve holds a bit for each hash's upper 16 bits. Most trigrams of a
	// source are not in the quote, and this spares them the table.
	sieve [1 << 10]uint64
}

type trigramSlot struct {
	key    uint64
	number int32
}

func newTrigramIndex(quote []uint16) *trigramIndex {
	total := max(0, len(quote)-2)
	width := bits.Len(uint(2*total)) + 1
	x := &trigramIndex{
		units:  len(quote),
		total:  total,
		counts: make([]int32, 1, total+1),
		slots:  make([]trigramSlot, 1<<width),
		shift:  64 - width,
	}
	for i := range total {
		x.insert(trigramKey(quote[i], quote[i+1], quote[i+2]))
	}
	return x
}

func trigramKey(a, b, c uint16) uint64 { return uint64(a)<<32 | uint64(b)<<16 | uint64(c) }

// trigramHash spreads a key by the golden ratio, so that its upper bits
// depend on all of it.
func trigramHash(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 }

func (x *trigramIndex) insert(key uint64) {
	hash := trigramHash(key)
	slot := x.slot(key, hash)
	if slot.number == 0 {
		*slot = trigramSlot{key: key, number: int32(len(x.counts))}
		x.counts = append(x.counts, 0)
		x.sieve[hash>>54] |= 1 << (hash >> 48 & 63)
	}
	x.counts[slot.number]++
}

// slot returns where a key stands or would be put.
func (x *trigramIndex) slot(key, hash uint64) *trigramSlot {
	for i := hash >> x.shift; ; i = (i + 1) & uint64(len(x.slots)-1) {
		if s := &x.slots[i]; s.number == 0 || s.key == key {
			return s
		}
	}
}

// numbers returns the number of the trigram at each position of text.
func (x *trigramIndex) numbers(text []uint16) []int32 {
	if len(text) < 3 {
		return nil
	}
	numbers := make([]int32, len(text)-2)
	key := trigramKey(0, text[0], text[1])
	for i, unit := range text[2:] {
		key = (key<<16 | uint64(unit)) & (1<<48 - 1)
		hash := trigramHash(key)
		if x.sieve[hash>>54]>>(hash>>48&63)&1 != 0 {
			numbers[i] = x.slot(key, hash).number
		}
	}
	return numbers
}
