package support

import (
	"iter"
	"strings"
	"sync"
)

// cue is what a word does in a sentence beside naming something.
type cue uint16

const (
	function    cue = 1 << iota // carries no content of its own
	negator                     // denies
	exclusive                   // rules everything else out
	speaker                     // speaks of the writer or the reader
	month                       // names a month or a weekday
	unit                        // is counted or measured in
	every                       // quantifiers, by how much they cover
	most                        //
	some                        //
	obligation                  // modals, by how much they commit to
	permission                  //
	onlyEnglish                 // no word of the neighbouring languages
)

// The lists are short on purpose: a word that is missing leaves a score as it
// is, a word too many lowers that of an honest sentence.
var cueWords = []struct {
	cue   cue
	words string
}{
	{function, `a an the of to in on for and or is are was were be been being am it its this that these those as at by
		with from he she they his her hers their theirs has have had having which who whom whose will would can could i
		you we my our your yours ours do does did doing s t d m ll re ve there than then also into about over under up
		out off if so such when while where what him them me us how some any all more most other others another both
		each own same too very just through during between against until upon within may might must shall should not no
		nor never cannot without neither none but because since although though however therefore thus hence moreover furthermore additionally
		one's itself himself herself themselves myself yourself ourselves
		yes yeah ok oh well`},
	{negator, `not no never without cannot nor neither none nobody nothing nowhere unable lack lacks lacked lacking
		fail fails failed failing forbid forbids forbidden prohibit prohibits prohibited ban bans banned
		refuse refuses refused deny denies denied
		nicht kein keine keinen keiner keinem keines nie niemals jamais sans aucun aucune nunca jamás ningún ninguna
		не нет без никогда нельзя`},
	{exclusive, `only solely exclusively always never entirely altogether completely except`},
	{speaker, `i me my mine im we us our ours you your yours`},
	{month, `january february march april may june july august september october november december jan feb mar apr jun
		jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday`},
	{unit, `second seconds minute minutes hour hours day days week weeks month months quarter quarters year years decade
		decades century centuries percent percentage km kilometre kilometres kilometer kilometers mile miles metre
		metres meter meters cm mm foot feet inch inches kg kilogram kilograms gram grams g mg tonne tonnes ton tons
		pound pounds ounce ounces litre litres liter liters gallon gallons dollar dollars euro euros cent cents`},
	{every, `all every each always everyone everybody entire entirely everything`},
	{most, `most mostly usually typically largely`},
	{some, `some sometimes several few occasionally partly certain`},
	{obligation, `must required mandatory obliged compulsory`},
	{onlyEnglish, `the and to with for that by from are were they his at`},
	{permission, `may might can could optional voluntary`},
}

// note is what the tables say about a spelling.
type note struct {
	cue    cue
	figure string // the number that it spells
	base   string // what it is an irregular form of
}

// notes are the tables in one map, since every word is looked up.
var notes = sync.OnceValue(func() map[string]note {
	out := map[string]note{}
	for _, list := range cueWords {
		for word := range strings.FieldsSeq(list.words) {
			n := out[word]
			n.cue |= list.cue
			out[word] = n
		}
	}
	for group := range strings.SplitSeq(irregular, ",") {
		forms := strings.Fields(group)
		for _, form := range forms[1:] {
			n := out[form]
			n.base = forms[0]
			out[form] = n
		}
	}
	for word, figure := range spelledFigures {
		n := out[word]
		n.figure = figure
		out[word] = n
	}
	return out
})

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

// irregular holds a base and its forms between commas.
const irregular = `be was were been, become became, begin began begun, bite bit bitten, blow blew blown, break broke broken,
bring brought, build built, buy bought, catch caught, choose chose chosen, come came, deal dealt, do did done,
draw drew drawn, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feel felt, fight fought,
find found, fly flew flown, forget forgot forgotten, freeze froze frozen, get got gotten, give gave given, go went gone,
grow grew grown, have had, hear heard, hide hid hidden, hold held, keep kept, know knew known, lead led, leave left,
lend lent, lie lay lain, lose lost, make made, mean meant, meet met, pay paid, ride rode ridden, ring rang rung,
rise rose risen, run ran, say said, see saw seen, sell sold, send sent, shake shook shaken, shine shone, shoot shot,
show shown, sing sang sung, sink sank sunk, sit sat, sleep slept, speak spoke spoken, spend spent, stand stood,
steal stole stolen, stick stuck, strike struck, swim swam swum, take took taken, teach taught, tell told,
think thought, throw threw thrown, understand understood, wake woke woken, wear wore worn, win won, write wrote written,
child children, man men, woman women, foot feet, tooth teeth, mouse mice, life lives, wife wives, leaf leaves,
half halves, good better best, bad worse worst, january jan, february feb, march mar, april apr, june jun, july jul, august aug,
september sept sep, october oct, november nov, december dec, meter metre metres, kilometer kilometre kilometres km,
centimeter centimetre centimetres cm, millimeter millimetre millimetres mm, kilogram kg, liter litre litres,
gram gramme grammes, hour hr hrs, minute min, year yr yrs, percent pct`
