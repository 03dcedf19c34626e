// Command evalgrounding measures the support score on labelled data and fits
// its weights.
//
//	evalgrounding -data DIR                       print the table
//	evalgrounding -data DIR -fit weights.json     write new weights, then print it
//	evalgrounding -wordnet DIR -lexicon FILE      cut the lexicon out of WordNet's database files
//
// DIR holds grounding/*.jsonl. Without it nothing can be measured: exit 3.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

type options struct{ data, fit, wordnet, lexicon string }

var errNoData = errors.New("no data: set EVALRUN_DATA to a folder that holds grounding/*.jsonl")

func run(args []string, stdout, stderr io.Writer) int {
	var opt options
	flags := flag.NewFlagSet("evalgrounding", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&opt.data, "data", "", "folder that holds grounding/*.jsonl")
	flags.StringVar(&opt.fit, "fit", "", "file to write new weights to")
	flags.StringVar(&opt.wordnet, "wordnet", "", "folder of WordNet 3.1's database files")
	flags.StringVar(&opt.lexicon, "lexicon", "", "file to write the lexicon to")
	err := flags.Parse(args)
	if err == nil {
		err = opt.run(stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "evalgrounding:", err)
		return 3
	}
	return 0
}

func (opt options) run(stdout io.Writer) error {
	if opt.wordnet != "" {
		return writeLexicon(opt.wordnet, opt.lexicon)
	}
	if opt.data == "" {
		return errNoData
	}
	sets, err := readSets(opt.data)
	if err != nil {
		return fmt.Errorf("read the sets: %w", err)
	}
	table := measure(sets)
	if opt.fit != "" {
		if err := writeWeights(opt.fit, sets, table); err != nil {
			return fmt.Errorf("write weights: %w", err)
		}
		fmt.Fprintf(stdout, "wrote %s\n", opt.fit)
	}
	table.print(stdout)
	return nil
}
