package fetch

import (
	"cmp"
	"crypto/tls"
	"errors"
	"io"
	"math"
	"net"
	"net/netip"
	"net/textproto"
	"net/url"
	"path"
	"strings"

	"github.com/jlaffaye/ftp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

// ftpSession is a login at an FTP server. Paths are below the folder in which the login begins, unless they
// begin with two slashes.
type ftpSession struct {
	conn *ftp.ServerConn
	home string
}

func openFTP(p place, o Options) (Source, error) {
	if p.scheme == "ftp" {
		if err := o.checkPlain(p, "ftps://"); err != nil {
			return nil, err
		}
	}
	t, err := newTree(p, o)
	if err != nil {
		return nil, err
	}
	t.login = func(l *lines) (session, error) { return loginFTP(p, o, l) }
	return t, nil
}

func loginFTP(p place, o Options, l *lines) (session, error) {
	const implicitTLS = "990" // the port of servers that begin with TLS; others are asked for it
	port := cmp.Or(p.url.Port(), "21")
	d := &ftpDialer{dialer: o.dialer(), lines: l}
	options := []ftp.DialOption{ftp.DialWithDialFunc(d.dial)}
	if p.scheme == "ftps" {
		d.tls = d.dialer.TLS(p.url.Hostname())
		d.tls.ClientSessionCache = tls.NewLRUClientSessionCache(2) // servers want the session of the login again
		if d.isImplicit = port == implicitTLS; d.isImplicit {
			options = append(options, ftp.DialWithTLS(d.tls))
		} else {
			options = append(options, ftp.DialWithExplicitTLS(d.tls))
		}
	}
	conn, err := ftp.Dial(net.JoinHostPort(p.url.Hostname(), port), options...)
	if err != nil {
		return nil, ftpFault(p.url, err)
	}
	name, password := "anonymous", "anonymous"
	if p.url.User != nil {
		name = p.url.User.Username()
		password, _ = p.url.User.Password()
	}
	if err := conn.Login(name, password); err != nil {
		if hasFTPCode(err, ftp.StatusNotLoggedIn) {
			return nil, fault.New(fault.Connect, "%s refuses the login of %s", p.url.Host, name).WithHint("check name and password: %s://name:${PASSWORD}@%s/", p.scheme, p.url.Host)
		}
		return nil, ftpFault(p.url, err)
	}
	s := &ftpSession{conn: conn, home: "/"}
	if home, err := conn.CurrentDir(); err == nil && strings.HasPrefix(home, "/") {
		s.home = home
	}
	return s, nil
}

// ftpDialer connects to a server, and for each transfer to the port that it names. That is always a port of the
// server itself: what it says of another host is not believed.
type ftpDialer struct {
	dialer     reach.Dialer
	lines      *lines
	tls        *tls.Config
	isImplicit bool
	server     netip.Addr // after the first connection
}

func (d *ftpDialer) dial(network, address string) (net.Conn, error) {
	isFirst := !d.server.IsValid()
	dialer := d.dialer
	if !isFirst {
		dialer.Permit = func(_ string, ip netip.Addr) error {
			if ip.Unmap() != d.server {
				return fault.New(fault.Connect, "the FTP server wants the documents to be fetched from another host").WithHint("ask those who run the server")
			}
			return nil
		}
	}
	conn, err := dialer.DialContext(d.lines.ctx, network, address)
	if err != nil {
		return nil, err
	}
	if isFirst {
		d.server = conn.RemoteAddr().(*net.TCPAddr).AddrPort().Addr().Unmap()
	}
	conn = d.lines.add(conn)
	if d.tls != nil && (d.isImplicit || !isFirst) {
		return tls.Client(conn, d.tls), nil
	}
	return conn, nil
}

// ftpFault is the fault for a server that lets nobody in.
func ftpFault(u *url.URL, err error) error {
	var said *textproto.Error
	if errors.As(err, &said) {
		return fault.Wrap(err, fault.Connect, "%s refuses the connection: %s", u.Host, brief(said)).WithHint("try again later")
	}
	return reach.Unreachable(u, err)
}

func hasFTPCode(err error, codes ...int) bool {
	var said *textproto.Error
	if !errors.As(err, &said) {
		return false
	}
	for _, code := range codes {
		if said.Code == code {
			return true
		}
	}
	return false
}

func (s *ftpSession) at(p string) string {
	if rooted, ok := strings.CutPrefix(p, "//"); ok {
		return "/" + rooted
	}
	return path.Join(s.home, p)
}

func (s *ftpSession) list(p string) ([]entry, error) {
	found, err := s.conn.List(s.at(p))
	if err != nil {
		return nil, absentFTP(err)
	}
	entries := make([]entry, 0, len(found))
	for _, e := range found {
		entries = append(entries, entryOfFTP(e))
	}
	return entries, nil
}

func entryOfFTP(e *ftp.Entry) entry {
	return entry{name: e.Name, isFolder: e.Type == ftp.EntryTypeFolder, isFile: e.Type == ftp.EntryTypeFile, size: int64(min(e.Size, math.MaxInt64)), modified: e.Time}
}

// stat describes a path. Servers that cannot are asked whether it is a folder, and how large it is.
func (s *ftpSession) stat(p string) (entry, error) {
	at := s.at(p)
	e, err := s.conn.GetEntry(at)
	if err == nil {
		return entryOfFTP(e), nil
	}
	if !hasFTPCode(err, ftp.StatusNotImplemented, ftp.StatusBadCommand, ftp.StatusBadArguments, ftp.StatusNotImplementedParameter) {
		return entry{}, absentFTP(err)
	}
	if err := s.conn.ChangeDir(at); err == nil {
		return entry{isFolder: true}, nil
	}
	size, err := s.conn.FileSize(at)
	if err != nil {
		return entry{}, absentFTP(err)
	}
	modified, _ := s.conn.GetTime(at) // zero where the server does not say
	return entry{isFile: true, size: size, modified: modified}, nil
}

func (s *ftpSession) open(p string) (io.ReadCloser, error) {
	r, err := s.conn.Retr(s.at(p))
	if err != nil {
		return nil, absentFTP(err)
	}
	return r, nil
}

// absentFTP marks the error for a file that is not there. Servers answer the same for one that may not be read.
func absentFTP(err error) error {
	if hasFTPCode(err, ftp.StatusFileUnavailable) {
		return errors.Join(errAbsent, err)
	}
	return err
}

func (s *ftpSession) close() { _ = s.conn.Quit() } // it is no longer needed
