package fleet

import (
	"context"
	"fmt"

	"github.com/evalrun/evalrun/runner"
)

// maxBegun is how often a task is begun. Who loses a worker by chance does so
// once or twice with the same question; the third time it is the question.
const maxBegun = 3

// poison stores the record of a task that its workers do not survive.
func (d *delivery) poison(ctx context.Context, h history) error {
	message := fmt.Sprintf("begun %d times and never measured; %s", h.begun(), h)
	rec, err := runner.Unreachable(d.m.info, d.task.task(), CodePoison, message, d.m.crew.Now())
	if err != nil {
		return err
	}
	return d.publish(ctx, runner.Measured{Record: &rec})
}
