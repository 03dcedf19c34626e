package fleet

import "github.com/evalrun/evalrun/llm"

// Governors gives the governor of the calls to one endpoint. Role is "target"
// or "judge". Endpoint is a name and travels between machines: an address as
// it is written in a suite, environment variables as ${NAME}. Model is "" for
// calls that are not billed by the token. At the coordinator it gives the
// limits themselves, the same ones for the same three names, and is called by
// one goroutine of each run at a time; at a worker it asks the coordinator.
type Governors interface {
	Governor(role, endpoint, model string) (llm.Governor, error)
}
