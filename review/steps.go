package review

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/runstore"
)

// step is one save of this process, with what stood before it.
type step struct {
	number int // of the save, from 1
	seq    int
	id     string
	repeat int
	queued bool // the question was opened from the queue
	text   string
	before sayings
	wrote  runstore.Saying
	undone bool
}

// maxSteps bounds how far back one can go.
const maxSteps = 1000

// steps are the saves of one run, oldest first. They are used with saving
// held.
type steps struct {
	list  []*step
	saves int // made so far
}

func (s *Server) stepsOf(run *openRun) *steps {
	if s.steps[run.name] == nil {
		s.steps[run.name] = &steps{}
	}
	return s.steps[run.name]
}

func (m *steps) remember(t labelTarget, queued bool, before sayings, c change) *step {
	m.saves++
	s := &step{
		number: m.saves, seq: t.row.Seq, id: t.row.ID, repeat: t.record.Repeat, queued: queued,
		text: c.words(), before: before, wrote: c.saying,
	}
	if m.list = append(m.list, s); len(m.list) > maxSteps {
		m.list = m.list[1:]
	}
	return s
}

// latest is the newest save that was not taken back; nil without one.
func (m *steps) latest() *step {
	for _, s := range slices.Backward(m.list) {
		if !s.undone {
			return s
		}
	}
	return nil
}

// words name a save: saved q17: grounding 2, tone 4.
func (s *step) words(did string) string {
	return reports.Line(did+" "+s.id+": "+s.text, maxText)
}

// form is the button that takes the save back.
func (s *step) form(run *openRun) *undoForm {
	return &undoForm{Action: pathTo("runs", run.name, "undo"), Save: strconv.Itoa(s.number)}
}

// find looks for a save that can be taken back: the newest one of its answer.
func (m *steps) find(number int) (*step, error) {
	var named *step
	for _, s := range m.list {
		switch {
		case s.number == number:
			named = s
		case named != nil && !s.undone && s.seq == named.seq && s.repeat == named.repeat:
			return nil, refused(http.StatusConflict, "nothing was undone: %s was saved again since; undo that first", reports.Line(s.id, maxName))
		}
	}
	switch {
	case named == nil:
		return nil, refused(http.StatusConflict, "nothing was undone: that save is not known any more")
	case named.undone:
		return nil, refused(http.StatusConflict, "nothing was undone: that save is undone already")
	}
	return named, nil
}

// stands reports whether all that the save wrote is what stands now.
func (s *step) stands(now sayings) bool {
	for _, l := range s.wrote.Labels {
		if is, ok := now.labels[l.Dimension]; !ok || is.Score != l.Score || !is.At.Equal(l.At) {
			return false
		}
	}
	for _, r := range s.wrote.Remarks {
		if now.remark == nil || !now.remark.At.Equal(r.At) || now.remark.Flag != r.Flag {
			return false
		}
	}
	for _, w := range s.wrote.Withdrawn {
		if _, has := now.labels[w.Dimension]; has || w.Dimension == "" && now.remark != nil {
			return false
		}
	}
	return true
}
