package fleet

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
)

// objectHeader of a message without a body names the object that is its body.
const objectHeader = "Evalrun-Object"

// pack makes the message that carries data, in itself or in an object.
func (o *objects) pack(ctx context.Context, subject string, data []byte) (*nats.Msg, error) {
	msg := nats.NewMsg(subject)
	if len(data) <= o.conn.room() {
		msg.Data = data
		return msg, nil
	}
	hash, err := o.put(ctx, data)
	msg.Header.Set(objectHeader, hash)
	return msg, err
}

// unpack gives what a message carries to read and returns its error.
func (o *objects) unpack(ctx context.Context, header nats.Header, body []byte, read func([]byte) error) error {
	hash := header.Get(objectHeader)
	if hash == "" {
		return read(body)
	}
	if len(body) > 0 {
		return errors.New("the message has a body and an object")
	}
	return o.use(ctx, hash, read)
}
