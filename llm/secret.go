package llm

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// redacted stands wherever a secret would have been printed.
const redacted = "[secret]"

// Secret is a key that no printing verb, encoder or logger shows. The text
// sits behind a pointer because fmt cannot call methods on unexported
// fields: a Secret inside another struct prints as an address.
type Secret struct{ value *string }

// NewSecret wraps a key. White space around it is dropped: a key read from a
// file or a CI variable often ends in a newline, which no header may carry.
func NewSecret(key string) Secret {
	key = strings.TrimSpace(key)
	if key == "" {
		return Secret{}
	}
	return Secret{value: &key}
}

// Reveal returns the key itself, "" for the zero Secret.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// IsZero reports whether there is no key.
func (s Secret) IsZero() bool { return s.value == nil }

// String prints [secret].
func (s Secret) String() string { return redacted }

// GoString prints [secret].
func (s Secret) GoString() string { return redacted }

// Format prints [secret] under every verb, %x and %q included.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// MarshalText writes [secret], which covers JSON and map keys as well.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue logs [secret].
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// check refuses a key that no header can carry, without showing any of it.
func (s Secret) check(name string) error {
	for _, r := range s.Reveal() {
		if r < ' ' || r > '~' {
			return fmt.Errorf("%s holds a character that is not printable ASCII", name)
		}
	}
	return nil
}
