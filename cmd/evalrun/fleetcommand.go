package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/verdict"
)

// fleetTimeout is for a server to tell about itself. Without one the commands
// would wait for a connection that is lost and made again.
const fleetTimeout = 30 * time.Second

func fleetCommand(h host) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fleet",
		Short: "Look after runs that workers measure",
		Long: `Show the runs and the workers of a NATS server that evalrun run --fleet and
evalrun worker use, and remove what it has of a run that will not go on.`,
		Args: some("command: status or remove"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return usage(cmd, "unknown command %q for %q: want status or remove", args[0], cmd.CommandPath())
		},
	}
	cmd.AddCommand(fleetStatusCommand(h), fleetRemoveCommand(h))
	return cmd
}

func fleetStatusCommand(h host) *cobra.Command {
	var at fleetAddress
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status --fleet URL",
		Short: "Show runs, what waits of them, and workers",
		Args:  none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return at.with(cmd.Context(), h, func(ctx context.Context, conn *fleet.Conn) error {
				return h.fleetStatus(ctx, conn, asJSON)
			})
		},
	}
	at.register(cmd, "`URL` of the NATS server")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

func fleetRemoveCommand(h host) *cobra.Command {
	var at fleetAddress
	cmd := &cobra.Command{
		Use:   "remove RUN --fleet URL",
		Short: "Remove the work and results that the server has of a run",
		Long: `Remove the work and the results that the server has of a run, named by its id
or its folder. The run folder stays as it is; results that are not in it yet are
lost. A run that is being coordinated is refused.`,
		Args: one("RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			const hint = "evalrun fleet status lists the runs"
			run := runNamed(args[0])
			if run == "" {
				return &failure{code: verdict.ExitUsage, err: errors.New("RUN is empty, want a run's id or folder"), hint: hint}
			}
			return at.with(cmd.Context(), h, func(ctx context.Context, conn *fleet.Conn) error {
				if err := fleet.Remove(ctx, conn, run); err != nil {
					return &failure{code: verdict.ExitUsage, err: err, hint: hint}
				}
				return nil
			})
		},
	}
	at.register(cmd, "`URL` of the NATS server")
	return cmd
}

// runNamed is the id of a run that is named by it or by its folder, which may
// be gone.
func runNamed(text string) string {
	text = strings.TrimSpace(text)
	if info, err := readInfo(text); text != "" && err == nil {
		return info.ID
	}
	if name := filepath.Base(text); name != "." && name != string(filepath.Separator) {
		return name
	}
	return ""
}

// with connects for one look at a fleet.
func (f fleetAddress) with(ctx context.Context, h host, look func(context.Context, *fleet.Conn) error) error {
	at, err := f.demanded(h.getenv)
	if err != nil {
		return err
	}
	conn, err := h.dialFleet(ctx, at, toolVersion()+" fleet")
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, fleetTimeout)
	defer cancel()
	err = look(ctx, conn)
	if errors.Is(err, context.DeadlineExceeded) {
		return infrastructure(fmt.Errorf("%s does not answer: %w", at, err))
	}
	return err
}

func (h host) fleetStatus(ctx context.Context, conn *fleet.Conn, asJSON bool) error {
	runs, workers, err := fleet.Status(ctx, conn)
	if err != nil {
		return infrastructure(err)
	}
	if !asJSON {
		return h.tellFleet(runs, workers)
	}
	enc := json.NewEncoder(h.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return printed(enc.Encode(fleetDoc{Schema: fleetSchema, Runs: runs, Workers: workers}))
}

const fleetSchema = "evalrun.fleet.status/1"

// fleetDoc is what fleet status --json prints.
type fleetDoc struct {
	Schema  string               `json:"schema"`
	Runs    []fleet.RunStatus    `json:"runs"`
	Workers []fleet.WorkerStatus `json:"workers"`
}
