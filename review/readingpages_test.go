package review

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

func better() []asked {
	q := plainQuestions()
	q[1].score, q[1].answer, q[1].line = 5, "We do not tell.", "It declines."
	return q
}

func TestRunsAreListedNewestFirst(t *testing.T) {
	s := openShop(t, nil)
	s.get("/", "no run here yet")
	first := s.hour(0, "shop", plainQuestions())
	other := s.hour(1, "other", plainQuestions())
	second := s.hour(2, "shop", better())
	s.label(first, results.Label{ID: "wage", Dimension: "grounding", Rater: "ada", Score: 1})
	running := filepath.Base(s.begin(3, "shop", plainQuestions()).Path())
	s.check(os.Mkdir(filepath.Join(s.dir, "damaged"), 0o777))
	s.check(os.WriteFile(filepath.Join(s.dir, "damaged", runstore.InfoFile), []byte("{"), 0o666))

	page := s.get("/", "<td>2 of 3</td>", "<td>3 of 3</td>", "judge-1", "2026-03-01 12:00 UTC")
	s.inOrder(page, ">"+running+"<", "it has not ended", ">"+second+"<", `<span class="badge pass">`, ">"+other+"<", ">"+first+"<",
		`<span class="badge fail">`, `/labels">1</a>`, "cannot be read", "damaged")
	s.inOrder(page, ">"+second+"<", `href="/compare?base=`+first+`&amp;head=`+second+`"`, `href="/trends/shop"`)
	s.lacks(page, s.dir, `base=`+other)
	s.lacks(s.get("/?suite=other"), ">"+first+"<")
}

func TestRunsHavePages(t *testing.T) {
	s := openShop(t, nil)
	for i := range perPage + 1 {
		s.check(os.MkdirAll(filepath.Join(s.dir, fmt.Sprintf("r%03d", i)), 0o777))
		info := fmt.Sprintf(`{"schema":"evalrun.run/1","id":"r%03d","suite":{"name":"shop"},"started":"2026-03-01T%02d:%02d:00Z","status":"partial"}`, i, i/60, i%60)
		s.check(os.WriteFile(filepath.Join(s.dir, fmt.Sprintf("r%03d", i), runstore.InfoFile), []byte(info), 0o666))
	}
	s.lacks(s.get("/", "1 to 100 of 101", `href="?page=2"`), "r000<")
	s.get("/?page=2", "101 to 101 of 101", "r000<")
}

func TestRunPageShowsWhyAndTheQuestions(t *testing.T) {
	s := openShop(t, nil)
	name := s.hour(0, "shop", plainQuestions())
	s.label(name, results.Label{ID: "wage", Dimension: "grounding", Rater: "bob", Score: 4})
	page := s.get("/runs/"+name, "Passed: 2 of 3", "Totals", "billing", "group staff")
	s.inOrder(page, "<h1>"+name+"</h1>", "gate: fail", "<code>wage</code>", "grounding 2", "bob <strong>4</strong>", "grounding 2 is below 4", "<code>refund</code>", "<code>opening</code>")
}

func TestRunPageFiltersAndSorts(t *testing.T) {
	s := openShop(t, nil)
	name := s.hour(0, "shop", plainQuestions())
	s.label(name, results.Label{ID: "wage", Dimension: "grounding", Rater: "bob", Score: 4})
	s.label(name, results.Label{ID: "refund", Dimension: "grounding", Rater: "bob", Score: 5})
	for query, want := range map[string]string{
		"":                               "wage refund opening",
		"?verdict=fail":                  "wage",
		"?verdict=pass":                  "refund opening",
		"?verdict=nonsense":              "",
		"?dimension=grounding":           "wage",
		"?dimension=tone":                "",
		"?tag=billing":                   "refund",
		"?tag=group+staff":               "wage",
		"?text=RETURN+long":              "refund",
		"?text=return+nine":              "",
		"?text=below":                    "wage",
		"?labelled=yes":                  "wage refund",
		"?labelled=no":                   "opening",
		"?labelled=differs":              "wage",
		"?sort=suite":                    "refund wage opening",
		"?sort=-suite":                   "opening wage refund",
		"?sort=id":                       "opening refund wage",
		"?sort=-id":                      "wage refund opening",
		"?sort=score":                    "wage opening refund",
		"?sort=verdict":                  "wage refund opening",
		"?sort=unknown":                  "wage refund opening",
		"?verdict=pass&sort=score":       "opening refund",
		"?verdict=pass&labelled=yes":     "refund",
		"?verdict=pass&dimension=tone":   "",
		"?verdict=&tag=&text=&page=1":    "wage refund opening",
		"?text=%3Cscript%3Ealert%281%29": "",
	} {
		_, page, _ := strings.Cut(s.get("/runs/"+name+query), `id="questions-title"`)
		var got []string
		for _, part := range strings.Split(page, "<code>")[1:] {
			id, _, _ := strings.Cut(part, "</code>")
			got = append(got, id)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s shows %q, want %q", query, got, want)
		}
	}
	s.get("/runs/"+name+"?verdict=fail&text=a%26b", `<option value="fail" selected>`, `value="a&amp;b"`)
}

func TestRunPageHasPages(t *testing.T) {
	s := openShop(t, nil)
	var many []asked
	for i := range 2*perPage + 1 {
		many = append(many, asked{id: fmt.Sprintf("q%03d", i), query: "why?", answer: "so", line: "fine", score: 5})
	}
	path := "/runs/" + s.hour(0, "shop", many)
	s.lacks(s.get(path, "1 to 100 of 201", "q099", `href="?page=2"`), "q100")
	s.get(path+"?text=why&page=2", "101 to 200 of 201", "q100", `href="?page=1&amp;text=why"`, `href="?page=3&amp;text=why"`)
	s.get(path+"?sort=-suite&page=3", "201 to 201 of 201", "q000")
	for page, want := range map[string]int{
		"4": 404, "99999999999999999999": 400, "0": 400, "-1": 400, "x": 400, "1.5": 400, " 1": 400, "": 200, "3": 200,
	} {
		if got := s.ask(http.MethodGet, path+"?page="+strings.ReplaceAll(page, " ", "+")); got.status != want {
			t.Errorf("page %q: status %d, want %d", page, got.status, want)
		}
	}
}

func TestUnknownPagesAreMissing(t *testing.T) {
	s := openShop(t, nil)
	name := s.hour(0, "shop", plainQuestions())
	for _, path := range []string{
		"/nothing", "/runs", "/runs/", "/runs/none", "/runs/..", "/runs/%2e%2e", "/runs/%2e%2e%2f" + name, "/runs/" + name + "%2f..", "/runs/" + name + "/",
		"/runs/" + name + "/questions/9", "/runs/" + name + "/questions/x", "/runs/" + name + "/questions/-1", "/runs/none/questions/0",
		"/trends/none", "/static/none", "/static/..%2fserver.go", "/compare?base=none&head=" + name, "/search?q=a&run=none",
	} {
		got := s.ask(http.MethodGet, path)
		if got.status != http.StatusNotFound && got.status != http.StatusMovedPermanently && got.status != http.StatusTemporaryRedirect {
			t.Errorf("%s: status %d, want 404", path, got.status)
		}
		s.lacks(got.text, s.dir)
	}
}

func TestBlindPagesHideTheJudge(t *testing.T) {
	s := openShop(t, func(c *Config) { c.Blind = true })
	name := s.hour(0, "shop", plainQuestions())
	base := s.hour(1, "shop", better())
	page := s.get("/runs/"+name, "hidden", "The judge is hidden")
	s.lacks(page, "grounding 2", "All figures", `class="badge fail">fail<`, "below 4", `<option value="fail"`, "No passage", "Why:")
	s.inOrder(page, "<code>refund</code>", "<code>wage</code>", "<code>opening</code>")
	for _, query := range []string{"?verdict=fail", "?dimension=grounding", "?text=below"} {
		s.get("/runs/"+name+query, "None that fit")
	}
	s.inOrder(s.get("/runs/"+name+"?sort=score"), "<code>refund</code>", "<code>wage</code>")
	s.get("/search?q=passage+has", "Nothing was found")
	s.lacks(s.get("/search?q=earn", "hidden"), "grounding 2")
	s.lacks(s.get("/compare?base="+base+"&head="+name, "It is not drawn"), "Changed")

	s.label(name, results.Label{ID: "wage", Dimension: "grounding", Rater: "ada", Score: 1})
	s.inOrder(s.get("/runs/"+name), "<code>wage</code>", "grounding 2", "ada <strong>1</strong>")
	s.get("/search?q=passage+has", "1 question found")
}

func TestComparisonOfTwoRuns(t *testing.T) {
	s := openShop(t, nil)
	base := s.hour(0, "shop", plainQuestions())
	head := s.hour(1, "shop", better())
	s.label(base, results.Label{ID: "wage", Dimension: "grounding", Rater: "bob", Score: 3})
	path := "/compare?base=" + base + "&head=" + head
	s.get(path, "<h1>Comparison of two runs</h1>", "Ten coins.", "We do not tell.", "bob <strong>3</strong>",
		`href="/runs/`+base+`/questions/1"`, `href="/runs/`+head+`/questions/1"`, `<option value="`+base+`" selected>`)
	s.get("/compare?head="+head, "Comparison of two runs")
	s.lacks(s.get("/compare", "Compare two runs", `<optgroup label="shop">`), "selected")
	s.lacks(s.get("/compare?head="+base), "Comparison of two runs") // nothing before it

	for name, change := range map[string]func(report string){
		"there is none": func(report string) { s.check(os.Remove(report)) },
		"it is of another run": func(report string) {
			data, err := os.ReadFile(filepath.Join(s.dir, base, runstore.ReportFile))
			s.check(err)
			s.check(os.WriteFile(report, data, 0o666))
		},
	} {
		change(filepath.Join(s.dir, head, runstore.ReportFile))
		got := s.ask(http.MethodGet, path)
		if got.status != http.StatusConflict || !strings.Contains(got.text, "evalrun report") {
			t.Errorf("%s: status %d: %s", name, got.status, got.text)
		}
	}
}

func TestAComparisonTellsTheJudgeOfWhatChangedAlone(t *testing.T) {
	s := openShop(t, nil)
	base, head := s.hour(0, "shop", plainQuestions()), s.hour(1, "shop", better())
	s.get("/compare?base="+base+"&head="+head, "We do not tell.")
	for _, name := range []string{base, head} {
		run, err := s.pages.library.open(name)
		s.check(err)
		if run.seen.has(0) || !run.seen.has(1) {
			t.Errorf("%s: what did not change %v, what did %v", name, run.seen.has(0), run.seen.has(1))
		}
	}
}

func TestTrendOfASuite(t *testing.T) {
	s := openShop(t, nil)
	for i := range 5 {
		s.hour(i, "shop & co", better())
	}
	last := s.hour(5, "shop & co", plainQuestions())
	s.get("/trends/shop%20&%20co", "Trend of shop &amp; co", "<svg", `href="/?suite=shop&#43;%26&#43;co"`)
	decisions, err := runstore.OpenDecisions(s.cfg.Decisions)
	s.check(err)
	decisions.Accept(results.Accepted{Suite: "shop & co", Run: last, At: shopTime, Reason: "the new shop"})
	s.check(decisions.Save())
	s.get("/trends/shop%20&%20co", "the new shop")
	s.check(os.Remove(filepath.Join(s.dir, last, runstore.ReportFile)))
	s.lacks(s.get("/trends/shop%20&%20co", "look at runs/"+last), s.dir)
}

func TestARunThatWasDeletedIsMissing(t *testing.T) {
	s := openShop(t, nil)
	name := s.hour(0, "shop", plainQuestions())
	s.get("/runs/" + name)
	s.check(os.RemoveAll(filepath.Join(s.dir, name)))
	if got := s.ask(http.MethodGet, "/runs/"+name); got.status != http.StatusNotFound {
		t.Errorf("status %d: %s", got.status, got.text)
	}
}

func TestChosenRunsAlone(t *testing.T) {
	s := openShop(t, nil)
	one := s.hour(0, "shop", plainQuestions())
	two := s.hour(1, "shop", better())
	copied := filepath.Join(s.t.TempDir(), one)
	s.check(os.CopyFS(copied, os.DirFS(filepath.Join(s.dir, one))))
	s.cfg.Runs = []string{filepath.Join(s.dir, one), copied}
	s.serve()
	page := s.get("/", ">"+one+"<", ">"+one+"-2<")
	s.lacks(page, two)
	s.get("/runs/"+one+"-2", "Passed: 2 of 3")
	s.label(one, results.Label{ID: "wage", Dimension: "grounding", Rater: "bob", Score: 4})
	s.get("/runs/"+one, "bob <strong>4</strong>")
	s.lacks(s.get("/runs/"+one+"-2"), "bob <strong>4</strong>")

	s.cfg.Runs = []string{s.dir}
	if _, err := New(s.cfg); err == nil || !strings.Contains(err.Error(), "is no run") {
		t.Errorf("a folder that is no run: %v", err)
	}
}

func TestARunGrowsUnderTheReader(t *testing.T) {
	s := openShop(t, nil)
	run := s.begin(0, "shop", plainQuestions())
	path := "/runs/" + filepath.Base(run.Path())
	s.get(path, "has not ended", "not run")
	s.record(run, 0, plainQuestions()[0])
	s.get(path, "Passed: 1 of 3, 2 undecided", "grounding 5")
	s.get(path+"/questions/0", "thirty days")
	s.record(run, 1, plainQuestions()[1])
	s.record(run, 2, plainQuestions()[2])
	s.finish(run)
	s.lacks(s.get(path, "Passed: 2 of 3"), "has not ended")
}

func TestARunWithoutQuestionsIsTold(t *testing.T) {
	s := openShop(t, nil)
	run, err := runstore.Create(s.dir, shopInfo("shop", 3), runstore.Options{Now: shopTime, Rand: strings.NewReader("ab")})
	s.check(err)
	defer run.Close()
	got := s.ask(http.MethodGet, "/runs/"+filepath.Base(run.Path()))
	if got.status != http.StatusInternalServerError || !strings.Contains(got.text, runstore.QuestionsFile) {
		t.Errorf("status %d: %s", got.status, got.text)
	}
	s.lacks(got.text, s.dir)
	s.get("/", filepath.Base(run.Path()))
}

func TestLabelsThatCannotBeReadHideNoRun(t *testing.T) {
	s := openShop(t, nil)
	name := s.hour(0, "shop", plainQuestions())
	s.check(os.WriteFile(filepath.Join(s.dir, name, runstore.LabelsFile), []byte("{\n{}\n"), 0o666))
	for _, path := range []string{"/runs/" + name, "/search?q=coins", "/compare?base=" + name + "&head=" + name, "/runs/" + name + "/questions/0", "/runs/" + name + "/queue"} {
		s.lacks(s.get(path, "the labels cannot be read", runstore.LabelsFile+":1"), s.dir)
	}
	s.get("/", "its labels cannot be read")
	s.lacks(s.get("/runs/"+name+"/labels", "the labels cannot be read"), "Nobody has labelled")
	if got := s.ask(http.MethodGet, "/runs/"+name+"/labels.csv"); got.status != http.StatusConflict || strings.Contains(got.text, s.dir) {
		t.Errorf("the table: %+v", got)
	}
}
