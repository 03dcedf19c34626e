package support

import "strings"

// lemmas returns the words that a folded form may be a form of: "left" is
// itself and an irregular form of "leave".
func (l *lexicon) lemmas(form, irregular string) []int32 {
	var out []int32
	add := func(base string) {
		if i, known := l.index[base]; known {
			out = append(out, i)
		}
	}
	add(form)
	if irregular != "" {
		add(irregular)
	}
	known := len(out) > 0
	for _, rule := range endings(form) {
		if bare, cut := rule.cut(form); cut && !(known && rule.compares) {
			rule.restore(bare, add)
		}
	}
	return out
}

// inflection is an ending and what may have stood in its place.
type inflection struct {
	suffix   string
	instead  []string
	compares bool // not asked of words that stand in the lexicon: "offer" is no form of "off"
}

// The endings by their last letter.
var (
	endingsS = []inflection{{suffix: "ies", instead: []string{"y"}}, {suffix: "es", instead: []string{""}}, {suffix: "s", instead: []string{""}}}
	endingsD = []inflection{{suffix: "ied", instead: []string{"y"}}, {suffix: "ed", instead: []string{"e", ""}}}
	endingsG = []inflection{{suffix: "ing", instead: []string{"e", ""}}}
	endingsR = []inflection{{suffix: "er", instead: []string{"e", ""}, compares: true}}
	endingsT = []inflection{{suffix: "est", instead: []string{"e", ""}, compares: true}}
	endingsY = []inflection{{suffix: "ily", instead: []string{"y"}}, {suffix: "ly", instead: []string{""}, compares: true}}
)

func endings(form string) []inflection {
	switch form[len(form)-1] {
	case 's':
		return endingsS
	case 'd':
		return endingsD
	case 'g':
		return endingsG
	case 'r':
		return endingsR
	case 't':
		return endingsT
	case 'y':
		return endingsY
	}
	return nil
}

// shortestBase is the fewest letters that stay when an ending is taken off.
const shortestBase = 3

func (r inflection) cut(form string) (bare string, ok bool) {
	bare, ok = strings.CutSuffix(form, r.suffix)
	return bare, ok && len(bare) >= shortestBase
}

// restore offers the bases that an ending was put on: "planned" of "plan".
func (r inflection) restore(bare string, add func(string)) {
	for _, end := range r.instead {
		add(bare + end)
	}
	if n := len(bare); bare[n-1] == bare[n-2] {
		add(bare[:n-1])
	}
}

// stem returns what all forms of a word share. A word that the lexicon does
// not hold, a name or a term of a trade, loses the endings of plurals and
// verbs and no more.
func (l *lexicon) stem(form, irregular string, lemmas []int32) string {
	if i, known := l.index[irregular]; known {
		return l.stems[i]
	}
	if irregular != "" {
		return irregular
	}
	if len(lemmas) > 0 {
		return l.stems[lemmas[0]]
	}
	for _, rule := range endings(form) {
		if bare, cut := rule.cut(form); cut && !rule.compares && !strings.HasSuffix(form, "ss") {
			form = bare
			break
		}
	}
	if len(form) > shortestBase {
		form = strings.TrimSuffix(form, "e")
	}
	return form
}

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
