package judge

import (
	"strings"
	"testing"
)

// TestNearlyJSONIsAskedAgain: a reply that a lenient reader would repair is
// no result here, since a repair can change what was said.
func TestNearlyJSONIsAskedAgain(t *testing.T) {
	swap := func(old, with string) string { return strings.Replace(good, old, with, 1) }
	for name, reply := range map[string]string{
		"trailing comma":          swap(`"none was stated"`, `"none was stated",`),
		"comment":                 swap(`"calibration":4`, `"calibration":4 // fits`),
		"single quotes":           strings.ReplaceAll(good, `"`, `'`),
		"raw line break in text":  swap("none was", "none\nwas"),
		"bad escape":              swap("none was", `C:\docs`),
		"word of another program": swap(`"none was stated"`, "None"),
	} {
		t.Run(name, func(t *testing.T) {
			if reply == good {
				t.Fatal("the reply was not spoiled")
			}
			chat := &script{turns: []turn{says(reply)}}
			out := New(chat, Options{}).Score(t.Context(), declinedPrompt())
			if out.Err == nil || out.Err.Code != "judge_not_json" {
				t.Fatalf("ended as %+v, want judge_not_json", out.Err)
			}
			if len(chat.asked) != 3 || len(out.Call.Attempts) != 3 {
				t.Errorf("asked %d times, %d on record, want 3", len(chat.asked), len(out.Call.Attempts))
			}
			for i, a := range out.Call.Attempts {
				if a.Raw != reply {
					t.Errorf("attempt %d keeps %q, want the reply as received", i+1, a.Raw)
				}
			}
		})
	}
}
