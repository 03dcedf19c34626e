package fleet

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/answers"
)

// sayOf publishes what is said of an object, as anybody may who can store one.
func sayOf(t *testing.T, o *objects, hash string, info jetstream.ObjectInfo) {
	t.Helper()
	info.Name, info.Bucket = hash, o.bucket
	data, err := json.Marshal(info)
	if err != nil {
		t.Fatal(err)
	}
	msg := nats.NewMsg("$O." + o.bucket + ".M." + base64.URLEncoding.EncodeToString([]byte(hash)))
	msg.Data = data
	msg.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	if _, err := o.conn.js.PublishMsg(t.Context(), msg); err != nil {
		t.Fatal(err)
	}
}

func sayPart(t *testing.T, o *objects, id string, data []byte) {
	t.Helper()
	if _, err := o.conn.js.Publish(t.Context(), o.partSubject(id), data); err != nil {
		t.Fatal(err)
	}
}

// unsound are objects that are none, by what is wrong with them: what is said
// of each, and its parts.
var unsound = map[string]struct {
	info  jetstream.ObjectInfo
	parts []string
	want  string
}{
	"no part is there":        {info: jetstream.ObjectInfo{NUID: "N1", Size: 10, Chunks: 1}, want: "a part of it is missing"},
	"one part is missing":     {info: jetstream.ObjectInfo{NUID: "N2", Size: 10, Chunks: 2}, parts: []string{"five!"}, want: "parts of 10 bytes"},
	"more bytes than it says": {info: jetstream.ObjectInfo{NUID: "N3", Size: 10, Chunks: 1}, parts: []string{strings.Repeat("x", 11)}, want: "larger than the 10 bytes"},
	"more parts than it says": {info: jetstream.ObjectInfo{NUID: "N4", Size: 10, Chunks: 1}, parts: []string{"five!", "five!"}, want: "a part of it is missing"},
	"parts of nothing":        {info: jetstream.ObjectInfo{NUID: "N5", Size: 10, Chunks: 1}, parts: []string{"", ""}, want: "a part of it is missing"},
	"more than any may have":  {info: jetstream.ObjectInfo{NUID: "N6", Size: maxObject + 1, Chunks: 1}, want: "more than an object may have"},
	"parts without end":       {info: jetstream.ObjectInfo{NUID: "N7", Size: 10, Chunks: 1 << 31}, want: "parts of 10 bytes"},
	"an id of all objects":    {info: jetstream.ObjectInfo{NUID: ">", Size: 10, Chunks: 1}, want: "no id"},
	"a link to itself": {info: jetstream.ObjectInfo{NUID: "N8", Size: 10, Chunks: 1, ObjectMeta: jetstream.ObjectMeta{
		Opts: &jetstream.ObjectMetaOptions{Link: &jetstream.ObjectLink{Bucket: objectBucket("run"), Name: strings.Repeat("cd", 32)}},
	}}, want: "it is a link"},
}

// TestAnObjectThatIsNoneIsRefused at once, and neither waited for nor read
// beyond what it says.
func TestAnObjectThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	o := testObjects(t, testDial(t, testServer(t, serverOptions{}), nil))
	hash := strings.Repeat("cd", 32)
	for name, c := range unsound {
		t.Run(name, func(t *testing.T) {
			for _, p := range c.parts {
				sayPart(t, o, c.info.NUID, []byte(p))
			}
			sayOf(t, o, hash, c.info)
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			if _, err := o.get(ctx, hash); !errors.Is(err, errUnsound) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestWhatIsSaidOfAnObjectTakesNoMemory: of one with 40 MB of parts and ten
// bytes as its size, one part is read.
func TestWhatIsSaidOfAnObjectTakesNoMemory(t *testing.T) {
	o := testObjects(t, testDial(t, testServer(t, serverOptions{}), nil))
	hash, chunk := strings.Repeat("cd", 32), bytes.Repeat([]byte("x"), 512<<10)
	for range 80 {
		sayPart(t, o, "N", chunk)
	}
	sayOf(t, o, hash, jetstream.ObjectInfo{NUID: "N", Size: 10, Chunks: 1})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := o.get(t.Context(), hash)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > 16<<20 {
		t.Errorf("%v; it took %d bytes", err, took)
	}
}

// TestLargeObjectsAreNotAllReadAtOnce: as many results may name one as are out.
func TestLargeObjectsAreNotAllReadAtOnce(t *testing.T) {
	o := testObjects(t, testDial(t, testServer(t, serverOptions{}), nil))
	hash, err := o.put(t.Context(), []byte("small"))
	if err != nil {
		t.Fatal(err)
	}
	if err := o.room.Acquire(t.Context(), maxReading); err != nil {
		t.Fatal(err)
	}
	within, cancel := context.WithTimeout(t.Context(), firstPause)
	defer cancel()
	if err := o.use(within, hash, func([]byte) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it is read where there is no room: %v", err)
	}
	o.room.Release(maxReading)
	err = o.use(t.Context(), hash, func([]byte) error {
		if o.room.TryAcquire(maxReading) {
			t.Error("what is being read counts for nothing")
		}
		return nil
	})
	if err != nil || !o.room.TryAcquire(maxReading) {
		t.Errorf("what was read still counts (%v)", err)
	}
}

// TestAnObjectThatCannotBeReadIsPutAnew: its name is what the run needs.
func TestAnObjectThatCannotBeReadIsPutAnew(t *testing.T) {
	t.Parallel()
	o := testObjects(t, testDial(t, testServer(t, serverOptions{}), nil))
	value := []byte("passages")
	hash := hashBytes(value)
	for name, c := range unsound {
		t.Run(name, func(t *testing.T) {
			sayOf(t, o, hash, c.info)
			o.forget()
			if _, err := o.put(t.Context(), value); err != nil {
				t.Fatal(err)
			}
			clear(o.kept.values)
			if data, err := o.get(t.Context(), hash); err != nil || !bytes.Equal(data, value) {
				t.Errorf("got %q, %v", data, err)
			}
		})
	}
}

// TestAResultThatNamesNoObjectIsMeasuredAgain: the run does not wait for what
// is not there.
func TestAResultThatNamesNoObjectIsMeasuredAgain(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	hash, task := strings.Repeat("cd", 32), testTask(0)
	sayOf(t, c.store.objects, hash, unsound["no part is there"].info)
	other := testTask(1)
	looped := strings.Repeat("ef", 32)
	sayOf(t, c.store.objects, looped, unsound["a link to itself"].info)
	for subject, hash := range map[string]string{resultSubject("run", keyOfTask(task)): hash, resultSubject("run", keyOfTask(other)): looped} {
		if _, err := c.conn.js.PublishMsg(t.Context(), &nats.Msg{Subject: subject, Header: nats.Header{objectHeader: {hash}}}); err != nil {
			t.Fatal(err)
		}
	}
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	for _, m := range measureAll(t, c, task, other) {
		if m.Record == nil || m.Record.Worker != "ada" || m.Record.Error != nil {
			t.Errorf("got %+v", m.Record)
		}
	}
}

// TestObjectsThatWereTakenAwayArePutAnew: one message of who may store objects
// takes all of them away.
func TestObjectsThatWereTakenAwayArePutAnew(t *testing.T) {
	t.Parallel()
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), quickJob("run"))
	shared := []answers.Passage{{ID: "P", Text: strings.Repeat("passage ", 10_000)}}
	first, second, large := testTask(0), testTask(1), testTask(2)
	first.Question.Context, second.Question.Context = shared, shared
	large.Question.Query = strings.Repeat("Why? ", 300_000) // its message is an object
	got := make(chan struct{})
	go func() {
		defer close(got)
		for i, m := range measureAll(t, c, first, second, large) {
			if m.Record == nil || m.Record.Error != nil {
				t.Errorf("question %d: got %+v", i, m.Record)
			}
		}
	}()
	eventually(t, "they are handed out", func() bool { return queued(t, c) == 3 })
	msg := nats.NewMsg("$O." + objectBucket("run") + ".M.x")
	msg.Data = []byte("{}")
	msg.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupAll)
	if _, err := c.conn.js.PublishMsg(t.Context(), msg); err != nil {
		t.Fatal(err)
	}
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	<-got
}
