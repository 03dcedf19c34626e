package review

import (
	"embed"
	"net/http"
	"strings"
	"time"

	"github.com/evalrun/evalrun/reports"
)

//go:embed static
var staticFiles embed.FS

// reportStyle is the style sheet that the parts of pages come with.
const reportStyle = "report.css"

// static answers with the files of the frame.
func static(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	if name == reportStyle {
		http.ServeContent(w, r, name, time.Time{}, strings.NewReader(reports.PageStyle()))
		return nil
	}
	data, err := staticFiles.ReadFile("static/" + name)
	if err != nil {
		return missing("there is no such page")
	}
	http.ServeContent(w, r, name, time.Time{}, strings.NewReader(string(data)))
	return nil
}
