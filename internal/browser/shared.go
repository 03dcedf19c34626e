package browser

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
)

// Shared is one browser for all tests of a package, started by the first that
// opens a page in it. The zero value is ready, and Run ends it.
type Shared struct {
	mu      sync.Mutex
	browser *Browser
}

// Open opens a tab for a test and closes it after. Where there is no browser
// the test is skipped, or fails if EVALRUN_REQUIRE_BROWSER is 1. Each trouble
// that no Expect took fails the test at its end.
func (s *Shared) Open(t testing.TB) *Page {
	t.Helper()
	tab, err := s.tab()
	if errors.Is(err, ErrNone) && os.Getenv("EVALRUN_REQUIRE_BROWSER") != "1" {
		t.Skipf("no browser: %v", err)
	}
	return opened(t, tab, err)
}

// Run runs the tests of a package and then ends the browser, if one was
// started. It returns the code to exit with: TestMain is
//
//	func TestMain(m *testing.M) { os.Exit(shared.Run(m)) }
func (s *Shared) Run(m *testing.M) int {
	code := m.Run()
	if err := s.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// Close ends the browser, if one was started.
func (s *Shared) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.browser == nil {
		return nil
	}
	return s.browser.Close()
}

func (s *Shared) tab() (*Tab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.browser == nil {
		b, err := Start()
		if err != nil {
			return nil, err
		}
		s.browser = b
	}
	return s.browser.Tab()
}
