package injections

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/internal/browser"
)

var shared browser.Shared

func TestMain(m *testing.M) { os.Exit(shared.Run(m)) }

// careless are ways in which a page shows a text wrongly, in an order in which
// an earlier one seldom swallows a later one.
const careless = "<p>%[1]s</p> <p title=\"%[1]s\">x</p> <p title='%[1]s'>x</p> <p title=%[1]s>x</p>" +
	`<script>var x = "%[1]s"</script><script>var x = '%[1]s'</script><script>var x = [{"a": "%[1]s"}]</script>` +
	"<script>var x = `%[1]s`</script>" +
	`<style>%[1]s</style><textarea>%[1]s</textarea><select><option>%[1]s</option></select><noscript>%[1]s</noscript>` +
	`<template>%[1]s</template><iframe>%[1]s</iframe><!-- %[1]s --><table><tr><td>%[1]s</td></tr></table>` +
	`<a id=link href="%[1]s">x</a><script>link.click()</script>`

// TestTextsRunInCarelessPages: a corpus of texts that cannot run would let
// every page pass. Every fifth is enough to tell: each takes a frame of twenty
// documents.
func TestTextsRunInCarelessPages(t *testing.T) {
	p := shared.Open(t)
	p.Tolerate()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, carelessPage())
	}))
	defer server.Close()
	browser.Value[int](p, `location = `+strconv.Quote(server.URL)+`, 1`) // such a page may never be done loading
	p.Wait(`ran.size >= 12`)
	silent := browser.Value[[]string](p, `names.filter((n) => !ran.has(n))`)
	t.Logf("these did not run by then: %s", strings.Join(silent, ", "))
}

// carelessPage shows each text in a frame of its own that tells when it ran.
func carelessPage() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><link rel=icon href="data:,"><script>var ran = new Set(), names = []</script>`)
	for i, text := range All() {
		if i%5 > 0 {
			continue
		}
		told := fmt.Sprintf(`<script>parent.names.push(%[1]q); alert = () => { parent.ran.add(%[1]q) }; Object.defineProperty(window, "__xss", {set: alert})</script>`, text.Name)
		fmt.Fprintf(&b, "<iframe srcdoc=\"%s\"></iframe>\n", html.EscapeString(told+fmt.Sprintf(careless, text.Text)))
	}
	return b.String()
}
