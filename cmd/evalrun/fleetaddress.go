package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/verdict"
)

// fleetVariable is the environment variable that names a fleet where no flag
// does. A URL with a password stands in no list of processes there.
const fleetVariable = "EVALRUN_FLEET"

// fleetAddress are the flags that say where a fleet's server is.
type fleetAddress struct{ url, creds, tlsCA string }

func (f *fleetAddress) register(cmd *cobra.Command, use string) {
	flags := cmd.Flags()
	flags.StringVar(&f.url, "fleet", "", use+" (default: "+fleetVariable+")")
	flags.StringVar(&f.creds, "nats-creds", "", "`FILE` with the credentials of the NATS user")
	flags.StringVar(&f.tlsCA, "nats-tls-ca", "", "`FILE` with the certificates to trust, in PEM (default: the system's)")
}

// address is where to connect to. The second value is false where no fleet is
// named. Errors do not repeat a URL: it may hold a password.
func (f fleetAddress) address(getenv func(string) string) (fleet.Address, bool, error) {
	url, from := f.named(getenv)
	if url == "" {
		return fleet.Address{}, false, f.unused()
	}
	at := fleet.Address{URL: url, Creds: f.creds, TLSCA: f.tlsCA}
	if err := at.Check(); err != nil {
		return fleet.Address{}, false, fmt.Errorf("%s is %w", from, err)
	}
	if err := at.CheckCreds(); err != nil {
		return fleet.Address{}, false, fmt.Errorf("--nats-creds: %w", err)
	}
	if err := at.CheckTLSCA(); err != nil {
		return fleet.Address{}, false, fmt.Errorf("--nats-tls-ca: %w", err)
	}
	return at, true, nil
}

// named is the fleet as it was named, and where. What messages and reports call
// it has no user in it: where --fleet says that of the one in the environment,
// it is that one.
func (f fleetAddress) named(getenv func(string) string) (value, from string) {
	other := fleet.Address{URL: strings.TrimSpace(getenv(fleetVariable))}
	if f.url == "" || other.Check() == nil && f.url == other.String() {
		return other.URL, fleetVariable
	}
	return f.url, "--fleet"
}

func (f fleetAddress) unused() error {
	if f.creds != "" || f.tlsCA != "" {
		return errors.New("--nats-creds and --nats-tls-ca go with --fleet URL")
	}
	return nil
}

// demanded is the address for a command that does nothing without a fleet. Those
// that only evalrun run knows are none of its own.
func (f fleetAddress) demanded(getenv func(string) string) (fleet.Address, error) {
	const hint = "--fleet nats://host:4222 names one, and so does " + fleetVariable
	switch value, from := f.named(getenv); value {
	case embeddedFleet:
		return fleet.Address{}, &failure{code: verdict.ExitUsage, hint: hint,
			err: fmt.Errorf("%s is embedded, a fleet inside evalrun run, which starts its own workers", from)}
	case noFleet:
		return fleet.Address{}, &failure{code: verdict.ExitUsage, err: fmt.Errorf("%s is none, and without a fleet there is nothing to do", from), hint: hint}
	}
	at, named, err := f.address(getenv)
	if err == nil && !named {
		err = errors.New("no fleet is named")
	}
	if err != nil {
		return at, &failure{code: verdict.ExitUsage, err: err, hint: hint}
	}
	return at, nil
}

// dialFleet connects and says on stderr what becomes of the connection.
func (h host) dialFleet(ctx context.Context, at fleet.Address, name string) (*fleet.Conn, error) {
	conn, err := fleet.Dial(ctx, at, name, func(line string) { h.say("%s", line) })
	if err != nil && ctx.Err() != nil {
		return nil, &failure{code: verdict.ExitInterrupted, err: errors.New("interrupted")}
	}
	if err != nil {
		return nil, &failure{code: verdict.ExitInfrastructure, err: err, hint: dialHint(err)}
	}
	return conn, nil
}

// dialHint says how to mend what keeps from a connection.
func dialHint(err error) string {
	for _, c := range []struct {
		is   error
		hint string
	}{
		{fleet.ErrNoServer, "a fleet is a NATS server with JetStream, such as nats-server -js; evalrun run --fleet embedded brings its own"},
		{fleet.ErrNoJetStream, "start the server with JetStream: nats-server -js, or jetstream {store_dir: /data} in its configuration"},
		{fleet.ErrAccount, "give the user's account jetstream: enabled in the server's configuration"},
		{fleet.ErrUser, "name the user: nats://user:password@host:4222, in " + fleetVariable + " too, or --nats-creds FILE"},
		{fleet.ErrDenied, "the permissions that coordinators and workers need are in docs/scale.md"},
		{fleet.ErrFull, "make room at the server: evalrun fleet status shows what each run takes there, evalrun fleet remove RUN takes it away"},
		{fleet.ErrUntrusted, "--nats-tls-ca FILE names the certificates to trust; the host in the URL is to be one that the server's certificate names"},
		{fleet.ErrTLSWanted, "write tls://host:4222"},
		{fleet.ErrNoTLS, "write nats://host:4222 where no TLS is meant"},
	} {
		if errors.Is(err, c.is) {
			return c.hint
		}
	}
	return ""
}
