package quotes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// GateResult is what the reference's gate says of a job. Exit is 0 for pass,
// 2 for revise and 1 for a job that cannot be read, with Err saying why.
type GateResult struct {
	Exit   int
	Report *GateReport
	Err    error
}

// GateReport is the gate's output.
type GateReport struct {
	Verdict      Verdict       `json:"verdict"`
	Summary      Summary       `json:"summary"`
	Problems     []GateProblem `json:"problems"`
	Uncited      []string      `json:"uncited"`
	Warnings     []Warning     `json:"warnings"`
	Instructions []string      `json:"instructions"` // to the model, a line each; none on pass
}

// gateJob is a job as it comes in. Absent limits are defaults.
type gateJob struct {
	Answer  string   `json:"answer"`
	Sources []Source `json:"sources"`
	Options struct {
		Thresholds struct {
			MinScore        *float64 `json:"minScore"`
			MinUncitedChars *int     `json:"minUncitedChars"`
		} `json:"thresholds"`
	} `json:"options"`
}

// Gate judges a job, {"answer","sources","options"}, as the reference's
// command does where it has no key for a judge: the compat profile with its
// leniency. Warnings never decide; an answer whose quotes were left out
// passes. Verify's verdict is the stricter one.
func Gate(job []byte) GateResult {
	read, err := readGateJob(job)
	if err != nil {
		return GateResult{Exit: 1, Err: err}
	}
	r, err := Verify(context.Background(), read.Answer, read.Sources, Options{Profile: Compat})
	if err != nil {
		return GateResult{Exit: 1, Err: err}
	}
	out := read.gateReport(r)
	if len(out.Problems)+len(out.Uncited) == 0 {
		return GateResult{Report: out}
	}
	out.Verdict, out.Instructions = Revise, instructionLines(out)
	return GateResult{Exit: 2, Report: out}
}

func readGateJob(data []byte) (gateJob, error) {
	var job gateJob
	if err := json.Unmarshal(data, &job); err != nil {
		return job, fmt.Errorf("read job: %w", err)
	}
	if trimJS(job.Answer) == "" {
		return job, errors.New("read job: answer is empty")
	}
	if job.Sources == nil {
		return job, errors.New("read job: sources are missing")
	}
	return job, nil
}

func (j gateJob) gateReport(r Report) *GateReport {
	out := &GateReport{
		Verdict: Pass, Summary: r.Summary, Warnings: r.Warnings,
		Problems: []GateProblem{}, Uncited: []string{}, Instructions: []string{},
	}
	minScore, minUncited := compatMinScore, defaultMinUncited
	if set := j.Options.Thresholds.MinScore; set != nil {
		minScore = *set
	}
	if set := j.Options.Thresholds.MinUncitedChars; set != nil {
		minUncited = *set
	}
	for _, c := range r.Citations {
		if kind := problemOf(c, minScore); kind != "" {
			out.Problems = append(out.Problems, newGateProblem(c, kind))
		}
	}
	for _, u := range FindUncited(ParseAnswer(j.Answer, EVI1, Compat), minUncited, Compat) {
		out.Uncited = append(out.Uncited, u.Text)
	}
	return out
}
