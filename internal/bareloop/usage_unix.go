//go:build unix

package main

import (
	"runtime"
	"syscall"
)

// usage returns this process's CPU seconds, user and system, and its peak
// resident memory in MB.
func usage() (cpu, peakMB float64) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, 0
	}
	unit := 1 << 10 // ru_maxrss counts kilobytes, on Apple's systems bytes
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		unit = 1
	}
	cpu = seconds(u.Utime) + seconds(u.Stime)
	return cpu, float64(int64(u.Maxrss)*int64(unit)) / (1 << 20)
}

func seconds(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
