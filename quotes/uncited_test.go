package quotes

import (
	"strings"
	"testing"
)

func uncitedTexts(answer string, protocol Protocol) []string {
	out := []string{}
	for _, u := range FindUncited(ParseAnswer(answer, protocol, Default), 40, Default) {
		out = append(out, u.Text)
	}
	return out
}

const ban = "The council has approved a ban on all dairy farming."

func TestUncitedSentencesAreFound(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		want         []string
	}{
		{"before a cited one", ban + " Tides rose.[1]{c1}", []string{ban}},
		{"behind a marker", "Tides rose.[1]{c1} " + ban, []string{ban}},
		{"behind a marker without a full stop", "Tides rose[1]{c1} " + ban, []string{ban}},
		{"behind a marker on the next line", "Tides rose.[1]{c1}\n" + ban, []string{ban}},
		{"behind a citation without a marker", "Tides rose.[1] " + ban, []string{ban}},
		{"in a list", "- " + ban + "\n- Tides rose.[1]{c1}", []string{ban}},
		{"with a marker that cites nothing", ban + "{c1}", []string{ban}},
		{"beginning with an accent", "Tides rose.[1]{c1} Élan Vital was founded in the year of the flood.", []string{"Élan Vital was founded in the year of the flood."}},
		{"Russian", "Совет утвердил запрет на всё молочное животноводство.", []string{"Совет утвердил запрет на всё молочное животноводство."}},
		{"Greek", "Το συμβούλιο ενέκρινε την απαγόρευση της γαλακτοκομίας.", []string{"Το συμβούλιο ενέκρινε την απαγόρευση της γαλακτοκομίας."}},
		{"Chinese, from 15 characters", "议会已经批准禁止全市的奶牛养殖。雨下了。", []string{"议会已经批准禁止全市的奶牛养殖。"}},
		{"Arabic", "وافق المجلس على حظر جميع مزارع الألبان في المدينة كلها.", []string{"وافق المجلس على حظر جميع مزارع الألبان في المدينة كلها."}},
		{"what follows a refusal", "The sources do not give a date, but the council approved a ban on dairy farming.",
			[]string{"The sources do not give a date, but the council approved a ban on dairy farming."}},
		{"a denial is no refusal", "The documents prove that the minister did not tell parliament about it.",
			[]string{"The documents prove that the minister did not tell parliament about it."}},
		{"nor is one about others", "The council does not provide any housing for seasonal workers.",
			[]string{"The council does not provide any housing for seasonal workers."}},
		{"thanks to something is no courtesy", "Thanks to the dam the harbour is safe from every flood.",
			[]string{"Thanks to the dam the harbour is safe from every flood."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, "uncited", tt.want, uncitedTexts(tt.answer, EVI1))
		})
	}
}

func TestSentencesThatNeedNoCitation(t *testing.T) {
	for name, answer := range map[string]string{
		"cited behind the full stop": "The council has approved a ban on all dairy farming.[1]{c1}",
		"cited before the full stop": "The council has approved a ban on all dairy farming [1]{c1}.",
		"cited with a blank between": "The council has approved a ban on all dairy farming. [1] {c1}",
		"cited on the next line":     "The council has approved a ban on all dairy farming.\n[1]{c1}",
		"cited as its subject":       "Rain fell. [2] says that the council has approved a ban on all farming.",
		"cited in the middle":        "The council approved [1]{c1} a ban on all dairy farming in the town.",
		"short":                      "Rain fell in the valley.",
		"a question":                 "Has the council approved a ban on all dairy farming?",
		"a Greek question":           "Ενέκρινε το συμβούλιο την απαγόρευση της γαλακτοκομίας;",
		"an Arabic question":         "هل وافق المجلس على حظر جميع مزارع الألبان في المدينة؟",
		"a heading":                  "## The council has approved a ban on all dairy farming",
		"a row of a table":           "| The council has approved a ban | on all dairy farming |\n|---|---|",
		"fenced code":                "```\nThe council has approved a ban on all dairy farming.\n```",
		"a line of inline code":      "`council.approve(ban, onAllDairyFarming, inTheWholeTown)`",
		"words before a list":        "The council has approved the following bans on farming:\n- dairy",
		"a courtesy":                 "I hope that this answers your question about the harbour!",
		"a list of sources":          "Rain.[1]{c1}\n\nSources:\n1. The harbour log of the year nineteen ninety-eight, volume two",
		"a refusal":                  "The sources do not say when the harbour was closed to traffic.",
		"a refusal, contracted":      "The provided documents don’t mention when the harbour was closed.",
		"a refusal, passive":         "The year of the closure is not mentioned in the provided sources.",
		"a refusal about oneself":    "I could not find when the harbour was closed to all traffic.",
		"a refusal without a verb":   "There is no information in the documents about the closure.",
		"a refusal of none":          "None of the provided sources mention when the harbour was closed.",
		"a German refusal":           "Die Quellen geben keine Auskunft darüber, wann der Hafen schloss.",
		"a French refusal":           "Les sources ne précisent pas quand le port a été fermé au trafic.",
		"a Spanish refusal":          "Las fuentes no indican cuándo se cerró el puerto al tráfico.",
		"a Russian refusal":          "В источниках не указано, когда был закрыт порт для судоходства.",
		"a Chinese refusal":          "资料没有提到港口是什么时候对所有船只关闭的。",
		"a Japanese refusal":         "資料には港がいつ閉鎖されたかについての記載がありません。",
		"an Arabic refusal":          "لا تذكر المصادر متى أغلق الميناء أمام حركة السفن كلها.",
		"figures without words":      "1998 1999 2000 2001 2002 2003 2004 2005 2006",
	} {
		t.Run(name, func(t *testing.T) {
			equal(t, "uncited", []string{}, uncitedTexts(answer, EVI1))
		})
	}
}

func TestUncitedKnowsCitationsByName(t *testing.T) {
	p := ParseProse("The council has approved a ban on all dairy farming (Town log). "+ban, []string{"Town log"})
	got := FindUncited(p, 40, Default)
	if len(got) != 1 || p.CleanText[got[0].Start:got[0].End] != ban {
		t.Errorf("uncited %+v", got)
	}
}

func TestUncitedOfTheCompatProfile(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		want         []string
	}{
		{"split before a capital", "Rain fell. " + ban, []string{ban}},
		{"not behind a citation", "Rain fell.[1] " + ban, nil},
		{"nor before an accent", "Tides rose to a height never seen. Élan Vital fell.", []string{"Tides rose to a height never seen. Élan Vital fell."}},
		{"other scripts are not seen", "Совет утвердил запрет на всё молочное животноводство.", nil},
		{"refusals are", "The sources do not say when the harbour was closed.", []string{"The sources do not say when the harbour was closed."}},
		{"headings are not", "# " + ban, nil},
		{"long ones are cut", strings.Repeat("rain ", 60), []string{strings.Repeat("rain ", 47) + "ra..."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, u := range FindUncited(ParseAnswer(tt.answer, EVI1, Compat), 40, Compat) {
				got = append(got, u.Text)
			}
			equal(t, "uncited", tt.want, got)
		})
	}
}

func BenchmarkFindUncited(b *testing.B) {
	p := ParseAnswer(strings.Repeat("The boats did not leave the harbour before the council met. "+ban+"[1] ", 10), EVI1, Default)
	b.ReportAllocs()
	for b.Loop() {
		FindUncited(p, 40, Default)
	}
}

func BenchmarkParseAnswer(b *testing.B) {
	var items []Evidence
	var body strings.Builder
	for i := range 10 {
		id := "c" + string(rune('0'+i))
		items = append(items, Evidence{id, 1, strings.Repeat("the tide rose ", 10)})
		body.WriteString(ban + "[1]{" + id + "} ")
	}
	answer := body.String() + "\n" + Serialize(items)
	b.ReportAllocs()
	for b.Loop() {
		ParseAnswer(answer, Auto, Default)
	}
}
