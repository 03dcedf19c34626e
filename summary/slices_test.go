package summary

import (
	"fmt"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestSlicesOfFewQuestionsAreCountsOnly(t *testing.T) {
	var entries []results.Entry
	for i := range 22 {
		v, score := results.Pass, 5.0
		if i%4 == 0 {
			v, score = results.Fail, 2
		}
		e := entry(i, results.Positive, record(results.Positive, v, score))
		e.Question.Tags = []string{"all", "all"} // a tag named twice is one
		e.Question.Group = "g" + fmt.Sprint(i%2)
		if i < 9 {
			e.Question.Tags = append(e.Question.Tags, "few")
		}
		entries = append(entries, e)
	}
	s := summarise(t, modelRun(), entries...).Slices
	if len(s.Tags) != 2 || s.Tags[0].Name != "all" || len(s.Groups) != 2 || s.MoreTags != 0 {
		t.Fatalf("%+v", s)
	}
	all, few := s.Tags[0], s.Tags[1]
	if all.Questions != 22 || all.PassRate.K != 16 || all.PassRate.Lo == nil || !near(all.Dimensions[0].Mean, (6*2+16*5)/22.0) || all.Dimensions[0].BelowFloor != 6 {
		t.Errorf("%+v", all)
	}
	if few.PassRate.Rate != nil || few.PassRate.K != 6 || few.PassRate.N != 9 || few.PassRate.Reason == "" {
		t.Errorf("rate of nine questions: %+v", few.PassRate)
	}
	if d := few.Dimensions[0]; d.Mean != nil || d.Lo != nil || d.N != 9 || d.Reason == "" {
		t.Errorf("mean of nine questions: %+v", d)
	}
	// The questions of a tag still belong to groups; within a group each
	// stands alone.
	if group := s.Groups[0]; group.PassRate.Lo == nil || group.Dimensions[0].Lo == nil {
		t.Errorf("no interval within a group: %+v", group)
	}
}

func TestASliceOfManyRepeatsOfFewQuestionsIsStillSmall(t *testing.T) {
	info := modelRun()
	info.Repeats = 5
	var entries []results.Entry
	for i := range 3 {
		one := record(results.Positive, results.Pass, 5)
		e := entry(i, results.Positive, one, one, one, one, one)
		e.Question.Tags = []string{"t"}
		entries = append(entries, e)
	}
	got := summarise(t, info, entries...).Slices.Tags[0]
	if got.Totals.Pass != 15 || got.PassRate.Rate != nil {
		t.Errorf("%+v", got)
	}
}

func TestSlicesAreBounded(t *testing.T) {
	acc := New(modelRun())
	for i := range results.MaxSlices + 50 {
		e := entry(i, results.Positive, record(results.Positive, results.Pass, 5))
		e.Question.Group = fmt.Sprint("g", i)
		e.Question.Tags = []string{"even"}
		if err := acc.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	s := acc.Summary().Slices
	if len(s.Groups) != results.MaxSlices || s.MoreGroups != 50 || len(s.Tags) != 1 {
		t.Errorf("%d groups and %d more, %d tags", len(s.Groups), s.MoreGroups, len(s.Tags))
	}
}

func TestARunWithoutTagsAndGroupsHasNoSlices(t *testing.T) {
	if s := summarise(t, modelRun(), entry(0, results.Positive, record(results.Positive, results.Pass, 5))).Slices; s != nil {
		t.Errorf("%+v", s)
	}
}
