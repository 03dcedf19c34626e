//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package runstore

import "os"

// The lock is a file beside the labels.
const labelLockEnding = ".lock"

// holdWriters does nothing: a reader may meet a last line that is not whole and
// leaves it out.
func holdWriters(*os.File) {}
