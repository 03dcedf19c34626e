package review

import (
	"crypto/rand"
	"net/http"
	"sync"
)

// flash is what the next page tells of what was just done.
type flash struct {
	Text string // visible
	Undo *undoForm
}

// undoForm is a button that takes back what was done: a POST to Action that
// names the save.
type undoForm struct{ Action, Save string }

// maxFlashes bounds what is kept for pages that are never asked for.
const maxFlashes = 100

// flashes keep messages until they are shown. The browser holds a key and no
// text, so that no other site can put words on a page.
type flashes struct {
	mu   sync.Mutex
	kept map[string]flash
	keys []string // oldest first
}

const flashCookie = "flash"

// flash has the next page of this browser tell something.
func (s *Server) flash(w http.ResponseWriter, r *http.Request, f flash) {
	setCookie(w, r, flashCookie, s.flashes.keep(f))
}

func (f *flashes) keep(message flash) (key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept == nil {
		f.kept = map[string]flash{}
	}
	key = rand.Text()
	f.kept[key], f.keys = message, append(f.keys, key)
	if len(f.keys) > maxFlashes {
		delete(f.kept, f.keys[0])
		f.keys = f.keys[1:]
	}
	return key
}

// take returns what is to be told on this page, nil for nothing.
func (f *flashes) take(w http.ResponseWriter, r *http.Request) *flash {
	key := cookieOf(r, flashCookie)
	if key == "" {
		return nil
	}
	dropCookie(w, r, flashCookie)
	f.mu.Lock()
	defer f.mu.Unlock()
	message, kept := f.kept[key]
	if !kept {
		return nil
	}
	delete(f.kept, key)
	return &message
}
