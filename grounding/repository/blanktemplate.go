package repository

// templates are the template literals of JavaScript that are open at a place:
// for each, how many braces are open in the code of its ${ }. That code is
// code like any other and stays; the text around it goes.
type templates []int

// passage returns the end of the template text that begins at i, i+1 for a
// brace that belongs to code, and i where no template is concerned.
func (t *templates) passage(src []byte, i int, lang *language) int {
	last := len(*t) - 1
	switch {
	case lang != &javascript:
	case src[i] == '`':
		return t.text(src, i+1)
	case last < 0:
	case src[i] == '{':
		(*t)[last]++
		return i + 1
	case src[i] == '}' && (*t)[last] > 0:
		(*t)[last]--
		return i + 1
	case src[i] == '}':
		*t = (*t)[:last]
		return t.text(src, i+1)
	}
	return i
}

// text returns the end of template text: after its closing mark, or after ${,
// which it opens.
func (t *templates) text(src []byte, i int) int {
	for ; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case src[i] == '`':
			return i + 1
		case hasPrefix(src[i:], "${"):
			*t = append(*t, 0)
			return i + 2
		}
	}
	return len(src)
}
