package reports

// align marks the words that two lists have in common in their order: a
// longest common subsequence, of several the one that comes first. It reports
// false, and marks nothing between the ends, for lists beyond the bound.
func align(a, b []word, sameA, sameB []bool) bool {
	from := 0
	for from < len(a) && from < len(b) && a[from].text == b[from].text {
		sameA[from], sameB[from] = true, true
		from++
	}
	endA, endB := len(a), len(b)
	for endA > from && endB > from && a[endA-1].text == b[endB-1].text {
		endA, endB = endA-1, endB-1
		sameA[endA], sameB[endB] = true, true
	}
	restA, restB := a[from:endA], b[from:endB]
	if (len(restA)+1)*(len(restB)+1) > mostCells {
		return false
	}
	table := commonLengths(numbered(restA, restB))
	i, j := 0, 0
	for i < len(restA) && j < len(restB) {
		switch {
		case restA[i].text == restB[j].text:
			sameA[from+i], sameB[from+j] = true, true
			i, j = i+1, j+1
		case table.at(i+1, j) >= table.at(i, j+1):
			i++
		default:
			j++
		}
	}
	return true
}

// numbered gives equal words equal numbers, which compare faster.
func numbered(a, b []word) (x, y []int) {
	numbers := map[string]int{}
	number := func(list []word) []int {
		out := make([]int, len(list))
		for i, w := range list {
			n, known := numbers[w.text]
			if !known {
				n = len(numbers)
				numbers[w.text] = n
			}
			out[i] = n
		}
		return out
	}
	return number(a), number(b)
}

// lengths are those of the longest common subsequences of two lists' ends.
type lengths struct {
	cells []uint16 // mostCells keeps the shorter list below 1,024
	width int
}

func (l lengths) at(i, j int) uint16 { return l.cells[i*l.width+j] }

func commonLengths(a, b []int) lengths {
	l := lengths{make([]uint16, (len(a)+1)*(len(b)+1)), len(b) + 1}
	for i := len(a) - 1; i >= 0; i-- {
		row, below := l.cells[i*l.width:(i+1)*l.width], l.cells[(i+1)*l.width:(i+2)*l.width]
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				row[j] = below[j+1] + 1
			} else {
				row[j] = max(below[j], row[j+1])
			}
		}
	}
	return l
}

// dropIslands unmarks signs that two answers share by chance in the middle of
// a change: a comma between two new words is not what stayed.
func dropIslands(a, b []word, sameA, sameB []bool) {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case !sameA[i]:
			i++
		case !sameB[j]:
			j++
		default:
			n := stretch(sameA[i:], sameB[j:])
			inside := (i > 0 || j > 0) && (i+n < len(a) || j+n < len(b))
			if inside && !anyNamed(a[i:i+n]) {
				clear(sameA[i : i+n])
				clear(sameB[j : j+n])
			}
			i, j = i+n, j+n
		}
	}
}

// stretch is how many words in a row are common on both sides.
func stretch(a, b []bool) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] && b[n] {
		n++
	}
	return n
}

func anyNamed(list []word) bool {
	for _, w := range list {
		if w.named() {
			return true
		}
	}
	return false
}
