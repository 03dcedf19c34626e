package quotes

// Names by which the vectors reach steps that have no caller outside.
var (
	ParseAppendix  = parseAppendix
	StripAppendix  = stripAppendix
	ParseClaims    = parseClaims
	CompatDefaults = compatDefaults
	LenUTF16       = lenJS
)

// CompatText is a normalised text: for each code point of it, the byte of
// the original that it comes from.
type CompatText struct {
	Text   string
	Starts []int
}

// CompatNormalize normalises as the compat profile does.
func CompatNormalize(s string) CompatText {
	read := compatNormalize(s)
	out := CompatText{Text: read.text}
	unit := 0
	for _, r := range read.text {
		out.Starts = append(out.Starts, int(read.starts[unit]))
		unit += lenJS(string(r))
	}
	return out
}

// CompatWindow is the best window of a fuzzy match, in UTF-16 units of the
// normalised text.
type CompatWindow struct {
	Dice                     float64
	Offset, Length, QuoteLen int
}

// MatchCompatText matches a quote in one text, whatever its length.
func MatchCompatText(quote, text string, opt MatchOptions) (Match, CompatWindow) {
	q := newCompatQuote(quote)
	m, w := newCompatField("text", text).match(q, opt.orDefaults())
	return m, CompatWindow{w.dice, w.offset, w.length, len(q.normalized().units)}
}
