//go:build unix

package targets

import "syscall"

// errReset is how the connection of a process that is killed may break.
const errReset = syscall.ECONNRESET
