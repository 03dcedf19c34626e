package fleet

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/runner"
)

func TestRecordsComeBackAsTheyWereMade(t *testing.T) {
	s := testServer(t, serverOptions{})
	c := testCoordinate(t, testDial(t, s, nil), testJob("20261130T120000Z-refund.policy_v2-ab12"))
	startWorker(t, testWorker(testDial(t, s, nil), "ada", measuring{}))
	var tasks []runner.Task
	for seq := range 50 {
		tasks = append(tasks, testTask(seq))
	}
	for i, m := range measureAll(t, c, tasks...) {
		want := recordOf(tasks[i], "as asked")
		want.Worker = "ada"
		if diff := cmp.Diff(runner.Measured{Record: want}, m); diff != "" {
			t.Errorf("question %d (-want +got):\n%s", i, diff)
		}
	}
}
