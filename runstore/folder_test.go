package runstore

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestFolderNameHoldsOnlySafeCharacters(t *testing.T) {
	safe := regexp.MustCompile(`^20260301T123045Z-[A-Za-z0-9._-]+-[0-9a-f]{4}$`)
	for suite, want := range map[string]string{
		"refund-policy":             "refund-policy",
		"suites/kündigung?":         "suites-k-ndigung",
		`..\..\openai/gpt-4o:free`:  "openai-gpt-4o-free",
		"a\x00b\nc":                 "a-b-c",
		"":                          "suite",
		"...":                       "suite",
		"日本語":                       "suite",
		strings.Repeat("long", 100): strings.Repeat("long", 25),
	} {
		info := testInfo()
		info.Suite.Name = suite
		r, err := Create(t.TempDir(), info, testOptions())
		if err != nil {
			t.Fatalf("%q: %v", suite, err)
		}
		r.Close()
		name := filepath.Base(r.Path())
		if !safe.MatchString(name) || len(name) >= 200 {
			t.Errorf("%q: unsafe folder name %q of %d bytes", suite, name, len(name))
		}
		if want = "20260301T123045Z-" + want + "-abcd"; name != want {
			t.Errorf("%q: folder %q, want %q", suite, name, want)
		}
		if r.Info().ID != name {
			t.Errorf("%q: run id %q differs from its folder %q", suite, r.Info().ID, name)
		}
	}
}

func TestRunsOfOneSecondNeverShareAFolder(t *testing.T) {
	dir := t.TempDir()
	seen := map[string]bool{}
	for range 5 {
		opt := testOptions()
		opt.Rand = bytes.NewReader([]byte{0xff, 0xff}) // the last name; counting on wraps around
		r, err := Create(dir, testInfo(), opt)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		seen[r.Path()] = true
	}
	if len(seen) != 5 {
		t.Errorf("5 runs made %d folders", len(seen))
	}
}

func TestFolderTimeIsUTC(t *testing.T) {
	opt := testOptions()
	opt.Now = testTime.In(time.FixedZone("CEST", 2*60*60))
	r, err := Create(t.TempDir(), testInfo(), opt)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if name := filepath.Base(r.Path()); !strings.HasPrefix(name, "20260301T123045Z-") {
		t.Errorf("folder %q does not start with the UTC time", name)
	}
}
