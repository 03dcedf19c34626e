package quotes

// The tables of words on which the meaning of a quote hangs. They are short
// on purpose: a word that is missing makes a quote fuzzy where it could be
// altered, a word too many accuses an honest one.

// numberWords give one value a line.
const numberWords = `0 zero
1 one
2 two twice double 二 两
3 three thrice triple 三
4 four 四
5 five 五
6 six 六
7 seven 七
8 eight 八
9 nine 九
10 ten 十
11 eleven
12 twelve
13 thirteen
14 fourteen
15 fifteen
16 sixteen
17 seventeen
18 eighteen
19 nineteen
20 twenty
30 thirty
40 forty
50 fifty
60 sixty
70 seventy
80 eighty
90 ninety
1st first
2nd second
3rd third
4th fourth
5th fifth
6th sixth
7th seventh
8th eighth
9th ninth
10th tenth
half
quarter
`

// magnitudeWords change the number that they follow.
const magnitudeWords = `% percent pct
‰ permille
hundred
thousand
million mln
billion bn
trillion tn
万
亿
`

const unitWords = `km kilometre kilometer kilometres kilometers
mi mile miles
m metre meter metres meters
cm centimetre centimeter centimetres centimeters
mm millimetre millimeter millimetres millimeters
ft foot feet
in-length inch inches
yd yard yards
acre acres
hectare hectares ha
kg kilogram kilograms kilogramme kilogrammes
g gram grams gramme grammes
mg milligram milligrams
µg μg microgram micrograms
t tonne tonnes
ton tons
lb lbs pounds
oz ounce ounces
l litre liter litres liters
ml millilitre milliliter millilitres milliliters
gallon gallons gal
second-time seconds sec
minute minutes min
hour hours hr hrs
day days
week weeks
month months
year years yr yrs
decade decades
century centuries
celsius °c
fahrenheit °f
kelvin
mph
kph kmh
hz hertz
khz kilohertz
mhz megahertz
ghz gigahertz
w watt watts
kw kilowatt kilowatts
mw megawatt megawatts
gw gigawatt gigawatts
v volt volts
kb kilobyte kilobytes
mb megabyte megabytes
gb gigabyte gigabytes
tb terabyte terabytes
$ dollar dollars usd
€ euro euros eur
£ gbp
¥ yen jpy yuan
rupee rupees ₹
ppm
ppb
`

// modalWords are grouped by how much they commit to.
const modalWords = `may might could can
must shall
should ought
will
would
`

// otherNegators are English words that deny like "not", and the commonest
// negators of other languages as far as they are no English words.
const otherNegators = `hasnt havent hadnt couldnt shouldnt mustnt
fail fails failed failing lack lacks lacked lacking refuse refuses refused rarely seldom barely
deny denies denied
nicht kein keine keinen keiner keinem keines niemals
jamais sans aucun aucune nunca jamás ningún ninguna
не нет без никогда нельзя
不 没 未 无 非 勿 沒 無
`

// opposites holds one group a line: any word on the left against any on the
// right. Regular English forms are derived.
const opposites = `
increase increasing rise rose risen rising grow grew grown gain climb climbed surge | decrease decreasing decline fall fell fallen falling drop shrink shrank shrunk lose lost reduce
more | less fewer
most | least fewest
many | few
all every each | some none most few no
above | below beneath
over | under
before | after
earlier | later
early | late
first | last
always | never sometimes rarely seldom
often frequently | rarely seldom
allow permit authorize authorise | forbid forbidden forbade prohibit ban disallow
accept approve | reject refuse decline deny denied
include | exclude
win won winning | lose lost losing
true | false
high | low
large big great | small little minor
long | short
old | new young
strong | weak
hot warm | cold cool
rich wealthy | poor
good | bad poor evil
better | worse
best | worst
positive | negative
maximum | minimum
majority | minority
major | minor
begin began begun start commence | end stop finish conclude cease
open | close shut
male man men boy | female woman women girl
father son brother husband king uncle | mother daughter sister wife queen aunt
north northern | south southern
east eastern | west western
northeast northeastern | southwest southwestern northwest southeast
left | right
inside within | outside
inner internal interior | outer external exterior
public | private
upper | lower
up upward upwards | down downward downwards
buy bought purchase | sell sold
import | export
arrive arrival | depart departure
support favour favor | oppose
safe | dangerous harmful
succeed success successful | fail failure failed
pass | fail
present | absent
presence | absence
same | different
similar | different
guilty | innocent
alive | dead
born birth | died death dead
heavy | light
fast quick rapid | slow
easy simple | difficult hard complex
full | empty
wet | dry
former | latter
ancient | modern
superior | inferior
ascend | descend
attack | defend
add added adding | remove subtract
expand | contract shrink
near close | far distant
common | rare uncommon
victory | defeat
forward forwards | backward backwards
permanent | temporary
top | bottom
front | back rear
deep | shallow
wide broad | narrow
thick | thin
primary | secondary
senior | junior
single | multiple
`
