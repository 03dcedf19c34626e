package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// reviewer is a server of a script and the browser that reads it.
type reviewer struct {
	process *exec.Cmd
	browser *http.Client
}

// reviewing starts evalrun review in a process of its own and puts its address
// into $REVIEW, and the host and port of that into $REVIEW_HOST; its stderr is review.log. With no arguments but -TERM it ends
// that process and compares its exit code: review -TERM CODE
func reviewing(ts *testscript.TestScript, neg bool, args []string) {
	r := ts.Value(reviewer{}).(*reviewer)
	switch {
	case neg:
		ts.Fatalf("usage: review ARGS… | review -TERM CODE")
	case len(args) == 2 && args[0] == "-TERM":
		r.end(ts, args[1])
		return
	}
	r.process = exec.Command(filepath.Join(filepath.SplitList(ts.Getenv("PATH"))[0], "evalrun"), append([]string{"review"}, args...)...)
	r.process.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "PATH", "USER", "TOKEN", "OPENAI_API_KEY", "XDG_CACHE_HOME"} {
		r.process.Env = append(r.process.Env, name+"="+ts.Getenv(name))
	}
	log, err := os.Create(ts.MkAbs("review.log"))
	ts.Check(err)
	defer log.Close()
	r.process.Stderr = log
	out, err := r.process.StdoutPipe()
	ts.Check(err)
	ts.Check(r.process.Start())
	ts.Defer(func() {
		_ = r.process.Process.Kill()
		_ = r.process.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		ts.Fatalf("no address: %v\n%s", err, ts.ReadFile("review.log"))
	}
	address = strings.TrimSuffix(strings.TrimSpace(address), "/")
	ts.Setenv("REVIEW", address)
	ts.Setenv("REVIEW_HOST", strings.TrimPrefix(address, "http://"))
	jar, err := cookiejar.New(nil)
	ts.Check(err)
	r.browser = &http.Client{Jar: jar, Timeout: time.Minute}
}

func (r *reviewer) end(ts *testscript.TestScript, code string) {
	ts.Check(r.process.Process.Signal(syscall.SIGTERM))
	_ = r.process.Wait()
	if got := strconv.Itoa(r.process.ProcessState.ExitCode()); got != code {
		ts.Fatalf("exit code %s, want %s\n%s", got, code, ts.ReadFile("review.log"))
	}
}

// browsing asks for a page and prints it: get STATUS PATH, post STATUS PATH
// [FORM]. RUN in a path is the name of the folder in $RUN. It follows redirects.
func browsing(method string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 2 || len(args) > 3 {
			ts.Fatalf("usage: %s STATUS PATH [FORM]", strings.ToLower(method))
		}
		path := strings.Replace(args[1], "RUN", filepath.Base(ts.Getenv("RUN")), 1)
		form, err := url.ParseQuery(strings.Join(args[2:], ""))
		ts.Check(err)
		req, err := http.NewRequest(method, ts.Getenv("REVIEW")+path, strings.NewReader(form.Encode()))
		ts.Check(err)
		if method == http.MethodPost {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		res, err := ts.Value(reviewer{}).(*reviewer).browser.Do(req)
		ts.Check(err)
		defer res.Body.Close()
		page, err := io.ReadAll(res.Body)
		ts.Check(err)
		fmt.Fprintf(ts.Stdout(), "%s\n", page)
		if strconv.Itoa(res.StatusCode) != args[0] {
			ts.Fatalf("%s %s: status %d, want %s\n%s", method, path, res.StatusCode, args[0], page)
		}
	}
}
