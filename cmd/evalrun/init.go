package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

func initCommand(h host) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a starter suite, recorded answers and a README",
		Long: `Write a starter suite with recorded answers, its JSON Schema for the editor and
a README into DIR (default: evals). Files that exist are never overwritten.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "evals"
			if len(args) == 1 {
				dir = args[0]
			}
			return writeStarter(h, dir)
		},
	}
}

// writeStarter checks for files in the way before it writes the first one,
// so that a refused init leaves nothing behind.
func writeStarter(h host, dir string) error {
	files, err := starterFiles()
	if err != nil {
		return err
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is not a folder", dir)
	}
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(dir, f.name)); !errors.Is(err, fs.ErrNotExist) {
			return &failure{code: verdict.ExitUsage, err: fmt.Errorf("%s exists and is not overwritten", filepath.Join(dir, f.name)), hint: "name another folder with evalrun init DIR, or run what is there: " + firstRun(dir)}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, f.data, 0o644); err != nil {
			return err
		}
		fmt.Fprintln(h.stdout, path)
	}
	h.say("next: %s", firstRun(dir))
	return nil
}

func firstRun(dir string) string {
	return fmt.Sprintf("evalrun run %s --answers %s --judge offline",
		filepath.Join(dir, "suite.yaml"), filepath.Join(dir, "answers.jsonl"))
}

type starterFile struct {
	name string
	data []byte
}

func starterFiles() ([]starterFile, error) {
	starter := suites.Starter()
	names, err := fs.Glob(starter, "*")
	if err != nil {
		return nil, err
	}
	files := []starterFile{{"suite.schema.json", suites.Schema()}}
	for _, name := range names {
		data, err := fs.ReadFile(starter, name)
		if err != nil {
			return nil, err
		}
		files = append(files, starterFile{name, data})
	}
	return files, nil
}
