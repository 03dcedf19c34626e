package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
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
// named.
func (f fleetAddress) address(getenv func(string) string) (fleet.Address, bool, error) {
	at, from := f.url, "--fleet"
	if at == "" {
		at, from = strings.TrimSpace(getenv(fleetVariable)), fleetVariable
	}
	if at == "" {
		return fleet.Address{}, false, f.unused()
	}
	for one := range strings.SplitSeq(at, ",") {
		if !serverURL(strings.TrimSpace(one)) {
			return fleet.Address{}, false, fmt.Errorf("%s is not a URL such as nats://host:4222 or tls://host:4222", from)
		}
	}
	for flag, file := range map[string]string{"nats-creds": f.creds, "nats-tls-ca": f.tlsCA} {
		if err := readable(file); err != nil {
			return fleet.Address{}, false, fmt.Errorf("--%s: %w", flag, err)
		}
	}
	return fleet.Address{URL: at, Creds: f.creds, TLSCA: f.tlsCA}, true, nil
}

func (f fleetAddress) unused() error {
	if f.creds != "" || f.tlsCA != "" {
		return errors.New("--nats-creds and --nats-tls-ca go with --fleet URL")
	}
	return nil
}

// serverURL does not tell what is wrong: the text may hold a password.
func serverURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme)
}

func readable(file string) error {
	if file == "" {
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	return f.Close()
}

// demanded is the address for a command that does nothing without a fleet.
func (f fleetAddress) demanded(getenv func(string) string) (fleet.Address, error) {
	at, named, err := f.address(getenv)
	if err == nil && !named {
		err = errors.New("no fleet is named")
	}
	if err != nil {
		return at, &failure{code: verdict.ExitUsage, err: err, hint: "--fleet nats://host:4222 names one, and so does " + fleetVariable}
	}
	return at, nil
}

// dialFleet connects and says on stderr what becomes of the connection.
func (h host) dialFleet(at fleet.Address, name string) (*fleet.Conn, error) {
	conn, err := fleet.Dial(at, name, func(line string) { h.say("%s", line) })
	if err != nil {
		return nil, &failure{code: verdict.ExitInfrastructure, err: err,
			hint: "a fleet is a NATS server with JetStream, such as nats-server -js; --fleet embedded brings its own"}
	}
	return conn, nil
}
