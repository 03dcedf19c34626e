package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/grounding/ranking"
	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/verdict"
)

// contextOptions are the flags of context.
type contextOptions struct {
	root  string
	limit int
	json  bool
}

// defaultContextFiles is how many files a context quotes: what fits a prompt
// beside its question.
const defaultContextFiles = 5

func contextCommand(h host) *cobra.Command {
	o := contextOptions{}
	cmd := &cobra.Command{
		Use:   "context QUESTION",
		Short: "Write the context of a question: the files of a checkout that answer it best",
		Long: `Rank the files of a checkout by the words a question shares with their paths
and signatures and by what was learned from earlier answers, and write the
signatures of the best to ` + ranking.ContextFile + ` below the root. Only files of
code are ranked, no documents.

Exit codes: 0 written, 2 no file shares a word with the question (nothing is
written), 3 usage, a broken weights file, or a file that cannot be read or
written.`,
		Args: one("question"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, "root"); err != nil {
				return err
			}
			if strings.TrimSpace(args[0]) == "" {
				return usage(cmd, "the question is blank")
			}
			if o.limit < 1 {
				return usage(cmd, "--limit is %d, want 1 or more", o.limit)
			}
			root, err := seenRoot(o.root)
			if err != nil {
				return err
			}
			o.root = root
			return writeContext(h, args[0], o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.root, "root", "", "the checkout (default the nearest `DIR` upwards with a .git)")
	flags.IntVar(&o.limit, "limit", defaultContextFiles, "files to quote at most")
	flags.BoolVar(&o.json, "json", false, "print one JSON document, schema "+contextSchema)
	return cmd
}

// seenRoot is the working tree as its user sees it: as it was named, else from
// the current folder.
func seenRoot(named string) (string, error) {
	root, err := workingTree(named)
	if err != nil || named != "" {
		return named, err
	}
	here, err := workingTree(".")
	if err != nil {
		return "", err
	}
	return filepath.Rel(here, root)
}

func writeContext(h host, question string, o contextOptions) error {
	weights, err := ranking.LoadWeights(o.root)
	if err != nil {
		return err
	}
	index, err := repository.Open(o.root, repository.Options{})
	if err != nil {
		return err
	}
	defer index.Close()
	ranked := ranking.Rank(index, question, weights, o.limit)
	if len(ranked) == 0 {
		return &failure{code: verdict.ExitInconclusive, err: fmt.Errorf("no file below %s shares a word with the question", o.root),
			hint: "ask in the words of the code; nothing was written"}
	}
	stamp, err := ranking.NewStamp(o.root, ranked, h.now())
	if err != nil {
		return err
	}
	path, err := ranking.Write(o.root, question, ranked, stamp)
	if err != nil {
		return err
	}
	return tellContext(h, o, newContextReport(path, question, ranked, stamp))
}

const contextSchema = "evalrun.context/1"

// contextReport is what --json prints.
type contextReport struct {
	Schema    string        `json:"schema"`
	Path      string        `json:"path"`
	Question  string        `json:"question"`
	Generated time.Time     `json:"generated"`
	Files     []contextFile `json:"files"`
}

type contextFile struct {
	Path       string  `json:"path"`
	Score      float64 `json:"score"`
	Weight     float64 `json:"weight"`
	Signatures int     `json:"signatures"` // quoted
	Left       int     `json:"left"`       // not quoted
	SHA256     string  `json:"sha256"`
}

func newContextReport(path, question string, ranked []ranking.Ranked, stamp ranking.Stamp) contextReport {
	r := contextReport{
		Schema: contextSchema, Path: filepath.ToSlash(path), Question: question,
		Generated: stamp.Generated,
	}
	for i, f := range ranked {
		r.Files = append(r.Files, contextFile{f.Path, f.Score, f.Weight, len(f.Signatures), f.Left, stamp.Files[i].SHA256})
	}
	return r
}

func tellContext(h host, o contextOptions, r contextReport) error {
	var err error
	if o.json {
		enc := json.NewEncoder(h.stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(r)
	} else {
		_, err = io.WriteString(h.stdout, reports.Visible(r.text()))
	}
	if err != nil {
		return infrastructure(err)
	}
	return nil
}

// text is a line on what was written and a table, best file first.
func (r contextReport) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "wrote %s: %s\n", r.Path, count(len(r.Files), "file"))
	for i, f := range r.Files {
		fmt.Fprintf(&b, "%3d  %7.3f  %s", i+1, f.Score, strings.Join(strings.Fields(f.Path), " "))
		fmt.Fprintf(&b, "  (%s", count(f.Signatures, "signature"))
		if f.Left > 0 {
			fmt.Fprintf(&b, " of %d", f.Signatures+f.Left)
		}
		if f.Weight != 1 {
			fmt.Fprintf(&b, ", weight %g", f.Weight)
		}
		b.WriteString(")\n")
	}
	return b.String()
}
