package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/evalrun/evalrun/results"
)

// askGit asks in the background: git takes as long as opening the answers
// does. The function returned waits for what it said.
func askGit(ctx context.Context, suite string) func() *results.GitRef {
	said := make(chan *results.GitRef, 1)
	go func() { said <- gitState(ctx, suite) }()
	return sync.OnceValue(func() *results.GitRef { return <-said })
}

// gitState asks git for the revision of the suite's repository. A machine
// without git, or a suite outside a repository, has none: that is not an
// error of the run.
func gitState(ctx context.Context, suite string) *results.GitRef {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	dir := filepath.Dir(suite)
	revision, err := git(ctx, dir, "rev-parse", "HEAD")
	if err != nil {
		return nil
	}
	status, err := git(ctx, dir, "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return nil
	}
	return &results.GitRef{Revision: revision, Dirty: status != ""}
}

// git only looks: it takes no lock that another git may want, and runs no
// monitor that the repository's configuration names.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-optional-locks", "-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
