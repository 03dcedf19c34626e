package browser

import (
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// Click clicks in the middle of the first element that a CSS selector finds,
// as soon as it is there and stands still: rows that come into sight are laid
// out anew.
func (tab *Tab) Click(selector string) error {
	where := fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e || !e.checkVisibility()) return null;
		e.scrollIntoView({block: 'center', behavior: 'instant'});
		const box = e.getClientRects()[0];
		return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
	})()`, selector)
	var last []float64
	for end := time.Now().Add(waitLimit); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		place, err := Evaluate[[]float64](tab, where)
		if err != nil {
			return err
		}
		if place != nil && last != nil && place[0] == last[0] && place[1] == last[1] {
			return tab.do(chromedp.MouseClickXY(place[0], place[1]))
		}
		last = place
	}
	return fmt.Errorf("click: nothing that is seen and stands still is %s", selector)
}
