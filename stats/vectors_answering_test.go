package stats

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
)

func answeringVectors() map[string]vectorFunc {
	return map[string]vectorFunc{
		"abstention":  abstentionVector,
		"calibration": calibrationVector,
		"alce":        alceVector,
		"claims":      claimsVector,

		"bca_given_replicates": bcaVector,
	}
}

func abstentionVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		PositiveAnswered int `json:"pos_answered"`
		PositiveDeclined int `json:"pos_declined"`
		NegativeAnswered int `json:"neg_answered"`
		NegativeDeclined int `json:"neg_declined"`
		Conf             float64
	}
	err := json.Unmarshal(raw, &in)
	got, _ := AbstentionOf(AbstentionCounts{
		in.PositiveAnswered, in.PositiveDeclined, in.NegativeAnswered, in.NegativeDeclined,
	}, in.Conf)
	out := map[string]any{
		"answered_when_should_not": figure(got.AnsweredWhenItShouldNot), "over_refusal": figure(got.OverRefusal),
		"abstain_precision": figure(got.Precision), "abstain_recall": figure(got.Recall),
		"abstain_f1": figure(got.F1), "balanced_accuracy": figure(got.Balanced),
	}
	out["awsn_lo"], out["awsn_hi"] = ends(got.AnsweredCI)
	out["or_lo"], out["or_hi"] = ends(got.RefusalCI)
	return out, err
}

func calibrationVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Cls []string
		Y   []int
		Map map[string]float64
	}
	err := json.Unmarshal(raw, &in)
	var classes []ConfidenceClass
	table := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(in.Map)) {
		k := ConfidenceClass{Name: name, Value: in.Map[name]}
		for i, class := range in.Cls {
			if class == name {
				k.N++
				k.Correct += in.Y[i]
			}
		}
		classes = append(classes, k)
		table[name] = map[string]any{"n": float64(k.N), "correct": float64(k.Correct), "rate": figure(shareOf(k.Correct, k.N-k.Correct))}
	}
	got, _ := Calibration(classes)
	return map[string]any{
		"table": table, "ece": got.ECE, "brier": got.Brier, "reliability": got.Reliability,
		"resolution": got.Resolution, "uncertainty": got.Uncertainty, "auroc": figure(got.AUROC), "monotone": got.Monotone,
	}, err
}

// bcaVector takes the names of a bootstrap's parts in long and in short.
func bcaVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Estimate, Theta, Est *float64
		Boot, Replicates     []float64
		Jack, Jackknife      []float64
		DeleteOne            []float64 `json:"delete_one"`
		Conf                 float64
	}
	err := json.Unmarshal(raw, &in)
	estimate := cmp.Or(in.Estimate, in.Theta, in.Est)
	if estimate == nil {
		return nil, cmp.Or(err, errors.New("no estimate"))
	}
	got, ok := BCaGivenReplicates(*estimate, slices.Concat(in.Boot, in.Replicates),
		slices.Concat(in.Jack, in.Jackknife, in.DeleteOne), cmp.Or(in.Conf, 0.95))
	if !ok {
		return map[string]any{"lo": nil, "hi": nil}, err
	}
	return map[string]any{"lo": got.Lo, "hi": got.Hi}, err
}

func alceVector(raw json.RawMessage) (map[string]any, error) {
	var in struct{ Statements []CitedStatement }
	err := json.Unmarshal(raw, &in)
	got, _ := ALCE(in.Statements)
	return map[string]any{
		"recall": got.Recall, "precision": figure(got.Precision), "f1": figure(got.F1),
		"statements": float64(got.Statements), "citations": float64(got.Citations),
	}, err
}

func claimsVector(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Claims []struct{ Correct, Ctx *bool }
		Gold   []struct {
			InAnswer  bool `json:"in_answer"`
			InContext bool `json:"in_ctx"`
		}
	}
	err := json.Unmarshal(raw, &in)
	var claims []Claim
	for _, c := range in.Claims {
		claims = append(claims, Claim{c.Correct, c.Ctx})
	}
	var gold []GoldClaim
	for _, g := range in.Gold {
		gold = append(gold, GoldClaim{g.InAnswer, g.InContext})
	}
	got := Claims(claims, gold)
	return map[string]any{
		"coverage": figure(got.Coverage), "faithfulness": figure(got.Faithfulness), "unsupported": float64(got.Unsupported),
		"precision": figure(got.Precision), "recall": figure(got.Recall), "f1": figure(got.F1),
		"hallucination": figure(got.Hallucination), "noise": figure(got.Noise), "self_knowledge": figure(got.SelfKnowledge),
		"claim_recall": figure(got.ClaimRecall), "context_utilization": figure(got.Utilization),
	}, err
}
