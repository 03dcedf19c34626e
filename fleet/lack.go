package fleet

import "errors"

// Lack is an error of Worker.Open that others may read: why the worker takes no
// part in the run, in words that name what is missing and hold no value.
type Lack string

func (l Lack) Error() string { return string(l) }

// unopened is what is published of a run that a worker could not open. The
// error may hold what it was opened with, a key or a URL with a password, and
// is the worker's own to say.
const unopened = "what it takes to open the run; the worker itself says why"

// publicLack is what others are told of an error of opening a run.
func publicLack(err error) string {
	var l Lack
	if errors.As(err, &l) {
		return string(l)
	}
	return unopened
}

// saidLack is the whole of it, for the worker itself to say.
func saidLack(err error) string {
	var l Lack
	if errors.As(err, &l) {
		return "lacks " + err.Error()
	}
	return err.Error()
}
