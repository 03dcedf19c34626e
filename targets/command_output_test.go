package targets

import (
	"context"
	"strings"
	"testing"
)

func noSecretIn(t testing.TB, text string) {
	t.Helper()
	for i := range len(secret) - 8 {
		if strings.Contains(text, secret[i:i+8]) {
			t.Fatalf("%q of the secret is in %q", secret[i:i+8], text)
		}
	}
}

// A secret that a program prints must not reach a message, whole or in
// pieces; paths and locales are no secrets and stay readable.
func TestFailureShowsExitCodeAndTheEndOfStderrWithoutSecrets(t *testing.T) {
	spec := program(t, "leak", "\x1b[31mred\x07 caf\xe9 \u202e")
	spec.Env = []string{"PATH", "APP_KEY"}
	c := newCommand(t, spec)
	_, err := c.Answer(context.Background(), question("q", "Q?"))
	failed := wantError(t, err, CodeCommand, "exit status 3", "PATH=/usr/local/bin", "APP_KEY=[secret]", `\x1b[31mred\a caf\xe9 \u202e`)
	noSecretIn(t, failed.Message)
	if strings.ContainsFunc(failed.Message, func(r rune) bool { return r < ' ' || r == '\u202e' }) {
		t.Errorf("a control character acts in %q", failed.Message)
	}
	if failed.Attempts != 1 || failed.Fatal() {
		t.Errorf("got %+v, want one attempt and the next question asked", failed)
	}
	if got := c.Secrets(); len(got) != 1 || got[0].Reveal() != secret {
		t.Errorf("got %d secrets, want the key alone", len(got))
	}
}

// However long the error output is and wherever it is cut, no piece of a
// secret that could be used stays at the cut.
func TestTailScrubsWhatIsCutAtItsFront(t *testing.T) {
	spec := program(t, "leak", "")
	spec.Env = []string{"APP_KEY"}
	c := newCommand(t, spec)
	for after := range len(secret) + 2 {
		var full tail
		long := strings.Repeat("x", tailBytes) + secret + strings.Repeat("y", tailBytes-after)
		for len(long) > 0 { // as it comes, in pieces
			n := min(len(long), 1000)
			full.Write([]byte(long[:n]))
			long = long[n:]
		}
		noSecretIn(t, full.shown(c.scrub))
		var short tail
		short.Write([]byte(secret + strings.Repeat("z", shownBytes-after)))
		noSecretIn(t, short.shown(c.scrub))
	}
}

func TestTailKeepsTheEnd(t *testing.T) {
	var got tail
	for i := range 100 {
		got.Write([]byte(strings.Repeat(string(rune('a'+i%26)), 1+i*10)))
	}
	got.Write([]byte(strings.Repeat("x", 2*tailBytes) + "the end"))
	if len(got.kept) != tailBytes || !strings.HasSuffix(string(got.kept), "xthe end") {
		t.Errorf("kept %d bytes, ending %q", len(got.kept), got.kept[len(got.kept)-10:])
	}
}

func TestOutputOverTheCapIsAnError(t *testing.T) {
	spec := program(t, "flood")
	spec.MaxBytes = 100_000
	_, err := newCommand(t, spec).Answer(context.Background(), question("q", "Q?"))
	wantError(t, err, "target_too_large", "over 100000 bytes")
}
