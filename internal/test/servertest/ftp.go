package servertest

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// FTP is a server for files in memory, in passive mode (RFC 959, 2228, 2428 and 3659).
type FTP struct {
	Host string // host:port

	o        FTPOptions
	listener net.Listener
	mu       sync.Mutex
	files    map[string]string
	commands []string
	conns    map[net.Conn]bool
}

// FTPOptions say how a server differs from a modern one that behaves.
type FTPOptions struct {
	User, Password string         // who may log in; anonymous if empty
	Old            bool           // knows neither MLSD nor EPSV
	Announce       string         // the address of the data connection that PASV names instead of its own: "10,0,0,1,4,1"
	Cut            func(int) bool // ends the n-th transfer of a file after its first half, without a word
	TLS            *tls.Config    // lets clients ask for encryption, and requires it
}

// ServeFTP starts a server for the length of a test. Paths begin with a slash.
func ServeFTP(t testing.TB, files map[string]string, o FTPOptions) *FTP {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &FTP{Host: listener.Addr().String(), o: o, listener: listener, files: files, conns: map[net.Conn]bool{}}
	var served sync.WaitGroup
	served.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.conns[conn] = true
			s.mu.Unlock()
			served.Go(func() {
				defer conn.Close()
				(&ftpLogin{server: s, conn: conn, in: bufio.NewReader(conn), dir: "/"}).serve()
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		s.HangUp()
		served.Wait()
	})
	return s
}

// Put changes a file.
func (s *FTP) Put(name, content string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[name] = content
}

// HangUp ends all connections, as a server does that is started again.
func (s *FTP) HangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.conns {
		_ = conn.Close()
		delete(s.conns, conn)
	}
}

// Commands are those that came so far, without passwords.
func (s *FTP) Commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands)
}

func (s *FTP) get(name string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	content, ok := s.files[name]
	return content, ok
}

// below are the names in a folder; those of folders end with a slash.
func (s *FTP) below(dir string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for p := range s.files {
		rest, ok := strings.CutPrefix(p, strings.TrimSuffix(dir, "/")+"/")
		if !ok {
			continue
		}
		if at := strings.IndexByte(rest, '/'); at >= 0 {
			rest = rest[:at+1]
		}
		names = append(names, rest)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ftpLogin is one control connection.
type ftpLogin struct {
	server    *FTP
	conn      net.Conn
	in        *bufio.Reader
	dir       string
	user      string
	isIn      bool
	encrypts  bool
	data      net.Listener
	transfers int
}

func (l *ftpLogin) say(format string, args ...any) { fmt.Fprintf(l.conn, format+"\r\n", args...) }

func (l *ftpLogin) serve() {
	l.say("220 ready")
	for {
		line, err := l.in.ReadString('\n')
		if err != nil {
			return
		}
		name, argument, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		name = strings.ToUpper(name)
		l.server.mu.Lock()
		if name == "PASS" {
			l.server.commands = append(l.server.commands, name)
		} else {
			l.server.commands = append(l.server.commands, strings.TrimSpace(name+" "+argument))
		}
		l.server.mu.Unlock()
		if name == "QUIT" {
			return
		}
		if !l.login(name, argument) && !l.transfer(name, argument) && !l.describe(name, argument) {
			l.say("502 not implemented")
		}
	}
}

// login answers what may be said before the login. What may not is refused.
func (l *ftpLogin) login(name, argument string) bool {
	o := l.server.o
	switch {
	case name == "AUTH" && o.TLS != nil:
		l.say("234 go on")
		encrypted := tls.Server(l.conn, o.TLS)
		l.conn, l.in, l.encrypts = encrypted, bufio.NewReader(encrypted), true
	case name == "USER" && o.TLS != nil && !l.encrypts:
		l.say("530 only with TLS")
	case name == "USER":
		l.user = argument
		l.say("331 password")
	case name == "PASS":
		l.isIn = o.User == "" && l.user == "anonymous" || o.User != "" && l.user == o.User && argument == o.Password
		if l.isIn {
			l.say("230 welcome")
		} else {
			l.say("530 wrong login")
		}
	case name == "FEAT" && o.Old:
		l.say("502 not implemented")
	case name == "FEAT":
		l.say("211-features\r\n MLST type*;size*;modify*;\r\n EPSV\r\n UTF8\r\n211 end")
	case name == "TYPE" || name == "OPTS" || name == "PBSZ" || name == "PROT":
		l.say("200 ok")
	case !l.isIn:
		l.say("530 log in first")
	default:
		return false
	}
	return true
}

func (l *ftpLogin) at(argument string) string {
	if strings.HasPrefix(argument, "/") {
		return path.Clean(argument)
	}
	return path.Join(l.dir, argument)
}

const ftpTime = "20260102030405"

func (l *ftpLogin) describe(name, argument string) bool {
	at := l.at(argument)
	content, isFile := l.server.get(at)
	isFolder := at == "/" || len(l.server.below(at)) > 0
	switch name {
	case "PWD":
		l.say("257 %q", l.dir)
	case "CWD":
		if !isFolder {
			l.say("550 no such folder")
			return true
		}
		l.dir = at
		l.say("250 ok")
	case "SIZE", "MDTM", "MLST":
		switch {
		case name == "MLST" && l.server.o.Old:
			return false
		case name == "MLST" && isFolder:
			l.say("250-\r\n type=dir;modify=%s; %s\r\n250 end", ftpTime, at)
		case !isFile:
			l.say("550 no such file")
		case name == "SIZE":
			l.say("213 %d", len(content))
		case name == "MDTM":
			l.say("213 %s", ftpTime)
		default:
			l.say("250-\r\n type=file;size=%d;modify=%s; %s\r\n250 end", len(content), ftpTime, at)
		}
	default:
		return false
	}
	return true
}

func (l *ftpLogin) transfer(name, argument string) bool {
	switch {
	case name == "EPSV" && !l.server.o.Old && l.server.o.Announce == "" && l.listen():
		l.say("229 ok (|||%d|)", l.data.Addr().(*net.TCPAddr).Port)
	case name == "PASV" && l.listen():
		port := l.data.Addr().(*net.TCPAddr).Port
		announced := fmt.Sprintf("127,0,0,1,%d,%d", port>>8, port&255)
		if l.server.o.Announce != "" {
			announced = l.server.o.Announce
		}
		l.say("227 ok (%s)", announced)
	case (name == "MLSD" && !l.server.o.Old || name == "LIST") && l.data != nil:
		l.send([]byte(l.listing(name, l.at(argument))), false)
	case name == "RETR" && l.data != nil:
		content, ok := l.server.get(l.at(argument))
		if !ok {
			l.say("550 no such file")
			return true
		}
		l.transfers++
		l.send([]byte(content), l.server.o.Cut != nil && l.server.o.Cut(l.transfers))
	default:
		return false
	}
	return true
}

func (l *ftpLogin) listen() bool {
	if l.data != nil {
		_ = l.data.Close()
	}
	var err error
	l.data, err = net.Listen("tcp", "127.0.0.1:0")
	return err == nil
}

func (l *ftpLogin) listing(command, dir string) string {
	var b strings.Builder
	for _, name := range l.server.below(dir) {
		content, _ := l.server.get(path.Join(dir, name))
		folder, isFolder := strings.CutSuffix(name, "/")
		switch {
		case command == "LIST" && isFolder:
			fmt.Fprintf(&b, "drwxr-xr-x 2 ftp ftp 4096 Jan 02 2026 %s\r\n", folder)
		case command == "LIST":
			fmt.Fprintf(&b, "-rw-r--r-- 1 ftp ftp %d Jan 02 2026 %s\r\n", len(content), name)
		case isFolder:
			fmt.Fprintf(&b, "type=dir;modify=%s; %s\r\n", ftpTime, folder)
		default:
			fmt.Fprintf(&b, "type=file;size=%d;modify=%s; %s\r\n", len(content), ftpTime, name)
		}
	}
	return b.String()
}

// send sends data, or its first half and then nothing more on either connection.
func (l *ftpLogin) send(data []byte, cut bool) {
	defer func() {
		_ = l.data.Close()
		l.data = nil
	}()
	const patience = 5 * time.Second // for a client that never connects
	_ = l.data.(*net.TCPListener).SetDeadline(time.Now().Add(patience))
	l.say("150 opening")
	conn, err := l.data.Accept()
	if err != nil {
		l.say("425 nobody came")
		return
	}
	defer conn.Close()
	if l.encrypts {
		conn = tls.Server(conn, l.server.o.TLS)
	}
	if cut {
		data = data[:len(data)/2]
	}
	_, _ = io.Copy(conn, bytes.NewReader(data)) // the client has the error
	_ = conn.Close()
	if cut {
		_ = l.conn.Close()
		return
	}
	l.say("226 sent")
}
