package pgtest

import (
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// CleartextServer is no PostgreSQL: it asks whoever connects for the password in
// clear text, remembers it, and lets nobody in. It speaks no TLS.
type CleartextServer struct {
	Host string
	Port int

	listener net.Listener
	done     chan struct{}
	got      []string
}

// StartCleartext starts one on a free loopback port.
func StartCleartext(t testing.TB) *CleartextServer {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().(*net.TCPAddr)
	s := &CleartextServer{Host: at.IP.String(), Port: at.Port, listener: l, done: make(chan struct{})}
	t.Cleanup(func() { s.Stop() })
	go s.serve()
	return s
}

// Stop ends the server and returns the passwords that arrived. Empty ones do
// not count.
func (s *CleartextServer) Stop() []string {
	_ = s.listener.Close()
	<-s.done
	return s.got
}

func (s *CleartextServer) serve() {
	defer close(s.done)
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		if p := askPassword(conn); p != "" {
			s.got = append(s.got, p)
		}
		_ = conn.Close()
	}
}

func askPassword(conn net.Conn) string {
	b := pgproto3.NewBackend(conn, conn)
	for {
		first, err := b.ReceiveStartupMessage()
		if err != nil {
			return ""
		}
		if _, ok := first.(*pgproto3.StartupMessage); ok {
			break
		}
		if _, err := conn.Write([]byte("N")); err != nil { // it asked for TLS
			return ""
		}
	}
	b.Send(&pgproto3.AuthenticationCleartextPassword{})
	if b.Flush() != nil || b.SetAuthType(pgproto3.AuthTypeCleartextPassword) != nil {
		return ""
	}
	answer, err := b.Receive()
	p, ok := answer.(*pgproto3.PasswordMessage)
	if err != nil || !ok {
		return ""
	}
	password := p.Password // the message is overwritten by the next
	b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "28P01", Message: "nobody is let in"})
	_ = b.Flush()
	return password
}
