package suites

import (
	"strconv"

	"github.com/evalrun/evalrun/results"
)

// messages reads the turns before the query. Who begins and who follows is
// left open: applications log conversations in which one side spoke twice.
func (r *reader) messages(n *node) []results.Turn {
	var turns []results.Turn
	for i, item := range r.list(n, "messages") {
		label := "messages item " + strconv.Itoa(i+1)
		o, ok := r.object(item, label, label+": ", messageKeys)
		if !ok {
			continue
		}
		turns = append(turns, results.Turn{
			Role:    r.oneOf(r.required(o, "role"), o.label("role"), "user", "assistant"),
			Content: r.prose(r.required(o, "content"), o.label("content")),
		})
	}
	return turns
}
