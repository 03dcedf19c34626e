package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// maxObject bounds what is read of one object: many times what the largest
// context and answer take together.
const maxObject = 64 << 20

// objects are the large values of a run by the SHA-256 of their content, so
// that each is stored once however often it is needed.
type objects struct {
	conn  *Conn
	store jetstream.ObjectStore

	mu    sync.Mutex
	known map[string]bool // hashes that are there
	kept  keeper
}

func newObjects(c *Conn, store jetstream.ObjectStore) *objects {
	return &objects{conn: c, store: store, known: map[string]bool{}, kept: keeper{most: keptBytes, values: map[string][]byte{}}}
}

func hashBytes(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func isHash(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && hex.EncodeToString(raw) == text
}

// put stores a value and returns its hash.
func (o *objects) put(ctx context.Context, data []byte) (string, error) {
	if len(data) > maxObject {
		return "", fmt.Errorf("%d bytes are more than an object may have (%d)", len(data), maxObject)
	}
	hash := hashBytes(data)
	if o.has(hash) {
		return hash, nil
	}
	err := o.conn.persistFor(ctx, objectTimeout, func(ctx context.Context) error {
		if _, err := o.store.GetInfo(ctx, hash); err == nil || !errors.Is(err, jetstream.ErrObjectNotFound) {
			return err
		}
		_, err := o.store.Put(ctx, jetstream.ObjectMeta{
			Name: hash, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(objectChunk, o.conn.room()))},
		}, bytes.NewReader(data))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("store an object: %w", err)
	}
	o.remember(hash)
	return hash, nil
}

// objectTimeout is for the largest object over a slow link.
const objectTimeout = 5 * time.Minute

// objectChunk is the size that NATS advises.
const objectChunk = 128 << 10

// get returns the value with a hash. The bytes are shared: nobody changes
// them.
func (o *objects) get(ctx context.Context, hash string) (data []byte, err error) {
	if !isHash(hash) {
		return nil, fmt.Errorf("%q is no hash of an object", cut(hash, maxShown))
	}
	if data, ok := o.lookup(hash); ok {
		return data, nil
	}
	err = o.conn.persistFor(ctx, objectTimeout, func(ctx context.Context) error {
		info, err := o.store.GetInfo(ctx, hash)
		if err != nil {
			return err
		}
		if info.Size > maxObject {
			return fmt.Errorf("it has %d bytes, more than an object may have (%d)", info.Size, maxObject)
		}
		data, err = o.store.GetBytes(ctx, hash)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("fetch object %s: %w", hash, err)
	}
	if hashBytes(data) != hash {
		return nil, fmt.Errorf("object %s holds something else", hash)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kept.keep(hash, data)
	return data, nil
}

func (o *objects) lookup(hash string) ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	data, ok := o.kept.values[hash]
	return data, ok
}

func (o *objects) has(hash string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.known[hash]
}

// maxKnown bounds the hashes that are remembered; of the others the server is
// asked again.
const maxKnown = 100_000

func (o *objects) remember(hash string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.known) >= maxKnown {
		clear(o.known)
	}
	o.known[hash] = true
}

// keptBytes is what a worker keeps of the objects of one run: passages that
// several questions and repeats have in common.
const keptBytes = 32 << 20

// keeper keeps the values that were used last.
type keeper struct {
	most   int
	size   int
	order  []string
	values map[string][]byte
}

func (k *keeper) keep(name string, data []byte) {
	if _, ok := k.values[name]; ok || len(data) > k.most {
		return
	}
	for k.size+len(data) > k.most {
		k.size -= len(k.values[k.order[0]])
		delete(k.values, k.order[0])
		k.order = k.order[1:]
	}
	k.values[name] = data
	k.order = append(k.order, name)
	k.size += len(data)
}
