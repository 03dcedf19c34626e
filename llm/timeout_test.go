package llm

import (
	"bytes"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evalrun/evalrun/internal/loopback"
)

// One call that never comes back is an error of its question, and no more.
func TestTimeoutCoversTheWholeReply(t *testing.T) {
	whole := loopback.Completion(good).Body
	for name, tt := range map[string]struct {
		stuck *loopback.Response
		says  string
	}{
		"accepts and never replies":      {&loopback.Response{Delay: time.Hour}, "no reply"},
		"stalls in the body":             {&loopback.Response{Body: whole, Stall: true}, "began but did not end"},
		"sends a few bytes now and then": {&loopback.Response{Body: whole, Drip: 10 * time.Second}, "began but did not end"},
	} {
		t.Run(name, func(t *testing.T) {
			// On the clock of a bubble no reply is late but the stuck one.
			synctest.Test(t, func(t *testing.T) {
				c, server := bubble(t, loopback.Options{Script: func(_ int, _ *http.Request, body []byte) *loopback.Response {
					if bytes.Contains(body, []byte("question 3")) {
						return tt.stuck
					}
					return loopback.Completion(good)
				}}, Config{Timeout: 300 * time.Millisecond, Attempts: 2})
				defer server.Close()
				defer c.Close()
				errs := make([]error, 5)
				var wg sync.WaitGroup
				for i := range errs {
					wg.Go(func() {
						_, _, errs[i] = c.Chat(t.Context(), Request{User: "question " + string(rune('1'+i))})
					})
				}
				wg.Wait()
				for i, err := range errs {
					if i != 2 {
						if err != nil {
							t.Errorf("question %d: %v", i+1, err)
						}
						continue
					}
					e, ok := err.(*Error)
					if !ok || e.Code != CodeTimeout || e.Fatal {
						t.Fatalf("question 3: %v", err)
					}
					if !strings.Contains(e.Message, "timeout after 300ms: ") || !strings.Contains(e.Message, tt.says) {
						t.Errorf("message %q", e.Message)
					}
				}
			})
		})
	}
}
