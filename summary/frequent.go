package summary

// frequentSlots bounds the memory of frequent; its counts are short by at
// most one part in frequentSlots+1 of all texts.
const frequentSlots = 127

// frequent finds texts that make up a large share of a stream without
// keeping the stream (Misra and Gries): it may count a text short, never
// over, so what it reports is true.
type frequent struct{ counts map[string]int }

func newFrequent() *frequent { return &frequent{counts: map[string]int{}} }

func (f *frequent) add(text string) {
	if _, known := f.counts[text]; known || len(f.counts) < frequentSlots {
		f.counts[text]++
		return
	}
	for t := range f.counts {
		if f.counts[t]--; f.counts[t] == 0 {
			delete(f.counts, t)
		}
	}
}

// most is how often the most frequent text was seen at least.
func (f *frequent) most() int {
	top := 0
	for _, n := range f.counts {
		top = max(top, n)
	}
	return top
}
