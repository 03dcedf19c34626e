package main

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/verdict"
)

// sameFleet refuses to go on without the fleet that measured a run: results
// that were stored there and are not in the records yet would be paid for once
// more. Of another fleet than that it says so.
func (f *resumeFlags) sameFleet(h host, now fleetFlags, info results.RunInfo) error {
	switch was := info.Fleet; {
	case was == "" || was == now.place() || now.none:
		return nil
	case now.used():
		h.say("%s was measured by workers at %s: results that only that fleet has are not looked for", f.run, was)
		return nil
	default:
		return &failure{code: verdict.ExitUsage,
			err:  fmt.Errorf("resume: %s was measured by workers at %s, which may have results that it has not taken in yet", f.run, was),
			hint: fmt.Sprintf("--fleet %s takes them in; --fleet %s goes on here and asks for all that is missing", was, noFleet)}
	}
}
