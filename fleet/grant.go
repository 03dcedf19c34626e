package fleet

import "github.com/evalrun/evalrun/llm"

// Leave for calls has two sides. The ledger is the coordinator's: the calls of
// all workers, each with its place in the limits and budgets. The desk is the
// worker's: its own calls, each said again until it is answered. Neither knows
// how messages travel; grantServer has those of a ledger on the wire, remote
// those of a desk. A call enters, is granted leave, takes it, is sent and done;
// a coordinator that comes after another one is told of what is under way.
//
// In files: grantask, grantanswer and lease are the messages, grantdecode and
// grantcheck what is taken of them; grantledger, grantadopt, grantend and
// leaseledger the ledger, grantserver its wire; governordesk, governortold and
// leasedesk the desk, governorremote its wire; governor is what a call sees of
// it.

// Governors gives the governor of the calls to one endpoint. Role is "target"
// or "judge". Endpoint is a name and travels between machines: an address as
// it is written in a suite, environment variables as ${NAME}. Model is "" for
// calls that are not billed by the token. At the coordinator it gives the
// limits themselves, the same ones for the same three names, refuses names that
// the run does not call, which a worker may have made up, and is called by one
// goroutine of each run at a time; at a worker it asks the coordinator.
type Governors interface {
	Governor(role, endpoint, model string) (llm.Governor, error)
}
