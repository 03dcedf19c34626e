package browser

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

var shared Shared

func TestMain(m *testing.M) {
	code := shared.Run(m)
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
