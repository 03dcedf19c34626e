package suites

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func readPrices(t *testing.T, text string) (map[string]Price, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prices.yaml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return ReadPrices(path)
}

func TestReadPrices(t *testing.T) {
	got, err := readPrices(t, "# ours\ngpt-4.1-mini: {input: 0.40, output: 1.60}\nlocal/llama: {input: 0, output: 0}\nx-note: checked in March\n")
	want := map[string]Price{"gpt-4.1-mini": {0.40, 1.60}, "local/llama": {}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, prices (-want +got):\n%s", err, diff)
	}
}

func TestPricesNameEveryProblemAtItsPlace(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"nothing":              {"", "prices.yaml:1: the file names no prices"},
		"comments alone":       {"# gpt-4.1: {input: 1, output: 2}\n", "prices.yaml:1: the file names no prices"},
		"a list":               {"- gpt-4.1\n", "prices.yaml:1:1: a file of prices is a list, want a mapping"},
		"one number":           {"gpt-4.1: 2\n", `prices.yaml:1:10: gpt-4.1 is a number ("2"), want a mapping`},
		"a missing price":      {"gpt-4.1: {input: 2}\n", "prices.yaml:1:10: gpt-4.1.output is missing"},
		"an unknown key":       {"gpt-4.1: {input: 2, outptu: 8}\n", `prices.yaml:1:21: unknown key "outptu"`},
		"a negative price":     {"gpt-4.1: {input: -2, output: 8}\n", "prices.yaml:1:18: gpt-4.1.input is -2, want a decimal number from 0 to 100000"},
		"a price with a sign":  {"gpt-4.1: {input: $2, output: 8}\n", `gpt-4.1.input is text ("$2"), want a number`},
		"a price as text":      {"gpt-4.1: {input: \"2\", output: 8}\n", `gpt-4.1.input is text ("2"), want a number`},
		"a price per ten tons": {"gpt-4.1: {input: 2e9, output: 8}\n", "want a decimal number from 0 to 100000"},
		"a model twice":        {"a: {input: 1, output: 1}\na: {input: 2, output: 2}\n", `prices.yaml:2:1: duplicate key "a", first on line 1`},
		"a broken file":        {"a: {input: 1\n", "prices.yaml:"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readPrices(t, tc.text)
			var problems Problems
			if !errors.As(err, &problems) || got != nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("prices %v, error %v, want %q in it", got, err, tc.want)
			}
		})
	}
}

func TestAFileOfPricesThatIsNotThere(t *testing.T) {
	_, err := ReadPrices(filepath.Join(t.TempDir(), "none.yaml"))
	if err == nil || !strings.Contains(err.Error(), "none.yaml: cannot be read: ") {
		t.Errorf("error %v", err)
	}
}
