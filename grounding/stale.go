package grounding

import (
	"fmt"
	"time"

	"github.com/evalrun/evalrun/grounding/ranking"
)

// Age is what the age of a context file can be told from.
type Age struct {
	Root     string    // of the repository
	Path     string    // of the context, from the root with slashes; "" when it is outside
	Text     string    // of the context
	Modified time.Time // of the context file
	// Newest is the code file of the repository that was changed last.
	Newest func() (path string, changed time.Time, ok bool)
	// Git runs git in the root and returns its output without outer space;
	// nil where there is no git.
	Git func(args ...string) (string, error)
}

// Stale tells whether the context is older than the code, and why in a
// warning. The surest sign that is there decides: the hashes that the context
// carries of the files it quotes, then the times of commits, then those of
// files, which a fresh clone makes all new. It is nil where there is no sign.
func (a Age) Stale() (stale *bool, warning string) {
	for _, tell := range [...]func() (string, bool){a.byHash, a.byCommit, a.byTime} {
		if warning, told := tell(); told {
			stale := warning != ""
			return &stale, warning
		}
	}
	return nil, ""
}

func (a Age) byHash() (warning string, told bool) {
	stamp, ok := ranking.ReadStamp(a.Text)
	if !ok {
		return "", false
	}
	changed, err := stamp.Changed(a.Root)
	switch {
	case err != nil:
		return "", false
	case changed == "":
		return "", true
	}
	return fmt.Sprintf("context quotes %s as it was before it changed — write the context again", changed), true
}

// sameMoment is the gap up to which two files count as written together: by one
// checkout, or on a disk that keeps times to two seconds.
const sameMoment = 2 * time.Second

func (a Age) byTime() (warning string, told bool) {
	newest, changed, ok := a.Newest()
	if !ok {
		return "", false
	}
	if changed.Sub(a.Modified) <= sameMoment {
		return "", true
	}
	return older(a.Modified, changed, newest), true
}

// older is the warning about a gap between a context and a code file, "" where
// the code is not newer.
func older(context, code time.Time, file string) string {
	gap := code.Sub(context)
	if gap <= 0 {
		return ""
	}
	return fmt.Sprintf("context is %s older than %s — what changed since is not in it", inWords(gap), file)
}

// inWords gives a gap in its largest unit: whole minutes, at least one, then
// hours and days with one decimal.
func inWords(gap time.Duration) string {
	switch {
	case gap < time.Hour:
		return fmt.Sprintf("%d minute(s)", max(1, int(gap.Minutes())))
	case gap < 24*time.Hour:
		return fmt.Sprintf("%.1f hour(s)", gap.Hours())
	}
	return fmt.Sprintf("%.1f day(s)", gap.Hours()/24)
}
