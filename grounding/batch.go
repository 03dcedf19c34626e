package grounding

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"runtime"
	"sync"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// BatchOptions are what all lines of a batch share.
type BatchOptions struct {
	Ground  Ground
	Rules   Rules
	Context *Context // for lines that bring none; nil: each must
	Workers int      // 0: one for each processor
	// Bad is told of each line that could not be read, in order.
	Bad func(line int, err error)
}

// BatchSummary counts the lines by what became of them.
type BatchSummary struct{ Pass, Fail, Inconclusive, Bad int }

// Batch reads one answer a line and writes one report a line, in the same
// order, with as many answers at work as there are workers and a few more read
// ahead. A line that cannot be read gives an object with its number and the
// error, and the lines after it are read all the same; only a stream that
// cannot be read further ends with an error that names the line.
func Batch(ctx context.Context, r io.Reader, w io.Writer, opt BatchOptions) (BatchSummary, error) {
	if opt.Workers < 1 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	b := batch{
		BatchOptions: opt, recent: &recentContexts{},
		work: make(chan *batchItem), ordered: make(chan *batchItem, ahead*opt.Workers),
	}
	go b.read(ctx, r)
	var workers sync.WaitGroup
	for range opt.Workers {
		workers.Go(func() { b.trace(ctx) })
	}
	defer workers.Wait()
	defer cancel()
	return b.write(ctx, w)
}

// ahead is how many items a worker may be ahead of the writer.
const ahead = 4

type batch struct {
	BatchOptions
	recent  *recentContexts
	work    chan *batchItem // to any worker
	ordered chan *batchItem // the same items, in the order of their lines
}

// batchItem is one line on its way. What follows done is set once it is
// closed.
type batchItem struct {
	number int
	raw    []byte
	ended  error // the stream could not be read further

	done    chan struct{}
	out     []byte
	verdict results.Verdict
	err     error // the line could not be read
}

func (b *batch) read(ctx context.Context, r io.Reader) {
	defer close(b.work)
	defer close(b.ordered)
	for line, err := range answers.Lines(r, answers.MaxLine) {
		item := &batchItem{number: line.Number, raw: bytes.Clone(line.Raw), ended: err, done: make(chan struct{})}
		if !send(ctx, b.ordered, item) || !send(ctx, b.work, item) {
			return
		}
	}
}

func send(ctx context.Context, to chan<- *batchItem, item *batchItem) bool {
	select {
	case to <- item:
		return true
	case <-ctx.Done():
		return false
	}
}

func (b *batch) trace(ctx context.Context) {
	for {
		select {
		case item, open := <-b.work:
			if !open {
				return
			}
			b.do(item)
			close(item.done)
		case <-ctx.Done():
			return
		}
	}
}

func (b *batch) write(ctx context.Context, w io.Writer) (BatchSummary, error) {
	var s BatchSummary
	out := bufio.NewWriter(w)
	for {
		if len(b.ordered) == 0 { // whoever reads along sees what is done
			if err := out.Flush(); err != nil {
				return s, err
			}
		}
		item, err := next(ctx, b.ordered)
		if item == nil {
			return s, err
		}
		if _, err := out.Write(item.out); err != nil {
			return s, err
		}
		s.count(item)
		if item.ended != nil {
			return s, firstError(out.Flush(), item.ended)
		}
		if item.err != nil && b.Bad != nil {
			b.Bad(item.number, item.err)
		}
	}
}

// next waits for the item whose turn it is; nil at the end.
func next(ctx context.Context, from <-chan *batchItem) (*batchItem, error) {
	select {
	case item, open := <-from:
		if !open {
			return nil, nil
		}
		select {
		case <-item.done:
			return item, nil
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	return nil, ctx.Err()
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *BatchSummary) count(item *batchItem) {
	switch {
	case item.err != nil:
		s.Bad++
	case item.verdict == results.Pass:
		s.Pass++
	case item.verdict == results.Fail:
		s.Fail++
	default:
		s.Inconclusive++
	}
}
