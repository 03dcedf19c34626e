// Package grounding tells whether an answer can be traced to what it was
// given: the context text, and the repository where there is one. It needs no
// model, no network and no training: equal inputs give equal reports.
//
// Two things are measured. The score is the share of the answer's technical
// vocabulary that the context holds. Claims are what the answer says exists
// and what can be looked up: functions, files, imports. An answer passes when
// its score reaches the threshold and every claim that it makes is grounded.
//
// What is promised is traceability, not truth. An answer made of the context's
// words can still be wrong, a copy of the context scores 1, and an answer
// without claims passes on vocabulary alone, which Rules.RequireClaims can
// refuse. A context that names what does not exist grounds it, as long as the
// repository does not prove otherwise.
package grounding
