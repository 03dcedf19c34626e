package fleet

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What keeps Dial from a connection, beside the end of its context. Each is in
// the error that it returns; ErrDenied also in that of every later request that
// the server denied.
var (
	ErrNoServer    = errors.New("no server answers there")
	ErrUser        = errors.New("the server does not let the user in")
	ErrUntrusted   = errors.New("its certificate is not trusted")
	ErrTLSWanted   = errors.New("the server wants TLS")
	ErrNoTLS       = errors.New("the server has no TLS")
	ErrNoJetStream = errors.New("the server has no JetStream")
	ErrAccount     = errors.New("the user's account may not use JetStream")
	ErrDenied      = errors.New("the user lacks a permission")
)

// Dial connects. The end of ctx, with which the connection has nothing to do
// once it stands, ends it. warn is told, in one line each time, when the
// connection is lost and made again, and what the server refuses; nil is told
// nothing.
func Dial(ctx context.Context, a Address, name string, warn func(string)) (*Conn, error) {
	return dial(ctx, a, name, warn, usualDelays)
}

func dial(ctx context.Context, a Address, name string, warn func(string), d delays) (*Conn, error) {
	if warn == nil {
		warn = func(string) {}
	}
	c := &Conn{warn: warn, at: a.String(), delays: d}
	c.lasting, c.renew = context.WithCancel(context.Background())
	c.ended, c.end = context.WithCancel(context.Background())
	options, err := c.options(a, name)
	if err != nil {
		return nil, err
	}
	c.nc, err = until(ctx, func() (*nats.Conn, error) { return nats.Connect(a.URL, options...) }, (*nats.Conn).Close)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", c.at, explained(err, a))
	}
	if c.js, err = jetstream.New(c.nc, jetstream.WithDefaultTimeout(d.request)); err == nil {
		err = c.probe(ctx)
	}
	if err != nil {
		c.nc.Close()
		return nil, fmt.Errorf("connect to %s: %w", c.at, err)
	}
	return c, nil
}

// probe asks JetStream for its account.
func (c *Conn) probe(ctx context.Context) error {
	err := c.try(ctx, c.delays.request, func(ctx context.Context) error {
		_, err := c.js.AccountInfo(ctx)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, nats.ErrNoResponders):
		return ErrNoJetStream
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return ErrAccount
	}
	return err
}

// explained says what an error of connecting means.
func explained(err error, a Address) error {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var alert tls.AlertError
	switch {
	case errors.Is(err, nats.ErrNoServers):
		return ErrNoServer
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		if a.Creds != "" {
			return fmt.Errorf("%w that %s names: %w", ErrUser, a.Creds, err)
		}
		return fmt.Errorf("%w: %w", ErrUser, err)
	case errors.Is(err, nats.ErrSecureConnRequired):
		return ErrTLSWanted
	case errors.Is(err, nats.ErrSecureConnWanted):
		return ErrNoTLS
	case errors.As(err, &unknown), errors.As(err, &name), errors.As(err, &invalid):
		return fmt.Errorf("%w: %w", ErrUntrusted, err)
	case errors.As(err, &alert):
		return fmt.Errorf("no TLS: %w", err)
	}
	return err
}
