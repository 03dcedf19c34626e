package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// schemaKinds are what `evalrun schema` prints. What a person writes has a
// schema written for reading; what evalrun writes has one derived from the
// types that write it.
var schemaKinds = []string{"suite", "answers", "record", "report", "compare", "rank", "trend", "calibration", "selfcheck", "plan"}

func schemaCommand(h host) *cobra.Command {
	return &cobra.Command{
		Use:       "schema " + strings.Join(schemaKinds, "|"),
		Short:     "Print a JSON Schema",
		Args:      one("kind: " + strings.Join(schemaKinds, ", ")),
		ValidArgs: schemaKinds,
		RunE: func(_ *cobra.Command, args []string) error {
			data, err := schemaOf(args[0])
			if err != nil {
				return err
			}
			_, err = h.stdout.Write(data)
			return err
		},
	}
}

func schemaOf(kind string) ([]byte, error) {
	switch kind {
	case "suite":
		return suites.Schema(), nil
	case "answers":
		return answers.Schema(), nil
	case "record":
		return derive[results.Record]("evalrun record, one line of records.jsonl", results.RecordSchema)
	case "report":
		return derive[results.ReportDoc]("evalrun report.json", results.ReportSchema)
	case "compare":
		return derive[compare.Doc]("evalrun compare --json, two runs", compare.Schema)
	case "rank":
		return derive[compare.RankDoc]("evalrun compare --json, three runs or more", compare.RankSchema)
	case "trend":
		return derive[compare.TrendDoc]("evalrun history trend --json", compare.TrendSchema)
	case "calibration":
		return derive[compare.CalibrationDoc]("evalrun calibrate --json", compare.CalibrationSchema)
	case "selfcheck":
		return derive[compare.SelfDoc]("evalrun selfcheck --json", compare.SelfSchema)
	case "plan":
		return derive[planDoc]("evalrun plan --json", planSchema)
	}
	return nil, fmt.Errorf("unknown schema %q: want %s", kind, strings.Join(schemaKinds, ", "))
}

func derive[T any](title, id string) ([]byte, error) {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		return nil, fmt.Errorf("derive schema of %s: %w", id, err)
	}
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = title
	if p := s.Properties["schema"]; p != nil {
		p.Const = jsonschema.Ptr[any](id)
	}
	data, err := json.MarshalIndent(s, "", "  ")
	return append(data, '\n'), err
}
