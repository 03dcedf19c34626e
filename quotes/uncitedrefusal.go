package quotes

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/internal/lateregexp"
)

// refusal is a way to say that the sources are silent. One cue of each group
// is looked for first, since hardly a sentence has them and patterns are slow.
type refusal struct {
	cues    [][]string
	pattern func() *regexp.Regexp
}

func (r refusal) in(text string) bool {
	for _, group := range r.cues {
		held := func(cue string) bool { return strings.Contains(text, cue) }
		if !slices.ContainsFunc(group, held) {
			return false
		}
	}
	return r.pattern().MatchString(text)
}

// The parts of English refusals. What may stand between them is named, so
// that "the documents prove that the minister did not tell" is none.
const (
	enSources = `(?:sources?|documents?|context|passages?|excerpts?|materials?|texts?|articles?|information)`
	enBetween = `(?: (?:i|you|we|me|provided|given|available|supplied|retrieved|above|here|have|had|has|was|were|that|to|themselves|alone|simply|also)|` +
		` (?:about|on|regarding|concerning)(?: [^\s,]+){1,4}?)*`
	enNot  = ` (?:do not|does not|don't|doesn't|did not|didn't|cannot|can't|nowhere|never)`
	enHow  = `(?: (?:explicitly|directly|actually|clearly|specifically|even|seem to|appear to|anywhere|currently|fully|to))*`
	enSays = ` (?:say|state|mention|contain|cover|specif|provide|include|address|answer|give|describe|discuss|indicate|explain|tell|list|report|support|show)`
	enCues = ` source|document|context|passage|excerpt|material|text|article|information`
	enIn   = `(?: anywhere)? (?:in|by|from) (?:any of )?(?:the |these |your |my )?(?:provided |given |available |retrieved )?` + enSources
)

// few is up to four words in a language whose refusals are not spelt out
// here, with no comma among them: behind one, the sources may well speak.
const few = `(?: [^\s,]+){0,4}? `

// refusals are in lower case. A subject that is no source makes no refusal:
// "the council does not provide housing" is a fact.
var refusals = []refusal{
	refusing("not|n't|never|nowhere"+enCues, `\b`+enSources+enBetween+enNot+enHow+enSays),
	refusing("no|silent|neither"+enCues, `\b`+enSources+enBetween+` (?:says? nothing|contains? nothing|(?:is|are) silent|`+
		`(?:contain|make|give|have|provide|offer)s? no|has no)\b|\b(?:none|neither) of (?:the|these|your|my) (?:provided |given )?`+enSources+enHow+enSays),
	refusing("not|n't|unable find|know|answer|determine|confirm|tell|have|see|say|verify|locate", `\b(?:i|we)(?: was| am| were| are)? (?:could not|couldn't|cannot|can't|do not|don't|did not|didn't|unable to|not able to)`+enHow+
		` (?:find|know|answer|determine|confirm|tell|have|see|say|verify|locate)\b`),
	refusing("no"+enCues+"|provided|available|given|found", `\bno (?:explicit |specific |such |further )?(?:information|mention|answer|details?|data|evidence|source|statement)\b`+
		`(?:.*(?: in| from) (?:any of )?(?:the |these |your |my )?(?:provided |given )?`+enSources+`| (?:is|was|are|were) (?:provided|available|given|found))`),
	refusing("not|n't|never"+enCues, `(?:\bnot|\bnothing|\bnever|n't)(?: is| are)?`+enHow+
		` (?:mentioned|stated|covered|specified|given|found|included|addressed|contained|available|described|answered)`+enIn),
	refusing("nicht|kein", `(?:quellen?|dokumente?n?|unterlagen|kontext|auszüge|textstellen)`+few+`(?:nicht|keine?|zu entnehmen)|`+
		`\bich (?:konnte|kann|habe|weiß|finde)`+few+`(?:nicht|keine?)|\bkeine (?:angaben?|informationen?|hinweise)\b`),
	refusing("ne|n'", `\b(?:sources?|documents?|extraits?|textes?|contexte)`+few+`n(?:e |')[^,]*\b(?:pas|aucune?|rien)\b|`+
		`\bje n(?:'ai|e (?:sais|peux|trouve|dispose))\b`),
	refusing("no|não fuente|documen|pasaje|contexto|contesto|fonti|fontes|pod|pud|pued|posso|enc|sé|sei|hay|trovato", `\b(?:fuentes?|documentos?|pasajes?|contexto|fonti|documenti|contesto|fontes)`+few+`(?:no|non|não) |`+
		`\bno (?:he podido|pude|puedo|encontré|encuentro|sé |hay información)|\bnon (?:ho trovato|so |posso)|\bnão (?:encontrei|sei |posso)`),
	refusing("не|нет|отсутств", `(?:источник|документ|материал|контекст)[^\s,]*`+few+`(?:не|нет|отсутств)|`+
		`не удалось найти|не наш[её]л|не нашла|не могу|не знаю|нет информации|нет сведений|нет данных`),
	refusing("没|未|沒|无|無|不到", `(?:来源|资料|資料|文档|文件|上下文|材料|文獻)[^，,]{0,12}(?:没有|未|沒有|并无|並無)|`+
		`(?:无法|無法)(?:回答|确定|找到|确认|得知)|找不到|没有找到|未找到`),
	refusing("ません|ない", `(?:資料|文書|情報源|出典|文脈)[^。]{0,40}(?:記載|記述|書かれ|述べられ|言及|情報)[^。]{0,12}(?:ません|ない)|(?:見つかり|見つけられ|わかり|分かり)ません`),
	refusing("않|없|모르", `(?:출처|자료|문서|문맥)[^,]{0,30}(?:않|없)|찾을 수 없|알 수 없|모르겠`),
	refusing("لا|لم|ليس", `(?:المصادر|الوثائق|المستندات|السياق|النصوص)`+few+`(?:لا|لم|ليس) |`+
		`(?:لا|لم) تذكر (?:المصادر|الوثائق|النصوص)|لم أجد|لا أعرف|لم أتمكن`),
	refusing("δεν", `(?:πηγές|έγγραφα|κείμενα)`+few+`δεν|δεν (?:βρήκα|γνωρίζω|μπόρεσα|αναφέρουν)`),
}

// refusing compiles a pattern with its cues: groups are parted by a blank,
// cues by a bar.
func refusing(cues, pattern string) refusal {
	r := refusal{pattern: lateregexp.New(pattern)}
	for group := range strings.FieldsSeq(cues) {
		r.cues = append(r.cues, strings.Split(group, "|"))
	}
	return r
}

func refuses(text string) bool {
	return slices.ContainsFunc(refusals, func(r refusal) bool { return r.in(text) })
}

// turns are where a sentence turns from a refusal to something else.
var turns = lateregexp.New(`[,;.]?\s(?:but|however|although|though|aber|jedoch|sondern|mais|cependant|` +
	`pero|sin embargo|ma|mas|но|однако|αλλά|لكن)\s|，?(?:但是?|然而|不过)|(?:しかし|ですが)、?|하지만|[;；]`)

// withoutRefusals returns a sentence without the parts that refuse: what
// follows a "but" must still be cited.
func withoutRefusals(text string) string {
	folded := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if !refuses(folded) {
		return text
	}
	parts := turns().Split(folded, -1)
	return strings.Join(slices.DeleteFunc(parts, refuses), " ")
}
