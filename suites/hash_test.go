package suites

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hashesOf loads one text and returns its hashes and its questions'.
func hashesOf(t *testing.T, files map[string]string) (s *Suite, contents []string) {
	t.Helper()
	inFiles(t, files)
	s = mustLoad(t, "a.yaml")[0]
	for q, err := range s.Questions() {
		if err != nil {
			t.Fatal(err)
		}
		contents = append(contents, q.ContentHash)
	}
	return s, contents
}

const hashed = `questions:
  - id: q1
    query: |
      How long
      is the notice period?
    rubric:
      shouldAnswer: true
      mustMention: ["three months", {anyOf: [a, b]}]
    context: [{id: P1, file: p.md}]
`

func TestHashesDoNotSeeLineEnds(t *testing.T) {
	lf, lfContents := hashesOf(t, map[string]string{"a.yaml": hashed, "p.md": "one\ntwo\n"})
	crlf, crlfContents := hashesOf(t, map[string]string{
		"a.yaml": "\ufeff" + strings.ReplaceAll(hashed, "\n", "\r\n"), "p.md": "one\r\ntwo\r\n",
	})
	if lf.Hash != crlf.Hash || lf.SuiteHash != crlf.SuiteHash {
		t.Error("the suite's hashes differ between line ends")
	}
	if diff := cmp.Diff(lfContents, crlfContents); diff != "" {
		t.Error(diff)
	}
}

func TestContentHashFollowsWhatIsJudged(t *testing.T) {
	base := `{id: q1, query: a, rubric: {shouldAnswer: true, mustMention: [x, {word: y}], maxWords: 9}, context: [{id: P1, text: t}]}`
	_, want := hashesOf(t, map[string]string{"a.yaml": "questions: [" + base + "]"})
	for name, c := range map[string]struct {
		old, new string
		same     bool
	}{
		"id":               {"q1", "q2", true},
		"group, tags":      {"id:", "group: g, tags: [t], critical: true, id:", true},
		"stated category":  {"id:", "category: positive, id:", true},
		"order of keys":    {"shouldAnswer: true, mustMention: [x, {word: y}]", "mustMention: [x, {word: y}], shouldAnswer: true", true},
		"quotes":           {"query: a", `query: "a"`, true},
		"query":            {"query: a", "query: b", false},
		"shouldAnswer":     {"true", "false", false},
		"phrase":           {"[x,", "[z,", false},
		"form of a phrase": {"{word: y}", "{regex: y}", false},
		"limit":            {"maxWords", "maxLatencyMs", false},
		"passage":          {"text: t", "text: u", false},
		"passage id":       {"P1", "P2", false},
		"frozen answer":    {"id:", "anchors: true, frozen: {answer: x y}, id:", false},
		"quarantine":       {"id:", "quarantine: {until: 2026-12-31, reason: flaky}, id:", true},
		"no anchor":        {"id:", "anchors: false, id:", true},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(base, c.old, c.new, 1)
			if changed == base {
				t.Fatalf("%q is not in the question", c.old)
			}
			_, got := hashesOf(t, map[string]string{"a.yaml": "questions: [" + changed + "]"})
			if (got[0] == want[0]) != c.same {
				t.Errorf("same hash: %t, want %t", got[0] == want[0], c.same)
			}
		})
	}
}

// TestContentHashesStay holds hashes that runs on disk have: a question must
// not count as edited because evalrun learned a new key.
func TestContentHashesStay(t *testing.T) {
	_, got := hashesOf(t, map[string]string{"a.yaml": hashed, "p.md": "one\ntwo\n"})
	if diff := cmp.Diff([]string{"6b92a2e7cc2918ef1398a5dd76976ab0830896cace7c40b895eddcf571471109"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestInputHashFollowsWhatTheTargetIsAsked(t *testing.T) {
	base := `{id: q1, query: a, rubric: {shouldAnswer: true, mustMention: [x]}, context: [{id: P1, text: t}], messages: [{role: user, content: m}]}`
	inputOf := func(question string) string {
		inFiles(t, map[string]string{"a.yaml": "questions: [" + question + "]"})
		for q, err := range mustLoad(t, "a.yaml")[0].Questions() {
			if err != nil {
				t.Fatal(err)
			}
			return q.Snapshot().InputHash
		}
		return ""
	}
	want := inputOf(base)
	for name, c := range map[string]struct {
		old, new string
		same     bool
	}{
		"rubric":     {"[x]", "[y]", true},
		"category":   {"true, mustMention: [x]", "false", true},
		"traits":     {"id:", "group: g, tags: [t], critical: true, quarantine: {until: 2026-12-31, reason: r}, id:", true},
		"id":         {"q1", "q2", true},
		"query":      {"query: a", "query: b", false},
		"passage":    {"text: t", "text: u", false},
		"turn":       {"content: m", "content: n", false},
		"no context": {", context: [{id: P1, text: t}]", "", false},
	} {
		changed := strings.Replace(base, c.old, c.new, 1)
		if changed == base {
			t.Fatalf("%s: %q is not in the question", name, c.old)
		}
		if got := inputOf(changed); (got == want) != c.same || got == "" {
			t.Errorf("%s: same hash %t, want %t", name, got == want, c.same)
		}
	}
}

func TestStreamedQuestionsHashLikeInlineOnes(t *testing.T) {
	inline, inlineContents := hashesOf(t, map[string]string{
		"a.yaml": "questions:\n  - {id: q1, query: a, rubric: {shouldAnswer: true, mustMention: [\"é\\\"\", 30]}}\n  - {id: 007, query: b, rubric: {shouldAnswer: false}}\n",
	})
	streamed, streamedContents := hashesOf(t, map[string]string{
		"a.yaml":    "questionsFrom: [one.jsonl, two.jsonl]",
		"one.jsonl": "\ufeff" + `{"rubric":{"mustMention":["\u00e9\"",30],"shouldAnswer":true},"query":"a","id":"q1"}` + "\r\n",
		"two.jsonl": `{"id":"007","query":"b","rubric":{"shouldAnswer":false}}`,
	})
	if diff := cmp.Diff(inlineContents, streamedContents); diff != "" {
		t.Error(diff)
	}
	if inline.SuiteHash != streamed.SuiteHash || streamed.Count != 2 {
		t.Errorf("suite hash %s and %s, %d questions", inline.SuiteHash, streamed.SuiteHash, streamed.Count)
	}
}

func TestSuiteHashSeesIDsAndNotTheirOrder(t *testing.T) {
	sum := func(pairs ...string) string {
		var p pairHashes
		for i := 0; i < len(pairs); i += 2 {
			p.add(pairs[i], pairs[i+1])
		}
		return p.sum()
	}
	if sum("a", "1", "b", "2") != sum("b", "2", "a", "1") {
		t.Error("order changes the hash")
	}
	if sum("a", "1", "b", "2") == sum("a", "2", "b", "1") {
		t.Error("exchanged contents give the same hash")
	}
}

func TestSnapshotRoundTrip(t *testing.T) {
	inFiles(t, map[string]string{"a.yaml": `questions:
  - id: q1
    query: "<a> & b"
    group: g
    tags: [t]
    critical: true
    rubric: {shouldAnswer: true, maxWords: 3, mustMention: [x, {word: y}, {regex: "z+"}, {anyOf: [a, {word: b}]}]}
    context: [{id: P1, text: t}]
    anchors: true
    frozen: {answer: "a <b>", confidence: low, retrieved: []}
    quarantine: {until: 2026-12-31, reason: r}
`})
	for q := range mustLoad(t, "a.yaml")[0].Questions() {
		back, err := FromSnapshot(q.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(q, back); diff != "" {
			t.Error(diff)
		}
		if contentHash(back) != q.ContentHash {
			t.Error("the snapshot hashes differently")
		}
	}
	broken := Question{ID: "q1"}.Snapshot()
	broken.Rubric = []byte(`{"mustMention":[null]}`)
	if _, err := FromSnapshot(broken); err == nil {
		t.Error("a null phrase is read")
	}
}
