package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/internal/lateregexp"
)

// replicaLag is more than a replica of a cluster may be behind the one that
// confirmed what is asked of it.
const replicaLag = 10 * time.Second

// lagOf is how long an object that a message names may not be found yet. A
// server without others has what it has confirmed.
func lagOf(c *Conn) time.Duration {
	if c.nc.ConnectedClusterName() == "" {
		return 0
	}
	return replicaLag
}

// fetchTries is how often an object that lacks a part is looked for again: it
// may just have been put anew, and its old parts be gone.
const fetchTries = 3

// errUnsound is in the error of an object that cannot be read, however often.
var errUnsound = errors.New("it cannot be read")

// errIncomplete is that of one that lacks a part.
var errIncomplete = fmt.Errorf("%w: a part of it is missing", errUnsound)

// absent reports whether there is no object under a hash that can be read.
func absent(err error) bool {
	return errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrBadObjectMeta) || errors.Is(err, errUnsound)
}

// fetch reads an object from the servers, of which any may answer: it asks
// again where that one has not got all of it yet.
func (o *objects) fetch(ctx context.Context, hash string, use func([]byte) error) error {
	end := time.Now().Add(o.lag)
	wait := firstPause
	for try := 1; ; try++ {
		err := o.fetchOnce(ctx, hash, use)
		behind := errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, errIncomplete)
		if !behind || !time.Now().Before(end) && !(errors.Is(err, errIncomplete) && try < fetchTries) {
			return err
		}
		if !pause(ctx, wait) {
			return ctx.Err()
		}
		wait = min(2*wait, lastPause)
	}
}

func (o *objects) fetchOnce(ctx context.Context, hash string, use func([]byte) error) error {
	info, err := o.info(ctx, hash)
	if err == nil {
		err = checkInfo(info)
	}
	if err != nil {
		return err
	}
	if err := o.room.Acquire(ctx, int64(info.Size)); err != nil {
		return err
	}
	defer o.room.Release(int64(info.Size))
	data, err := o.parts(ctx, info)
	switch {
	case err != nil:
		return err
	case hashBytes(data) != hash:
		return fmt.Errorf("%w: it holds something else", errUnsound)
	}
	return use(data)
}

func (o *objects) info(ctx context.Context, hash string) (info *jetstream.ObjectInfo, err error) {
	err = o.conn.persistAt(ctx, o.stream.CachedInfo().Config.Name, func(ctx context.Context) error {
		info, err = o.store.GetInfo(ctx, hash)
		return err
	})
	return info, err
}

// objectID is what NATS calls an object: a part of the subject of its parts.
var objectID = lateregexp.New(`^[A-Za-z0-9]{1,64}$`)

// checkInfo refuses what no object of ours is: a worker can say anything of
// one.
func checkInfo(info *jetstream.ObjectInfo) error {
	switch {
	case info.Opts != nil && info.Opts.Link != nil:
		return fmt.Errorf("%w: it is a link", errUnsound)
	case info.Size > maxObject:
		return fmt.Errorf("%w: it has %d bytes, more than an object may have (%d)", errUnsound, info.Size, maxObject)
	case uint64(info.Chunks) > info.Size/minRoom+1:
		return fmt.Errorf("%w: it has %d parts of %d bytes together", errUnsound, info.Chunks, info.Size)
	case !objectID().MatchString(info.NUID):
		return fmt.Errorf("%w: it has no id", errUnsound)
	}
	return nil
}

// parts reads an object one part after the other. The client's own reader
// believes the size that is said of it, and where a part is missing it waits.
func (o *objects) parts(ctx context.Context, info *jetstream.ObjectInfo) (data []byte, err error) {
	subject := o.partSubject(info.NUID)
	for from, left := uint64(1), info.Chunks; uint64(len(data)) < info.Size; left-- {
		part, err := o.conn.nextOf(ctx, o.stream, subject, from)
		switch {
		case err != nil:
			return nil, err
		case part == nil || left == 0:
			return nil, errIncomplete
		case uint64(len(data)+len(part.data)) > info.Size:
			return nil, fmt.Errorf("%w: it is larger than the %d bytes that it says", errUnsound, info.Size)
		}
		data, from = append(data, part.data...), part.seq+1
	}
	return data, nil
}
