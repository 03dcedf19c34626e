package runstore

import "errors"

// ErrLocked is returned while another process writes the run.
var ErrLocked = errors.New("another process is writing this run")
