package fleet

import "time"

// renewalSchema is the version of what a worker says about all its calls.
const renewalSchema = "evalrun.fleet.lease/1"

// renewal names calls of a worker that have not ended yet. Those that no
// renewal names for as long as a lease end without the worker.
type renewal struct {
	Schema string   `json:"schema"`
	Run    string   `json:"run"`
	Worker string   `json:"worker"`
	IDs    []string `json:"ids"`
}

// renewalInbox is where renewals are answered: no id of a call.
const renewalInbox = "renewal"

// maxRenewed is how many calls one renewal names at most, so that it stays far
// below what a server takes in one message.
const maxRenewed = 1000

func (r renewal) encode() []byte { return mustEncode(r) }

// leaseTimes are the times of one run's grants, the same at the coordinator
// and at its workers.
type leaseTimes struct {
	// Lease is how long nothing may be heard of a call.
	Lease time.Duration
	// Renew is how often a worker renews, and how long it waits before it says
	// a thing again that was not answered: a small part of Lease.
	Renew time.Duration
	// Remember is for at least how long a call that has ended is known, so
	// that what arrives late does not begin it again.
	Remember time.Duration
}

// defaultTimes lose four renewals in a row before a call is given up.
var defaultTimes = leaseTimes{Lease: 10 * time.Second, Renew: 2 * time.Second, Remember: time.Minute}

// silence is when a worker takes the coordinator for away.
func (t leaseTimes) silence() time.Duration { return 3 * t.Renew }
