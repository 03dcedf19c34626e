package fleet

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// objectChunk is the size that NATS advises.
const objectChunk = 128 << 10

// slowestLink is how many bytes a second the slowest link carries that is not
// taken for lost.
const slowestLink = 256 << 10

// transferTime is how long an object may take on its way.
func transferTime(size int) time.Duration {
	return requestTimeout + time.Duration(size)*time.Second/slowestLink
}

// send stores an object in the form that NATS has for them. The client's own
// way takes away the parts of what stood there before, under the id that
// somebody said they have: those of every object, or under who reads them.
func (o *objects) send(ctx context.Context, hash string, data []byte) error {
	return o.conn.persistFor(ctx, transferTime(len(data)), func(ctx context.Context) error {
		return o.conn.removedOr(ctx, o.stream.CachedInfo().Config.Name, o.sendOnce(ctx, hash, data))
	})
}

// sendOnce sends the parts before what is said of them: who finds that finds
// all of them.
func (o *objects) sendOnce(ctx context.Context, hash string, data []byte) error {
	info := jetstream.ObjectInfo{
		ObjectMeta: jetstream.ObjectMeta{Name: hash, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(objectChunk, o.conn.room()))}},
		Bucket:     o.bucket, NUID: nuid.Next(), Size: uint64(len(data)), Digest: digest(hash),
	}
	for size := int(info.Opts.ChunkSize); len(data) > 0; info.Chunks++ {
		part := data[:min(size, len(data))]
		if _, err := o.conn.js.Publish(ctx, o.partSubject(info.NUID), part); err != nil {
			return err
		}
		data = data[len(part):]
	}
	said, err := json.Marshal(info)
	if err != nil {
		return err
	}
	_, err = o.conn.js.PublishMsg(ctx, &nats.Msg{
		Subject: "$O." + o.bucket + ".M." + base64.URLEncoding.EncodeToString([]byte(hash)),
		Header:  nats.Header{jetstream.MsgRollup: {jetstream.MsgRollupSubject}}, Data: said,
	})
	return err
}

func (o *objects) partSubject(id string) string { return "$O." + o.bucket + ".C." + id }

// digest is a hash as NATS writes it.
func digest(hash string) string {
	raw, _ := hex.DecodeString(hash) // it is one
	return "SHA-256=" + base64.URLEncoding.EncodeToString(raw)
}
