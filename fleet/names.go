package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Buckets that all runs of a server share.
const (
	runsBucket    = "evalrun-runs"
	workersBucket = "evalrun-workers"
)

// workConsumer is the durable consumer that all workers of a run pull from.
const workConsumer = "workers"

// maxToken leaves room for what stands around a token in the name of a stream,
// which the server bounds at 255 bytes and keeps as the name of a folder.
const maxToken = 180

// token is a run's id as a part of subjects and of the names of streams and
// buckets, which allow no dot and, of all that an id may hold, letters, digits,
// - and _. No two ids have the same token: an underscore is doubled, a dot is
// _d, any other byte _x and its number. A long one ends in the id's hash.
func token(id string) string {
	var b strings.Builder
	for _, c := range []byte(id) {
		switch {
		case c == '_':
			b.WriteString("__")
		case c == '.':
			b.WriteString("_d")
		case c == '-' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "_x%02x", c)
		}
	}
	if b.Len() <= maxToken {
		return b.String()
	}
	sum := sha256.Sum256([]byte(id))
	return b.String()[:maxToken-35] + "_h" + hex.EncodeToString(sum[:16])
}

// Names of what the server keeps of one run. The bucket of objects is a stream
// of its own.
func workStream(run string) string   { return workStreamOf(token(run)) }
func resultStream(run string) string { return resultStreamOf(token(run)) }
func objectBucket(run string) string { return streamPrefix + token(run) }
func objectStream(run string) string { return objectPrefix + objectBucket(run) }

const (
	streamPrefix = "EVALRUN-"
	objectPrefix = "OBJ_" // of NATS, before the name of a bucket of objects
)

func workStreamOf(token string) string   { return streamPrefix + token + "-W" }
func resultStreamOf(token string) string { return streamPrefix + token + "-R" }

// Subjects of one run. Those of work and of what became of it end in a task's
// key; the last ones are of requests and hints that nobody stores.
func workSubject(run string, k taskKey) string   { return subject(run, "work", k.String()) }
func startSubject(run string, k taskKey) string  { return subject(run, "start", k.String()) }
func answerSubject(run string, k taskKey) string { return subject(run, "answer", k.String()) }
func resultSubject(run string, k taskKey) string { return subject(run, "result", k.String()) }

func grantSubject(run string) string { return subject(run, "grant") }
func leaseSubject(run string) string { return subject(run, "lease") }
func aliveSubject(run string) string { return subject(run, "alive") }

// moreSubject is where coordinators say that there is something to do.
const moreSubject = "evalrun.more"

func subject(run string, parts ...string) string {
	return "evalrun." + token(run) + "." + strings.Join(parts, ".")
}

// taskKey names one repeat of one question in one generation of a run.
type taskKey struct{ seq, repeat, generation int }

func (k taskKey) String() string {
	return strconv.Itoa(k.seq) + "." + strconv.Itoa(k.repeat) + "." + strconv.Itoa(k.generation)
}

func keyOfRecord(r *results.Record) taskKey    { return taskKey{r.Seq, r.Repeat, r.Generation} }
func keyOfAnswer(a results.KeptAnswer) taskKey { return taskKey{a.Seq, a.Repeat, a.Generation} }

// parseKey reads the key that a subject ends in, behind evalrun, the run and
// what the message is.
func parseKey(subject string) (k taskKey, err error) {
	parts := strings.Split(subject, ".")
	if len(parts) != 6 {
		return k, fmt.Errorf("subject %q is not one of a task", subject)
	}
	for i, to := range []*int{&k.seq, &k.repeat, &k.generation} {
		text := parts[len(parts)-3+i]
		if *to, err = strconv.Atoi(text); err != nil || *to < 0 || strconv.Itoa(*to) != text {
			return taskKey{}, fmt.Errorf("subject %q ends in no task", subject)
		}
	}
	return k, nil
}
