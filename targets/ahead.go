package targets

import (
	"errors"
	"io"
	"iter"
	"runtime"

	"github.com/evalrun/evalrun/answers"
)

// decoded is an answer's bytes and what they hold. Raw is valid until the
// next one.
type decoded struct {
	answers.Line
	id, query string
	epoch     int
	answer    answers.Answer
	empty     error // answers.ErrNoAnswer
	err       error // the bytes are no answer
}

// batchBytes of lines are decoded in one go: enough to make handing them over
// cheap, little enough to keep memory flat.
const batchBytes = 256 << 10

// batch is some answers in a row; done is closed when all are decoded.
type batch struct {
	read  func([]byte) (recording, error)
	text  []byte
	lines []decoded
	done  chan struct{}
}

// decodeAhead yields the answers of a file in order, decoded on all
// processors: decoding is most of the time that opening a file takes. An
// error is that of the layout's answers and comes last. The reader is read to its
// end even when the sequence is not.
func decodeAhead(r io.Reader, l layout) iter.Seq2[decoded, error] {
	return func(yield func(decoded, error) bool) {
		var failed error
		queue := make(chan *batch, runtime.GOMAXPROCS(0))
		go func() {
			defer close(queue)
			failed = readBatches(r, l, queue)
		}()
		going := true
		for b := range queue {
			<-b.done
			for _, d := range b.lines {
				going = going && yield(d, nil)
			}
		}
		if going && failed != nil {
			yield(decoded{}, failed)
		}
	}
}

// readBatches stops reading where the queue is full, so that no more than its
// length is decoded at once.
func readBatches(r io.Reader, l layout, queue chan<- *batch) error {
	next := func() *batch {
		return &batch{read: l.decode, text: make([]byte, 0, batchBytes+batchBytes/8), done: make(chan struct{})}
	}
	b := next()
	send := func() {
		go b.decode()
		queue <- b
		b = next()
	}
	for line, err := range l.answers(r) {
		if err != nil {
			send()
			return err
		}
		if b.add(line); len(b.text) >= batchBytes {
			send()
		}
	}
	send()
	return nil
}

// add copies the line: the reader uses its bytes again. A text that grows
// leaves the lines before where they are.
func (b *batch) add(l answers.Line) {
	start := len(b.text)
	b.text = append(b.text, l.Raw...)
	l.Raw = b.text[start:len(b.text):len(b.text)]
	b.lines = append(b.lines, decoded{Line: l})
}

func (b *batch) decode() {
	defer close(b.done)
	for i := range b.lines {
		d := &b.lines[i]
		a, err := b.read(d.Raw)
		d.id, d.query, d.epoch, d.answer = a.ID, a.Query, a.epoch, a.Answer
		if errors.Is(err, answers.ErrNoAnswer) {
			d.empty = err
		} else {
			d.err = err
		}
	}
}
