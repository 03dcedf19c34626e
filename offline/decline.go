package offline

import "fmt"

// plainDecline scores negative/grounding: 5 for saying plainly that the
// material does not hold it, 3 for hedging round an answer, 1 for giving one.
func plainDecline(r *reading) ruling {
	if r.asked.Answer.Declines() {
		return ruling{5, "decline rule: the target declined"}
	}
	refusal, answer := r.refusal(), r.impliedAnswer()
	switch {
	case refusal != nil && answer == nil:
		return ruling{5, "decline rule: " + quoted(refusal) + " says plainly that it does not have this"}
	case refusal != nil:
		return ruling{3, "decline rule: " + quoted(refusal) + " declines, but " + quoted(answer) + " implies an answer"}
	}
	if h := r.firstHedge(); h != nil {
		return ruling{3, "decline rule: no plain decline; " + quoted(h) + " hedges and still implies an answer"}
	}
	if len(r.sentences) == 0 {
		return ruling{3, "decline rule: the answer neither declines nor states anything"}
	}
	first := r.sentences[0]
	if answer != nil {
		first = answer
	}
	return ruling{1, fmt.Sprintf("decline rule: nothing declines; %s answers with nothing behind it%s", quoted(first), first.beside())}
}

func (r *reading) refusal() *sentence {
	for _, s := range r.sentences {
		if s.about.declines {
			return s
		}
	}
	return nil
}

// impliedAnswer is the first sentence that answers after all: a hedged
// decline, or a statement the passages do not carry. What they do carry, what
// they are about and whom to ask may be told beside a decline.
func (r *reading) impliedAnswer() *sentence {
	for _, s := range r.sentences {
		switch {
		case s.about.declines:
			if s.about.phrases[turn] != "" && s.hedges() {
				return s
			}
		case s.support != nil && !s.fully():
			aside := s.about.reader || s.about.material && !s.statesFigure()
			if !aside {
				return s
			}
		}
	}
	return nil
}

// beside names the passage nearest to a sentence that answers all the same.
func (s *sentence) beside() string {
	if s.support == nil || s.support.Passage == "" {
		return ""
	}
	return fmt.Sprintf("; %s, the nearest passage, carries %d %%", s.where(), percent(s.support.Score))
}
