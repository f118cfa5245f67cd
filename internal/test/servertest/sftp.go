package servertest

import (
	"crypto/ed25519"
	"crypto/rand"
	"net"
	"sync"
	"testing"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// SFTP serves the files of this machine, to be read only, over SSH.
type SFTP struct {
	Host string     // host:port
	Key  ssh.Signer // of the server

	mu    sync.Mutex
	conns map[net.Conn]bool
	opens int // connections so far
}

// SFTPOptions say who may log in, by either.
type SFTPOptions struct {
	User, Password string
	Public         ssh.PublicKey
}

// NewKey makes a private key.
func NewKey(t testing.TB) (ed25519.PrivateKey, ssh.Signer) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return private, signer
}

// ServeSFTP starts a server for the length of a test.
func ServeSFTP(t testing.TB, o SFTPOptions) *SFTP {
	t.Helper()
	_, key := NewKey(t)
	config := &ssh.ServerConfig{
		PasswordCallback: func(c ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			if o.Password == "" || c.User() != o.User || string(password) != o.Password {
				return nil, ssh.ErrNoAuth
			}
			return nil, nil
		},
		PublicKeyCallback: func(c ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if o.Public == nil || c.User() != o.User || string(key.Marshal()) != string(o.Public.Marshal()) {
				return nil, ssh.ErrNoAuth
			}
			return nil, nil
		},
	}
	config.AddHostKey(key)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &SFTP{Host: listener.Addr().String(), Key: key, conns: map[net.Conn]bool{}}
	var served sync.WaitGroup
	served.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.conns[conn] = true
			s.opens++
			s.mu.Unlock()
			served.Go(func() { serveSSH(conn, config) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		s.HangUp()
		served.Wait()
	})
	return s
}

// HangUp ends all connections, as a server does that is started again.
func (s *SFTP) HangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.conns {
		_ = conn.Close()
		delete(s.conns, conn)
	}
}

// Connections is how many there were so far.
func (s *SFTP) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opens
}

func serveSSH(conn net.Conn, config *ssh.ServerConfig) {
	defer conn.Close()
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return // the client has the error
	}
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		if offered.ChannelType() != "session" {
			_ = offered.Reject(ssh.UnknownChannelType, "only sessions")
			continue
		}
		channel, requests, err := offered.Accept()
		if err != nil {
			return
		}
		for r := range requests {
			isSFTP := r.Type == "subsystem" && string(r.Payload[4:]) == "sftp"
			_ = r.Reply(isSFTP, nil)
			if !isSFTP {
				continue
			}
			server, err := sftp.NewServer(channel, sftp.ReadOnly())
			if err != nil {
				return
			}
			_ = server.Serve() // ends with the connection
			_ = channel.Close()
		}
	}
}
