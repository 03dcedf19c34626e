package quotes

// verification is the state of verifying one answer.
type verification struct {
	answer    string
	opt       Options
	sources   []Source
	prepared  []*Prepared
	parsed    Parsed
	citations []Citation
	warnings  []Warning
	joint     []*statement // claims whose citations were also judged together
}

func newVerification(answer string, sources []Source, opt Options) *verification {
	parsed := parseNamed(answer, opt.Protocol, opt.Profile, namesOf(sources)...)
	v := &verification{
		answer: answer, opt: opt, sources: sources,
		parsed: parsed, warnings: append([]Warning(nil), parsed.Warnings...),
	}
	for _, src := range sources {
		v.prepared = append(v.prepared, Prepare(src, opt.Profile, opt.Match))
	}
	if opt.Profile == Compat {
		v.citeEvidence()
	} else {
		v.citeClaims()
	}
	return v
}

// namesOf lists what prose may call each source.
func namesOf(sources []Source) [][]string {
	names := make([][]string, len(sources))
	for i, src := range sources {
		for _, name := range []string{src.ID, src.Title, src.URL} {
			if name != "" {
				names[i] = append(names[i], name)
			}
		}
	}
	return names
}

// citeClaims makes a citation of every source that a claim cites, whether it
// has a quote or not: leaving a quote out must not raise a figure.
func (v *verification) citeClaims() {
	quotes := map[pair][]string{}
	for _, e := range v.parsed.Evidence {
		key := pair{e.ClaimID, e.Source}
		quotes[key] = append(quotes[key], e.Quote)
	}
	for _, claim := range v.parsed.Claims {
		for _, source := range claim.Sources {
			if !v.has(source) {
				v.warnings = append(v.warnings, missingSource(claim.ID, source))
			}
			given := quotes[pair{claim.ID, source}]
			for _, quote := range given {
				v.cite(claim, source, quote)
			}
			if len(given) == 0 {
				v.cite(claim, source, "")
			}
		}
	}
}

// citeEvidence makes a citation of every quote, as the reference does: what
// has no quote, or no such source, is in no figure.
func (v *verification) citeEvidence() {
	claims := map[string]Claim{}
	for _, claim := range v.parsed.Claims {
		claims[claim.ID] = claim
	}
	for _, e := range v.parsed.Evidence {
		if !v.has(e.Source) {
			v.warnings = append(v.warnings, missingSource(e.ClaimID, e.Source))
			continue
		}
		claim := claims[e.ClaimID]
		claim.ID = e.ClaimID
		v.cite(claim, e.Source, e.Quote)
	}
}

func (v *verification) cite(claim Claim, source int, quote string) {
	v.citations = append(v.citations, Citation{
		ClaimID: claim.ID, SourceIndex: source, Quote: quote, ClaimText: claim.Text,
	})
}

func (v *verification) has(source int) bool { return source >= 1 && source <= len(v.sources) }

func missingSource(claim string, source int) Warning {
	return pairWarning(MissingSource, pair{claim, source}, "claim %s cites source %d, which was not provided")
}
