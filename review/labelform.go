package review

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// The fields of the form that labels one answer. A was field holds what stood
// when the form was drawn: only what the person changed since is saved, so that
// two open pages do not undo each other.
const (
	fieldRepeat  = "repeat"
	fieldAnswer  = "answer" // the mark of the answer that is shown
	fieldFrom    = "from"   // where the person came from
	fieldTold    = "told"   // the page told what the judge gave
	fieldAgree   = "agree"  // the button that takes the judge's scores
	fieldFlag    = "flag"
	fieldComment = "comment"
	scorePrefix  = "score."
	wasPrefix    = "was."

	noScore = "none" // the choice of giving no score
)

// labelForm is what a person sent about one answer.
type labelForm struct {
	queued  bool // came from the queue
	told    bool
	agree   bool
	scores  map[results.Dimension]given
	flag    *bool   // nil: as it was
	comment *string // likewise
}

// given is what was chosen in one dimension: a score of 1 to 5, or 0 for none.
type given int

// parseLabelForm takes of a form what the person changed. dimensions are those
// that the answer can be scored in.
func parseLabelForm(form url.Values, dimensions []results.Dimension) (labelForm, error) {
	out := labelForm{
		queued: form.Get(fieldFrom) == fromQueue, told: form.Get(fieldTold) != "",
		agree: form.Get(fieldAgree) != "", scores: map[results.Dimension]given{},
	}
	if err := knownScores(form, dimensions); err != nil {
		return out, err
	}
	for _, d := range dimensions {
		text, changed := changedField(form, scorePrefix+string(d))
		if !changed {
			continue
		}
		score, err := chosenScore(d, text)
		if err != nil {
			return out, err
		}
		out.scores[d] = score
	}
	return out, out.addRemark(form)
}

// knownScores refuses a score of what the answer has no score in, instead of
// passing over what somebody believes to have said.
func knownScores(form url.Values, dimensions []results.Dimension) error {
	known := map[string]bool{}
	for _, d := range dimensions {
		known[scorePrefix+string(d)] = true
	}
	for field := range form {
		if strings.HasPrefix(field, scorePrefix) && !known[field] {
			return refused(http.StatusBadRequest, "the answer has no dimension %q", strings.TrimPrefix(field, scorePrefix))
		}
	}
	return nil
}

// changedField is what a field holds, and whether that is something else than
// when the form was drawn. A form that does not say counts as changed.
func changedField(form url.Values, field string) (string, bool) {
	if !form.Has(field) {
		return "", false
	}
	now := form.Get(field)
	return now, !form.Has(wasPrefix+field) || form.Get(wasPrefix+field) != now
}

func chosenScore(d results.Dimension, text string) (given, error) {
	switch text {
	case "1", "2", "3", "4", "5":
		return given(text[0] - '0'), nil
	case noScore, "":
		return 0, nil
	}
	return 0, refused(http.StatusBadRequest, "the score of %s is %q, want 1, 2, 3, 4, 5 or none", d, text)
}

// addRemark reads flag and comment.
func (f *labelForm) addRemark(form url.Values) error {
	f.flag = changedFlag(form)
	if !form.Has(fieldComment) {
		return nil
	}
	comment := cleanComment(form.Get(fieldComment))
	if form.Has(wasPrefix+fieldComment) && form.Get(wasPrefix+fieldComment) == commentMark(comment) {
		return nil
	}
	if n := unitsOf(comment); n > maxComment {
		return refused(http.StatusRequestEntityTooLarge, "the comment has %d characters, want %d at most", n, maxComment)
	}
	f.comment = &comment
	return nil
}

// changedFlag is the flag where it was changed. A box that is not ticked is
// not sent: only what it was tells a flag that was taken off from none.
func changedFlag(form url.Values) *bool {
	now := form.Get(fieldFlag) != ""
	was := form.Get(wasPrefix+fieldFlag) != ""
	if now == was {
		return nil
	}
	return &now
}
