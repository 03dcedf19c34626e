package support

import (
	"strings"
	"sync"
)

// cue is what a word does in a sentence beside naming something.
type cue uint16

const (
	function  cue = 1 << iota // carries no content of its own
	negator                   // denies
	exclusive                 // rules everything else out
	speaker                   // speaks of the writer or the reader
	month                     // names a month or a weekday
	unit                      // is counted or measured in
	every                     // quantifiers, by how much they cover
	most
	some
	obligation // modals, by how much they commit to
	permission
	onlyEnglish // no word of the neighbouring languages
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
