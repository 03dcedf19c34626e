package compare

// RankSchema names the format of a comparison of three runs or more.
const RankSchema = "evalrun.rank/1"

// RankDoc is the comparison of three runs or more. There is no gate: exit code
// 0 ranked, 2 nothing to compare, 3 refused.
type RankDoc struct {
	Schema   string       `json:"schema"`
	Runs     []Side       `json:"runs"` // as given
	Labels   []string     `json:"labels"`
	Against  string       `json:"against,omitempty"` // best or baseline; "": all pairs
	Notices  []string     `json:"notices"`
	Refusal  *RankRefusal `json:"refusal"`
	Allowed  []string     `json:"allowed"`
	ExitCode int          `json:"exitCode"`
	Headline string       `json:"headline"`
	Next     string       `json:"next"`
	Common   int          `json:"common"` // questions that every run has, equal in all
	Lost     []int        `json:"lost"`   // by run: questions of it that are not common
	Series   []RankSeries `json:"series"`
}

// RankRefusal says which run cannot be compared with the first one.
type RankRefusal struct {
	Run     int          `json:"run"` // index into Runs
	Reasons []Difference `json:"reasons"`
	Mend    string       `json:"mend"`
}

// RankSeries is one figure over all runs, on the N questions that have it in
// every run. Missing counts, by run, the common questions without it there.
type RankSeries struct {
	Name          string     `json:"name"`
	Kind          Kind       `json:"kind"`
	LowerIsBetter bool       `json:"lowerIsBetter"`
	N             int        `json:"n"`
	Clusters      int        `json:"clusters"`
	Missing       []int      `json:"missing"`
	Rows          []RankRow  `json:"rows"` // best first
	Pairs         []RankPair `json:"pairs"`
	Friedman      *float64   `json:"friedman"` // p over all runs; nil: not defined
	Says          string     `json:"says"`
	Notes         []string   `json:"notes"`
}

// RankRow is one run in one series. Lo and Hi are the 95 % interval of its own
// level; ranks are 1..K, simultaneous at 95 %. Group numbers the sets of runs
// whose rank intervals overlap, from 1.
type RankRow struct {
	Run   int      `json:"run"` // index into Runs
	Level Level    `json:"level"`
	Lo    *float64 `json:"lo"`
	Hi    *float64 `json:"hi"`
	Best  int      `json:"best"` // 0: no rank could be had
	Worst int      `json:"worst"`
	Group int      `json:"group"`
	Says  string   `json:"says"`
}

// RankPair is the difference A minus B of two runs.
type RankPair struct {
	A          int     `json:"a"` // index into Runs
	B          int     `json:"b"`
	Difference float64 `json:"difference"`
	P          float64 `json:"p"`
	PHolm      float64 `json:"pHolm"` // over the pairs of this series
	Claim      Claim   `json:"claim"`
}

// RankOptions are the settings of a comparison of three runs or more.
type RankOptions struct {
	// Against restricts the pairs: "best" or "baseline" (the first run) with
	// each other run; "" takes all pairs.
	Against   string
	MinCommon *float64
	Allow     []string
}
