package runstore

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

const labelHeader = "id,dimension,score,note\n"

func TestLabelLinesAreBounded(t *testing.T) {
	long := strings.Repeat("x", maxLabelLine)
	for _, c := range []struct{ name, text, want string }{
		{"a line of JSON", `{"id":"q1","dimension":"tone","score":4}` + "\n\n" + `{"id":"q2","note":"` + long + `"}`, "f:3: the line is longer than 1 MB"},
		{"a quote of JSON spans no lines", `{"id":"q1","dimension":"tone","score":4,"note":"say \"a"}` + "\n" + `{"id":"` + long, "f:2: the line is longer than 1 MB"},
		{"a row", labelHeader + "q1,tone,4,\nq2,tone,4," + long + "\nq3,tone,4,\n", "f:3: the line is longer than 1 MB"},
		{"the header", "id,dimension,score," + long + "\n", "f:1: the line is longer than 1 MB"},
		{"an open quote over many lines", labelHeader + "q1,tone,4,\"a\nb\"\nq2,tone,4,\"" + strings.Repeat("y\n", maxLabelLine), "f:4: the line is longer than 1 MB"},
	} {
		for how, wrap := range map[string]func(io.Reader) io.Reader{"at once": same, "in halves": iotest.HalfReader} {
			t.Run(c.name+" "+how, func(t *testing.T) {
				var reader LabelReader
				if err := reader.Read("f", wrap(strings.NewReader(c.text)), ""); err != nil {
					t.Fatal(err)
				}
				_, err := reader.Labels()
				problems, ok := errors.AsType[LabelProblems](err)
				if !ok || len(problems) != 1 || problems[0].String() != c.want {
					t.Errorf("got %v, want %q", err, c.want)
				}
			})
		}
	}
}

func same(r io.Reader) io.Reader { return r }

// TestRowsOfManyLinesAreNoLongLine: only what one row has counts.
func TestRowsOfManyLinesAreNoLongLine(t *testing.T) {
	var b strings.Builder
	b.WriteString(labelHeader)
	note := strings.Repeat("n\n", maxLabelLine/8)
	for i := range 20 {
		fmt.Fprintf(&b, "q%d,tone,4,\"%s\"\n", i, note)
	}
	var reader LabelReader
	if err := reader.Read("f", strings.NewReader(b.String()), ""); err != nil {
		t.Fatal(err)
	}
	if labels, err := reader.Labels(); err != nil || len(labels.Labels) != 20 {
		t.Errorf("%d labels, %v", len(labels.Labels), err)
	}
}

// endless repeats a line for ever.
type endless struct{ line string }

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e.line) <= len(p) {
		n += copy(p[n:], e.line)
	}
	return n, nil
}

func TestLabelsEndSomewhere(t *testing.T) {
	t.Run("rows that all cannot be used", func(t *testing.T) {
		var reader LabelReader
		if err := reader.Read("f", io.MultiReader(strings.NewReader(labelHeader), endless{"q,tone,x,\n"}), ""); err != nil {
			t.Fatal(err)
		}
		_, err := reader.Labels()
		lines := strings.Split(err.Error(), "\n")
		if want := "980 more problems with labels, and perhaps others"; lines[len(lines)-1] != want {
			t.Errorf("ends with %q, want %q", lines[len(lines)-1], want)
		}
	})
	t.Run("one label for ever", func(t *testing.T) {
		var reader LabelReader
		text := io.MultiReader(strings.NewReader(labelHeader), endless{"q,tone,4," + strings.Repeat("n", 10_000) + "\n"})
		if err := reader.Read("f", text, ""); err == nil || err.Error() != "read labels: f: the labels are larger than 256 MB" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("ever more labels", func(t *testing.T) {
		var b strings.Builder
		b.WriteString(labelHeader)
		for i := range maxLabels + 5 {
			fmt.Fprintf(&b, "%d,tone,4,\n", i)
		}
		var reader LabelReader
		if err := reader.Read("f", strings.NewReader(b.String()), ""); err != nil {
			t.Fatal(err)
		}
		_, err := reader.Labels()
		if want := fmt.Sprintf("f:%d: more than %d labels", maxLabels+2, maxLabels); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	})
}
