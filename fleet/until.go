package fleet

import "context"

// until calls do and waits for what it returns or for the end of ctx, of which
// do takes no notice. What comes of it after that goes to late.
func until[T any](ctx context.Context, do func() (T, error), late func(T)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	came := make(chan outcome)
	go func() {
		value, err := do()
		select {
		case came <- outcome{value, err}:
		case <-ctx.Done():
			if err == nil {
				late(value)
			}
		}
	}()
	select {
	case o := <-came:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
