package targets

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/suites"
)

// TestProgram is no test: this binary is also the program that the tests of
// Command run, and this is where it begins.
func TestProgram(t *testing.T) {
	if flag.NArg() == 0 {
		t.Skip("not run as a program")
	}
	os.Exit(programs[flag.Arg(0)](flag.Args()[1:]))
}

// program is the spec of one of the programs below.
func program(t testing.TB, name string, args ...string) suites.CommandSpec {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return suites.CommandSpec{
		Args: append([]string{self, "-test.run=^TestProgram$", "--", name}, args...),
		// Under the race detector a process sleeps for a second at its end.
		Env: []string{"GORACE"},
	}
}

var programs = map[string]func(args []string) (exit int){
	// repeat gives back what it is sent.
	"repeat": func([]string) int { return finish(io.Copy(os.Stdout, os.Stdin)) },
	// say writes its argument and reads nothing.
	"say": func(args []string) int { return finish(fmt.Print(args[0])) },
	// arguments answers with its arguments as JSON, which is no envelope.
	"arguments": func(args []string) int { return finish(fmt.Printf("%q", args)) },
	// environment answers with all variables, in order.
	"environment": func([]string) int {
		env := os.Environ()
		slices.Sort(env)
		return finish(fmt.Print(strings.Join(env, "\n")))
	},
	// leak writes all variables and its argument on stderr and fails.
	"leak": func(args []string) int {
		fmt.Fprintln(os.Stderr, strings.Join(os.Environ(), "\n")+args[0])
		return 3
	},
	"flood": func([]string) int {
		for {
			fmt.Println(strings.Repeat("x", 1<<10))
		}
	},
	"sleep": func([]string) int { select {} },
	// parent starts a child that holds its output and connects to an address,
	// then waits, or ends when told so and the child has connected.
	"parent": func(args []string) int {
		child := exec.Command(os.Args[0], "-test.run=^TestProgram$", "--", "child", args[0])
		child.Stdout = os.Stdout
		connected, err := child.StderrPipe()
		if err != nil || child.Start() != nil {
			return 1
		}
		if len(args) > 1 {
			_, err := connected.Read(make([]byte, 1))
			return finish(0, err)
		}
		select {}
	},
	"child": func(args []string) int {
		c, err := net.Dial("tcp", args[0])
		if err != nil {
			return 1
		}
		fmt.Fprint(os.Stderr, ".")
		return finish(io.Copy(io.Discard, c))
	},
	"stream": stream,
}

func finish[N any](_ N, err error) int {
	if err != nil {
		return 1
	}
	return 0
}

// stream answers line by line. The query says what to do with the question;
// by default the answer is the number of the process.
func stream(args []string) int {
	if slices.Contains(args, "deaf") {
		_, _ = os.Stdin.Read(make([]byte, 1))
		return 9
	}
	var held []string
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var q commandRequest
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return 1
		}
		verb, rest, _ := strings.Cut(q.Query, " ")
		switch verb {
		case "hold": // answered when "release" comes
			held = append(held, q.ID)
			continue
		case "release": // the last one held is the first one answered
			for _, id := range slices.Backward(held) {
				printReply(id, "held "+id)
			}
			held = nil
		case "crash":
			fmt.Fprint(os.Stderr, "crashed on ", q.ID, strings.Join(os.Environ(), "\n"))
			return 7
		case "print":
			fmt.Println(rest)
			continue
		}
		printReply(q.ID, fmt.Sprint(os.Getpid()))
	}
	if slices.Contains(args, "stay") {
		time.Sleep(time.Hour)
	}
	return 0
}

func printReply(id, text string) {
	encoded, _ := json.Marshal(map[string]string{"id": id, "answer": text, "version": "v1"})
	fmt.Println(string(encoded))
}
