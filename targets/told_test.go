package targets

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/suites"
)

// learner is a live target with what it learns beside its answers.
type learner interface {
	Target
	Tell() Told
	Ref() Ref
	Notes() []string
}

// TestWhatIsToldElsewhereIsLearnedHere: two processes ask, a third one answers
// for the run. It says what one process that had asked everything would say.
func TestWhatIsToldElsewhereIsLearnedHere(t *testing.T) {
	replies := make(chan string, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, <-replies)
	}))
	defer server.Close()
	version := &suites.ReplyPath{Text: "$.build", Steps: []suites.PathStep{{Name: "build"}}, Optional: true}
	cut := `{"choices":[{"message":{"content":"It ta"},"finish_reason":"length"}]}`
	for name, c := range map[string]struct {
		spec    suites.TargetSpec
		replies []string
		told    []Told // after each reply
	}{
		"versions": {
			suites.TargetSpec{Type: suites.TargetHTTP, HTTP: &suites.HTTPSpec{URL: server.URL, Body: []byte(`{"q":"{{query}}"}`), Version: version}},
			[]string{`{"answer":"a","build":"1"}`, `{"answer":"a","build":"2"}`, `{"answer":"a"}`},
			[]Told{{Versions: []string{"1"}}, {Versions: []string{"2"}}, {}},
		},
		"answers cut off": {
			suites.TargetSpec{Type: suites.TargetOpenAI, OpenAI: &suites.OpenAISpec{Model: "m", BaseURL: server.URL}},
			[]string{cut, cut, `{"choices":[{"message":{"content":"It takes 3 days."},"finish_reason":"stop"}]}`},
			[]Told{{Cut: 1}, {Cut: 1}, {}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			opt := Options{Getenv: func(string) string { return "" }}
			whole, here := openLearner(t, c.spec, opt), describe(t, c.spec, opt)
			parts := []learner{openLearner(t, c.spec, opt), openLearner(t, c.spec, opt)}
			for i, reply := range c.replies {
				replies <- reply
				replies <- reply
				part := parts[i%2]
				for _, one := range []learner{whole, part} {
					if _, err := one.Answer(t.Context(), suites.Question{ID: "q", Query: "?"}); err != nil {
						t.Fatal(err)
					}
				}
				told := part.Tell()
				if diff := cmp.Diff(c.told[i], told); diff != "" || told.IsZero() != (i == 2) {
					t.Errorf("after reply %d: %s", i, diff)
				}
				here.Learn(told)
				here.Learn(part.Tell()) // nothing is told twice
			}
			if diff := cmp.Diff(whole.Ref(), here.Ref()); diff != "" {
				t.Error("what is asked:", diff)
			}
			if diff := cmp.Diff(whole.Notes(), here.Notes()); diff != "" || len(here.Notes()) != 1 {
				t.Error("notes:", diff, here.Notes())
			}
		})
	}
}

func openLearner(t *testing.T, spec suites.TargetSpec, opt Options) (out learner) {
	t.Helper()
	var err error
	if spec.HTTP != nil {
		out, err = NewHTTP(*spec.HTTP, opt)
	} else {
		out, err = NewOpenAI(*spec.OpenAI, opt)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return out
}

func describe(t *testing.T, spec suites.TargetSpec, opt Options) *Described {
	t.Helper()
	d, err := Describe(spec, opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
