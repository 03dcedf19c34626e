package fleet

import (
	"context"
	"errors"
	"time"
)

// presence is whether a run's coordinator is there, as its worker heard last.
// Without one no call has leave: tasks of its run would only hold places that
// other runs have work for.
type presence struct {
	there  bool
	heard  time.Time
	asking bool
}

// attended reports whether the coordinator is there. It asks in good time, so
// that a run does not lose its turn over it; where it was heard too long ago
// there is work when somebody answers. It is called with the lock held.
func (m *member) attended(now time.Time) bool {
	age, holds := now.Sub(m.presence.heard), m.crew.times.attended
	if age >= holds/2 && !m.presence.asking {
		m.presence.asking = true
		m.flight.Go(m.askPresence)
	}
	return age < holds && m.presence.there && !m.remote.away()
}

// presenceTimeout is for a coordinator behind a slow link; that there is none
// the server answers at once.
const presenceTimeout = time.Second

func (m *member) askPresence() {
	began := time.Now()
	within, cancel := context.WithTimeout(m.ctx, presenceTimeout)
	defer cancel()
	_, err := m.crew.Conn.nc.RequestWithContext(within, aliveSubject(m.entry.Run), nil)
	// Who may not ask works as if somebody were there.
	there := err == nil || errors.Is(m.crew.Conn.because(err, began), ErrDenied)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.presence = presence{there: there, heard: time.Now()}
	if there {
		signal(m.crew.wake)
	}
}
