package quotes

import (
	"strings"
	"testing"
)

// prepare makes a source of one text in the default profile.
func prepare(text string) *Prepared {
	return Prepare(Source{Text: text}, Default, MatchOptions{})
}

func kinds(m Match) string {
	var out []string
	for _, a := range m.Alterations {
		out = append(out, a.Kind)
	}
	return strings.Join(out, " ")
}

const harbour = "The harbour board met on Tuesday. It expects no fare increase until April, and the “pilot plant” reached 3.2 million litres in March. " +
	"Critics said that the plan may harm the eel grass before the summer. Ferries run more often in winter than in summer."

func TestMatchLevels(t *testing.T) {
	for _, c := range []struct{ name, text, quote, method, covers string }{
		{"word for word", harbour, "reached 3.2 million litres in March", "exact", "reached 3.2 million litres in March"},
		{"outer white space of the quote", harbour, "  The harbour board met on Tuesday.\n", "exact", "The harbour board met on Tuesday."},
		{"quote marks and case", harbour, `THE "pilot plant" reached`, "normalized", "the “pilot plant” reached"},
		{"a source shorter than any minimum", "The gate is shut.", "The gate is shut.", "exact", "The gate is shut."},
		{"a whole Chinese source", "他们昨天到达了北京的车站。", "他们昨天到达了北京的车站。", "exact", "他们昨天到达了北京的车站。"},
		{"offsets after characters of four bytes", "🚀🚀🚀 The “pilot plant” reached full power", `The "pilot plant" reached`, "normalized", "The “pilot plant” reached"},
		{"Vietnamese composed on decomposed", "Ngu\u031Bo\u031B\u0300i da\u0302n \u0111ang ro\u031B\u0300i kho\u0309i tha\u0300nh pho\u0302\u0301 na\u0300y", "Người dân đang rời khỏi", "normalized", "Ngu\u031Bo\u031B\u0300i da\u0302n \u0111ang ro\u031B\u0300i kho\u0309i"},
		{"Korean decomposed on composed", "그는 어제 서울에 도착했다고 말했다", "\u1100\u1173\u1102\u1173\u11AB \u110B\u1165\u110C\u1166 \u1109\u1165\u110B\u116E\u11AF\u110B\u1166 \u1103\u1169\u110E\u1161\u11A8\u1112\u1162\u11BB\u1103\u1161\u1100\u1169", "normalized", "그는 어제 서울에 도착했다고"},
		{"sharp s", "Die neue Straße ist sehr lang", "DIE NEUE STRASSE IST", "normalized", "Die neue Straße ist"},
		{"final sigma", "Ο ΜΕΓΑΛΟΣ ΟΔΟΣ ΕΙΝΑΙ", "ο μεγαλος οδος", "normalized", "Ο ΜΕΓΑΛΟΣ ΟΔΟΣ"},
		{"dotted capital I", "Burası İstanbul şehri olarak bilinir", "istanbul şehri olarak", "normalized", "İstanbul şehri olarak"},
		{"single guillemets", "Er sagte ‹ja doch› und ging weg", "sagte 'ja doch' und ging", "normalized", "sagte ‹ja doch› und ging"},
		{"direction marks", "ה\u200fמלך ישב על כיסאו", "\u200fהמלך ישב על כיסאו\u200f", "normalized", "ה\u200fמלך ישב על כיסאו"},
		{"modifier apostrophe and word joiner", "the king\u02BCs new\u2060 house stands", "the king's new house", "normalized", "the king\u02BCs new\u2060 house"},
		{"double quotes for single", "He called it ‘a great day’ for all", `called it "a great day" for`, "loose", "called it ‘a great day’ for"},
		{"hair space within guillemets", "Il a dit « bonjour à tous » hier", "a dit «bonjour à tous» hier", "loose", "a dit « bonjour à tous » hier"},
		{"entity in the source", "Marks &amp; Spencer closed ten stores", "Marks & Spencer closed ten stores", "loose", "Marks &amp; Spencer closed ten stores"},
		{"entity in the quote", "Marks & Spencer closed ten stores", "Marks &amp; Spencer closed", "loose", "Marks & Spencer closed"},
		{"space before punctuation", "The minister is , in practice , powerful", "The minister is, in practice, powerful", "loose", "The minister is , in practice , powerful"},
		{"range and percent spacing", "a share of 12–15 % was lost", "a share of 12-15% was lost", "loose", "a share of 12–15 % was lost"},
		{"half-width kana with a mark of its own", "これはｶﾞﾗｽの窓です", "これはガラスの窓", "normalized", "これはｶﾞﾗｽの窓"},
		{"hyphen at a line end", "The board con-\nfirmed the plan today", "The board confirmed the plan", "loose", "The board con-\nfirmed the plan"},
		{"soft hyphen at a line end", "The board con\u00AD\nfirmed the plan today", "board confirmed the plan", "loose", "board con\u00AD\nfirmed the plan"},
		{"a hyphen that the line break kept", "a well-\nknown harbour town", "a well-known harbour town", "loose", "a well-\nknown harbour town"},
		{"emphasis in the quote", harbour, "reached **3.2 million** litres", "loose", "reached 3.2 million litres"},
		{"tags in the quote", harbour, "reached <b>3.2 million</b> litres", "loose", "reached 3.2 million litres"},
		{"an editor's bracket", harbour, "[F]erries run more often in winter", "loose", "Ferries run more often in winter"},
		{"ASCII comma for the ideographic one", "我们今天到了，明天再走。", "我们今天到了, 明天再走", "loose", "我们今天到了，明天再走"},
		{"a full stop where the source goes on", harbour, "It expects no fare increase until April.", "loose", "It expects no fare increase until April"},
		{"pieces around an ellipsis", harbour, "The harbour board met … the “pilot plant” reached", "ellipsis", "The harbour board met on Tuesday. It expects no fare increase until April, and the “pilot plant” reached"},
		{"three dots in brackets", "Ferries to all of the islands run daily in summer", "Ferries [...] run daily", "ellipsis", "Ferries to all of the islands run daily"},
		{"a slip of the pen", harbour, "Ferries run more oftne in winter than in summer", "fuzzy", "Ferries run more often in winter than in summer"},
		{"a slip in a short quote", "Yesterday the gate was shut for good.", "the gaet was shut for good", "fuzzy", "the gate was shut for good"},
		{"one ideograph of many", "根据最新的调查报告显示城市人口正在持续增长", "根据最新的调查报告表示城市人口正在持续增长", "fuzzy", "根据最新的调查报告显示城市人口正在持续增长"},
		{"a dropped word", harbour, "Critics said the plan may harm the eel grass before the summer", "fuzzy", "Critics said that the plan may harm the eel grass before the summer"},
		{"a scanner's broken words", harbour, "Cri tics said that theplan may harm the eel grass before the surnmer", "fuzzy", "Critics said that the plan may harm the eel grass before the summer"},
		{"a word of no source", harbour, "The mayor opened a bakery near the old town hall on Sunday morning", "not_found", ""},
		{"a clipped word", "a healthy heart beats", "art beats", "not_found", ""},
		{"signs alone", harbour, "…—!?", "not_found", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := prepare(c.text)
			m := p.Match(c.quote)
			if string(m.Method) != c.method {
				t.Fatalf("method %s, want %s (similarity %.3f, %v)", m.Method, c.method, m.Similarity, m.Alterations)
			}
			if len(m.Alterations) > 0 {
				t.Errorf("alterations %v on an honest quote", m.Alterations)
			}
			if c.covers == "" {
				if m.Score != 0 || m.Start != nil || m.End != nil {
					t.Errorf("not found with score %g and a span", m.Score)
				}
				return
			}
			if got := c.text[*m.Start:*m.End]; got != c.covers {
				t.Errorf("covers %q, want %q", got, c.covers)
			}
			if literal := m.Method != Fuzzy; literal != (m.Score == 1) {
				t.Errorf("score %g for %s", m.Score, m.Method)
			}
		})
	}
}

func TestMatchAlterations(t *testing.T) {
	for _, c := range []struct{ name, text, quote, kinds string }{
		{"digits swapped", "Sales of tickets rose by 19% over the last year in the region", "Sales of tickets rose by 91% over the last year in the region", "number"},
		{"a number in words", "The council closed three schools in the old town last year", "The council closed five schools in the old town last year", "number"},
		{"the same number in words", "The council closed three schools in the old town last year", "The council closed 3 schools in the old town last year", ""},
		{"a figure that was put in", "The council closed schools in the old town last year", "The council closed 12 schools in the old town last year", "number"},
		{"a clipped number", "It cost 3.25 in all that year", "25 in all that year", "number"},
		{"one end of a range", "between 12-15 people were hurt in the crash on Monday", "between 12 people were hurt in the crash on Monday", "number"},
		{"not put in", "The ministry will publish the names of all donors in the spring", "The ministry will not publish the names of all donors in the spring", "negation"},
		{"not left out", "The ministry will not publish the names of all donors in the spring", "The ministry will publish the names of all donors in the spring", "negation"},
		{"contraction against two words", "The ministry didn't publish the names of all donors in the spring", "The ministry did not publish the names of all donors in the spring", ""},
		{"without for with", "He left the meeting with the consent of the chairman and the board", "He left the meeting without the consent of the chairman and the board", "negation"},
		{"a prefix that denies", "The court held that the contract was legal and binding on both sides", "The court held that the contract was illegal and binding on both sides", "negation"},
		{"a negator at the edge of the quote", "All fish died in the pond during the long hot summer of that year", "Not all fish died in the pond during the long hot summer of that year", "negation"},
		{"Chinese negator", "委员会已经公布所有捐款人的名字和数额", "委员会没公布所有捐款人的名字和数额", "negation"},
		{"another unit", "The pipeline is 120 kilometres long and crosses two rivers", "The pipeline is 120 miles long and crosses two rivers", "unit"},
		{"the same unit", "Turnout was 45 percent in the towns and villages of the north", "Turnout was 45% in the towns and villages of the north", ""},
		{"a million gone", "The company paid 5 million dollars for the site by the river", "The company paid 5 dollars for the site by the river", "unit"},
		{"must for may", "Members may leave the hall before the vote has been counted", "Members must leave the hall before the vote has been counted", "modal"},
		{"a hedge left out", "The new drug may cause headaches in older patients with asthma", "The new drug causes headaches in older patients with asthma", "modal"},
		{"May is a month", "In May 2016 the council voted for the new bridge over the river", "In 2016 the council voted for the new bridge over the river", ""},
		{"opposite", "House prices in the capital increased sharply during the spring", "House prices in the capital decreased sharply during the spring", "opposite"},
		{"clauses swapped", "The mayor resigned on Friday because the council had lost its trust", "The council had lost its trust because the mayor resigned on Friday", "order"},
		{"parties swapped", "Dortmund beat Bremen in the final of the cup on a rainy evening", "Bremen beat Dortmund in the final of the cup on a rainy evening", "order"},
		{"negator cut off in front, exact", harbour, "fare increase until April", "clipped"},
		{"negator cut off in front, whole sentence", "No fish deaths were recorded.", "Fish deaths were recorded.", "clipped"},
		{"verb cut off before not", "Everyone knows that the plan will not work in time", "Everyone knows that the plan will", "clipped"},
		{"million cut off behind", "In all the ministry spent 45 million on new roads", "In all the ministry spent 45", "clipped"},
		{"a negator of another clause", "He did not pay, the harbour board said on Tuesday", "the harbour board said on Tuesday", ""},
		{"a citation mark within", "The eel grass is in decline [12] in the whole of the bay area", "The eel grass is in decline in the whole of the bay area", ""},
		{"negator in an ellipsis", "The court held the first party not liable for the damage to the ship", "The court held the first party … liable for the damage", "negation"},
		{"negator in a sentence within an ellipsis", "The court held the party liable. It did not say why. The ship was lost", "The court held the party liable … The ship was lost", ""},
		{"pieces in another order", "The ship was lost on the reef. The court held the party liable.", "The court held the party liable … The ship was lost", "order"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := prepare(c.text).Match(c.quote)
			if m.Method == NotFound {
				t.Fatalf("not found, similarity %.3f", m.Similarity)
			}
			if got := kinds(m); got != c.kinds {
				t.Fatalf("alterations %v, want %q (%s %.3f)", m.Alterations, c.kinds, m.Method, m.Similarity)
			}
			if c.kinds != "" && m.Score > alteredCap {
				t.Errorf("score %g of an altered quote", m.Score)
			}
		})
	}
}
