package fleet

import (
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// workConfig is the queue of tasks. A task stays until it is acknowledged, and
// one that is there is not taken twice.
func workConfig(run string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: workStream(run), Subjects: []string{subject(run, "work", ">")},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	}
}

// resultConfig is what becomes of tasks, kept until the run is removed: only
// then is it known that a result will not be asked for again. It is read at its
// leader, which has what it has confirmed: a replica that lags behind would not
// have an answer that is paid for.
func resultConfig(run string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name:      resultStream(run),
		Subjects:  []string{subject(run, "start", ">"), subject(run, "answer", ">"), subject(run, "result", ">")},
		Retention: jetstream.LimitsPolicy, Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew,
	}
}

// difference names what a stream that is there has otherwise, of that on which
// the rest relies; "" where it has all of it as it should be.
func difference(is, want jetstream.StreamConfig) string {
	switch {
	case !slices.Equal(slices.Sorted(slices.Values(is.Subjects)), slices.Sorted(slices.Values(want.Subjects))):
		return "list of subjects"
	case is.Retention != want.Retention:
		return "retention"
	case max(is.MaxMsgsPerSubject, 0) != max(want.MaxMsgsPerSubject, 0): // none is -1 at the server
		return "number of messages a subject"
	case is.Discard != want.Discard, is.DiscardNewPerSubject != want.DiscardNewPerSubject:
		return "discard policy"
	}
	return ""
}
