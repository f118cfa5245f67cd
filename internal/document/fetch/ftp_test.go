package fetch

import (
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/servertest"
)

var ftpFiles = map[string]string{"/docs/a.md": "1", "/docs/b ü.md": "2", "/docs/sub/c.pdf": "333", "/docs/.hidden/d.md": "4", "/e.md": "5"}

func TestFTP(t *testing.T) {
	for name, with := range map[string]servertest.FTPOptions{"modern": {}, "old": {Old: true}, "login": {User: "ann", Password: "geheim"}} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for k, v := range ftpFiles {
				files[k] = v
			}
			server := servertest.ServeFTP(t, files, with)
			o := options()
			o.Environment = variables("PASSWORD", "geheim")
			at := "ftp://" + server.Host
			if with.User != "" {
				at = "ftp://ann:${PASSWORD}@" + server.Host
			}
			for where, want := range map[string][]string{
				"/docs":          {"a.md=1", "b ü.md=2", "sub/c.pdf=333"},
				"/docs/":         {"a.md=1", "b ü.md=2", "sub/c.pdf=333"},
				"//docs/sub":     {"c.pdf=333"},
				"":               {"e.md=5", "docs/a.md=1", "docs/b ü.md=2", "docs/sub/c.pdf=333"},
				"/e.md":          {"e.md=5"},
				"/docs/b%20ü.md": {"b ü.md=2"},
				"/**/*.pdf":      {"docs/sub/c.pdf=333"},
				"/docs/*.md":     {"a.md=1", "b ü.md=2"},
				"/none":          {"!NOT_FOUND"},
			} {
				if got := readAll(t, open(t, at+where, o)); !slices.Equal(got, want) {
					t.Errorf("%q: %q", where, got)
				}
			}
			s, k := open(t, at+"/docs", o), keep{}
			k.refresh(t, s)
			server.Put("/docs/a.md", "11")
			server.HangUp() // it was started again
			if got := k.refresh(t, s); got != "changed a.md, same b ü.md, same sub/c.pdf" {
				t.Error(got)
			}
			for address := range k {
				if strings.Contains(address, "ann") || strings.Contains(address, "geheim") {
					t.Error(address)
				}
			}
			for _, path := range []string{"/e.md", "/docs/../e.md", "/docs/a%0d%0aDELE%20e.md"} {
				if _, err := s.Read(t.Context(), Item{Address: "ftp://" + server.Host + path}); fault.CodeOf(err) != fault.NotFound {
					t.Errorf("%s: %v", path, err)
				}
			}
		})
	}
}

func TestFTPThatMisbehaves(t *testing.T) {
	t.Run("bounce", func(t *testing.T) {
		var reached atomic.Int32
		victim, err := net.Listen("tcp", "127.0.0.2:0")
		if err != nil {
			t.Skip("needs a second loopback address")
		}
		defer victim.Close()
		go func() {
			for {
				conn, err := victim.Accept()
				if err != nil {
					return
				}
				reached.Add(1)
				_ = conn.Close()
			}
		}()
		port := victim.Addr().(*net.TCPAddr).Port
		server := servertest.ServeFTP(t, ftpFiles, servertest.FTPOptions{Announce: fmt.Sprintf("127,0,0,2,%d,%d", port>>8, port&255)})
		o := options()
		o.Allowed, o.Limits.Retries = append(o.Allowed, "127.0.0.2"), -1
		got := readAll(t, open(t, "ftp://"+server.Host+"/docs", o))
		if !slices.Equal(got, []string{"!CONNECT_ERROR"}) || reached.Load() > 0 {
			t.Errorf("%q, and the other host was reached %d times", got, reached.Load())
		}
	})
	t.Run("truncated", func(t *testing.T) {
		server := servertest.ServeFTP(t, ftpFiles, servertest.FTPOptions{Cut: func(n int) bool { return n == 1 }})
		// Each login begins to count again, so that the first transfer of each is cut.
		if got := readAll(t, open(t, "ftp://"+server.Host+"/docs/sub", options())); !slices.Equal(got, []string{"c.pdf!CONNECT_ERROR"}) {
			t.Errorf("%q", got)
		}
		cut := true
		server = servertest.ServeFTP(t, ftpFiles, servertest.FTPOptions{Cut: func(int) bool { was := cut; cut = false; return was }})
		if got := readAll(t, open(t, "ftp://"+server.Host+"/docs/sub", options())); !slices.Equal(got, []string{"c.pdf=333"}) {
			t.Errorf("%q", got)
		}
	})
	t.Run("large", func(t *testing.T) {
		server := servertest.ServeFTP(t, ftpFiles, servertest.FTPOptions{})
		o := options()
		o.Limits.ItemBytes = 2
		if got := readAll(t, open(t, "ftp://"+server.Host+"/docs", o)); !slices.Equal(got, []string{"a.md=1", "b ü.md=2", "sub/c.pdf!BAD_DATA"}) {
			t.Errorf("%q", got)
		}
	})
	t.Run("login", func(t *testing.T) {
		server := servertest.ServeFTP(t, ftpFiles, servertest.FTPOptions{User: "ann", Password: "geheim"})
		o := options()
		o.Environment = variables("WRONG", "x")
		if err := listingFault(t, open(t, "ftp://ann:${WRONG}@"+server.Host+"/", o)); err == nil || !strings.Contains(err.Error(), "refuses the login of ann") {
			t.Error(err)
		}
		logins := 0
		for _, c := range server.Commands() {
			if c == "PASS" {
				logins++
			}
		}
		if logins != 1 {
			t.Errorf("a wrong password was tried %d times", logins)
		}
	})
	t.Run("not FTP", func(t *testing.T) {
		server := servertest.Serve(t, func(http.ResponseWriter, *http.Request) {})
		o := options()
		o.Limits.Timeout = 50e6
		if err := listingFault(t, open(t, strings.Replace(server.URL, "http:", "ftp:", 1), o)); fault.CodeOf(err) != fault.Connect {
			t.Error(err)
		}
	})
}

func TestFTPWithTLS(t *testing.T) {
	certified := servertest.ServeTLS(t, func(http.ResponseWriter, *http.Request) {})
	server := servertest.ServeFTP(t, ftpFiles, servertest.FTPOptions{User: "ann", Password: "geheim", TLS: certified.TLS})
	o := options()
	o.Environment = variables("PASSWORD", "geheim")
	where := "ftps://ann:${PASSWORD}@" + server.Host + "/docs"
	if err := listingFault(t, open(t, where, o)); fault.CodeOf(err) != fault.Connect || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a certificate that nobody vouches for: %v", err)
	}
	o.Roots = x509.NewCertPool()
	o.Roots.AddCert(certified.Certificate())
	if got := readAll(t, open(t, where, o)); !slices.Equal(got, []string{"a.md=1", "b ü.md=2", "sub/c.pdf=333"}) {
		t.Errorf("%q", got)
	}
	if err := listingFault(t, open(t, strings.Replace(where, "ftps:", "ftp:", 1), o)); fault.CodeOf(err) != fault.Connect {
		t.Errorf("without TLS: %v", err)
	}
}
