package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/internal/loopback"
)

const canary = "sk-live-CANARY1234567890"

// checkClean wants no eight characters of the key in text.
func checkClean(t *testing.T, text, key string) {
	t.Helper()
	for i := 0; i+8 <= len(key); i++ {
		if strings.Contains(text, key[i:i+8]) {
			t.Errorf("%q shows %q of the key", text, key[i:i+8])
			return
		}
	}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	type holder struct {
		Open   Secret
		hidden Secret
		inner  struct{ s *Secret }
	}
	s := NewSecret(canary)
	h := holder{Open: s, hidden: s}
	h.inner.s = &s
	var out bytes.Buffer
	for _, v := range []any{s, &s, h, &h, []Secret{s}, map[string]Secret{"k": s}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&out, verb, v)
		}
	}
	if err := json.NewEncoder(&out).Encode(map[string]any{"k": h, "m": map[Secret]int{s: 1}}); err != nil {
		t.Fatal(err)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "key", s, "holder", h)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "key", s, "holder", h)
	checkClean(t, out.String(), canary)
	if s.Reveal() != canary {
		t.Errorf("Reveal gives %q", s.Reveal())
	}
}

func TestClientAndConfigPrintNoKey(t *testing.T) {
	cfg := Config{
		BaseURL: "http://h/v1", Model: "m", Key: NewSecret(canary),
		Headers: map[string]string{"Authorization": "Bearer " + canary},
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		checkClean(t, fmt.Sprintf(verb+verb+verb, cfg, &cfg, c), canary)
	}
	for _, typed := range []string{"http://h/v1?key=" + canary, "http://" + canary + "@h/v1"} {
		cfg.BaseURL = typed
		_, err := New(cfg)
		if err == nil {
			t.Fatalf("%q was accepted", typed)
		}
		checkClean(t, err.Error()+fmt.Sprintf("%v %+v", cfg, cfg), canary)
	}
}

// Endpoints repeat the key in their error texts, whole or in part.
func TestErrorsAreScrubbed(t *testing.T) {
	for name, reply := range map[string]*loopback.Response{
		"the message repeats it": status(401, `{"error":{"message":"Incorrect API key provided: `+canary+`"}}`),
		"a part of it":           status(401, `{"error":"key sk-live-CANARY… is unknown"}`),
		"a page repeats it":      status(502, "<html>Authorization: Bearer "+canary+"</html>"),
		"cut in the middle":      status(502, strings.Repeat("x", 190)+canary),
		"redirected with it":     status(302, "").With("Location", "http://other/"+canary+"?k="+canary),
		"refused with it":        status(200, `{"choices":[{"message":{"refusal":"`+canary+`"}}]}`),
		"a content type":         status(500, "x").With("Content-Type", canary),
	} {
		t.Run(name, func(t *testing.T) {
			for _, as := range []string{"key", "header"} {
				c, _, _ := serve(t, always(reply), func(cfg *Config) {
					if cfg.Attempts = 1; as == "key" {
						cfg.Key = NewSecret(canary)
						return
					}
					cfg.Headers = map[string]string{"Authorization": "Bearer " + canary}
				})
				e, attempts := failure(t, c)
				checkClean(t, fmt.Sprintf("%v %+v %+v", e, *e, attempts), canary)
				if !strings.Contains(e.Message, c.address) {
					t.Errorf("more than the key was lost: %s", e.Message)
				}
			}
		})
	}
}

func TestScrub(t *testing.T) {
	key := NewSecret("abcdefghijklmnop")
	tests := []struct{ name, text, want string }{
		{"whole", "key abcdefghijklmnop.", "key [secret]."},
		{"eight characters of it", "x cdefghij y", "x [secret] y"},
		{"seven are no fragment", "cdefghi", "cdefghi"},
		{"twice in a row", "abcdefghijklmnopabcdefghijklmnop", "[secret]"},
		{"two places", "abcdefgh-ijklmnop", "[secret]-[secret]"},
		{"shorter than a fragment", "abc", "abc"},
		{"nothing", "", ""},
		{"beside other scripts", "für→abcdefgh←", "für→[secret]←"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Scrub(tt.text, Secret{}, key); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			given := []byte(tt.text)
			if got := NewScrubber(Secret{}, key).ScrubBytes(given); string(got) != tt.want || string(given) != tt.text {
				t.Errorf("of bytes got %q, want %q; %q was given", got, tt.want, given)
			}
		})
	}
}

// Servers without keys are given a word in place of one; ordinary text that
// holds the word is no leak.
func TestPlaceholderKeysAreNotScrubbed(t *testing.T) {
	for key, text := range map[string]string{
		"none": `{"confidence":"none"}`, "true": `{"final":true}`, "pass": `{"verdict":"pass"}`,
		"EMPTY": "EMPTY", "x": "an x", "ollama": "use ollama", "1234567": "a 1234567 b",
	} {
		if got := Scrub(text, NewSecret(key)); got != text {
			t.Errorf("key %q: %q became %q", key, text, got)
		}
	}
	if got := Scrub("a 12345678 b", NewSecret("12345678")); got != "a [secret] b" {
		t.Errorf("a key of eight bytes is a key: %q", got)
	}
}

// FuzzScrub compares with the definition: every byte that is part of eight
// bytes of the key goes.
func FuzzScrub(f *testing.F) {
	f.Add("abcdefghij", "xxabcdefghijyy")
	f.Add("aaaaaaaaaa", "aaaaaaaaaaaaaaaaaaa")
	f.Add("abcdefghabcdefgh", "bcdefgha abcdefg habcdefg")
	f.Fuzz(func(t *testing.T, key, text string) {
		secret := NewSecret(key)
		if len(secret.Reveal()) < fragment {
			return
		}
		hidden := make([]bool, len(text)+1)
		for i := 0; i+fragment <= len(text); i++ {
			if strings.Contains(secret.Reveal(), text[i:i+fragment]) {
				for j := range fragment {
					hidden[i+j] = true
				}
			}
		}
		var want strings.Builder
		for i := range len(text) {
			switch {
			case !hidden[i]:
				want.WriteByte(text[i])
			case !hidden[i+1]:
				want.WriteString(redacted)
			}
		}
		if got := Scrub(text, secret); got != want.String() {
			t.Fatalf("key %q, text %q: got %q, want %q", key, text, got, want.String())
		}
	})
}

func BenchmarkScrub(b *testing.B) {
	s := NewScrubber(NewSecret(canary))
	text := strings.Repeat("a line of an ordinary record, ", 300)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s.Scrub(text)
	}
}
