package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/verdict"
)

// FilterOf is the filter that a run was started with.
func FilterOf(s results.Selection) Filter { return Filter{Tags: s.Tags, IDs: s.IDs, Limit: s.Limit} }

// mixedNote begins the note of each difference that a run went on with.
const mixedNote = "mixed: "

// differences name what would make the records of one run come from two ways
// of measuring: another target, judge, prompt or version of the checks.
func differences(was, now results.RunInfo) []string {
	var out []string
	differ := func(what string, a, b any) {
		if written(a) != written(b) {
			out = append(out, fmt.Sprintf("%s %s then, %s now", what, shown(a), shown(b)))
		}
	}
	differ("target", was.Target.Type, now.Target.Type)
	differ("target model", was.Target.Model, now.Target.Model)
	differ("target url", was.Target.URL, now.Target.URL)
	if was.Target.Settings != "" && now.Target.Settings != "" { // older runs have none
		differ("target settings", was.Target.Settings, now.Target.Settings)
	}
	differ("target parameters", was.Target.Params, now.Target.Params)
	differ("answers file", was.Target.Hash, now.Target.Hash)
	// Mostly the version is known only from the first reply on.
	if was.Target.Version != "" && now.Target.Version != "" {
		differ("target version", was.Target.Version, now.Target.Version)
	}
	named := len(out)
	asked := judgeNow(was, now)
	differ("judge", was.Judge.Kind, asked.Kind)
	differ("judge model", was.Judge.Model, asked.Model)
	differ("excerpt", was.Judge.Excerpt, asked.Excerpt)
	differ("judge seed", was.Judge.Seed, asked.Seed)
	differ("judge token limit", was.Judge.MaxTokens, asked.MaxTokens)
	differ("judge temperature", was.Judge.Temperature, asked.Temperature)
	differ("judge panel", withoutAddresses(was.Judge.Panel), withoutAddresses(asked.Panel))
	for _, c := range results.Categories() {
		differ("prompt of "+string(c)+" questions", was.Prompts[c], now.Prompts[c])
	}
	judgeKey, scoringKey := keysOf(was)
	if len(out) == named {
		differ("judge key", judgeKey, judge.Key(asked))
	}
	differ("key of the checks", scoringKey, verdict.ScoringKey(was))
	return out
}

// keysOf are the keys that a run must go on with. Those of a mixed run stand
// for no way of measuring: it goes on as it was measured last, and being mixed
// once is no reason to refuse that.
func keysOf(was results.RunInfo) (judgeKey, scoringKey string) {
	for _, r := range was.Resumed {
		for _, note := range r.Notes {
			if strings.HasPrefix(note, mixedNote) {
				return judge.Key(was.Judge), verdict.ScoringKey(was)
			}
		}
	}
	return was.JudgeKey, was.ScoringKey
}

// judgeNow is the judge as it will turn out: whether the server refuses a
// temperature shows only with its replies, and it did or did not before.
func judgeNow(was, now results.RunInfo) results.JudgeRef {
	ref := now.Judge
	ref.When = was.Judge.When
	if was.Judge.Temperature == nil {
		ref.Temperature = nil
	}
	return ref
}

// withoutAddresses is a panel without where its members are found: the same
// model behind another gateway is the same judge.
func withoutAddresses(p *results.Panel) *results.Panel {
	if p == nil {
		return nil
	}
	out := results.Panel{Quorum: p.Quorum, Aggregate: p.Aggregate}
	for _, m := range p.Members {
		out.Members = append(out.Members, results.PanelMember{Model: m.Model})
	}
	return &out
}

// written is a value as run.json has it: what is equal there is equal.
func written(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain fields always encode
	}
	return string(data)
}

// shown is a value for a reader; of a hash the beginning tells enough.
func shown(v any) string {
	switch text := written(v); {
	case text == `""` || text == "null":
		return "none"
	case len(text) == len(`""`)+2*sha256.Size:
		return text[1:13] + "…"
	default:
		return text
	}
}

// held names settings of the suite that were changed since the run began and
// do not count for it: its records were decided with the old ones.
func held(was, now results.RunInfo) []string {
	var out []string
	hold := func(what string, a, b any) {
		if written(a) != written(b) {
			out = append(out, fmt.Sprintf("%s is %s now; the run keeps %s", what, shown(b), shown(a)))
		}
	}
	hold("passAt", was.PassAt, now.PassAt)
	hold("gate", was.Gate, now.Gate)
	hold("confidence", was.Confidence, now.Confidence)
	hold("judge.when", was.Judge.When, now.Judge.When)
	hold("repeats", max(was.Repeats, 1), max(now.Repeats, 1))
	hold("judge repeats", max(was.JudgeRepeats, 1), max(now.JudgeRepeats, 1))
	return out
}

// resumed is run.json of a run that goes on.
func resumed(was, now results.RunInfo, e edits, mixed bool, notes []string) results.RunInfo {
	info := was
	info.Status, info.Stop, info.Ended = results.RunRunning, nil, time.Time{}
	info.Settings, info.Fleet = now.Settings, now.Fleet
	if e.form {
		info.Suite.Hash, info.SuiteHash = now.Suite.Hash, e.suite.SuiteHash
	}
	if mixed {
		info.Target, info.Judge = now.Target, judgeNow(was, now)
		info.Prompts, info.PromptTexts = now.Prompts, now.PromptTexts
		// Scores of two judges mean the same as those of neither.
		info.JudgeKey = mixedKey(was.JudgeKey, judge.Key(info.Judge))
		info.ScoringKey = mixedKey(was.ScoringKey, verdict.ScoringKey(was))
	}
	info.Resumed = append(info.Resumed, results.Resumption{At: now.Started, Tool: now.Tool, Notes: notes})
	return info
}

// mixedKey is equal to no key but that of the same mixture.
func mixedKey(was, now string) string {
	if was == now {
		return was
	}
	sum := sha256.Sum256([]byte(was + "+" + now))
	return hex.EncodeToString(sum[:])
}

// OwnTemperature is run.json of a run whose judge turned out to refuse a
// temperature, which makes it another way of judging.
func OwnTemperature(info results.RunInfo) results.RunInfo {
	if info.Judge.Temperature == nil {
		return info
	}
	before := judge.Key(info.Judge)
	info.Judge.Temperature = nil
	if info.JudgeKey == before {
		info.JudgeKey = judge.Key(info.Judge)
	} else {
		info.JudgeKey = mixedKey(info.JudgeKey, judge.Key(info.Judge))
	}
	return info
}

func prefixed(prefix string, lines []string) []string {
	var out []string
	for _, line := range lines {
		out = append(out, prefix+line)
	}
	return out
}
