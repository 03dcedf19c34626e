package fleet

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// natsServer is a server as somebody else has set it up.
func natsServer(t *testing.T, opt server.Options) (address string) {
	t.Helper()
	opt.Host, opt.Port, opt.NoSigs, opt.NoLog, opt.StoreDir = "127.0.0.1", server.RANDOM_PORT, true, true, t.TempDir()
	s, err := server.NewServer(&opt)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(patience) {
		t.Fatal("it does not start")
	}
	return s.Addr().String()
}

// dialDenied connects where some requests meet silence: a permission is missing,
// and the rest of requestTimeout would bring no answer either.
func dialDenied(t *testing.T, a Address, warn func(string)) (*Conn, error) {
	t.Helper()
	return dial(t.Context(), a, "test", warn, delays{request: time.Second, long: time.Minute})
}

// TestWhyThereIsNoConnectionIsSaid, and no password with it.
func TestWhyThereIsNoConnectionIsSaid(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := free.Addr().String()
	_ = free.Close()
	plain := natsServer(t, server.Options{JetStream: true, Username: "u", Password: "right"})
	without := natsServer(t, server.Options{})
	denied := natsServer(t, server.Options{JetStream: true, Users: []*server.User{{
		Username: "u", Password: "secret-word", Permissions: &server.Permissions{Publish: &server.SubjectPermission{Allow: []string{"evalrun.>"}}},
	}}})
	secure, ca := secureServer(t)
	for name, c := range map[string]struct {
		at   Address
		want string
		is   error // nil: only the words count
	}{
		"nobody":             {Address{URL: "nats://u:secret-word@" + nobody}, "no server answers there", ErrNoServer},
		"a wrong password":   {Address{URL: "nats://u:secret-word@" + plain}, "does not let the user in", ErrUser},
		"no user":            {Address{URL: "nats://" + plain}, "does not let the user in", ErrUser},
		"no JetStream":       {Address{URL: "nats://" + without}, "has no JetStream", ErrNoJetStream},
		"no permission":      {Address{URL: "nats://u:secret-word@" + denied}, "lacks a permission", ErrDenied},
		"no TLS":             {Address{URL: "nats://" + secure}, "certificate", ErrUntrusted},
		"TLS of nobody":      {Address{URL: "tls://" + secure}, "not trusted", ErrUntrusted},
		"TLS where none is":  {Address{URL: "tls://u:secret-word@" + plain}, "the server has no TLS", ErrNoTLS},
		"no such CA file":    {Address{URL: "tls://" + secure, TLSCA: filepath.Join(t.TempDir(), "missing.pem")}, "missing.pem", nil},
		"no such creds file": {Address{URL: "nats://" + without, Creds: filepath.Join(t.TempDir(), "missing.creds")}, "missing.creds", nil},
		"no URL":             {Address{URL: "u:secret-word@host"}, "not a URL", ErrNotURL},
		"more than a host":   {Address{URL: "nats://u:12345/secret-word@host:4222"}, "ends with the host", ErrBeyondHost},
		"nothing":            {Address{}, "not a URL", ErrNotURL},
	} {
		t.Run(name, func(t *testing.T) {
			connect := func() (*Conn, error) { return Dial(t.Context(), c.at, "test", nil) }
			if errors.Is(c.is, ErrDenied) {
				connect = func() (*Conn, error) { return dialDenied(t, c.at, nil) }
			}
			conn, err := connect()
			if err == nil {
				conn.Close()
				t.Fatal("it is connected")
			}
			if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret-word") {
				t.Errorf("got %q, want %q and no password", err, c.want)
			}
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("%v cannot be told from others", err)
			}
		})
	}
	conn, err := Dial(t.Context(), Address{URL: "tls://" + secure, TLSCA: ca}, "test", nil)
	if err != nil {
		t.Fatalf("with the right authority: %v", err)
	}
	conn.Close()
}

// TestDialEndsWithItsContext, also where somebody takes the connection and says
// nothing.
func TestDialEndsWithItsContext(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	accepted := make(chan net.Conn, 1)
	go func() {
		conn, _ := silent.Accept()
		interrupt()
		accepted <- conn
	}()
	conn, err := Dial(ctx, Address{URL: "nats://" + silent.Addr().String()}, "test", nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", conn, err)
	}
	if from := <-accepted; from != nil {
		_ = from.Close()
	}
}

func TestAConnectionOutlivesTheContextItWasMadeWith(t *testing.T) {
	s := testServer(t, serverOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	conn, err := Dial(ctx, s.Address(), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	cancel()
	if _, err := conn.makeBucket(t.Context(), runsBucket); err != nil {
		t.Error(err)
	}
}

// secureServer is a server with a certificate of its own.
func secureServer(t *testing.T) (address, ca string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "fleet"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, &form, &form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	ca = filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	config := tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	return natsServer(t, server.Options{JetStream: true, TLSConfig: &config, TLSTimeout: 5}), ca
}

// TestAPermissionThatIsMissingEndsARun instead of keeping it waiting.
func TestAPermissionThatIsMissingEndsARun(t *testing.T) {
	t.Parallel()
	at := natsServer(t, server.Options{JetStream: true, Users: []*server.User{{
		Username: "u", Password: "p", Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"$JS.API.STREAM.CREATE.EVALRUN-run-R"}}},
	}}})
	conn, err := dialDenied(t, Address{URL: "nats://u:p@" + at}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = Coordinate(t.Context(), conn, testJob("run"), free{})
	if err == nil || !errors.Is(err, ErrDenied) || !strings.Contains(err.Error(), "$JS.API.STREAM.CREATE.EVALRUN-run-R") {
		t.Errorf("got %v", err)
	}
}

// workerPermissions are those that docs/scale.md names for workers, and no
// more.
var workerPermissions = server.Permissions{
	Publish: &server.SubjectPermission{Allow: []string{
		"evalrun.*.start.>", "evalrun.*.answer.>", "evalrun.*.result.>", "evalrun.*.grant", "evalrun.*.lease", "evalrun.*.alive",
		"$KV.evalrun-workers.>", "$JS.ACK.*.workers.>",
		"$JS.API.INFO", "$JS.API.STREAM.INFO.*", "$JS.API.CONSUMER.INFO.*.*",
		"$JS.API.CONSUMER.MSG.NEXT.*.workers", "$JS.API.CONSUMER.CREATE.KV_evalrun-runs.>", "$JS.API.CONSUMER.DELETE.KV_evalrun-runs.*",
		"$JS.API.DIRECT.GET.*.>", "$JS.API.DIRECT.GET.*", "$JS.API.STREAM.MSG.GET.*", "$JS.FC.>",
		"$O.>",
	}},
	Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>", "evalrun.more"}},
}

// TestAWorkerNeedsFewPermissions: it may not hand out work, change a run or
// remove one.
func TestAWorkerNeedsFewPermissions(t *testing.T) {
	t.Parallel()
	at := natsServer(t, server.Options{JetStream: true, MaxPayload: 4 << 10, Users: []*server.User{
		{Username: "coordinator", Password: "p"}, {Username: "worker", Password: "p", Permissions: &workerPermissions},
	}})
	dial := func(user string, warn func(string)) *Conn {
		u := url.URL{Scheme: "nats", User: url.UserPassword(user, "p"), Host: at}
		conn, err := dialDenied(t, Address{URL: u.String()}, warn)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return conn
	}
	var refused, told spoken
	w := testWorker(dial("worker", refused.say), "ada", measuring{})
	w.Say = told.say
	end := startWorker(t, w)
	eventually(t, "it waits for what it may not make", says(&told, "waits for the first evalrun run --fleet, which makes bucket evalrun-runs"))
	c := testCoordinate(t, dial("coordinator", nil), testJob("run"))
	large := testTask(1)
	large.Question.Query = strings.Repeat("Why? ", 2000)
	for _, m := range measureAll(t, c, testTask(0), large) {
		if m.Record == nil || m.Record.Error != nil {
			t.Errorf("got %+v", m.Record)
		}
	}
	end()
	for _, line := range refused.all() {
		if !strings.Contains(line, "STREAM.CREATE.KV_evalrun-") { // it waited for those
			t.Errorf("the server refused: %s", line)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := remove(ctx, dial("worker", nil), c.runs, "run"); err == nil {
		t.Error("a worker can remove a run")
	}
	if err := dial("worker", nil).js.DeleteConsumer(ctx, workStream("run"), workConsumer); err == nil {
		t.Error("a worker can take the others' work away")
	}
}
