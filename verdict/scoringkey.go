package verdict

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

// ScoringKey identifies how findings and scores become verdicts: the version
// of the checks, the floors, the dimensions, whether a stated confidence is
// required and what the judge is asked about. It is a SHA-256 in hex.
func ScoringKey(info results.RunInfo) string {
	data, err := json.Marshal(struct {
		Checks     string
		Floors     results.Floors
		Dimensions map[results.Category][]results.Dimension
		Confidence string
		When       string
	}{rubric.Version, info.PassAt, info.Dimensions, info.Confidence, info.Judge.When})
	if err != nil {
		panic(err) // plain fields always encode
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
