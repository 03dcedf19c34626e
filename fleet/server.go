package fleet

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server is a NATS server inside this process.
type Server struct {
	inner *server.Server
	user  *url.Userinfo
}

// serverOptions are those of a test.
type serverOptions struct {
	port       int // 0: a free one
	maxPayload int
	user       *url.Userinfo // nil: random
}

// startTimeout is for a large store to be read again.
const startTimeout = time.Minute

// StartServer starts a server on a free port of the loopback interface that
// keeps its store in a folder, or goes on with what is there. Who may use it is
// who has its Address: user and password are random.
func StartServer(storeDir string) (*Server, error) {
	return startServer(storeDir, serverOptions{})
}

// loginTimeout is for who connects to say who it is: a process of a machine that
// is busy may stand still for longer than the server's usual two seconds. After
// requestTimeout the client itself gives up.
const loginTimeout = requestTimeout

func startServer(storeDir string, opt serverOptions) (*Server, error) {
	if opt.user == nil {
		opt.user = url.UserPassword("evalrun", rand.Text())
	}
	if opt.port == 0 {
		opt.port = server.RANDOM_PORT
	}
	if err := os.MkdirAll(storeDir, 0o700); err != nil { // what runs measure is nobody else's to read
		return nil, fmt.Errorf("start a server: %w", err)
	}
	password, _ := opt.user.Password()
	inner, err := server.NewServer(&server.Options{
		ServerName: "evalrun", Host: "127.0.0.1", Port: opt.port, NoSigs: true, NoLog: true,
		Username: opt.user.Username(), Password: password, MaxPayload: int32(opt.maxPayload),
		JetStream: true, StoreDir: storeDir, AuthTimeout: loginTimeout.Seconds(),
	})
	if err != nil {
		return nil, fmt.Errorf("start a server: %w", err)
	}
	s := &Server{inner: inner, user: opt.user}
	inner.Start()
	if !inner.ReadyForConnections(startTimeout) || !inner.JetStreamEnabled() {
		s.Close()
		return nil, fmt.Errorf("start a server: %w", errors.New("it does not take connections, or cannot use "+storeDir))
	}
	return s, nil
}

// Address is where to connect, with user and password.
func (s *Server) Address() Address {
	u := url.URL{Scheme: "nats", User: s.user, Host: s.inner.Addr().String()}
	return Address{URL: u.String()}
}

// Close stops the server. The store stays.
func (s *Server) Close() {
	s.inner.Shutdown()
	s.inner.WaitForShutdown()
}
