package runstore

import (
	"errors"
	"fmt"
	"time"
)

// A writer holds the labels for as long as one write and its way to the disk
// take. Whoever holds them longer than labelPatience hangs.
const (
	labelPatience = 10 * time.Second
	labelRetry    = 5 * time.Millisecond
)

// acquireLabels waits for the lock on labels.
func acquireLabels(path string) (*lock, error) {
	for waited := time.Duration(0); ; waited += labelRetry {
		held, err := acquire(path + labelLockEnding)
		if !errors.Is(err, ErrLocked) {
			return held, err
		}
		if waited >= labelPatience {
			return nil, fmt.Errorf("another process has been writing for %s", labelPatience)
		}
		time.Sleep(labelRetry)
	}
}
