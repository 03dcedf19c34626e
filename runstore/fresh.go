package runstore

import (
	"bytes"
	"slices"
	"time"

	"github.com/evalrun/evalrun/results"
)

// maxFresh is how many records wait in memory for a follower. A question that
// takes long holds up those behind it; they are read from the file then.
const maxFresh = 1024

// fresh are records just appended, by the place of their lines, in the form in
// which Outcomes would read them back. They spare a follower most of its work,
// which is decoding. A nil map keeps nothing.
type fresh map[int64]results.Record

// keep holds a record unless its line says something else than the record
// does: a secret was removed, or bytes that are not UTF-8.
func (f fresh) keep(offset int64, rec results.Record, line []byte, scrubbed bool) {
	if f == nil || scrubbed || len(f) >= maxFresh || bytes.Contains(line, []byte(`\ufffd`)) {
		return
	}
	f[offset] = digested(rec)
}

// take returns a record that was kept, once.
func (f fresh) take(offset int64) (results.Record, bool) {
	rec, ok := f[offset]
	delete(f, offset)
	return rec, ok
}

// digested is the record without its heavy values, as JSON would give it back:
// times without a reading of the process's own clock.
func digested(rec results.Record) results.Record {
	if rec.Answer != nil {
		answer := *rec.Answer
		answer.Retrieved = nil
		rec.Answer = &answer
	}
	if rec.Judge != nil {
		call := lightCall(*rec.Judge)
		rec.Judge = &call
	}
	rec.JudgeAgain = slices.Clone(rec.JudgeAgain)
	for i, call := range rec.JudgeAgain {
		rec.JudgeAgain[i] = lightCall(call)
	}
	for _, t := range []*time.Time{&rec.Times.Started, &rec.Times.Ended} {
		*t = t.Round(0)
	}
	return rec
}

func lightCall(call results.JudgeCall) results.JudgeCall {
	call.Prompt = nil
	call.Attempts = slices.Clone(call.Attempts)
	for i := range call.Attempts {
		call.Attempts[i].Raw = ""
	}
	return call
}
