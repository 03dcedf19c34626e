package quotes

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// row is one answer of the data sets with the quotes that people picked.
type row struct {
	ID      string
	Sources []struct{ ID, Title, Text string }
	Quotes  []struct{ Source, Text string }
}

// standing is a sample of CLAP NQ that every run of the tests holds.
const standing = "testdata/clapnq_sample.jsonl"

func readRows(t testing.TB, file string) []row {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// dataRows reads a set from the folder that EVALRUN_DATA names.
func dataRows(t testing.TB, name string) []row {
	t.Helper()
	folder := os.Getenv("EVALRUN_DATA")
	if folder == "" {
		t.Skip("EVALRUN_DATA is not set: the full data sets are not read")
	}
	return readRows(t, filepath.Join(folder, "quotes", name))
}

// picked calls visit with each quote and its prepared source.
func picked(rows []row, visit func(r row, quote string, p *Prepared)) {
	for _, r := range rows {
		sources := map[string]*Prepared{}
		for _, s := range r.Sources {
			sources[s.ID] = Prepare(Source{Title: s.Title, Text: s.Text}, Default, MatchOptions{})
		}
		for _, q := range r.Quotes {
			visit(r, q.Text, sources[q.Source])
		}
	}
}

// honest counts what became of quotes that people picked and returns the
// rate of false alarms in percent.
func honest(t *testing.T, name string, rows []row) float64 {
	t.Helper()
	methods := map[Method]int{}
	n, short, alarms := 0, 0, 0
	picked(rows, func(r row, quote string, p *Prepared) {
		m := p.Match(quote)
		n++
		methods[m.Method]++
		switch {
		case m.TooShort:
			short++
		case m.Method == NotFound || len(m.Alterations) > 0:
			alarms++
			t.Logf("%s: %s %.3f %v: %q", r.ID, m.Method, m.Similarity, m.Alterations, quote)
		}
	})
	t.Logf("%s: %d quotes, %v, too short %d, false alarms %d", name, n, methods, short, alarms)
	return 100 * float64(alarms) / float64(n)
}

func TestHonestQuotesOfTheSample(t *testing.T) {
	if rate := honest(t, "clapnq sample", readRows(t, standing)); rate > 0 {
		t.Errorf("false alarms on %.2f %% of the quotes", rate)
	}
}

func TestHonestQuotesOfClapNQ(t *testing.T) {
	if rate := honest(t, "clapnq_quotes", dataRows(t, "clapnq_quotes.jsonl")); rate > 0 {
		t.Errorf("false alarms on %.2f %% of the quotes", rate)
	}
}

func TestHonestQuotesOfQuoteSum(t *testing.T) {
	if rate := honest(t, "quotesum", dataRows(t, "quotesum.jsonl")); rate > 0.5 {
		t.Errorf("false alarms on %.2f %% of the quotes, at most 0.5 are allowed", rate)
	}
}

// tally counts altered copies of one kind.
type tally struct{ n, caught, altered, rightKind, passed int }

// add counts a copy and reports whether it was caught.
func (k *tally) add(m Match, want string) bool {
	if m.Method == Exact && len(m.Alterations) == 0 {
		return true // the source says that as well
	}
	k.n++
	switch {
	case len(m.Alterations) > 0:
		k.altered++
		if strings.Contains(kinds(m), want) {
			k.rightKind++
		}
	case m.Method != NotFound && !m.TooShort:
		if m.Score >= 0.85 {
			k.passed++
		}
		return false
	}
	k.caught++
	return true
}

// detect makes altered copies of the quotes and counts what the matcher says
// of them.
func detect(t *testing.T, rows []row) map[string]*tally {
	t.Helper()
	tallies := map[string]*tally{}
	picked(rows, func(r row, quote string, p *Prepared) {
		for _, v := range alteredCopies(quote) {
			if tallies[v.kind] == nil {
				tallies[v.kind] = &tally{}
			}
			m := p.Match(v.text)
			if !tallies[v.kind].add(m, v.want) {
				t.Logf("%s missed, %s %.3f: %q of %q", v.kind, m.Method, m.Score, v.text, quote)
			}
		}
	})
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-20s %6s %8s %8s %10s %10s\n", "altered copy", "n", "caught", "altered", "right kind", "scored .85")
	for _, name := range sortedKeys(tallies) {
		k := tallies[name]
		fmt.Fprintf(&table, "%-20s %6d %7.2f%% %8d %10d %10d\n", name, k.n, 100*float64(k.caught)/float64(k.n), k.altered, k.rightKind, k.passed)
	}
	t.Log(table.String())
	return tallies
}

// eachSet runs a test on the sample and on the full sets.
func eachSet(t *testing.T, test func(t *testing.T, rows []row)) {
	t.Helper()
	t.Run("clapnq sample", func(t *testing.T) { test(t, readRows(t, standing)) })
	for _, name := range []string{"clapnq_quotes.jsonl", "quotesum.jsonl"} {
		t.Run(name, func(t *testing.T) { test(t, dataRows(t, name)) })
	}
}

func TestAlteredCopies(t *testing.T) {
	eachSet(t, func(t *testing.T, rows []row) {
		for name, k := range detect(t, rows) {
			least := 0.95
			if strings.HasPrefix(name, "number") || strings.HasPrefix(name, "negation") {
				least = 0.99
			}
			if got := float64(k.caught) / float64(k.n); got < least {
				t.Errorf("%s: %.1f %% caught, want %.0f", name, 100*got, 100*least)
			}
		}
	})
}
