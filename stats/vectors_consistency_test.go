package stats

import "encoding/json"

func consistencyVectors() map[string]vectorFunc {
	return map[string]vectorFunc{
		"self_consistency":    selfConsistencyVector,
		"icc1":                icc1Vector,
		"variance_components": componentsVector,
		"panel":               panelVector,
	}
}

func selfConsistencyVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Repeats [][]float64
		Cut     float64
	}
	err := json.Unmarshal(raw, &in)
	got, _ := SelfConsistency(in.Repeats, in.Cut)
	return map[string]any{
		"pair_agreement": got.PairAgreement, "passfail_flip_rate": got.FlipRate, "within_sd": got.WithinSD,
		"share_items_changed": got.Changed, "items_range_ge2": float64(len(got.Wide)),
	}, err
}

func icc1Vector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ Repeats [][]float64 }
	err := json.Unmarshal(raw, &in)
	got, _ := ICC1(in.Repeats)
	return map[string]any{
		"msb": got.MSB, "msw": got.MSW, "icc1": figure(got.Single), "icc1k": figure(got.Mean),
	}, err
}

func componentsVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ Data [][][]float64 }
	err := json.Unmarshal(raw, &in)
	got, _ := VarianceComponents(in.Data)
	return map[string]any{
		"ms_question": got.MSQuestion, "ms_answer": figure(got.MSAnswer), "ms_judge": figure(got.MSJudge),
		"var_question": got.Question, "var_answer": figure(got.Answer), "var_judge": figure(got.Judge),
		"truncated": got.Truncated, "se_mean_superpop": got.SEQuestionsLikeThese,
		"se_mean_fixed_suite": figure(got.SEThisSuiteOnly),
	}, err
}

func panelVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Scores []*float64
		Cut    float64
		Quorum int
	}
	err := json.Unmarshal(raw, &in)
	got := PanelVote(in.Scores, in.Cut, in.Quorum)
	out := map[string]any{
		"valid": float64(got.Valid), "status": "inconclusive", "mean": figure(got.Mean), "median": figure(got.Median),
		"votes_pass": float64(got.Passes), "passed": nil, "split": got.Split,
	}
	if got.Quorum {
		out["status"], out["passed"] = "ok", *got.Passed
	}
	return out, err
}
