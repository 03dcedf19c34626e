// Package fleet has the questions of a run measured by workers in other
// processes and on other machines, over NATS JetStream.
//
// A coordinator hands out tasks and takes in records; a worker takes tasks of
// the runs that it has what they need for. What a task is measured with and
// what becomes of its record is the runner's: Coordinator is its Elsewhere.
//
// # What it promises
//
// Every task ends once: with the first record that is stored, with the error
// CodePoison when it was begun three times and its workers were lost with it or
// failed, or not measured, when the run ended first. A task is handed out and
// its result is stored before anybody acknowledges anything, so that what is
// lost on the way, be it worker, coordinator, server or link, is at most the
// calls in flight at a worker; those are made again. An answer is stored before
// it is judged and not asked for again.
//
// Limits and budgets are those of the coordinator: every call of a worker
// enters there first. A coordinator that takes a run up first listens which
// calls are under way: they keep their places, and it counts what they use.
//
// Nothing secret is published. Keys are named by environment variables that
// each worker reads for itself, and the texts of records pass the scrubbing of
// the process that made them.
//
// What is read from the server is data of others. It is held to the schema,
// key by key, and to the run and the task it is said to be of; what is newer,
// broken or not of that task is refused in a message that names its subject,
// and never taken.
//
// # What it does not promise
//
// That a call is made once: what a worker has under way when it is cut off is
// made again by who has its question after AckWait. It makes no new call once
// that may have happened, and the first result counts. Nor that each call is
// counted once: of those that ended just as a coordinator was killed, the one
// after it may count some again. And nothing against those who have a worker's
// permissions: they can take work and store results, as workers do.
//
// # On the wire
//
// The bucket evalrun-runs has an entry for each run, evalrun-workers what each
// worker last said of itself. A run has two streams and a bucket of objects.
// With <task> for place in the suite, repeat and generation, the subjects are
//
//	evalrun.<run>.work.<task>    the task, until its result is stored; once
//	evalrun.<run>.start.<task>   who began it, gave it back or failed; appended
//	evalrun.<run>.answer.<task>  an answer that is not judged yet; the first one
//	evalrun.<run>.result.<task>  the result; the first one
//	evalrun.<run>.grant, .lease  leave for calls, asked of the coordinator
//	evalrun.<run>.alive          whether there is a coordinator
//	evalrun.more                 a run has something to do
//
// Leave for calls is kept in a ledger at the coordinator and in a desk at each
// worker; grant.go says how.
//
// Large passages, and any message that is larger than the server takes, are
// objects under the SHA-256 of their content.
//
// # Where to look
//
// At the coordinator a handing is one task that is out, from handing.go to
// accepting.go; what comes is given to it in expecting.go. waiting.go watches
// over the workers, storewatch.go over what the server keeps.
//
// At the worker a crew is the worker with its places, a seat a run that it
// knows, a member its part in one, and a delivery one task that it was given:
// pull.go, delivery.go, begin.go, end.go. The claim on a delivery is how surely
// it is still this worker's.
//
// grant*.go, governor*.go and lease*.go are the limits, object*.go what is too
// large for a message, *check.go and strict.go what is taken from others.
package fleet
