package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"
)

// maxObject bounds what is read of one object: many times what the largest
// context and answer take together.
const maxObject = 64 << 20

// maxReading bounds what is read at once of the objects of one run, by the
// sizes that they say they have: as many results may come at once as are out.
const maxReading = 2 * maxObject

// objects are the large values of a run by the SHA-256 of their content, so
// that each is stored once however often it is needed.
type objects struct {
	conn   *Conn
	bucket string
	store  jetstream.ObjectStore
	stream jetstream.Stream    // of the same bucket: it has the parts
	room   *semaphore.Weighted // for what is read at once; see maxReading

	mu      sync.Mutex
	known   map[string]bool          // hashes that are there
	putting map[string]chan struct{} // closed when what is under way has ended; see turn
	kept    keeper

	lag time.Duration // until an object must be found
}

// openObjects opens the bucket of a run's objects, which is there.
func openObjects(ctx context.Context, c *Conn, run string) (*objects, error) {
	o := &objects{
		conn: c, bucket: objectBucket(run), lag: lagOf(c), room: semaphore.NewWeighted(maxReading),
		known: map[string]bool{}, putting: map[string]chan struct{}{}, kept: keeper{most: keptBytes, values: map[string][]byte{}},
	}
	return o, c.persist(ctx, func(ctx context.Context) (err error) {
		if o.store, err = c.js.ObjectStore(ctx, o.bucket); err == nil {
			o.stream, err = c.js.Stream(ctx, objectStream(run))
		}
		return err
	})
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
	done, err := o.turn(ctx, hash)
	if err != nil {
		return "", err
	}
	defer done()
	if o.has(hash) {
		return hash, nil
	}
	// What stands there is trusted once it was read: it may be of somebody else,
	// or have lost its parts.
	err = o.fetchOnce(ctx, hash, func([]byte) error { return nil })
	if absent(err) {
		err = o.send(ctx, hash, data)
	}
	if err != nil {
		return "", fmt.Errorf("store an object: %w", err)
	}
	o.remember(hash)
	return hash, nil
}

// get returns the value with a hash. The bytes are shared: nobody changes
// them.
func (o *objects) get(ctx context.Context, hash string) (value []byte, err error) {
	err = o.use(ctx, hash, func(data []byte) error {
		value = data
		return nil
	})
	return value, err
}

// use gives the value with a hash to read and returns its error. What is read
// counts against maxReading until it returns.
func (o *objects) use(ctx context.Context, hash string, read func([]byte) error) error {
	if !isHash(hash) {
		return fmt.Errorf("%q is no hash of an object", cut(hash, maxShown))
	}
	if data, ok := o.lookup(hash); ok {
		return read(data)
	}
	var unread error
	err := o.fetch(ctx, hash, func(data []byte) error {
		o.keep(hash, data)
		unread = read(data)
		return nil
	})
	if err != nil {
		return fmt.Errorf("fetch object %s: %w", hash, err)
	}
	return unread
}

func (o *objects) keep(hash string, data []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kept.keep(hash, data)
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

// forget has the server asked again which objects are there: some were lost.
func (o *objects) forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.known)
}
