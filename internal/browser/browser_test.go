package browser

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// served is a page at an address of this machine.
func served(t *testing.T, policy, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><html lang="en"><head><title>page</title></head><body>` + body + `</body></html>`))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func TestTroubleIsNoted(t *testing.T) {
	for name, tc := range map[string]struct {
		policy, body string
		kind         Kind
		text         string
	}{
		"a request elsewhere":   {"", `<link rel="stylesheet" href="http://elsewhere.example/x.css">`, Asked, "elsewhere.example"},
		"an exception":          {"", `<script>nothing.at.all</script>`, Threw, "ReferenceError"},
		"an error in a console": {"", `<script>console.error("bad", 3)</script>`, Logged, "bad"},
		"a refused script":      {"script-src 'self'", `<script>1</script>`, Refused, "Content Security Policy"},
		"a refused style":       {"style-src 'self'", `<p style="color:red">x</p>`, Refused, "Content Security Policy"},
		"an alert":              {"", `<script>alert("it ran")</script>`, Dialog, "it ran"},
	} {
		t.Run(name, func(t *testing.T) {
			p := shared.Open(t)
			p.Go(served(t, tc.policy, tc.body))
			p.Wait(`document.readyState === 'complete'`)
			troubles := p.Troubles()
			if !slices.ContainsFunc(troubles, func(got Trouble) bool { return got.Kind == tc.kind && strings.Contains(got.Text, tc.text) }) {
				t.Errorf("%q is not noted as %q, but %v", tc.text, tc.kind, troubles)
			}
		})
	}
}

// TestNothingButThisMachineIsReached listens on another address of the
// loopback network, which the browser takes for any other.
func TestNothingButThisMachineIsReached(t *testing.T) {
	elsewhere, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skipf("no second loopback address: %v", err)
	}
	asked := make(chan string, 10)
	server := &httptest.Server{Listener: elsewhere, Config: &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
	})}}
	server.Start()
	defer server.Close()
	p := shared.Open(t)
	p.Go(served(t, "", `<img alt="" src="`+server.URL+`/image"><script src="`+server.URL+`/script"></script>`))
	if got := p.Troubles(); len(got) < 2 {
		t.Errorf("noted %v", got)
	}
	if len(asked) > 0 {
		t.Errorf("the page got %s", <-asked)
	}
}

func TestAFileOpens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte("<!doctype html><title>of a file</title>"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := shared.Open(t)
	p.Go("file://" + path)
	if got := Value[string](p, `document.title`); got != "of a file" {
		t.Errorf("title %q", got)
	}
}

const sound = `<main><h1>Page</h1><p><a href="#a">first</a></p><label>Name <input></label> <button>go</button></main>`

func TestExamineAndWalk(t *testing.T) {
	for name, tc := range map[string]struct {
		body, want string
	}{
		"nothing is wrong":      {sound, ""},
		"no contrast":           {sound + `<main><p style="color:#ccc;background:#fff">pale</p></main>`, "color-contrast"},
		"no contrast when dark": {`<style>:root{color-scheme:light dark} @media (prefers-color-scheme: dark) {p{color:#444}}</style>` + sound + `<p>x</p>`, "phone, dark: color-contrast"},
		"a field without name":  {`<main><h1>x</h1><input></main>`, "label"},
		"wider than a phone":    {sound + `<p style="width:800px">x</p>`, "phone, dark: the page is"},
		"wide in its own box":   {`<main><h1>x</h1><a href="#">x</a><div tabindex="0" style="overflow-x:auto"><p style="width:800px">x</p></div></main>`, ""},
		"focus does not show":   {`<style>a:focus{outline:none}</style>` + sound, "does not show"},
		"focus jumps":           {sound + `<p><a href="#" id="a">a</a> <a href="#">b</a></p><script>a.onfocus=()=>{a.nextElementSibling.focus()}</script>`, "comes after stop"},
		"focus against reading": {`<main style="display:flex;flex-direction:column-reverse"><p><a href="#">low</a></p><p><a href="#">high</a></p><h1>x</h1></main>`, "is read before"},
		"a trap":                {`<main><h1>x</h1><a id="a" href="#">a</a> <a href="#">b</a><script>a.onkeydown=(e)=>{e.preventDefault()}</script></main>`, "comes after stop"},
	} {
		t.Run(name, func(t *testing.T) {
			p := shared.Open(t)
			p.Go(served(t, "", tc.body))
			problems, err := p.Examine()
			if err != nil {
				t.Fatal(err)
			}
			walked, err := p.Walk()
			if err != nil {
				t.Fatal(err)
			}
			all := strings.Join(append(problems, walked...), "\n")
			if tc.want == "" && all != "" || !strings.Contains(all, tc.want) {
				t.Errorf("%q is not found in:\n%s", tc.want, all)
			}
		})
	}
}

func TestATabBesideSharesCookiesAndOthersDoNot(t *testing.T) {
	address := served(t, "", sound)
	one := shared.Open(t)
	one.Go(address)
	Value[string](one, `document.cookie = 'a=b'`)
	beside, other := one.Beside(), shared.Open(t)
	for _, p := range []*Page{beside, other} {
		p.Go(address)
	}
	if got, none := Value[string](beside, `document.cookie`), Value[string](other, `document.cookie`); got != "a=b" || none != "" {
		t.Errorf("beside it %q, elsewhere %q", got, none)
	}
}

func TestWithoutScriptNoScriptRuns(t *testing.T) {
	p := shared.Open(t)
	p.WithoutScript()
	p.Go(served(t, "", sound+`<script>document.title = 'ran'</script>`))
	if got := Value[string](p, `document.title`); got != "page" {
		t.Errorf("title %q", got)
	}
}

func TestWhatATextMadeOfThePageIsFound(t *testing.T) {
	for name, body := range map[string]string{
		"a handler":            `<p onclick="x()">x</p>`,
		"an image":             `<img alt="" src="data:,">`,
		"an address elsewhere": `<a href="javascript:x()">x</a>`,
		"another host":         `<a href="//elsewhere.example/">x</a>`,
		"a frame":              `<iframe></iframe>`,
		"a style":              `<p style="color:red">x</p>`,
		"mathematics":          `<math></math>`,
		"a script that ran":    `<script>window.__xss = 1</script>`,
	} {
		t.Run(name, func(t *testing.T) {
			p := shared.Open(t)
			p.Go(served(t, "", body))
			if found := Value[[]string](p, inertCheck); len(found) == 0 {
				t.Error("nothing is found")
			}
		})
	}
	p := shared.Open(t)
	p.Go(served(t, "", sound+`<a href="/x">x</a>`))
	p.Inert(0)
}

func TestAKeyThatThePageKeepsWritesNothing(t *testing.T) {
	p := shared.Open(t)
	p.Go(served(t, "", sound+`<script>
		const field = document.querySelector('input')
		addEventListener('keydown', (e) => { if (e.key === 'c' && e.target !== field) { e.preventDefault(); field.focus() } })
	</script>`))
	p.Press("cab\bc")
	if got := Value[string](p, `field.value`); got != "ac" {
		t.Errorf("the field holds %q", got)
	}
}
