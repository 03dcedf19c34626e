package targets

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// Options are what a target takes beside its part of the suite. Getenv, and
// File where the suite names a file, are required; the rest has defaults.
type Options struct {
	Getenv func(name string) string
	Params map[string]string                 // values of {{param.NAME}}
	File   func(name string) ([]byte, error) // reads a file that the suite names

	Governor llm.Governor    // asked before every request; nil never holds one back
	Retry    llm.RetryPolicy // the zero value is llm.DefaultRetry
	MaxConns int             // idle connections kept; default 16

	Sleep func(context.Context, time.Duration) error // default: a timer that ctx ends
	Now   func() time.Time
	Rand  func() float64 // uniform in [0,1), for jitter
}

// The defaults of a suite's own settings.
const (
	defaultTimeout  = time.Minute
	defaultMaxBytes = 4 << 20
	defaultMaxConns = 16
)

func (o Options) withDefaults() Options {
	if o.Retry == (llm.RetryPolicy{}) {
		o.Retry = llm.DefaultRetry()
	}
	if o.MaxConns == 0 {
		o.MaxConns = defaultMaxConns
	}
	if o.Sleep == nil {
		o.Sleep = llm.Sleep
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Float64
	}
	return o
}
