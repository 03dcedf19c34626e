//go:build unix

package targets

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup starts the program at the head of a process group of its own: what
// it starts can be ended with it, and a Ctrl-C meant for evalrun, which lets
// questions in flight finish, does not reach it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a program and everything in its group. A process that has
// been waited for is left alone: its id may be another's by now.
func killGroup(p *os.Process) error {
	if err := p.Signal(syscall.Signal(0)); err != nil {
		return err
	}
	return syscall.Kill(-p.Pid, syscall.SIGKILL)
}

// killLeft ends what is left of the group of a program that has ended. The
// caller knows that a process of it is alive, so the id is still the group's.
func killLeft(group int) { _ = syscall.Kill(-group, syscall.SIGKILL) }
