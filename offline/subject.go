package offline

// subject is what a sentence speaks of beside the matter itself, and how.
type subject struct {
	declines bool // says that the material does not hold the answer
	material bool // says what the material holds or does not hold
	reader   bool // greets, offers help or sends elsewhere
	phrases  [intents]string
}

func subjectOf(words []string) subject {
	var tells, holds, material, rulebook bool
	for i, w := range words {
		material = material || isMaterial(w) || i == 0 && (w == "they" || w == "it")
		rulebook = rulebook || isRulebook(w)
		tells = tells || isTelling(w)
		holds = holds || isHolding(w)
	}
	phrases := phrasesIn(words)
	return subject{
		declines: (material || rulebook) && deniesMaterial(words) || phrases[ignorance] != "",
		material: material && (tells || holds) || rulebook && tells,
		reader:   phrases[pleasantry] != "" || refers(words),
		phrases:  phrases,
	}
}

// refers recognises a sentence that begins by sending the reader elsewhere.
func refers(words []string) bool {
	if len(words) > 0 && words[0] == "please" {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "contact", "ask", "consult", "reach", "try":
		return true
	}
	return false
}
