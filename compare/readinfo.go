package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// info also notes which keys are there: a temperature that is null is known to
// be the provider's, one that is absent is not known.
func (r *Run) info(raw json.RawMessage) error {
	if err := strictjson.Unmarshal(raw, &r.Info, oneSpelling()); err != nil {
		return err
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return err
	}
	for key, value := range keys {
		r.stated[key] = !bytes.Equal(value, []byte("null"))
	}
	if !r.stated["judge"] {
		return nil
	}
	var judge map[string]json.RawMessage
	if err := json.Unmarshal(keys["judge"], &judge); err != nil {
		return err
	}
	for key := range judge {
		r.stated["judge."+key] = true
	}
	return nil
}

// checkInfo refuses words and figures in the run block that no run has. What
// is absent is not known, which is for the comparison to judge.
func (r *Run) checkInfo() error {
	if err := checkWords(r.Info); err != nil {
		return err
	}
	if err := checkDimensions(r.Info.Dimensions); err != nil {
		return err
	}
	return r.checkLimits()
}

func checkWords(info results.RunInfo) error {
	type word struct {
		name, value string
		known       []string
	}
	words := []word{
		{"status", string(info.Status), texts(results.RunRunning, results.RunComplete, results.RunPartial)},
		{"judge.kind", string(info.Judge.Kind), texts(results.JudgeModel, results.JudgeOffline, results.JudgeNone)},
		{"judge.when", info.Judge.When, []string{"always", "undecided"}},
		{"confidence", info.Confidence, []string{"required", "optional"}},
		{"gate.on", info.Gate.On, []string{"checks"}},
		{"settings.inconclusive", info.Settings.Inconclusive, texts(results.Pass, results.Fail)},
	}
	if info.Stop != nil {
		words = append(words, word{"stop.kind", string(info.Stop.Kind),
			texts(results.StopInterrupt, results.StopBudget, results.StopFatal, results.StopBreaker, results.StopDisk)})
	}
	for _, w := range words {
		if w.value != "" && !slices.Contains(w.known, w.value) {
			return fmt.Errorf("%s %q is none", w.name, w.value)
		}
	}
	return nil
}

func texts[T ~string](names ...T) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = string(name)
	}
	return out
}

// checkDimensions: a dimension that stood twice would be two series of one
// name.
func checkDimensions(dimensions map[results.Category][]results.Dimension) error {
	known := []results.Dimension{results.Grounding, results.Relevance, results.Calibration, results.Citations, results.Tone}
	for _, category := range slices.Sorted(maps.Keys(dimensions)) {
		if category != results.Positive && category != results.Negative {
			return fmt.Errorf("dimensions: category %q is none", category)
		}
		for i, d := range dimensions[category] {
			if !slices.Contains(known, d) {
				return fmt.Errorf("dimensions: %q is none", d)
			}
			if slices.Contains(dimensions[category][:i], d) {
				return fmt.Errorf("dimensions: %s stands twice", results.SeriesOf(category, d))
			}
		}
	}
	return nil
}

// checkLimits refuses floors, shares and margins that no suite could state.
func (r *Run) checkLimits() error {
	gate := r.Info.Gate
	shares := map[string]float64{"gate.passRate": gate.PassRate, "gate.minScored": gate.MinScored}
	if gate.MinCommon != nil {
		shares["gate.minCommon"] = *gate.MinCommon
	}
	floors := map[string]float64{}
	for d, floor := range r.Info.PassAt {
		floors["passAt."+string(d)] = floor
	}
	for s, floor := range gate.Dimensions {
		floors["gate.dimensions."+string(s)] = floor
	}
	if err := within(shares, 0, 1); err != nil {
		return err
	}
	if err := within(floors, stats.ScaleLow, stats.ScaleHigh); err != nil {
		return err
	}
	return firstFault(gate.Margins, func(name string, margin float64) error {
		if most := span(KindOf(name)); !(margin > 0 && margin <= most) {
			return fmt.Errorf("gate.margins: %q is %v, not above 0 and at most %v", name, margin, most)
		}
		return nil
	})
}

func within(figures map[string]float64, low, high float64) error {
	return firstFault(figures, func(name string, v float64) error {
		if v >= low && v <= high {
			return nil
		}
		return fmt.Errorf("%q is %v, not within %v..%v", name, v, low, high)
	})
}
