package compare

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/results"
)

// Read takes a report.json in. Half a report is none: what is cut off, of
// another schema, not a report at all, or at odds with itself is an error that
// names the file and the cause. A question, and any other block, may have
// 10 MB; of the file no more than one of them is held beside the Run.
func Read(name string, r io.Reader) (*Run, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if err := looksLikeJSON(in); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	run := &Run{Path: name, stated: map[string]bool{}, index: map[string]int{}}
	err := run.decode(&source{in: in})
	if err == nil {
		err = run.check()
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	return run, nil
}

// decode reads the top level key by key, so that the questions are held once
// and what is not needed never.
func (r *Run) decode(in *source) error {
	if err := in.expect('{'); err != nil {
		return err
	}
	seen := map[string]bool{}
	for {
		more, err := in.more(len(seen) == 0, '}')
		if err != nil {
			return err
		}
		if !more {
			break
		}
		key, err := in.key()
		if err != nil {
			return err
		}
		if seen[key] {
			return fmt.Errorf("duplicate key %q", key)
		}
		seen[key] = true
		if err := r.value(in, key); err != nil {
			return err
		}
	}
	if _, err := in.next(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after the report")
	}
	for _, key := range []string{"schema", "run", "gate", "questions"} {
		if !seen[key] {
			return fmt.Errorf("the report has no %s", key)
		}
	}
	return nil
}

func (r *Run) value(in *source, key string) error {
	if key == "questions" {
		return r.questions(in)
	}
	raw, err := in.value()
	if err != nil {
		return fmt.Errorf("%s: %w", named(key), err)
	}
	switch key {
	case "schema":
		return schema(raw)
	case "run":
		err = r.info(raw)
	case "gate":
		err = strictjson.Unmarshal(raw, &r.Gate, oneSpelling())
	case "judge":
		var judge struct {
			Served map[string]int `json:"served"`
		}
		err = strictjson.Unmarshal(raw, &judge, oneSpelling())
		r.Served = judge.Served
	default:
		err = strictjson.Check(raw)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", named(key), shape(err))
	}
	return nil
}

// schema refuses other documents of evalrun by what they are.
func schema(raw json.RawMessage) error {
	var schema string
	if err := json.Unmarshal(raw, &schema); err != nil {
		return errors.New("schema is not a text")
	}
	switch schema {
	case results.ReportSchema:
		return nil
	case results.ReportsSchema:
		return errors.New("the file holds the reports of several suites; name the report.json of one")
	case results.RunSchema:
		return errors.New("the file is a run.json; name the run folder or the report.json in it")
	}
	return fmt.Errorf("schema %q is none that can be compared; %s is", schema, results.ReportSchema)
}
