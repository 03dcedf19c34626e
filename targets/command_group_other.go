//go:build !unix

package targets

import (
	"os"
	"os/exec"
)

// ownGroup does nothing: there are no process groups to kill here.
func ownGroup(*exec.Cmd) {}

// killGroup ends the program alone.
func killGroup(p *os.Process) error { return p.Kill() }

func killLeft(int) {}
