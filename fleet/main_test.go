package fleet

import (
	"flag"
	"runtime"
	"strconv"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	beside()
	goleak.VerifyTestMain(m,
		// The client's own: where a connection is closed in the moment in which its
		// first reply is awaited, this waits on a channel that it lost.
		goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect"))
}

// beside has more tests run at once than there are cores, unless a flag says
// how many: they wait for servers that are silent and workers that are lost.
func beside() {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		_ = flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	}
}
