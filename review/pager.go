package review

import (
	"net/http"
	"strconv"
)

// perPage is how many rows a page has.
const perPage = 100

// pager is the part of a list that a page shows, and the way to the others.
type pager struct {
	from, to       int // of the list, to exclusive
	Of             int
	Page, Last     int // from 1
	Previous, Next string
}

// First and End number the rows shown, from 1.
func (p pager) First() int { return p.from + 1 }

// End is the number of the last row shown.
func (p pager) End() int { return p.to }

// paged reads which page an address asks for; a page that is not there is no
// empty page.
func paged(r *http.Request, of int) (pager, error) {
	query := r.URL.Query()
	p := pager{Of: of, Page: 1, Last: max(1, (of+perPage-1)/perPage)}
	if text := query.Get("page"); text != "" {
		page, err := strconv.Atoi(text)
		if err != nil || page < 1 {
			return p, refused(http.StatusBadRequest, "page is %q, want a number from 1", text)
		}
		if page > p.Last {
			return p, missing("there is no page %d: the last is %d", page, p.Last)
		}
		p.Page = page
	}
	p.from = (p.Page - 1) * perPage
	p.to = min(of, p.from+perPage)
	turn := func(page int) string {
		query.Set("page", strconv.Itoa(page))
		return "?" + query.Encode()
	}
	if p.Page > 1 {
		p.Previous = turn(p.Page - 1)
	}
	if p.Page < p.Last {
		p.Next = turn(p.Page + 1)
	}
	return p, nil
}
