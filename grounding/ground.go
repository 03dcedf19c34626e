package grounding

import (
	"encoding/json"

	"github.com/evalrun/evalrun/grounding/repository"
)

// Repository is what a checkout says of a claim. *repository.Index is one.
type Repository interface {
	Symbol(name string) repository.Status
	File(path string) repository.Status
	Import(language, path string) repository.Status
}

// Ground is what claims may rest on beside the context. The zero value leaves
// the context alone.
type Ground struct {
	Repository Repository // nil: no repository is evidence
	Allow      *AllowList // nil: nothing is allowed without evidence
}

// Via is the route by which a claim is grounded, null in JSON for none.
type Via string

// The routes, in the order in which they are tried.
const (
	ViaContext    Via = "context"
	ViaRepository Via = "repo"
	ViaAllowed    Via = "allowed" // by the allow-list, without evidence
	ViaNothing    Via = ""
)

// MarshalJSON writes null for ViaNothing.
func (v Via) MarshalJSON() ([]byte, error) {
	if v == ViaNothing {
		return []byte("null"), nil
	}
	return json.Marshal(string(v))
}

// route looks for evidence of a claim. The context is named first where both
// apply: it is what the answer was given.
func (g Ground) route(claim Claim, c *Context) Via {
	status := g.status(claim)
	switch {
	// Where there is no mention there is no strict evidence either, so the
	// dearer look is left out.
	case c.mentions(claim) && (status != repository.Fake || c.shows(claim)):
		return ViaContext
	case status == repository.Cleared:
		return ViaRepository
	case g.Allow.allows(claim):
		return ViaAllowed
	}
	return ViaNothing
}

func (g Ground) status(claim Claim) repository.Status {
	switch {
	case g.Repository == nil:
		return repository.Undecided
	case claim.Kind == Symbol:
		return g.Repository.Symbol(claim.Value)
	case claim.Kind == File:
		return g.Repository.File(claim.Value)
	}
	return g.Repository.Import(claim.Language, claim.Value)
}
