package compare

import (
	"time"

	"github.com/evalrun/evalrun/results"
)

// CalibrationSchema names the format of a judge held against people.
const CalibrationSchema = "evalrun.calibration/1"

// CalibrationDoc is how far a judge agrees with people, and people with each
// other. Figures that do not exist are nil, with the reason beside them.
type CalibrationDoc struct {
	Schema   string              `json:"schema"`
	Run      *CalibratedRun      `json:"run"` // nil: people alone
	Labels   LabelCounts         `json:"labels"`
	Drawn    *LabelDraw          `json:"drawn"` // nil: no label says how its answer was drawn
	Scale    results.Scale       `json:"scale"`
	Headline string              `json:"headline"`
	Next     string              `json:"next"`
	Notices  []string            `json:"notices"`
	Series   []CalibrationSeries `json:"series"`
}

// CalibratedRun names the run whose judge it is. The figures hold for this
// judge key and no other.
type CalibratedRun struct {
	Path     string    `json:"path"`
	ID       string    `json:"id"`
	Suite    string    `json:"suite"`
	Started  time.Time `json:"started"`
	Judge    string    `json:"judge"`
	JudgeKey string    `json:"judgeKey"`
}

// LabelCounts say where the labels went: Read is the sum of Used and the five
// that could not be used.
type LabelCounts struct {
	Files           []string `json:"files"`
	Raters          []string `json:"raters"`
	Read            int      `json:"read"`
	Used            int      `json:"used"`
	OtherQuestions  int      `json:"otherQuestions"`  // of questions, or repeats, that the run does not have
	OtherDimensions int      `json:"otherDimensions"` // of dimensions that the question is not scored in
	NotScored       int      `json:"notScored"`       // of answers that the judge gave no score
	OtherAnswers    int      `json:"otherAnswers"`    // of other answers to the question than the run's
	Single          int      `json:"single"`          // without a run: of answers that nobody else scored
	Blank           int      `json:"blank"`           // places that nobody filled in; not in Read
	Unknown         []string `json:"unknown"`         // the first questions and dimensions that were not found
	Unchecked       int      `json:"unchecked"`       // of Used: they name their answer, and a report.json does not
	SawJudge        SawJudge `json:"sawJudge"`        // of Used
}

// SawJudge counts labels by whether the judge's score was shown before they
// were given.
type SawJudge struct {
	Seen    int `json:"seen"`
	Hidden  int `json:"hidden"`
	Unknown int `json:"unknown"` // nobody recorded it
}

// LabelDraw is how the answers with a usable label were drawn. The first Depth
// questions of the run's random order are a fair sample of it once all are
// labelled; Depth is the deepest place that was reached by chance.
type LabelDraw struct {
	ByChance   int      `json:"byChance"`  // labels
	ForReason  int      `json:"forReason"` // likewise
	Unknown    int      `json:"unknown"`   // likewise; nobody recorded it
	Depth      int      `json:"depth"`
	Labelled   int      `json:"labelled"`   // questions of the first Depth
	Unlabelled int      `json:"unlabelled"` // likewise, where the labels are of this run without those that the judge gave no score
	Missing    []string `json:"missing"`    // the first of the Unlabelled, where they are known
}

// Coefficient is a measure of agreement with its 95 % interval, cut at -1 and
// 1. Questions that share a group, and all labels of one question, count as
// one where the interval is concerned.
type Coefficient struct {
	Value  *float64 `json:"value"`
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	Method string   `json:"method,omitempty"` // large-sample or jackknife
	Reason string   `json:"reason,omitempty"` // why a figure is nil
}

// CalibrationSeries is one dimension of one category, or one dimension where
// there is no run.
type CalibrationSeries struct {
	Name      results.Series   `json:"name"`
	Questions int              `json:"questions"`
	Answers   int              `json:"answers"`
	Labels    int              `json:"labels"`
	Raters    int              `json:"raters"`
	Judge     *JudgeAgreement  `json:"judge"`  // nil: people alone
	People    *PeopleAgreement `json:"people"` // nil: no answer was scored by two people
	Says      []string         `json:"says"`   // most important first
}

// JudgeAgreement holds the judge against each label. Bias, the rank
// correlations and the figures at the floor are over answers, an answer's
// score by people being the mean of its labels.
type JudgeAgreement struct {
	Floor      float64        `json:"floor"`
	Usable     bool           `json:"usable"`  // for gating
	Against    []string       `json:"against"` // what speaks against it
	Primary    string         `json:"primary"` // quadraticKappa or alpha: the one that decides
	Quadratic  Coefficient    `json:"quadraticKappa"`
	Unweighted Coefficient    `json:"kappa"`
	Alpha      Coefficient    `json:"alpha"` // Krippendorff's, ordinal
	AC1        *float64       `json:"ac1"`   // where one level holds 80 % of all scores
	Exact      float64        `json:"exact"`
	Within1    float64        `json:"within1"`
	Matrix     [][]int        `json:"matrix"` // labels: rows are people's levels, columns the judge's
	TauB       *float64       `json:"tauB"`
	Spearman   *float64       `json:"spearman"`
	Bias       JudgeBias      `json:"bias"`
	AtFloor    AtFloor        `json:"atFloor"`
	AsGood     *bool          `json:"asGoodAsAnotherPerson"` // nil: cannot be told
	Corrected  Corrected      `json:"corrected"`
	Panel      *PanelErrors   `json:"panel,omitempty"`
	Apart      []Disagreement `json:"apart"` // the answers furthest apart, MaxApart at most
}

// MaxApart is how many answers of a series are listed.
const MaxApart = 10

// JudgeBias is the mean of judge minus people: positive is lenient.
type JudgeBias struct {
	Mean   float64  `json:"mean"`
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	Higher float64  `json:"higher"` // share of answers that the judge scores higher
	Lower  float64  `json:"lower"`
}

// AtFloor is the judge at the dimension's floor, people being the truth.
type AtFloor struct {
	TruePass    int      `json:"truePass"`
	FalsePass   int      `json:"falsePass"` // people fail, the judge passes
	FalseFail   int      `json:"falseFail"`
	TrueFail    int      `json:"trueFail"`
	Sensitivity Share    `json:"sensitivity"` // of what people pass, passed by the judge
	Specificity Share    `json:"specificity"` // of what people fail, failed by the judge
	Balanced    *float64 `json:"balanced"`
	MCC         *float64 `json:"mcc"`
	Lenient     *float64 `json:"lenient"` // 1 - specificity
}

// Share is k of n with its interval.
type Share struct {
	K      int      `json:"k"`
	N      int      `json:"n"`
	Rate   *float64 `json:"rate"`
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	Reason string   `json:"reason,omitempty"`
}

// PeopleAgreement is how far people agree with each other: the same
// coefficients over each two labels of one answer.
type PeopleAgreement struct {
	Answers   int         `json:"answers"` // with two labels or more
	Pairs     int         `json:"pairs"`
	Quadratic Coefficient `json:"quadraticKappa"`
	Alpha     Coefficient `json:"alpha"`
	Exact     float64     `json:"exact"`
	Within1   float64     `json:"within1"`
}

// Corrected are levels of the whole run freed of the judge's errors, as far
// as the labels allow: where they say how they were drawn, those of the fair
// sample alone. Anchors are not in them. Reason says why there are
// none.
type Corrected struct {
	PassRate CorrectedFigure `json:"passRate"` // share of questions at the floor or above
	Mean     CorrectedFigure `json:"mean"`
}

// CorrectedFigure is a level as the judge gives it, and corrected.
type CorrectedFigure struct {
	Judge      *float64 `json:"judge"`
	Value      *float64 `json:"value"`
	Lo         *float64 `json:"lo"`
	Hi         *float64 `json:"hi"`
	Labelled   int      `json:"labelled"` // questions whose labels are used here
	Unlabelled int      `json:"unlabelled"`
	Weight     *float64 `json:"weight,omitempty"` // of the judge's scores in the mean, 0..1
	Reason     string   `json:"reason,omitempty"`
}

// PanelErrors say how much a panel of several models is worth. Members that
// err together are not several.
type PanelErrors struct {
	Members     []MemberAgreement `json:"members"`
	Correlation *float64          `json:"errorCorrelation"` // mean over pairs of members of their errors against people
	Effective   *float64          `json:"effectiveMembers"`
	Reason      string            `json:"reason,omitempty"`
}

// MemberAgreement is one model of a panel against people.
type MemberAgreement struct {
	Model     string      `json:"model"`
	Answers   int         `json:"answers"`
	Quadratic Coefficient `json:"quadraticKappa"`
	Bias      *float64    `json:"bias"`
}

// Disagreement is an answer that judge and people score differently.
type Disagreement struct {
	ID        string  `json:"id"`
	Repeat    int     `json:"repeat"`
	Judge     float64 `json:"judge"`
	People    float64 `json:"people"`
	Reasoning string  `json:"reasoning"`
}
