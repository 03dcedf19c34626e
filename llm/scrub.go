package llm

import "strings"

// fragment is the shortest piece of a secret that counts as a leak, in bytes.
// A key that is shorter is a placeholder, such as the "none" or "EMPTY" that a
// server without keys is given: removing it would spoil every ordinary "none"
// of a record.
const fragment = 8

// Scrubber removes secrets from text. It is made once and reads text at a few
// nanoseconds a byte, so that every line of a report can pass through it.
// The zero Scrubber changes nothing.
type Scrubber struct {
	windows map[uint64]struct{} // every run of fragment bytes of every secret
	filter  [64]uint64          // one bit per hashed window: most text never reaches the map
}

// NewScrubber prepares the removal of the given secrets.
func NewScrubber(secrets ...Secret) *Scrubber {
	s := &Scrubber{windows: map[uint64]struct{}{}}
	for _, secret := range secrets {
		s.add(secret.Reveal())
	}
	return s
}

func (s *Scrubber) add(key string) {
	for i := 0; i+fragment <= len(key); i++ {
		w := window(key, i)
		s.windows[w] = struct{}{}
		word, bit := slot(w)
		s.filter[word] |= bit
	}
}

// Scrub replaces every occurrence of a secret, and every piece of one that is
// eight bytes or longer, by [secret]. Secrets shorter than that are left alone.
func Scrub(text string, secrets ...Secret) string {
	return NewScrubber(secrets...).Scrub(text)
}

// Scrub is the method form for a Scrubber that is used many times.
func (s *Scrubber) Scrub(text string) string {
	if len(s.windows) == 0 {
		return text
	}
	start, end, ok := s.next(text, 0)
	if !ok {
		return text
	}
	var b strings.Builder
	at := 0
	for ok {
		b.WriteString(text[at:start])
		b.WriteString(redacted)
		at = end
		start, end, ok = s.next(text, at)
	}
	b.WriteString(text[at:])
	return b.String()
}

// ScrubBytes is Scrub for bytes, which it does not change: what holds no secret
// is returned itself.
func (s *Scrubber) ScrubBytes(data []byte) []byte {
	if len(s.windows) == 0 {
		return data
	}
	text := string(data)
	if clean := s.Scrub(text); clean != text {
		return []byte(clean)
	}
	return data
}

// next finds the first run of secret bytes at or after from. Windows that
// overlap or touch are one run.
func (s *Scrubber) next(text string, from int) (start, end int, ok bool) {
	for i := from; i+fragment <= len(text); i++ {
		if ok && i > end {
			return start, end, true
		}
		if !s.holds(window(text, i)) {
			continue
		}
		if !ok {
			start, ok = i, true
		}
		end = i + fragment
	}
	return start, end, ok
}

func (s *Scrubber) holds(w uint64) bool {
	word, bit := slot(w)
	if s.filter[word]&bit == 0 {
		return false
	}
	_, found := s.windows[w]
	return found
}

func window(text string, i int) uint64 {
	t := text[i : i+fragment]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// slot spreads a window over the 4096 bits of the filter (Fibonacci hashing).
func slot(w uint64) (word int, bit uint64) {
	h := w * 0x9e3779b97f4a7c15 >> 52
	return int(h >> 6), 1 << (h & 63)
}
