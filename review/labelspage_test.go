package review

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// send imports a file under a rater's name.
func (d *desk) send(rater, name, content string, header ...string) page {
	d.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("rater", rater)
	file, err := form.CreateFormFile("file", name)
	if err != nil {
		d.t.Fatal(err)
	}
	file.Write([]byte(content))
	form.Close()
	req, err := http.NewRequest(http.MethodPost, d.server.URL+d.path("/labels"), &body)
	if err != nil {
		d.t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return d.do(req)
}

func TestTheLabelsPageListsWhoSaidWhatWhen(t *testing.T) {
	d := newDesk(t, nil)
	d.expect(d.get(d.path("/labels")), 200, "Nobody has labelled this run")
	d.save(0, "score.grounding", "2", "flag", "on", "comment", "no source")
	d.expect(d.get(d.path("/labels")), 200, "ada", "2026-03-02 09:00 UTC", `<a href="`+d.question(0)+`"><code>q0</code></a>`,
		`<strong class="low">2</strong>`, `<td class="number">4</td><td>yes</td>`, "opened by hand", "no source", "flagged")
}

func TestLabelsComeBackFromTheirTable(t *testing.T) {
	d := newDesk(t, nil)
	d.save(0, "score.grounding", "2", "comment", "=1+1, \"so\"\r\nand so")
	d.save(1, "score.tone", "5")
	before := d.stands()
	p := d.get(d.path("/labels.csv"))
	if p.status != 200 || strings.Contains(p.text, "\n=1+1") || strings.Contains(p.text, ",=1+1") {
		t.Fatalf("%+v", p)
	}
	d.undo(d.get(d.question(0)))
	d.undo(d.get(d.question(1)))
	if got := d.stands(); got != "" {
		t.Fatal(got)
	}
	if in := d.send("", "labels.csv", p.text); in.status != 303 || in.at != d.path("/labels") {
		t.Fatalf("%+v", in)
	}
	if got := d.stands(); got != before {
		t.Errorf("%s, want %s", got, before)
	}
	d.expect(d.get(d.path("/labels")), 200, "imported: 2 labels, 1 remark")
	d.send("", "labels.csv", p.text)
	d.expect(d.get(d.path("/labels")), 200, "imported: 0 labels, 0 remarks, 3 there already")
}

func TestProblemsOfAFileAreAllListed(t *testing.T) {
	d := newDesk(t, nil)
	p := d.send("grace", "<b>x.csv", "id,dimension,score\nq0,grounding,9\nnope,grounding,1\nq0,flair,1\nq1,tone,3\n")
	d.expect(p, 422, "Nothing was imported", "&lt;b&gt;x.csv:2:", "&lt;b&gt;x.csv:3:", "&lt;b&gt;x.csv:4:")
	if got := d.labels(); got != nil {
		t.Errorf("%q", got)
	}
}

func TestAFileOfAPersonIsTakenAsTheirs(t *testing.T) {
	d := newDesk(t, nil)
	d.expect(d.send(" grace ", "l.csv", "id,dimension,score\nq0,grounding,1\n"), 303)
	d.expect(d.get(d.question(0)), 200, "grace")
	if lines := d.labels(); len(lines) != 1 || !strings.Contains(lines[0], `"rater":"grace"`) {
		t.Errorf("%q", lines)
	}
}

// TestAFileIsTakenWholeBeforeItIsRefused: a browser that is answered while it
// sends tells of a broken connection.
func TestAFileIsTakenWholeBeforeItIsRefused(t *testing.T) {
	d := newDesk(t, nil)
	for name, head := range map[string]string{
		"a file of something else": `name="file"; filename="l.csv"` + "\r\n\r\nno,table\n", "a name that is too long": "name=\"rater\"\r\n\r\n",
	} {
		body := strings.NewReader("--b\r\nContent-Disposition: form-data; " + head + strings.Repeat("x", 4<<20) + "\r\n--b--\r\n")
		req := httptest.NewRequest(http.MethodPost, d.server.URL+d.path("/labels"), body)
		req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		got := httptest.NewRecorder()
		d.server.Config.Handler.ServeHTTP(got, req)
		if got.Code < 400 || body.Len() > 0 {
			t.Errorf("%s: status %d with %d bytes to come", name, got.Code, body.Len())
		}
	}
}

func TestFormsWithoutAFileImportNothing(t *testing.T) {
	d := newDesk(t, nil)
	for _, c := range []struct {
		name, content, says string
		rater               string
		status              int
	}{
		{"", "id,dimension,score\n", "no file was chosen", "", 400},
		{"l.csv", "", "the file is empty", "", 422},
		{"l.csv", strings.Repeat(" ", 70<<10), "white space", "", 422},
		{"l.csv", "id,dimension,score\nq0,tone,1\n", "the name of the rater is longer", strings.Repeat("x", 2<<10), 400},
		{"l.jsonl", `{"id":"q0","dimension":"tone","score":1,"comment":"` + strings.Repeat("x", 2<<20) + `"}`, "longer than 1 MB", "", 422},
	} {
		d.expect(d.send(c.rater, c.name, c.content), c.status, c.says)
	}
	d.expect(d.post(d.path("/labels"), nil), 400, "labels come as a file in a form")
	if got := d.labels(); got != nil {
		t.Errorf("%q", got)
	}
}

func TestAPageOfAnotherSiteImportsAndSavesNothing(t *testing.T) {
	d := newDesk(t, nil)
	p := d.send("", "l.csv", "id,dimension,score\nq0,grounding,1\n", "Sec-Fetch-Site", "cross-site", "Origin", "https://example.org")
	if p.status != 403 || d.labels() != nil {
		t.Errorf("%+v", p)
	}
}

func TestManyLabelsComeInPages(t *testing.T) {
	d := newDesk(t, nil)
	var file strings.Builder
	file.WriteString("id,dimension,score,rater\n")
	for i := range 2*perPage + 10 {
		fmt.Fprintf(&file, "q0,tone,3,rater %d\n", i)
	}
	d.expect(d.send("", "l.csv", file.String()), 303)
	d.expect(d.get(d.path("/labels?page=3")), 200, "201 to 210 of 210")
	d.expect(d.get(d.path("/labels?page=4")), 404)
}

func TestACommentThatNoFormHoldsStands(t *testing.T) {
	d := newDesk(t, nil)
	long := strings.Repeat("long ", 20<<10)
	d.expect(d.send("", "l.jsonl", `{"schema":"evalrun.label/1","id":"q0","flag":true,"comment":"`+long+`"}`), 303)
	d.expect(d.get(d.question(0)), 200, "Your comment is too long to be changed here")
	d.expect(d.save(0, "score.grounding", "2"), 303)
	if got := d.stands(); !strings.Contains(got, "q0 grounding 2, q0 flag true") || !strings.Contains(got, "long long") {
		t.Errorf("%.200s", got)
	}
	d.save(0, "comment", "short")
	if got := d.stands(); got != `q0 grounding 2, q0 flag true "short"` {
		t.Errorf("%.200s", got)
	}
}
