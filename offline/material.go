package offline

// isMaterial reports words for what the assistant answers from.
func isMaterial(w string) bool {
	switch w {
	case "handbook", "document", "documents", "documentation", "docs", "passage", "passages", "source",
		"sources", "guide", "guides", "manual", "material", "materials", "corpus", "context", "page",
		"pages", "article", "articles", "faq", "knowledge", "text", "texts", "information", "excerpt",
		"excerpts", "files", "records":
		return true
	}
	return false
}

// isRulebook reports documents whose own provisions are the matter.
func isRulebook(w string) bool {
	switch w {
	case "policy", "policies", "plan", "plans", "contract", "contracts", "rules":
		return true
	}
	return false
}

// isTelling reports verbs that only a text can be the subject of.
func isTelling(w string) bool {
	switch w {
	case "say", "says", "said", "mention", "mentions", "mentioned", "specify", "specifies", "specified",
		"state", "states", "stated", "address", "addresses", "addressed", "describe", "describes", "described",
		"discuss", "discusses", "discussed", "explain", "explains", "explained", "tell", "tells", "told",
		"define", "defines", "defined", "answer", "answers", "answered":
		return true
	}
	return false
}

// isHolding reports words for holding something, as a text does and other
// things do too.
func isHolding(w string) bool {
	switch w {
	case "cover", "covers", "covered", "include", "includes", "included", "contain", "contains", "contained",
		"provide", "provides", "provided", "have", "has", "give", "gives", "given", "list", "lists", "listed",
		"hold", "holds", "found", "find", "detail", "details", "anything", "nothing", "information":
		return true
	}
	return false
}
