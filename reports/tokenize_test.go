package reports

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// token is one tag of a page, or a text, unescaped, where name is "".
type token struct {
	name  string
	end   bool
	attrs [][2]string
	text  string
}

var (
	tagForm  = regexp.MustCompile(`^<(/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>`)
	attrForm = regexp.MustCompile(` ([a-z-]+)(?:="([^"<>]*)")?`)
)

// tokenize reads the strict HTML that our templates write: lower-case tags,
// quoted attributes, every element closed, no comment and no raw text. What a
// browser would forgive is an error here.
func tokenize(page string) ([]token, error) {
	var out []token
	var open []string
	for page != "" {
		if page[0] != '<' {
			end := strings.IndexByte(page, '<')
			if end < 0 {
				end = len(page)
			}
			if strings.Contains(page[:end], ">") {
				return nil, fmt.Errorf("a bare > in %q", page[:end])
			}
			out = append(out, token{text: html.UnescapeString(page[:end])})
			page = page[end:]
			continue
		}
		form := tagForm.FindStringSubmatch(page[:strings.IndexByte(page, '>')+1])
		if form == nil {
			return nil, fmt.Errorf("no tag of ours at %.60q", page)
		}
		t := token{name: form[2], end: form[1] != ""}
		for _, attr := range attrForm.FindAllStringSubmatch(form[3], -1) {
			t.attrs = append(t.attrs, [2]string{attr[1], html.UnescapeString(attr[2])})
		}
		if !t.end {
			open = append(open, t.name)
		} else if len(open) == 0 || open[len(open)-1] != t.name {
			return nil, fmt.Errorf("</%s> closes %q", t.name, open)
		} else {
			open = open[:len(open)-1]
		}
		out = append(out, t)
		page = page[len(form[0]):]
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("%q are not closed", open)
	}
	return out, nil
}

// skeleton is a page without its texts.
func skeleton(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		if t.name != "" {
			fmt.Fprintf(&b, "%t %s %q\n", t.end, t.name, t.attrs)
		}
	}
	return b.String()
}
