package fleet

import (
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/internal/lateregexp"
)

const heartbeatSchema = "evalrun.fleet.worker/1"

// heartbeat is what a worker says of itself every now and then.
type heartbeat struct {
	Schema string `json:"schema"`
	WorkerStatus
}

var heartbeatShape = shapeOf[heartbeat]()

// Bounds of what is believed of a worker. One that takes part in a few hundred
// runs, and lacks something of as many, has a heartbeat of maxHeartbeat bytes.
const (
	maxHeartbeat = 64 << 10
	maxPlaces    = 1_000_000
)

// workerName is what other people see of a worker, so that it may hold no more
// than what needs no quoting anywhere.
var workerName = lateregexp.New(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// ValidWorkerName reports whether a worker may have a name: letters, digits, .,
// _ and -, at most 64, the first a letter or a digit.
func ValidWorkerName(name string) bool { return workerName().MatchString(name) }

func decodeHeartbeat(data []byte) (heartbeat, error) {
	if len(data) > maxHeartbeat {
		return heartbeat{}, fmt.Errorf("it has %d bytes", len(data))
	}
	var h heartbeat
	if err := decode(data, &h, heartbeatShape, heartbeatSchema); err != nil {
		return heartbeat{}, err
	}
	return h, h.check()
}

func (w WorkerStatus) check() error {
	switch {
	case w.Name == "":
		return errors.New("it names no worker")
	case !ValidWorkerName(w.Name):
		return fmt.Errorf("no worker has the name %q", cut(w.Name, maxShown))
	case len(w.Tool) > maxShown:
		return fmt.Errorf("version %q is none", cut(w.Tool, maxShown))
	case w.Places < 1 || w.Places > maxPlaces, w.InFlight < 0 || w.InFlight > maxPlaces: // one that waits to be alone has no place
		return fmt.Errorf("%d questions in %d places", w.InFlight, w.Places)
	case w.Done < 0, w.PerMinute < 0, w.PerMinute > float64(w.Done): // of these
		return fmt.Errorf("%d questions done, %g a minute", w.Done, w.PerMinute)
	}
	return nil
}
