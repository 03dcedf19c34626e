package reports

import (
	"fmt"
	"strconv"
)

// htmlRow is one question in the table: a line of its own, and one below it
// with its text, which unfolds where there is a detail.
type htmlRow struct {
	Row
	Detail *htmlQuestion
}

func (r *htmlRow) write(f *fragment) error {
	f.raw(`<tbody id="q`).text(strconv.Itoa(r.Seq)).raw(`" class="`).text(r.State).raw(`">
<tr><th scope="row"><code>`).text(r.ID).raw(`</code>`)
	if r.Critical {
		f.raw(` <span class="badge fail">critical</span>`)
	}
	if r.Flaky {
		f.raw(` <span class="badge warning">flaky</span>`)
	}
	f.raw(`</th>
<td data-verdict="`).text(r.State).raw(`"><span class="badge `).text(r.State).raw(`">`).text(r.State).raw(`</span></td>
<td>`)
	r.writeScores(f)
	f.raw(`</td>
<td>`)
	for i, tag := range r.Tags {
		if i > 0 {
			f.raw(" ")
		}
		f.raw(`<span class="tag">`).text(tag).raw(`</span>`)
	}
	f.raw(`</td>
<td class="reason">`).text(r.Reason)
	if r.Reasoning != "" {
		f.raw(`<br><span class="muted">“`).text(r.Reasoning).raw(`”</span>`)
	}
	f.raw(`</td></tr>
<tr class="more"><td colspan="5">`)
	if err := r.writeMore(f); err != nil {
		return err
	}
	f.raw(`</td></tr>
</tbody>
`)
	return nil
}

func (r *htmlRow) writeScores(f *fragment) {
	if len(r.Scores) == 0 {
		f.raw(`<span class="muted">none</span>`)
	}
	for i, s := range r.Scores {
		if i > 0 {
			f.raw(" · ")
		}
		s.write(f)
	}
}

func (s RowScore) write(f *fragment) {
	f.raw(`<span class="score`)
	if s.Low {
		f.raw(` low" data-dimension="`).text(string(s.Dimension))
	}
	if s.Value != nil {
		f.raw(`" data-score="`).text(fmt.Sprint(*s.Value))
	}
	f.raw(`">`).text(string(s.Dimension)).raw(" ").text(s.Text)
	if s.Note != "" {
		f.raw(" (").text(s.Note).raw(")")
	}
	f.raw(`</span>`)
}

func (r *htmlRow) writeMore(f *fragment) error {
	if r.Detail == nil {
		f.raw(`<span class="query muted">`).text(r.Query).raw(`</span>`)
		return nil
	}
	f.raw(`<details><summary>`).text(r.Query).raw(`</summary>
<div class="detail">`)
	if err := htmlPages().ExecuteTemplate(f, "question.html", r.Detail); err != nil {
		return err
	}
	f.raw(`</div></details>`)
	return nil
}
