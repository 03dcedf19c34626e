package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/quotes"
)

func promptCitationsCommand(h host) *cobra.Command {
	opt := quotes.DefaultInstructions()
	cmd := &cobra.Command{
		Use:   "citations",
		Short: "Print instructions that make a model cite with quotes that can be verified",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			for _, n := range []int{opt.MaxClaims, opt.MaxPerClaim, opt.MinQuote, opt.PreferredMin, opt.PreferredMax} {
				if n < 1 {
					return fmt.Errorf("a limit is %d, want 1 or more", n)
				}
			}
			_, err := fmt.Fprintln(h.stdout, quotes.Instructions(opt))
			return err
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&opt.MaxClaims, "max-claims", opt.MaxClaims, "most sentences with citations in an answer")
	flags.IntVar(&opt.MaxPerClaim, "max-per-claim", opt.MaxPerClaim, "most citations of one sentence")
	flags.IntVar(&opt.MinQuote, "min-quote", opt.MinQuote, "shortest quote in characters")
	flags.IntVar(&opt.PreferredMin, "preferred-min", opt.PreferredMin, "preferred quote length from, in characters")
	flags.IntVar(&opt.PreferredMax, "preferred-max", opt.PreferredMax, "preferred quote length to, in characters")
	return cmd
}
