package fleet

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Dial connects. The error says which of these it is: no server there, TLS, a
// user that is not let in, no JetStream, or no permission to use it. warn is
// told, in one line each time, when the connection is lost and made again, and
// what the server refuses; nil is told nothing.
func Dial(a Address, name string, warn func(string)) (*Conn, error) {
	if warn == nil {
		warn = func(string) {}
	}
	c := &Conn{warn: warn, at: a.String(), back: make(chan struct{})}
	options, err := c.options(a, name)
	if err != nil {
		return nil, err
	}
	if c.nc, err = nats.Connect(a.URL, options...); err != nil {
		return nil, fmt.Errorf("connect to %s: %w", c.at, explained(err, a))
	}
	if c.js, err = jetstream.New(c.nc, jetstream.WithDefaultTimeout(requestTimeout)); err == nil {
		err = c.probe()
	}
	if err != nil {
		c.nc.Close()
		return nil, fmt.Errorf("connect to %s: %w", c.at, err)
	}
	return c, nil
}

// probe asks JetStream for its account.
func (c *Conn) probe() error {
	err := c.try(context.Background(), requestTimeout, func(ctx context.Context) error {
		_, err := c.js.AccountInfo(ctx)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, nats.ErrNoResponders):
		return errors.New("the server has no JetStream; start it with -js")
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return errors.New("the user's account may not use JetStream")
	}
	return err
}

// explained says what an error of connecting means.
func explained(err error, a Address) error {
	var unknown x509.UnknownAuthorityError
	var alert tls.AlertError
	switch {
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("no server answers there")
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return fmt.Errorf("the server lets %s not in: %w", cmp.Or(a.Creds, "the user"), err)
	case errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("the server wants TLS; write tls:// instead of nats://: %w", err)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return errors.New("the server has no TLS")
	case errors.As(err, &unknown), errors.As(err, &alert):
		return fmt.Errorf("no TLS: %w", err)
	}
	return err
}
