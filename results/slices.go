package results

// Slices are parts of a run by tag and by group, in the order of their names.
// A question with two tags is in two slices. They are for reading and have no
// tests and no gate: with many slices some look bad by chance.
type Slices struct {
	Tags       []Slice `json:"tags"`
	Groups     []Slice `json:"groups"`
	MoreTags   int     `json:"moreTags,omitempty"` // met after MaxSlices others, not summed up
	MoreGroups int     `json:"moreGroups,omitempty"`
}

// MaxSlices is how many tags and how many groups are summed up, the first
// met in suite order.
const MaxSlices = 200

// MinSlice is the fewest questions that get a rate or a mean; below there are
// counts only.
const MinSlice = 10

// Slice is one part of a run. Its counts are of questions and repeats.
type Slice struct {
	Name       string           `json:"name"`
	Questions  int              `json:"questions"`
	Totals     Totals           `json:"totals"`
	PassRate   Rate             `json:"passRate"`
	Dimensions []SliceDimension `json:"dimensions"` // those with a planned cell, in report order
}

// SliceDimension is one series within a slice: the mean and its Beta interval
// are over N questions.
type SliceDimension struct {
	Name       Series   `json:"name"`
	Planned    int      `json:"planned"`
	Scored     int      `json:"scored"`
	BelowFloor int      `json:"belowFloor"`
	N          int      `json:"n"`
	Mean       *float64 `json:"mean"`
	Lo         *float64 `json:"lo"`
	Hi         *float64 `json:"hi"`
	Reason     string   `json:"reason,omitempty"`
}
