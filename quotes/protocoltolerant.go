package quotes

import "strings"

// tolerantAppendix reads the last block and says what is unusual about it.
func tolerantAppendix(answer string) (items []Evidence, warnings []Warning, found bool) {
	lines := splitLines(answer)
	var last block
	count := 0
	for _, b := range findBlocks(lines) {
		if b.stray() {
			warnings = append(warnings, *malformed(trimJS(lines[b.first].text)))
			continue
		}
		last = b
		count++
	}
	if count == 0 {
		return nil, warnings, false
	}
	warnings = append(warnings, blockWarnings(answer, last, count)...)
	items, more := blockEvidence(lines[last.from:last.to])
	return items, append(warnings, more...), true
}

func blockWarnings(answer string, b block, count int) []Warning {
	var out []Warning
	warn := func(code WarningCode, message string) {
		out = append(out, Warning{Code: code, Message: message})
	}
	if count > 1 {
		warn(SeveralBlocks, "the answer has several evidence blocks; the last is read")
	}
	if b.open {
		warn(Unterminated, "the evidence block does not end with "+endTag)
	}
	if b.offForm != "" {
		warn(Lenient, "evidence block read although "+b.offForm)
	}
	if !strings.Contains(answer, "\n") {
		warn(Lenient, "evidence block read although its lines end with CR")
	}
	return out
}

func blockEvidence(lines []textLine) (items []Evidence, warnings []Warning) {
	for i := 0; i < len(lines); {
		if marks, _ := fenceOf(lines[i].text); marks != "" || lines[i].blank() {
			i++
			continue
		}
		read := readEvidence(lines[i:])
		if read.ok {
			items = append(items, read.item)
		}
		if read.warning != nil {
			warnings = append(warnings, *read.warning)
		}
		i += read.lines
	}
	return items, warnings
}
