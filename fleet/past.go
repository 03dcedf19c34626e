package fleet

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/evalrun/evalrun/results"
)

// past is what is stored of a task.
type past struct {
	ended   bool                // it has a result
	kept    *results.KeptAnswer // of a worker before this one
	history history
}

// past looks for all of it at once, as it waits for the same server.
func (d *delivery) past(ctx context.Context) (p past, err error) {
	all, ctx := errgroup.WithContext(ctx)
	all.Go(func() (err error) { p.ended, err = d.hasResult(ctx); return err })
	all.Go(func() (err error) { p.kept, err = d.findKept(ctx); return err })
	all.Go(func() (err error) { p.history, err = d.history(ctx); return err })
	return p, all.Wait()
}

func (d *delivery) hasResult(ctx context.Context) (bool, error) {
	found, err := d.m.crew.Conn.lastOf(ctx, d.m.results, resultSubject(d.m.entry.Run, d.key))
	return found != nil, err
}
