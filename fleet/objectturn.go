package fleet

import "context"

// turn has a value put by one caller at a time, until done is called: of those
// who come with the same passages at once the first sends them, and the others
// find that they are there.
func (o *objects) turn(ctx context.Context, hash string) (done func(), err error) {
	mine := make(chan struct{})
	for {
		o.mu.Lock()
		before := o.putting[hash]
		if before == nil {
			o.putting[hash] = mine
		}
		o.mu.Unlock()
		if before == nil {
			return func() { o.turned(hash, mine) }, nil
		}
		select {
		case <-before:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (o *objects) turned(hash string, mine chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.putting, hash)
	close(mine)
}
