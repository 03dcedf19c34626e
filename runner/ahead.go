package runner

import "iter"

// aheadBy is how many values wait at most for whoever uses them.
const aheadBy = 256

// ahead has the values of a sequence made while those before are used: each
// half takes a processor of its own. The sequence is left at once when the
// user of its values leaves.
func ahead[T any](seq iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		type made struct {
			value T
			err   error
		}
		values, left, ended := make(chan made, aheadBy), make(chan struct{}), make(chan struct{})
		defer func() {
			close(left)
			<-ended
		}()
		go func() {
			defer close(ended)
			defer close(values)
			for value, err := range seq {
				select {
				case values <- made{value, err}:
				case <-left:
					return
				}
			}
		}()
		for m := range values {
			if !yield(m.value, m.err) {
				return
			}
		}
	}
}
