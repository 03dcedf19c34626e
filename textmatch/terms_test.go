package textmatch

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTerms(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"camel case parts", "buildEvidencePack", "build evid pack"},
		{"words meet identifiers", "build evidence pack", "build evid pack"},
		{"snake, kebab and dotted names part", "load_config scanner-secrets ranker.query", "load config scanner secret ranker queri"},
		{"an acronym ends before the last capital", "HTTPServer parseJSONBody", "http server pars json bodi"},
		{"an acronym in the plural stays whole", "URLs of IDs", "url id"},
		{"a word that begins with s after an acronym parts", "XMLscan HTTPStatus", "xm lscan http status"},
		{"a digit ends a part before a capital only", "sha256 base64Decoder utf8", "sha256 base64 decod utf8"},
		{"single ASCII characters are dropped", "x := y + 5", ""},
		{"ordinary English is dropped in every form", "It uses, used and is using things that happened.", ""},
		{"what denies is kept", "not, no and never", "not no never"},
		{"a contraction denies like its long form", "doesn't can’t won't cannot", "not not not not"},
		{"n before a quoted t is no contraction", "token'tail", "token tail"},
		{"other contractions say nothing", "we'll you're I've it's", ""},
		{"words that name things in code are kept", "type error state class result case file path key index",
			"type error state class result case file path key index"},
		{"words that share a stem with ordinary ones are kept", "import provider container", "import provid contain"},
		{"words in every file are dropped as written only", "return value, returns values", "return valu"},
		{"repeats are kept", "scanner scanner", "scanner scanner"},
		{"accents stay and compose", "Cafe\u0301 NAÏVE", "café naïve"},
		{"Greek and Cyrillic fold", "Σίσυφος Сервер", "σίσυφοσ сервер"},
		{"camel case in any script", "загрузитьКонфиг", "загрузить конфиг"},
		{"one letter of another alphabet can name something", "α-decay", "α decay"},
		{"unspaced scripts give pairs", "東京都庁 水", "東京 京都 都庁 水"},
		{"scripts part in one run", "使用React框架", "使用 react 框架"},
		{"a prolonged kana stays with its word", "サーバー", "サー ーバ バー"},
		{"marks stay with their letter", "ที่นี่", "ที่นี่"},
		{"compatibility forms fold", "ﬁle ｓｅｒｖｅｒ ½kg", "file server 2kg"},
		{"invisible characters part nothing", "ser\u00adver\u200bless", "serverless"},
		{"bytes that are not UTF-8 part words", "alpha\xffbravo", "alpha bravo"},
		{"stray marks are no words", "\u0301 \u0e48", ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := strings.Join(slices.Collect(Terms(c.text)), " "); got != c.want {
				t.Errorf("Terms(%q) = %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestTermsStopsWhenAsked(t *testing.T) {
	for _, text := range []string{"alpha bravo", "alphaBravo", "東京都", "don't stop", "東京 alpha"} {
		n := 0
		for range Terms(text) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("Terms(%q) yielded %d terms before the break, want 1", text, n)
		}
	}
}

// TestScoreVectors holds Terms to the recorded scores: the share of a
// response's terms that its context holds too.
func TestScoreVectors(t *testing.T) {
	data, err := os.ReadFile("../testdata/vectors/grounding.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Meta struct {
			Dropped []string `json:"prose_words_that_must_be_dropped"`
		}
		Cases []struct {
			ID, Kind string
			Input    struct{ Response, Context string }
			Expect   struct{ Score float64 }
		}
	}
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	if got := slices.Collect(Terms(strings.Join(vectors.Meta.Dropped, " "))); len(got) > 0 || len(vectors.Meta.Dropped) == 0 {
		t.Errorf("of %d ordinary words these are left: %v", len(vectors.Meta.Dropped), got)
	}
	checked := 0
	for _, c := range vectors.Cases {
		if c.Kind != "score" {
			continue
		}
		checked++
		if got := score(c.Input.Response, c.Input.Context); got != c.Expect.Score {
			t.Errorf("%s: score %v, want %v", c.ID, got, c.Expect.Score)
		}
	}
	t.Logf("%d score vectors", checked)
	if checked < 20 {
		t.Errorf("only %d score vectors", checked)
	}
}

func score(response, context string) float64 {
	known := map[string]bool{}
	for term := range Terms(context) {
		known[term] = true
	}
	matched, total := 0, 0
	for term := range Terms(response) {
		total++
		if known[term] {
			matched++
		}
	}
	return float64((2000*matched+total)/(2*total)) / 1000
}

func FuzzTerms(f *testing.F) {
	for _, s := range []string{"buildEvidencePack", "doesn't", "HTTPServers", "東京タワー", "ที่นี่", "½ ﬁ ㎏ İ", "a\u0301\u200b", "\xff\xfe'", "ǅungla ΐ"} {
		f.Add(s)
	}
	used := new(Tokenizer) // what it remembers must not show
	f.Fuzz(func(t *testing.T, s string) {
		terms := slices.Collect(Terms(s))
		for _, term := range terms {
			if !utf8.ValidString(term) || len(term) < 2 {
				t.Fatalf("Terms(%q) holds %q", s, term)
			}
			if folded := foldWord(term); folded != term {
				t.Fatalf("Terms(%q): %q folds on to %q", s, term, folded)
			}
			if termEnd(term, 0) != len(term) || identifierPart(term) != len(term) {
				t.Fatalf("Terms(%q): %q is more than one word", s, term)
			}
		}
		again := slices.Collect(used.Terms("x  " + s + " . y"))
		if diff := cmp.Diff(terms, again); diff != "" {
			t.Fatalf("surroundings change the terms of %q:\n%s", s, diff)
		}
	})
}

func BenchmarkTerms(b *testing.B) {
	text := strings.Repeat("func (x *Index) parseManifest(name string, values []byte) returns the queried configuration when it is classified. ", 100)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for range Terms(text) {
		}
	}
}

// TestTermsAreLinear would not end within the test's time if a run were read
// again from every change of script or case in it.
func TestTermsAreLinear(t *testing.T) {
	const size = 1 << 19
	for _, piece := range []string{"a東", "aB", "αB", "n't", "東", "e\u0301", "½"} {
		n := 0
		for range Terms(strings.Repeat(piece, size/len(piece))) {
			n++
		}
		t.Logf("%q: %d terms", piece, n)
	}
}
