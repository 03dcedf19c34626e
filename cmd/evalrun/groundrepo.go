package main

import (
	"github.com/evalrun/evalrun/grounding"
	"github.com/evalrun/evalrun/grounding/repository"
)

// groundRepo is the repository as evidence; without an index there is none.
type groundRepo struct{ index *repository.Index }

func (s groundSetup) open(h host, without bool) (*groundRepo, error) {
	if without {
		return &groundRepo{}, nil
	}
	index, err := h.openCheckout(s.root)
	return &groundRepo{index}, err
}

func (r *groundRepo) close() {
	if r.index != nil {
		_ = r.index.Close() // it was only read
	}
}

func (r *groundRepo) ground(allow *grounding.AllowList) grounding.Ground {
	g := grounding.Ground{Allow: allow}
	if r.index != nil {
		g.Repository = r.index
	}
	return g
}

// tellLeft says what of the repository could not be read, where that may be
// why a claim has no ground.
func (r *groundRepo) tellLeft(h host, report grounding.Report) {
	if r.index != nil && len(report.Claims.Ungrounded) > 0 {
		h.sayLeft(r.index)
	}
}
