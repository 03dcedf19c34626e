package runstore

import "github.com/evalrun/evalrun/results"

// remark takes in what was said beside the scores. A person says one thing: a
// later remark replaces the earlier one.
func (l *LabelReader) remark(line int, remark results.Remark) {
	remark.ID, remark.Rater = trimmed(remark.ID), l.raterOf(remark.Rater)
	key := labelKey{remark.ID, remark.Repeat, "", remark.Rater}
	if !l.answerKnown(line, remark.ID, remark.Repeat) {
		return
	}
	if _, again := l.remarks.at(key); again || !l.tooMany(line) {
		l.remarks.put(key, remark, labelPlace{l.file, line})
	}
}

// withdraw takes back what a person said before; without a dimension it is the
// remark. What was not said needs no taking back.
func (l *LabelReader) withdraw(line int, w Withdrawal) {
	w.ID, w.Rater = trimmed(w.ID), l.raterOf(w.Rater)
	if !l.answerKnown(line, w.ID, w.Repeat) {
		return
	}
	key := labelKey{w.ID, w.Repeat, w.Dimension, w.Rater}
	if w.Dimension == "" {
		l.remarks.withdraw(key)
	} else {
		l.labels.withdraw(key)
	}
}
