package stats

import (
	"encoding/json"
)

func agreementVectors() map[string]vectorFunc {
	return map[string]vectorFunc{
		"kappa":            kappaVector(Kappa),
		"kappa_jackknife":  kappaVector(jackknifedAlone),
		"krippendorff":     krippendorffVector,
		"gwet_ac1":         gwetVector,
		"rank_corr":        rankCorrVector,
		"bias":             biasVector,
		"binary_agreement": binaryVector,
		"rogan_gladen":     roganGladenVector,
		"ppi_mean":         ppiVector(PPIMean),
		"ppi_pp_mean":      ppiVector(PPIPPMean),
	}
}

// pairInput is what every function of paired scores takes.
type pairInput struct {
	Judge, Human []float64
	Weights      string
	Lo, Hi       int
	Cut, Conf    float64
}

type kappaFunc func(judge, human []float64, weights string, lo, hi int, conf float64) (Agreement, bool)

func jackknifedAlone(judge, human []float64, weights string, lo, hi int, conf float64) (Agreement, bool) {
	return KappaJackknife(judge, human, nil, weights, lo, hi, conf)
}

func kappaVector(kappa kappaFunc) vectorFunc {
	return func(raw json.RawMessage) (map[string]any, error) {
		var in pairInput
		err := json.Unmarshal(raw, &in)
		got, _ := kappa(in.Judge, in.Human, in.Weights, in.Lo, in.Hi, in.Conf)
		return map[string]any{
			"po": got.PO, "pe": got.PE, "exact": got.Exact, "within1": got.Within1,
			"kappa": figure(got.Kappa), "se": figure(got.SE), "lo": figure(got.Lo), "hi": figure(got.Hi),
		}, err
	}
}

func krippendorffVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Ratings [][]*float64
		Metric  string
	}
	err := json.Unmarshal(raw, &in)
	got, _ := Krippendorff(in.Ratings, in.Metric)
	return map[string]any{
		"alpha": figure(got.Alpha), "units": float64(got.Units), "values": float64(got.Values),
	}, err
}

func gwetVector(raw json.RawMessage) (map[string]any, error) {
	var in pairInput
	err := json.Unmarshal(raw, &in)
	got, ok := GwetAC1(in.Judge, in.Human, in.Lo, in.Hi)
	if !ok {
		return map[string]any{"ac1": nil}, err
	}
	return map[string]any{"ac1": got}, err
}

func rankCorrVector(raw json.RawMessage) (map[string]any, error) {
	var in pairInput
	err := json.Unmarshal(raw, &in)
	got, _ := RankCorr(in.Judge, in.Human)
	return map[string]any{
		"tau_b": figure(got.TauB), "spearman": figure(got.Spearman), "pearson": figure(got.Pearson),
	}, err
}

func biasVector(raw json.RawMessage) (map[string]any, error) {
	var in pairInput
	err := json.Unmarshal(raw, &in)
	got, _ := Bias(in.Judge, in.Human, in.Conf)
	return map[string]any{
		"bias": got.Mean, "lo": figure(got.Lo), "hi": figure(got.Hi),
		"share_judge_higher": got.Higher, "share_judge_lower": got.Lower,
	}, err
}

func binaryVector(raw json.RawMessage) (map[string]any, error) {
	var in pairInput
	err := json.Unmarshal(raw, &in)
	got, _ := BinaryAgreement(in.Judge, in.Human, in.Cut, in.Conf)
	out := map[string]any{
		"tp": float64(got.TP), "fp": float64(got.FP), "fn": float64(got.FN), "tn": float64(got.TN),
		"sens": figure(got.Sens), "spec": figure(got.Spec), "balanced": figure(got.Balanced),
		"mcc": figure(got.MCC), "lenient_rate": figure(got.Lenient),
	}
	out["sens_lo"], out["sens_hi"] = ends(got.SensCI)
	out["spec_lo"], out["spec_hi"] = ends(got.SpecCI)
	return out, err
}

// ends are the figures of an interval, nil where it does not exist.
func ends(i *Interval) (lo, hi any) {
	if i == nil {
		return nil, nil
	}
	return i.Lo, i.Hi
}

func roganGladenVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		P, Sens, Spec, Conf float64
		N, M1, M0           int
	}
	err := json.Unmarshal(raw, &in)
	got, ok := RoganGladen(in.P, in.N, in.Sens, in.M1, in.Spec, in.M0, in.Conf)
	if !ok {
		return map[string]any{"theta": nil, "lo": nil, "hi": nil}, err
	}
	return map[string]any{"theta": got.Rate, "lo": got.Lo, "hi": got.Hi}, err
}

type ppiFunc func(judgeLabelled, humanLabelled, judgeUnlabelled []float64, conf float64) (CorrectedMean, bool)

func ppiVector(mean ppiFunc) vectorFunc {
	return func(raw json.RawMessage) (map[string]any, error) {
		var in struct {
			JudgeLabelled   []float64 `json:"judge_labelled"`
			HumanLabelled   []float64 `json:"human_labelled"`
			JudgeUnlabelled []float64 `json:"judge_unlabelled"`
			Conf            float64
		}
		err := json.Unmarshal(raw, &in)
		got, _ := mean(in.JudgeLabelled, in.HumanLabelled, in.JudgeUnlabelled, in.Conf)
		return map[string]any{
			"lam": got.Lambda, "theta": got.Mean, "se": got.SE, "lo": got.Lo, "hi": got.Hi, "human_only_se": got.HumanSE,
		}, err
	}
}
