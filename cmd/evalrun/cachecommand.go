package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/cache"
	"github.com/evalrun/evalrun/reports"
)

func cacheCommand(h host) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Look into the stored judge calls, or remove them",
		Long: `Judge calls that gave a usable result are stored, so that an equal call is not
paid for twice. Equal are calls to the same endpoint and model with the same
request, prompts and repeat. Stored are requests and replies, never keys.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(cmd, "evalrun cache needs stats, clear or explain")
			}
			return usage(cmd, "unknown %q: want stats, clear or explain", args[0])
		},
	}
	cmd.AddCommand(cacheStatsCommand(h), cacheClearCommand(h), cacheExplainCommand(h))
	return cmd
}

func cacheStatsCommand(h host) *cobra.Command {
	var o cacheOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count what is stored",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			return o.withStored(h, func(c *cache.Cache) error {
				s, err := c.Stats()
				switch {
				case err != nil:
					return infrastructure(err)
				case asJSON:
					return printJSON(h.stdout, s)
				}
				return tellStats(h.stdout, s)
			})
		},
	}
	o.registerDir(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

func cacheClearCommand(h host) *cobra.Command {
	var o cacheOptions
	var olderThan age
	cmd := &cobra.Command{
		Use:   "clear",
		Short: "Remove stored judge calls: all, or those over an age",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			return o.withStored(h, func(c *cache.Cache) error {
				var before time.Time
				if olderThan > 0 {
					before = h.now().Add(-time.Duration(olderThan))
				}
				n, err := c.Clear(before)
				if err != nil {
					return infrastructure(err)
				}
				_, err = fmt.Fprintf(h.stdout, "removed %s\n", count(n, "stored call"))
				return err
			})
		},
	}
	o.registerDir(cmd)
	cmd.Flags().Var(&olderThan, "older-than", "remove only calls over this `AGE`, such as 12h or 30d")
	return cmd
}

// withStored opens the store for looking into it. Where nothing was ever
// stored there is nothing to look into, which is no failure.
func (o cacheOptions) withStored(h host, look func(*cache.Cache) error) error {
	dir, err := o.folder(h.getenv)
	if err != nil {
		return &failure{code: 3, err: fmt.Errorf("no folder of stored judge calls: %w", err), hint: "--cache DIR names one"}
	}
	store, err := cache.Open(dir, cache.Options{
		Existing: true, Now: h.now, Warn: func(message string) { h.say("%s", message) },
	})
	if errors.Is(err, fs.ErrNotExist) {
		h.say("nothing is stored in %s", dir)
		return nil
	}
	if err != nil {
		return infrastructure(err)
	}
	return errors.Join(look(store), store.Close())
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func tellStats(w io.Writer, s cache.Stats) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %.1f MB\n", s.Path, count(s.Entries, "stored call"), float64(s.Bytes)/1e6)
	if s.Entries > 0 {
		fmt.Fprintf(&b, "oldest %s, newest %s\n", utcTime(s.Oldest), utcTime(s.Newest))
	}
	for _, g := range s.Groups {
		fmt.Fprintf(&b, "%8d  %s %s", g.Entries, g.Kind, g.Model)
		if g.Served != "" && g.Served != g.Model {
			fmt.Fprintf(&b, ", served %s", g.Served)
		}
		b.WriteString("\n")
	}
	for _, path := range s.Unused {
		fmt.Fprintf(&b, "damaged and replaced: %s\n", path)
	}
	_, err := io.WriteString(w, reports.Visible(b.String()))
	return err
}

func utcTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
