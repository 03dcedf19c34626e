package quotes

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

var profileNames = [...]string{Default: "default", Compat: "compat"}

// ParseProfile reads a profile's name.
func ParseProfile(name string) (Profile, error) {
	if i := slices.Index(profileNames[:], name); i >= 0 {
		return Profile(i), nil
	}
	return 0, fmt.Errorf("unknown profile %q, want %s", name, strings.Join(profileNames[:], " or "))
}

func (p Profile) String() string {
	if p < 0 || int(p) >= len(profileNames) {
		return fmt.Sprintf("Profile(%d)", int(p))
	}
	return profileNames[p]
}

// MarshalText writes the profile's name.
func (p Profile) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Profile) UnmarshalText(text []byte) error {
	read, err := ParseProfile(string(text))
	if err == nil {
		*p = read
	}
	return err
}

// Unit is what offsets count.
type Unit string

// Bytes index Go strings, UTF16 JavaScript, Java and C# strings, Runes Python
// strings.
const (
	Bytes Unit = "bytes"
	UTF16 Unit = "utf16"
	Runes Unit = "runes"
)

// In returns the report with every offset counted in another unit. Sources
// are those the report was made with; r must count bytes, as Verify's do.
func (r Report) In(unit Unit, sources []Source) Report {
	r.Offsets = unit
	r.Claims, r.Uncited, r.Citations = slices.Clone(r.Claims), slices.Clone(r.Uncited), slices.Clone(r.Citations)
	for i := range r.Claims {
		c := &r.Claims[i]
		c.Start, c.End = spanIn(r.CleanText, c.Start, c.End, unit)
	}
	for i := range r.Uncited {
		u := &r.Uncited[i]
		u.Start, u.End = spanIn(r.CleanText, u.Start, u.End, unit)
	}
	for i := range r.Citations {
		c := &r.Citations[i]
		if m := &c.TextMatch; m.Start != nil {
			start, end := spanIn(fieldText(sources[c.SourceIndex-1], m.Field), *m.Start, *m.End, unit)
			m.Start, m.End = &start, &end
		}
	}
	return r
}

// spanIn converts a span of bytes; one that is not known stays so.
func spanIn(text string, start, end int, unit Unit) (int, int) {
	if start < 0 || end < start || end > len(text) {
		return start, end
	}
	before := unitsIn(text[:start], unit)
	return before, before + unitsIn(text[start:end], unit)
}

func unitsIn(text string, unit Unit) int {
	switch unit {
	case UTF16:
		n := 0
		for _, r := range text {
			n += max(1, utf16.RuneLen(r))
		}
		return n
	case Runes:
		return utf8.RuneCountInString(text)
	}
	return len(text)
}

// fieldText is the text that a match's offsets count in.
func fieldText(src Source, field string) string {
	switch field {
	case "text":
		return src.Text
	case titleField:
		return src.Title
	}
	for i, extra := range src.ExtraTexts {
		if field == fmt.Sprintf("extraTexts[%d]", i) {
			return extra
		}
	}
	return ""
}
