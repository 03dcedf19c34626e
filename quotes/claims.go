package quotes

import "strconv"

// tolerantClaims reads claims with their citations wherever they stand on a
// line, and makes a claim of each citation that no marker belongs to: what an
// answer leaves unmarked is counted, not overlooked.
func tolerantClaims(body string) (claims []Claim, warnings []Warning, clean string) {
	r := claimReader{body: body, marks: findMarks(body), seen: map[string]bool{}}
	r.masked = maskMarks(body, r.marks)
	r.read()
	clean, cuts := cutMarkers(body, r.marks)
	for i := range r.claims {
		claim := &r.claims[i]
		claim.Start, claim.End = cuts.moved(claim.Start), cuts.moved(claim.End)
	}
	return r.claims, r.warnings, clean
}

// claimReader walks over the marks of a body. Claims carry offsets in the
// body until the markers are cut out of it.
type claimReader struct {
	body, masked string
	marks        []mark
	claims       []Claim
	warnings     []Warning
	seen         map[string]bool
	unmarked     int
}

// read goes through the marks in order. afterMarker is where the text of the
// next marked claim may begin, afterMark that of the next unmarked one.
func (r *claimReader) read() {
	afterMarker, afterMark := 0, 0
	for i := 0; i < len(r.marks); {
		group, marker, next := groupMarker(r.body, r.marks, i)
		end := r.marks[next-1].end
		switch {
		case marker != nil:
			r.marked(group, *marker, afterMarker)
			afterMarker = end
		case !group.ignored:
			r.unmark(*group, afterMark)
		}
		afterMark = end
		i = next
	}
}

// groupMarker returns the citation and the marker that belong together at
// marks[i], either of which may be missing, and the mark that follows them.
// The protocol writes [1]{c1}; {c1}[1] is understood when the group does not
// belong to the next marker.
func groupMarker(body string, marks []mark, i int) (group, marker *mark, next int) {
	follows := func(j int, near func(string) bool) bool {
		return j < len(marks) && near(body[marks[j-1].end:marks[j].start])
	}
	first := &marks[i]
	if first.isGroup() {
		if follows(i+1, nearMarker) && !marks[i+1].isGroup() {
			return first, &marks[i+1], i + 2
		}
		return first, nil, i + 1
	}
	if follows(i+1, onlySpaces) && marks[i+1].isGroup() &&
		!(follows(i+2, nearMarker) && !marks[i+2].isGroup()) {
		return &marks[i+1], first, i + 2
	}
	return nil, first, i + 1
}

// marked adds the claim of a marker, whose text begins after from.
func (r *claimReader) marked(group *mark, marker mark, from int) {
	claim := Claim{ID: marker.id, Sources: []int{}}
	at := marker.start
	if group != nil {
		claim.Sources = group.sources
		at = min(at, group.start)
	}
	switch {
	case r.seen[claim.ID]:
		// Dropping it would let an answer hide citations behind one id.
		r.warnings = append(r.warnings, duplicateClaim(claim.ID))
		claim.ID = r.unmarkedID()
	case group == nil:
		r.warnings = append(r.warnings, noGroup(claim.ID))
	case !exactMarks(*group, marker):
		r.warnings = append(r.warnings, r.lenient(*group, marker))
	}
	r.seen[marker.id] = true
	if group != nil && group.refused {
		r.warnings = append(r.warnings, *badIndex(claim.ID, r.body[group.start:group.end]))
	}
	claim.Start, claim.End = r.sentenceBefore(from, at)
	r.add(claim)
}

// unmark adds a claim for a citation without a marker.
func (r *claimReader) unmark(group mark, from int) {
	claim := Claim{ID: r.unmarkedID(), Sources: group.sources}
	cited := r.body[group.start:group.end]
	r.warnings = append(r.warnings, Warning{
		Code:    Unmarked,
		ClaimID: claim.ID,
		Message: "citation " + cutJS(cited, shownLine) + " has no claim marker, so no quote can stand for it",
	})
	if group.refused {
		r.warnings = append(r.warnings, *badIndex(claim.ID, cited))
	}
	claim.Start, claim.End = r.sentenceOf(group, from)
	r.add(claim)
}

// unmarkedID returns u1, u2, …: no marker can hold such an id.
func (r *claimReader) unmarkedID() string {
	r.unmarked++
	return "u" + strconv.Itoa(r.unmarked)
}

func (r *claimReader) add(claim Claim) {
	claim.Text = withoutMarks(r.body, r.marks, claim.Start, claim.End)
	r.claims = append(r.claims, claim)
}

func exactMarks(group, marker mark) bool {
	return group.exact && marker.exact && group.end == marker.start
}

func (r *claimReader) lenient(group, marker mark) Warning {
	form := r.body[min(group.start, marker.start):max(group.end, marker.end)]
	return Warning{
		Code:    Lenient,
		ClaimID: marker.id,
		Message: "citation of claim " + marker.id + " read although its form is off: " + cutJS(form, shownLine),
	}
}
