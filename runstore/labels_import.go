package runstore

import (
	"errors"
	"fmt"
	"io"

	"github.com/evalrun/evalrun/results"
)

// Imported says where the lines of a file went.
type Imported struct {
	Labels, Remarks int // written
	Same            int // said already, labels and remarks
	OtherAnswer     int // of another answer than the run has, left out
	Older           int // of a person who has said something later, left out
}

// String counts what was written, and of the rest what there is.
func (i Imported) String() string {
	words := counted(i.Labels, "label") + ", " + counted(i.Remarks, "remark")
	for _, left := range []struct {
		n    int
		what string
	}{{i.Same, "there already"}, {i.OtherAnswer, "of another answer, left out"}, {i.Older, "older than what the person said since, left out"}} {
		if left.n > 0 {
			words += fmt.Sprintf(", %d %s", left.n, left.what)
		}
	}
	return words
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Import adds the labels and remarks of a file, CSV or JSON Lines, or none of
// them: LabelProblems tell every line that the run has no place for. Lines
// that name no rater are rater's. Entry finds the questions of the run, with
// ErrNoQuestion for one that it does not have, and must not use the log. What a
// kill cut off can be imported again.
func (l *LabelLog) Import(name string, r io.Reader, rater string, entry func(id string) (results.Entry, error)) (Imported, error) {
	var reader LabelReader
	if err := reader.Read(name, r, rater); err != nil {
		return Imported{}, err
	}
	info, err := readInfo(l.folder)
	if err != nil {
		return Imported{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now, err := l.opinions()
	if err != nil {
		return Imported{}, err
	}
	in := importing{reader: &reader, info: info, entry: entry, asked: map[string]questionAsked{}, now: now}
	if err := in.checked(); err != nil {
		return Imported{}, err
	}
	if labels, remarks := now.All(); len(labels)+len(remarks)+in.out.Labels+in.out.Remarks > maxLabels {
		return Imported{}, fmt.Errorf("import %s: with these the run would have more than %d labels", name, maxLabels)
	}
	if err := l.append(in.say); err != nil {
		return Imported{}, err
	}
	return in.out, nil
}

// importing holds what was read against the run and what people said before.
type importing struct {
	reader *LabelReader
	info   results.RunInfo
	entry  func(id string) (results.Entry, error)
	asked  map[string]questionAsked // by id of a question, as far as it was asked for
	now    *Opinions
	say    Saying
	out    Imported
	broken error // of the run, of which no line is to blame
}

// questionAsked is what an import needs of a question; marks are those of its
// answers by repeat.
type questionAsked struct {
	known    bool
	category results.Category
	marks    map[int]string
}

// checked sorts what was read. The error tells everything that is wrong with
// the file, the lines that could not be read among it.
func (in *importing) checked() error {
	l := in.reader
	if judge := results.JudgeScale(); l.scale != (results.Scale{}) && l.scale != judge {
		l.problem(0, "the scores are on the scale %d..%d, those of the run on %d..%d", l.scale.Lo, l.scale.Hi, judge.Lo, judge.Hi)
	}
	l.labels.compact()
	l.remarks.compact()
	var kept standing[results.Label]
	for i, label := range l.labels.list {
		at := l.labels.places[i]
		if !l.full() && in.placed(at, &label) && in.once(&kept, at, label) {
			in.label(label)
		}
	}
	for i, remark := range l.remarks.list {
		if mark, ok := in.answer(l.remarks.places[i], remark.ID, remark.Repeat, remark.Rater); !l.full() && ok {
			in.remark(remark, mark)
		}
	}
	if in.broken != nil {
		return in.broken
	}
	l.Scale = results.JudgeScale()
	_, err := l.Labels()
	return err
}

// answer finds the mark of the answer that somebody speaks of.
func (in *importing) answer(at labelPlace, id string, repeat int, rater string) (mark string, ok bool) {
	q := in.question(id)
	mark, ok = q.marks[repeat]
	switch {
	case rater == "":
		in.reader.problemAt(at, "no rater")
		return "", false
	case !q.known:
		in.reader.problemAt(at, "the run has no question %s", shown(id))
	case !ok && len(q.marks) == 0:
		in.reader.problemAt(at, "question %s was not answered in this run", shown(id))
	case !ok:
		in.reader.problemAt(at, "question %s has no answer of repeat %d", shown(id), repeat)
	}
	return mark, ok
}

func (in *importing) question(id string) questionAsked {
	q, asked := in.asked[id]
	if asked {
		return q
	}
	e, err := in.entry(id)
	switch {
	case err != nil && !errors.Is(err, ErrNoQuestion):
		in.broken = err
	case err == nil:
		q = questionAsked{known: true, category: e.Question.Category, marks: map[int]string{}}
		for _, rec := range e.Records {
			if rec.Answer != nil {
				q.marks[rec.Repeat] = results.AnswerMark(rec.Answer.Text)
			}
		}
	}
	in.asked[id] = q
	return q
}

// placed reports whether a label is one of this run's answers; a category
// before its dimension is taken off.
func (in *importing) placed(at labelPlace, label *results.Label) bool {
	mark, ok := in.answer(at, label.ID, label.Repeat, label.Rater)
	if !ok {
		return false
	}
	category := in.question(label.ID).category
	for _, dimension := range in.info.Dimensions[category] {
		if label.Dimension != dimension && results.Series(label.Dimension) != results.SeriesOf(category, dimension) {
			continue
		}
		label.Dimension = dimension
		if label.Answer != "" && label.Answer != mark {
			in.out.OtherAnswer++
			return false
		}
		return true
	}
	in.reader.problemAt(at, "question %s is %s and not scored in %s", shown(label.ID), category, shown(string(label.Dimension)))
	return false
}

// once meets the same dimension with and without its category.
func (in *importing) once(kept *standing[results.Label], at labelPlace, label results.Label) bool {
	key := labelKey{label.ID, label.Repeat, label.Dimension, label.Rater}
	i, again := kept.at(key)
	switch {
	case !again:
		kept.put(key, label, at)
	case kept.list[i].Score != label.Score:
		in.reader.problemAt(at, "%s scores %s of %s twice", raterName(label.Rater), label.Dimension, shown(label.ID))
	}
	return !again
}
