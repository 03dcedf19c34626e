package support

import (
	"iter"
	"strings"
)

// ownOpposites yields the pairs of a list of opposites that dictionaries of
// antonyms leave out or that figures are told with.
func ownOpposites() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for line := range strings.Lines(strings.TrimSpace(opposites)) {
			left, right, _ := strings.Cut(line, "|")
			for a := range strings.FieldsSeq(left) {
				for b := range strings.FieldsSeq(right) {
					if !yield(a, b) {
						return
					}
				}
			}
		}
	}
}

// opposites holds one group a line: any word on the left against any on the
// right, in their base forms.
const opposites = `
increase rise grow gain climb growth | decrease decline fall drop shrink loss reduce
more | less
most | least
many | few
above | below beneath
earlier | later
early | late
first | last
allow permit | forbid prohibit ban
accept approve | reject refuse decline deny
include | exclude
win | lose
true | false
high | low
large big great | small little minor
long | short
strong | weak
good | bad poor
better | worse
best | worst
positive | negative
maximum | minimum
majority | minority
begin start | end stop finish
open | close
north northern | south southern
east eastern | west western
left | right
inside | outside
public | private
buy purchase | sell
import | export
support favour favor | oppose
succeed success successful | fail failure
present | absent
similar | different
guilty | innocent
alive | dead
easy simple | difficult hard complex
same | different
top | bottom
profit | loss
temporary | permanent
`
