package postgres

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/test/pgtest"
)

// TestCredentialsGoToTheServerTheyAreFor connects to a server that asks for the
// password, with credentials of the person all around.
func TestCredentialsGoToTheServerTheyAreFor(t *testing.T) {
	const (
		ofEnvironment = "of-the-environment"
		ofFile        = "of-the-file"
		ofService     = "of-the-service"
	)
	for _, c := range []struct {
		name    string
		dsn     string // @ is the server
		env     map[string]string
		allowed source.Credentials
		want    string
	}{
		{"a form", "postgres://me@@/shop?sslmode=prefer", map[string]string{"PGPASSWORD": ofEnvironment}, source.CredentialsInAddress, ""},
		{"a form for the server of the environment", "postgres://me@@/shop", map[string]string{"PGPASSWORD": ofEnvironment, "PGHOST": "#", "PGPORT": "#"}, source.CredentialsInAddress, ""},
		{"a form, with a service", "postgres://me@@/shop", map[string]string{"PGSERVICE": "prod", "PGSERVICEFILE": "services"}, source.CredentialsInAddress, ""},
		{"a form, with a password file", "postgres://me@@/shop", map[string]string{"PGPASSFILE": "passwords"}, source.CredentialsInAddress, ""},
		{"a form with a password", "postgres://me:mine@@/shop", map[string]string{"PGPASSWORD": ofEnvironment}, source.CredentialsInAddress, "mine"},
		{"a project", "postgres://me@@/shop", map[string]string{"PGPASSWORD": ofEnvironment, "PGHOST": "#", "PGPORT": "#"}, source.CredentialsByHost, ""},
		{"a project whose address holds the variable's text", "postgres://me@@/" + ofEnvironment, map[string]string{"PGPASSWORD": ofEnvironment}, source.CredentialsByHost, ""},
		{"a project, with a password file", "postgres://me@@/shop", map[string]string{"PGPASSFILE": "passwords", "PGPASSWORD": ofEnvironment}, source.CredentialsByHost, ofFile},
		{"a server that the environment does not name", "postgres://me@@/shop", map[string]string{"PGPASSWORD": ofEnvironment}, source.CredentialsOfPerson, ""},
		{"a server beside that of the environment", "postgres://me@@/shop", map[string]string{"PGPASSWORD": ofEnvironment, "PGHOST": "db.example.com"}, source.CredentialsOfPerson, ""},
		{"another port of its host", "postgres://me@@/shop", map[string]string{"PGPASSWORD": ofEnvironment, "PGHOST": "#", "PGPORT": "1"}, source.CredentialsOfPerson, ""},
		{"the server of the environment", "postgres://me@@/shop", map[string]string{"PGPASSWORD": ofEnvironment, "PGHOST": "#", "PGPORT": "#"}, source.CredentialsOfPerson, ofEnvironment},
		{"no server but that of the environment", "postgres:///shop?user=me", map[string]string{"PGPASSWORD": ofEnvironment, "PGHOST": "#", "PGPORT": "#"}, source.CredentialsOfPerson, ofEnvironment},
		{"the variable, written into the address", "postgres://me:" + ofEnvironment + "@@/shop", map[string]string{"PGPASSWORD": ofEnvironment}, source.CredentialsOfPerson, ofEnvironment},
		{"keywords", "host=127.0.0.1 port=# user=me password='" + ofEnvironment + "' dbname=shop", map[string]string{"PGPASSWORD": ofEnvironment}, source.CredentialsOfPerson, ofEnvironment},
		{"a password file behind a password for elsewhere", "postgres://me@@/shop", map[string]string{"PGPASSFILE": "passwords", "PGPASSWORD": ofEnvironment}, source.CredentialsOfPerson, ofFile},
		{"a service for elsewhere", "postgres://me@@/shop", map[string]string{"PGSERVICE": "elsewhere", "PGSERVICEFILE": "services"}, source.CredentialsOfPerson, ""},
		{"the server of the service", "postgres://me@@/shop", map[string]string{"PGSERVICE": "prod", "PGSERVICEFILE": "services"}, source.CredentialsOfPerson, ofService},
		{"a service that the address names", "service=prod user=me", map[string]string{"PGPASSWORD": ofEnvironment, "PGSERVICEFILE": "services"}, source.CredentialsOfPerson, ofService},
		{"a service that the address names, without a password", "service=open user=me", map[string]string{"PGPASSWORD": ofEnvironment, "PGSERVICEFILE": "services"}, source.CredentialsOfPerson, ""},
		{"a setting of the session", "postgres://me@@/shop?search_path=sales&pool_max_conns=2", map[string]string{"PGPASSWORD": ofEnvironment}, source.CredentialsOfPerson, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := pgtest.StartCleartext(t)
			host, port := server.Host, server.Port
			dir := t.TempDir()
			fill := func(name, text string) {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			fill("passwords", fmt.Sprintf("%s:%d:*:me:%s\n", host, port, ofFile))
			fill("services", fmt.Sprintf("[prod]\nhost=%[1]s\nport=%[2]d\npassword=%[3]s\n[open]\nhost=%[1]s\nport=%[2]d\n[elsewhere]\nhost=db.example.com\npassword=%[3]s\n", host, port, ofService))
			for _, name := range []string{"PGHOST", "PGPORT", "PGPASSWORD", "PGSERVICE", "PGSERVICEFILE", "PGPASSFILE", "PGSSLMODE", "PGUSER"} {
				t.Setenv(name, "")
			}
			t.Setenv("HOME", dir)
			for name, value := range c.env {
				switch {
				case strings.HasSuffix(name, "FILE"):
					value = filepath.Join(dir, value)
				case name == "PGHOST" && value == "#":
					value = host
				case value == "#":
					value = fmt.Sprint(port)
				}
				t.Setenv(name, value)
			}
			dsn := strings.ReplaceAll(c.dsn, "@@", fmt.Sprintf("@%s:%d", host, port))
			dsn = strings.ReplaceAll(dsn, "#", fmt.Sprint(port))
			_, err := open(t.Context(), source.Config{DSN: dsn, Credentials: c.allowed})
			if err == nil {
				t.Fatal("it let us in")
			}
			got := server.Stop()
			if c.want == "" && len(got) > 0 || c.want != "" && !slices.Contains(got, c.want) || slices.ContainsFunc(got, func(p string) bool { return p != c.want }) {
				t.Errorf("the server got %q, want %q (%v)", got, c.want, err)
			}
		})
	}
}

func TestAnAddressOfSomebodyElseNamesNoFilesOfCredentials(t *testing.T) {
	for _, query := range []string{"service=prod", "servicefile=/tmp/x", "passfile=/tmp/x", "sslkey=/tmp/x&sslcert=/tmp/y", "sslpassword=x"} {
		if said, err := keysIn("postgres://me@db.example.com/shop?sslpassword=x&search_path=a"); err != nil || !said["sslpassword"] || !said["search_path"] || said["password"] {
			t.Fatalf("%v, %v", said, err)
		}
		for _, allowed := range []source.Credentials{source.CredentialsInAddress, source.CredentialsByHost} {
			if c, err := parse("postgres://me@db.example.com/shop?sslmode=disable&"+query, allowed); err == nil {
				t.Errorf("%s: allowed, as %s", query, c.ConnString())
			}
		}
	}
}

// TestNoPasswordInClearText looks at what an attempt to connect may do.
func TestNoPasswordInClearText(t *testing.T) {
	elsewhere, here := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 5432}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 5432}
	for _, c := range []struct {
		dsn    string
		remote net.Addr
		want   string
	}{
		{"postgres://me:x@192.0.2.1/shop", elsewhere, "!password"},
		{"postgres://me:x@192.0.2.1/shop?sslmode=prefer", elsewhere, "!password"},
		{"postgres://me:x@192.0.2.1/shop?sslmode=allow", elsewhere, "!password"},
		{"postgres://me:x@192.0.2.1/shop?sslmode=disable", elsewhere, ""},
		{"postgres://me:x@192.0.2.1/shop?require_auth=password", elsewhere, "password"},
		{"postgres://me:x@localhost/shop", here, ""},
		{"postgres://me:x@localhost/shop", &net.UnixAddr{Name: "/tmp/x", Net: "unix"}, ""},
	} {
		config, err := parse(c.dsn, source.CredentialsInAddress)
		if err != nil {
			t.Fatal(err)
		}
		if got := attemptAt(t, &config.ConnConfig.Config, c.remote); got != c.want {
			t.Errorf("%s at %s: %q, want %q", c.dsn, c.remote, got, c.want)
		}
	}
}

// attemptAt is what an attempt without TLS requires of the server's login.
func attemptAt(t *testing.T, c *pgconn.Config, remote net.Addr) string {
	t.Helper()
	attempt := c.Copy()
	if attempt.AfterNetConnect != nil {
		if _, err := attempt.AfterNetConnect(context.Background(), attempt, placed{remote: remote}); err != nil {
			t.Fatal(err)
		}
	}
	return attempt.RequireAuth
}

// placed is a connection that says where it leads.
type placed struct {
	net.Conn
	remote net.Addr
}

func (p placed) RemoteAddr() net.Addr { return p.remote }
