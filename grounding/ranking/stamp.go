package ranking

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Stamp says when a context was written and from what. Hashes tell whether it
// is stale where file times cannot: a fresh clone makes every file new.
type Stamp struct {
	Generated time.Time    `json:"generated"`
	Files     []QuotedFile `json:"files"`
}

// QuotedFile is a file as it was when the context was written.
type QuotedFile struct {
	Path   string `json:"path"`   // from the root, with slashes
	SHA256 string `json:"sha256"` // of its bytes, in hex
}

// The stamp is one line, an HTML comment, which Markdown does not show. JSON
// with < and > escaped cannot end it.
const (
	stampHead = "<!-- evalrun.context/1 "
	stampTail = " -->"
)

// NewStamp hashes the ranked files below root.
func NewStamp(root string, ranked []Ranked, generated time.Time) (Stamp, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return Stamp{}, fmt.Errorf("stamp the context: %w", err)
	}
	defer dir.Close()
	s := Stamp{Generated: generated.UTC().Truncate(time.Second), Files: []QuotedFile{}}
	for _, r := range ranked {
		sum, err := hash(dir, r.Path)
		if err != nil {
			return Stamp{}, fmt.Errorf("stamp the context: %w", err)
		}
		s.Files = append(s.Files, QuotedFile{r.Path, sum})
	}
	return s, nil
}

func hash(dir *os.Root, name string) (string, error) {
	name = filepath.FromSlash(name)
	f, err := openRegular(dir, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// ReadStamp returns the stamp of a context, and whether it has one. Only the
// head counts: what is quoted further down may look like a stamp.
func ReadStamp(context string) (Stamp, bool) {
	for line := range strings.Lines(context) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "## ") {
			break
		}
		data, isHead := strings.CutPrefix(line, stampHead)
		data, isTail := strings.CutSuffix(data, stampTail)
		if !isHead || !isTail {
			continue
		}
		var s Stamp
		return s, json.Unmarshal([]byte(data), &s) == nil
	}
	return Stamp{}, false
}

// Quoted is the part of a context that is quoted from files. The head of one
// that Write made repeats the question, which is no evidence for an answer to
// it; any other text is returned whole.
func Quoted(context string) string {
	if _, stamped := ReadStamp(context); !stamped {
		return context
	}
	_, quoted, found := strings.Cut(context, "\n## ")
	if !found {
		return ""
	}
	return "## " + quoted
}

// Changed returns the path of the first quoted file whose bytes are not what
// they were, or that is gone, and "" when there is none.
func (s Stamp) Changed(root string) (string, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return "", fmt.Errorf("compare the context with the checkout: %w", err)
	}
	defer dir.Close()
	for _, f := range s.Files {
		sum, err := hash(dir, f.Path)
		if errors.Is(err, fs.ErrNotExist) {
			return f.Path, nil
		}
		if err != nil {
			return "", fmt.Errorf("compare the context with the checkout: %w", err)
		}
		if sum != f.SHA256 {
			return f.Path, nil
		}
	}
	return "", nil
}

func (s Stamp) line() (string, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	return stampHead + string(data) + stampTail, nil
}

func (s Stamp) generated() string { return s.Generated.UTC().Format(time.RFC3339) }
