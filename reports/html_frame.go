package reports

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"sync"
)

// The pages are templates, one style sheet and one script of our own. What
// was recorded comes in as values, which the templates escape for the place
// they stand in.
//
//go:embed html/*.html
var htmlFiles embed.FS

//go:embed html/style.css
var styleSheet string

//go:embed html/script.js
var pageScript string

// htmlPages are parsed by the first page: most commands draw none.
var htmlPages = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(htmlFiles, "html/*.html"))
})

// frame is what stands around every page: a file that needs nothing else.
type frame struct {
	Title  string
	Style  template.CSS
	Script template.JS // "" on a page that runs none
	Policy string
}

// newFrame frames a page; further are style elements within it.
func newFrame(title string, scripted bool, further ...string) frame {
	f := frame{Title: title, Style: template.CSS(styleSheet)}
	styles := hashSource(styleSheet)
	for _, rules := range further {
		styles += " " + hashSource(rules)
	}
	scripts := "'none'"
	if scripted {
		f.Script = template.JS(pageScript)
		scripts = hashSource(pageScript)
	}
	// Nothing is fetched and nothing runs but the script by its hash, whatever
	// a text in the page should come to hold.
	f.Policy = "default-src 'none'; style-src " + styles + "; script-src " + scripts + "; base-uri 'none'; form-action 'none'"
	return f
}

// hashSource allows an inline element by its content.
func hashSource(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
