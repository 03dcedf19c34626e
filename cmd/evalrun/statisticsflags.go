package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// statisticsFlags are the flags of plan that concern what a comparison can
// see.
type statisticsFlags struct {
	drops    []string
	from     []string
	sd       float64
	flipRate float64
	power    float64

	options compare.PowerOptions // what was read from them
}

func (f *statisticsFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.drops, "drop", nil, "how many questions show a drop: `NAME=VALUE`, such as passRate=0.05,positive/grounding=0.25")
	flags.StringArrayVar(&f.from, "from", nil, "read how much figures move by chance from `FILE`, a compare.json or the report.json of a run with repeats; may be repeated")
	flags.Float64Var(&f.sd, "sd", 0, "standard deviation of a question's difference in score between two runs (default: measured, else 0.8)")
	flags.Float64Var(&f.flipRate, "flip-rate", 0, "share of questions that flip between two asks of the same system (default: measured, else 0.1)")
	flags.Float64Var(&f.power, "power", 0.8, "share of comparisons that are to show a drop, 0.5 to below 1")
}

// read turns the flags into options; what the statistics think of them shows
// when a suite is planned.
func (f *statisticsFlags) read(cmd *cobra.Command) error {
	drops, err := amountsOf("drop", f.drops)
	if err != nil {
		return err
	}
	if f.power == 0 {
		return errors.New("--power 0: want 0.5 to below 1")
	}
	f.options = compare.PowerOptions{Drops: drops, Power: f.power}
	if cmd.Flags().Changed("sd") {
		f.options.SD = &f.sd
	}
	if cmd.Flags().Changed("flip-rate") {
		f.options.FlipRate = &f.flipRate
	}
	for _, path := range f.from {
		noise, err := readNoise(path)
		if err != nil {
			return err
		}
		f.options.Noise = f.options.Noise.Join(noise)
	}
	return nil
}

// readNoise reads a comparison or a report; a run folder stands for its
// report.
func readNoise(path string) (compare.Noise, error) {
	if about, err := os.Stat(path); err == nil && about.IsDir() {
		path = filepath.Join(path, runstore.ReportFile)
	}
	f, err := runstore.OpenDocument(path)
	if err != nil {
		return compare.Noise{}, fmt.Errorf("--from: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return compare.Noise{}, fmt.Errorf("read --from %s: %w", path, err)
	}
	var kind struct{ Schema string }
	if err := json.Unmarshal(data, &kind); err != nil {
		return compare.Noise{}, fmt.Errorf("read --from %s: not one JSON document: %w", path, err)
	}
	var noise compare.Noise
	switch kind.Schema {
	case compare.Schema:
		var doc compare.Doc
		err = json.Unmarshal(data, &doc)
		noise = compare.NoiseOf(doc)
	case results.ReportSchema:
		var doc results.ReportDoc
		err = json.Unmarshal(data, &doc)
		if err == nil && doc.Run.CopiedRepeats {
			return noise, fmt.Errorf("read --from %s: its repeats are copies of one recorded answer and measure nothing: name a run that asked several times", path)
		}
		noise = compare.NoiseOfReport(doc)
	default:
		return noise, fmt.Errorf("read --from %s: schema is %q, want %s or %s", path, kind.Schema, compare.Schema, results.ReportSchema)
	}
	if err != nil {
		return noise, fmt.Errorf("read --from %s: %w", path, err)
	}
	if noise.Empty() {
		return noise, fmt.Errorf("read --from %s: it has no measure of chance: name a comparison, or a run with --repeat 2 or more", path)
	}
	return noise, nil
}
