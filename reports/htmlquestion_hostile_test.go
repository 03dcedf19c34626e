package reports

import (
	"bytes"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// scripted are texts that have run in pages which meant to show them.
var scripted = map[string]string{
	"script":               `<script>alert(1)</script>`,
	"image":                `<img src=x onerror=alert(1)>`,
	"image without space":  `<img/src=x/onerror=alert(1)>`,
	"SVG":                  `<svg/onload=alert(1)>`,
	"SVG in math":          `<math><mtext><svg><style><img src onerror=alert(1)></style></svg></mtext></math>`,
	"details":              `<details open ontoggle=alert(1)>`,
	"autofocus":            `<input autofocus onfocus=alert(1)>`,
	"out of an attribute":  `" onmouseover="alert(1)`,
	"out of single quotes": `' onmouseover='alert(1)`,
	"out of no quotes":     `x onmouseover=alert(1)`,
	"out of a tag":         `"><script>alert(1)</script>`,
	"out of an id":         `q0t0a1" autofocus onfocus="alert(1)`,
	"end of block":         `</pre></div></details></article><script>alert(1)</script>`,
	"end of script":        `</script><script>alert(1)</script>`,
	"end of style":         `</style><script>alert(1)</script>`,
	"end of title":         `</title><script>alert(1)</script>`,
	"end of text area":     `</textarea><script>alert(1)</script>`,
	"mark":                 `<mark class="pass" id="q0t0a1">forged</mark>`,
	"comment":              `<!--><script>alert(1)</script-->`,
	"character data":       `<![CDATA[<script>alert(1)</script>]]>`,
	"instruction":          `<?xml version="1.0"?><script>alert(1)</script>`,
	"references":           `&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62; &#x3c;script&#x3e;`,
	"template":             `{{.}} {{define "try"}}x{{end}} ${alert(1)} <%= 1 %>`,
	"script address":       `javascript:alert(1)`,
	"hidden address":       "java\tscript:alert(1)",
	"data address":         `data:text/html,<script>alert(1)</script>`,
	"refresh":              `<meta http-equiv=refresh content=0;url=//evil.example>`,
	"base":                 `<base href=//evil.example>`,
	"form":                 `<form action=//evil.example><button>go</button></form>`,
	"frame":                `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
	"style":                `<style>@import '//evil.example'</style>`,
	"style attribute":      `x" style="position:fixed;inset:0`,
	"null in a tag":        "<scr\x00ipt>alert(1)</scr\x00ipt>",
	"wide brackets":        "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
	"half a character":     "a\xc0<script>alert(1)</script>\xe0\x80",
	"UTF-7":                `+ADw-script+AD4-alert(1)+ADw-/script+AD4-`,
	"line separators":      "a\u2028<script>\u2029alert(1)//",
	"long":                 strings.Repeat("<b onclick=alert(1)>", 100),
}

// TestNoTextOfARecordBecomesMarkup puts each text into every place of a
// question and its records. The page must have the tags and attributes that a
// harmless text gives, and no others.
func TestNoTextOfARecordBecomesMarkup(t *testing.T) {
	harmless := questionTokens(t, "harmless text")
	checkOwnMarkup(t, harmless)
	for name, set := range map[string]map[string]string{"scripted": scripted, "hostile": hostile} {
		for kind, text := range set {
			t.Run(name+"/"+kind, func(t *testing.T) {
				tokens := questionTokens(t, text)
				checkOwnMarkup(t, tokens)
				if oneLine(text) == "" {
					return
				}
				if diff := cmp.Diff(skeleton(harmless), skeleton(tokens)); diff != "" {
					t.Errorf("%q changed the page:\n%s", text, diff)
				}
				checkShown(t, tokens, text)
			})
		}
	}
}

func FuzzQuestionPage(f *testing.F) {
	for _, text := range scripted {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkOwnMarkup(t, questionTokens(t, text)) })
}

func questionTokens(t *testing.T, text string) []token {
	t.Helper()
	run, e := filled(text)
	tokens, err := tokenize(questionPage(t, run, e))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return tokens
}

func questionPage(t *testing.T, run results.RunInfo, e results.Entry) string {
	t.Helper()
	var b bytes.Buffer
	if err := htmlPages.ExecuteTemplate(&b, "question.html", questionView(run, e, QuestionOf(run, e))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	ownTags   = strings.Fields("div p span h4 details summary dl dt dd pre ul li strong code table caption thead tbody tr th td q a mark")
	ownWord   = regexp.MustCompile(`^(|#?q[0-9]+(t[0-9]+)?[acp][0-9]+|[0-9]+|col|row|region|[a-z]+( [a-z]+)?|Citations|Claims|Least supported sentences|Attempts)$`)
	ownAttrs  = strings.Fields("class id href data-n open tabindex role aria-label scope")
	ownStyles = strings.Fields("question traits tag text query fold turns because try badge pass fail error inconclusive skipped unknown warning " +
		"sides checks muted small wide scores reasoning low number sentence message passage facts claim weak")
)

// checkOwnMarkup holds a page to the tags, attributes and values that the
// templates have themselves.
func checkOwnMarkup(t *testing.T, tokens []token) {
	t.Helper()
	for _, token := range tokens {
		if strings.ContainsFunc(token.text, func(r rune) bool { return hidden(r) || (r < ' ' && r != '\n' && r != '\t') }) {
			t.Fatalf("a rune that does not show in %q", token.text)
		}
		if token.name == "" {
			continue
		}
		if !slices.Contains(ownTags, token.name) {
			t.Fatalf("<%s> is none of our tags", token.name)
		}
		for _, attr := range token.attrs {
			if !slices.Contains(ownAttrs, attr[0]) || !ownWord.MatchString(attr[1]) {
				t.Fatalf("<%s %s=%q> is none of our attributes", token.name, attr[0], attr[1])
			}
			if attr[0] == "class" && slices.ContainsFunc(strings.Fields(attr[1]), func(s string) bool { return !slices.Contains(ownStyles, s) }) {
				t.Fatalf("class %q is none of ours", attr[1])
			}
		}
	}
}

// checkShown finds the text as it is to be read, between tags.
func checkShown(t *testing.T, tokens []token, text string) {
	t.Helper()
	whole, line := visibleLines(text), oneLine(text)
	var wholes, onLine int
	for _, token := range tokens {
		if strings.Contains(token.text, whole) {
			wholes++
		}
		if strings.Contains(token.text, line) {
			onLine++
		}
	}
	if wholes < 10 || onLine < 30 && len(line) < maxName {
		t.Errorf("%q is shown %d times whole and %d times on one line", text, wholes, onLine)
	}
}

// filled is a run and a question of which every string is the text, every
// list has two items, and every stretch is the whole text.
func filled(text string) (results.RunInfo, results.Entry) {
	var e results.Entry
	fill(reflect.ValueOf(&e).Elem(), "", text)
	dimension := results.Dimension(text)
	run := results.RunInfo{Repeats: 2, Dimensions: map[results.Category][]results.Dimension{results.Category(text): {dimension}}}
	for i := range e.Records {
		r := &e.Records[i]
		r.Repeat = i
		var cell results.Cell
		fill(reflect.ValueOf(&cell).Elem(), "", text)
		if i == 1 {
			cell.Score = nil
		}
		r.Cells = map[results.Series]results.Cell{results.SeriesOf(r.Category, dimension): cell}
		r.Grounding.Claims[0].Via, r.Grounding.Claims[0].Denied, r.Grounding.Claims[1].Denied = "", false, false
		r.JudgeAgain[0].Prompt.User += " again"
	}
	return run, e
}

func fill(v reflect.Value, field, text string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(map[string]int64{"Start": 0, "End": int64(len(text))}[field])
		if field == "Line" || field == "Column" {
			v.SetInt(1)
		}
	case reflect.Float64:
		v.SetFloat(2.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), field, text)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(text))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), field, text)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), v.Type().Field(i).Name, text)
		}
	}
}
