package cache

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain lets a test run this binary as another process that uses a cache.
func TestMain(m *testing.M) {
	if task := os.Getenv("CACHE_TASK"); task != "" {
		os.Exit(runTask(task, os.Getenv("CACHE_DIR")))
	}
	goleak.VerifyTestMain(m)
}
