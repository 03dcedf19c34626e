package grounding_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/grounding"
	"github.com/evalrun/evalrun/grounding/repository"
)

const (
	contextFile = "context.md"
	defaultFile = ".github/copilot-instructions.md"
	weightsFile = ".context/weights.json"
)

// traced runs a vector through the package.
func traced(t *testing.T, v vector) outcome {
	root := v.layOut(t)
	index, err := repository.Open(root, repository.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer index.Close()
	rules, bands, learns := v.settings(t)
	c := grounding.Prepare(v.Input.Context, v.source(t, root, index))
	r := grounding.Trace(v.Input.Response, c, grounding.Ground{Repository: index}, rules)
	if learns {
		l, err := grounding.Learn(root, r, c, bands)
		if err != nil {
			t.Fatal(err)
		}
		r.Learning = &l
	}
	exit := map[string]int{"pass": 0, "fail": 1, "inconclusive": 2}[string(r.Verdict)]
	return outcomeOf(t, r.JSON(), exit, root)
}

// layOut writes the vector's repository, with its context, older than any code
// by the vector's age, and its weights.
func (v vector) layOut(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range v.Input.Files {
		write(t, root, name, text)
	}
	if v.Input.WeightsBefore != nil {
		data, err := json.Marshal(v.Input.WeightsBefore)
		if err != nil {
			t.Fatal(err)
		}
		write(t, root, weightsFile, string(data))
	}
	if v.Input.Missing != "context" {
		write(t, root, v.contextName(), v.Input.Context)
		now := time.Now()
		for name := range v.Input.Files {
			setTime(t, filepath.Join(root, name), now)
		}
		setTime(t, filepath.Join(root, v.contextName()), now.Add(-time.Duration(v.Input.Age)*time.Second))
	}
	return root
}

func (v vector) contextName() string {
	if v.Input.ContextArg == "default" {
		return defaultFile
	}
	return contextFile
}

func (v vector) source(t *testing.T, root string, index *repository.Index) grounding.Source {
	t.Helper()
	name := v.contextName()
	if v.Input.ContextArg == "default" {
		dir, err := os.OpenRoot(root)
		if err != nil {
			t.Fatal(err)
		}
		defer dir.Close()
		found, ok := grounding.FindContext(dir)
		if !ok || found != name {
			t.Fatalf("default context %q, want %q", found, name)
		}
	}
	info, err := os.Stat(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	s := grounding.Source{Path: name, Default: v.Input.ContextArg == "default"}
	s.Stale, s.Warning = grounding.Age{
		Root: root, Path: name, Text: v.Input.Context, Modified: info.ModTime(), Newest: index.Newest,
	}.Stale()
	return s
}

// settings reads the vector's flags, and the configuration of the tool that it
// was made for.
func (v vector) settings(t *testing.T) (rules grounding.Rules, bands grounding.Bands, learns bool) {
	t.Helper()
	rules, bands = grounding.DefaultRules(), grounding.DefaultBands()
	var config struct{ Judge struct{ Threshold *float64 } }
	if text, ok := v.Input.Files["gen-context.config.json"]; ok {
		if err := json.Unmarshal([]byte(text), &config); err != nil {
			t.Fatal(err)
		}
	}
	if config.Judge.Threshold != nil {
		rules.Threshold = *config.Judge.Threshold
	}
	for i := 0; i < len(v.Input.Args); i++ {
		switch v.Input.Args[i] {
		case "--learn":
			learns = true
		case "--threshold":
			i++
			n, err := strconv.ParseFloat(v.Input.Args[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			rules.Threshold = n
		default:
			t.Fatalf("unknown flag %s", v.Input.Args[i])
		}
	}
	return rules, bands, learns
}

// build builds evalrun for the vectors that run it.
func build(dir string) (string, error) {
	path := filepath.Join(dir, "evalrun.exe")
	out, err := exec.Command("go", "build", "-o", path, "../cmd/evalrun").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
}

// ran runs a vector through the command.
func ran(t *testing.T, v vector, tool func() (string, error)) outcome {
	path, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	root := v.layOut(t)
	args := append([]string{"ground", "--json", "--root", ".", "--context", contextFile}, v.Input.Args...)
	if v.Input.ResponseArg != "none" {
		args = append(args, "--response", v.Input.ResponseArg)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = root
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if v.Input.Stdin {
		cmd.Stdin = strings.NewReader(v.Input.Response)
	} else if v.Input.Missing != "response" {
		write(t, root, v.Input.ResponseArg, v.Input.Response)
	}
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	code := cmd.ProcessState.ExitCode()
	if stdout.Len() == 0 {
		return outcome{Exit: code, Error: stderr.String()}
	}
	return outcomeOf(t, stdout.Bytes(), code, root)
}

// outcomeOf reads a report as a user of the command would.
func outcomeOf(t *testing.T, report []byte, exit int, root string) outcome {
	t.Helper()
	var r struct {
		outcome
		Reasons []string `json:"reasons"`
	}
	if err := json.Unmarshal(report, &r); err != nil {
		t.Fatalf("%v in %s", err, report)
	}
	o := r.outcome
	o.Exit, o.Reasons = exit, len(r.Reasons)
	data, err := os.ReadFile(filepath.Join(root, weightsFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		t.Fatal(err)
	default:
		if err := json.Unmarshal(data, &o.Weights); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func setTime(t *testing.T, path string, to time.Time) {
	t.Helper()
	if err := os.Chtimes(path, to, to); err != nil {
		t.Fatal(err)
	}
}
