package grounding

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/repository"
)

// checkout is a repository that knows what it is told.
type checkout map[string]repository.Status

func (c checkout) Symbol(name string) repository.Status { return c[name] }
func (c checkout) File(path string) repository.Status   { return c[path] }
func (c checkout) Import(_, m string) repository.Status { return c[m] }
func fakes(values ...string) Ground {
	c := checkout{}
	for _, v := range values {
		c[v] = repository.Fake
	}
	return Ground{Repository: c}
}

type evidence struct {
	name, context string
	want          Via
}

// checkEvidence looks for a claim that the repository has proved fake.
func checkEvidence(t *testing.T, kind Kind, value string, cases []evidence) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := fakes(value).route(Claim{Kind: kind, Value: value}, Prepare(c.context, Source{}))
			if got != c.want {
				t.Errorf("via %q, want %q", got, c.want)
			}
		})
	}
}

func TestFakeSymbolNeedsItsOwnForm(t *testing.T) {
	checkEvidence(t, Symbol, "rank", []evidence{
		{"a call", "see rank(query)", ViaContext},
		{"a call with a space", "see rank (query)", ViaContext},
		{"a method call", "index.rank(query)", ViaContext},
		{"a word of prose", "to rank files by topic", ViaNothing},
		{"a call on the next line", "the rank\n(of a file)", ViaNothing},
		{"part of a longer name before", "prerank(q)", ViaNothing},
		{"part of a longer name after", "rankFiles(q)", ViaNothing},
		{"a letter of another script before", "érank(q)", ViaNothing},
		{"a dollar before", "$rank(q)", ViaNothing},
		{"another letter case", "Rank(q)", ViaNothing},
		{"a definition", "def rank takes a query", ViaContext},
		{"a type", "type\trank struct", ViaContext},
		{"the defining word inside another", "undef rank", ViaNothing},
		{"a definition of a longer name", "def rank_all", ViaNothing},
		{"an arrow", "const rank = (q) => q", ViaContext},
		{"an async arrow", "rank: async (q) => q", ViaContext},
		{"a function value", "rank = function (q) {}", ViaContext},
		{"an async function value", "rank = async function (q) {}", ViaContext},
		{"a plain value", "rank = 4", ViaNothing},
		{"a value named like async", "rank = asyncRank", ViaNothing},
		{"a value named like function", "rank: functional", ViaNothing},
		{"the second mention counts", "to rank is rank(q)", ViaContext},
		{"at both ends of the text", "rank", ViaNothing},
	})
}

func TestFakeFileNeedsItsPath(t *testing.T) {
	checkEvidence(t, File, "lib/index.js", []evidence{
		{"the path", "see lib/index.js.", ViaContext},
		{"the end of a longer path", "src/lib/index.js", ViaContext},
		{"another folder", "src/index.js", ViaNothing},
		{"a longer extension", "lib/index.js.bak", ViaNothing},
		{"a longer name", "lib/index.jsx", ViaNothing},
		{"a dash after", "lib/index.js-old", ViaNothing},
		{"a folder of that name", "lib/index.js/part.js", ViaNothing},
		{"the end of a longer folder", "mylib/index.js", ViaNothing},
		{"a dash before", "my-lib/index.js", ViaNothing},
		{"a hidden folder", ".lib/index.js", ViaNothing},
		{"below the current folder", "./lib/index.js", ViaContext},
		{"the other separator", `src\lib\index.js`, ViaContext},
		{"the base name alone", "index.js", ViaNothing},
	})
}

func TestFakeImportNeedsTheWholeModule(t *testing.T) {
	checkEvidence(t, Import, "app.cache", []evidence{
		{"the module", "from app.cache import Cache", ViaContext},
		{"a longer name", "app.cache_utils", ViaNothing},
		{"a longer dotted name", "app.cache.store", ViaNothing},
		{"the end of a dotted name", "my.app.cache", ViaNothing},
		{"the end of a sentence", "It is in app.cache.", ViaContext},
	})
	checkEvidence(t, Import, "left-pad", []evidence{
		{"a longer dashed name", "use left-pad-9000", ViaNothing},
		{"a scoped package", "use @x/left-pad", ViaNothing},
		{"a part of the module", "left-pad/lib", ViaNothing},
		{"in quotes", "require('left-pad')", ViaContext},
	})
	checkEvidence(t, Import, "./zilch", []evidence{
		{"a folder up", "require('../zilch')", ViaNothing},
		{"the same folder", "require('./zilch')", ViaContext},
	})
}

func TestRoutesInOrder(t *testing.T) {
	allow, err := ReadAllowList(strings.NewReader("*"))
	if err != nil {
		t.Fatal(err)
	}
	held := checkout{"rank": repository.Cleared}
	for _, c := range []struct {
		name, context string
		ground        Ground
		want          Via
	}{
		{"the context goes before the repository", "we Rank files", Ground{Repository: held}, ViaContext},
		{"the repository stands in", "nothing of it", Ground{Repository: held, Allow: allow}, ViaRepository},
		{"undecided falls back on a mention", "ranking", Ground{Repository: checkout{}}, ViaContext},
		{"without a repository a mention is enough", "prerank", Ground{}, ViaContext},
		{"undecided and not mentioned", "nothing", Ground{Repository: checkout{}}, ViaNothing},
		{"allowed comes last", "nothing", Ground{Allow: allow}, ViaAllowed},
		{"allowed even where proved fake", "to rank", Ground{fakes("rank").Repository, allow}, ViaAllowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.ground.route(Claim{Kind: Symbol, Value: "rank"}, Prepare(c.context, Source{})); got != c.want {
				t.Errorf("via %q, want %q", got, c.want)
			}
		})
	}
}

func TestBaseNameIsAMentionOfAFile(t *testing.T) {
	c := Prepare("look at INDEX.js", Source{})
	if got := (Ground{}).route(Claim{Kind: File, Value: "lib/index.js"}, c); got != ViaContext {
		t.Errorf("via %q", got)
	}
}

func TestNameOfAPassageGroundsAClaimAndNoWord(t *testing.T) {
	c := PrepareSources([]answers.Passage{{ID: "p", Source: "docs/refund.md", Text: "thirty days"}})
	if got := (Ground{}).route(Claim{Kind: File, Value: "docs/refund.md"}, c); got != ViaContext {
		t.Errorf("via %q", got)
	}
	if matched, total := c.Score("refund"); matched != 0 || total != 1 {
		t.Errorf("%d of %d terms", matched, total)
	}
}

// Values in a large text are found alike before and after its suffixes are
// sorted.
func TestManySearchesFindTheSame(t *testing.T) {
	var b strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&b, "name%d( ", i)
	}
	h := newHaystack(b.String())
	found := func() (n int) {
		for range h.starts("name1999", identifier) {
			n++
		}
		return n
	}
	first := found()
	if first != 111 || !h.contains("name7(") || h.contains("name200000(") {
		t.Fatalf("found %d", first)
	}
	h.scans.Store(scanBudget)
	if n := found(); n != first || !h.contains("name7(") || h.contains("name200000(") {
		t.Errorf("found %d, before %d", n, first)
	}
}

// A text that is one long name is read once for each search, not from each of
// its letters, and a hit inside a name is none.
func TestLongNameIsPassedAtOnce(t *testing.T) {
	const length = 100_000
	h := newHaystack(strings.Repeat("a", length) + " aa")
	for _, sorted := range []bool{false, true} {
		if sorted {
			h.scans.Store(scanBudget)
		}
		looked, hits := 0, 0
		for range h.starts("aa", func(r rune) bool { looked++; return identifier(r) }) {
			hits++
		}
		if hits != 2 || looked > 2*length {
			t.Errorf("sorted %v: %d hits after %d looks", sorted, hits, looked)
		}
	}
}
