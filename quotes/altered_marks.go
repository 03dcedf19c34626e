package quotes

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marked is one run of digits as it was written, with the marks around it
// that folding and word comparison do not see: what compares it, what raises
// it, and its unit with letter case.
type marked struct {
	digits string
	sign   string // < > = ≤ ≥ ≠ before it
	power  string // ^, ^- or a raised or lowered digit right after it
	unit   string // °C, K, mW: up to three letters, with a degree sign
}

// caseful are the units, folded, in which letter case is a factor: mW and MW
// are nine powers of ten apart, Mb and MB eight bits.
var caseful = map[string]bool{"mw": true, "mj": true, "mv": true, "ma": true, "mb": true, "gb": true, "kb": true, "mpa": true, "mhz": true}

// figureMarks finds a changed comparison sign, power or unit at a figure
// whose digits agree. Where the figures themselves differ the alignment has
// judged already.
func figureMarks(quote, source string) []Alteration {
	q, s := figuresIn(quote), figuresIn(source)
	if len(q) != len(s) {
		return nil
	}
	var out []Alteration
	for i := range q {
		if q[i].digits != s[i].digits {
			return nil
		}
		if kind := q[i].differs(s[i]); kind != "" {
			out = append(out, Alteration{Kind: kind, Quote: q[i].String(), Source: s[i].String()})
		}
	}
	return out
}

func (m marked) String() string {
	return strings.TrimSpace(m.sign + " " + m.digits + m.power + " " + m.unit)
}

// differs names what a quote changed. A mark that only the source has may be
// markup or a note that an honest quote leaves out.
func (m marked) differs(source marked) string {
	switch {
	case m.sign != "" && source.sign != "" && m.sign != source.sign:
		return kindNumber
	case m.power != source.power && (m.power != "" || strings.HasPrefix(source.power, "^")):
		return kindNumber
	case m.unit == "" || source.unit == "" || m.unit == source.unit:
		return ""
	case caseful[strings.ToLower(m.unit)] && strings.EqualFold(m.unit, source.unit):
		return kindUnit
	case m.temperature() && source.temperature() && !strings.EqualFold(m.unit, source.unit):
		return kindUnit
	}
	return ""
}

func (m marked) temperature() bool { return strings.HasPrefix(m.unit, "°") || m.unit == "K" }

func figuresIn(text string) []marked {
	var out []marked
	for at := 0; at < len(text); {
		if !digit(text[at]) {
			at++
			continue
		}
		end := at
		for end < len(text) && digit(text[end]) {
			end++
		}
		power, rest := powerOf(text[end:])
		out = append(out, marked{digits: text[at:end], sign: signBefore(text[:at]), power: power, unit: unitOf(rest)})
		at = end
	}
	return out
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// signBefore passes over the bracket that closes a tag.
func signBefore(text string) string {
	text = strings.TrimRight(text, " \u00a0\u202f")
	r, _ := utf8.DecodeLastRuneInString(text)
	if !strings.ContainsRune("<>=≤≥≠", r) {
		return ""
	}
	if open := strings.LastIndexByte(text, '<'); r == '>' && open >= 0 && open < len(text)-2 && text[open+1] != ' ' {
		return ""
	}
	return string(r)
}

func powerOf(text string) (power, rest string) {
	if after, ok := strings.CutPrefix(text, "^"); ok {
		if strings.HasPrefix(after, "-") || strings.HasPrefix(after, "−") {
			return "^-", after
		}
		return "^", after
	}
	r, size := utf8.DecodeRuneInString(text)
	if r > unicode.MaxASCII && unicode.Is(unicode.No, r) {
		return string(r), text[size:]
	}
	return "", text
}

// unitOf reads letters right after a figure or behind one space.
func unitOf(text string) string {
	for _, space := range []string{" ", "\u00a0", "\u202f"} {
		text = strings.TrimPrefix(text, space)
	}
	degree := ""
	if after, ok := strings.CutPrefix(text, "°"); ok {
		degree, text = "°", strings.TrimLeft(after, " \u00a0")
	}
	n := 0
	for n < len(text) && (text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z') {
		n++
	}
	if n > 3 || degree != "" && n > 1 {
		return degree
	}
	return degree + text[:n]
}
