package postgres

import (
	"context"
	"crypto/tls"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
)

// pgx completes every address from PG… variables, service and password files,
// as libpq does, whatever host the address names. limitCredentials takes back
// what the address may not have.
//
// The environment describes one server: the one that an empty address leads to.
// Its password and certificate go to that server and to no other.
func limitCredentials(c *pgconn.Config, dsn string, allowed source.Credentials) error {
	said, err := keysIn(dsn)
	if err != nil {
		return err
	}
	if allowed != source.CredentialsOfPerson {
		for _, key := range []string{"service", "servicefile", "passfile", "sslcert", "sslkey", "sslpassword"} {
			if said[key] {
				return fault.New(fault.Config, "%s is not used here: your credentials are never sent to an address that somebody else may have written", key).
					WithHint("write the connection into config.yaml in Plumb's home folder, which is yours alone")
			}
		}
		maps.DeleteFunc(c.RuntimeParams, func(key, _ string) bool { return !said[key] })
	}
	ambient, err := pgconn.ParseConfig("")
	if err != nil {
		ambient = &pgconn.Config{} // names no server
	}
	if allowed == source.CredentialsOfPerson && sameServers(c, ambient) {
		return nil
	}
	if fromService := said["service"] && c.Password != ambient.Password; !said["password"] && !fromService {
		c.Password = ""
		if allowed >= source.CredentialsByHost {
			c.Password = passwordInFile(c)
		}
	}
	if !said["sslcert"] && !said["service"] {
		dropCertificate(c.TLSConfig)
		for _, f := range c.Fallbacks {
			dropCertificate(f.TLSConfig)
		}
	}
	return nil
}

// settings are those of an address that pgx handles itself; it passes all
// others on to the server.
var settings = []string{
	"host", "port", "database", "user", "password", "passfile", "connect_timeout", "ssl", "sslmode", "sslkey", "sslcert", "sslrootcert",
	"sslnegotiation", "sslpassword", "sslsni", "krbspn", "krbsrvname", "target_session_attrs", "service", "servicefile",
	"min_protocol_version", "max_protocol_version", "channel_binding", "require_auth",
}

// keysIn finds which settings an address holds itself. pgx's own parser says
// so: it refuses a key that is not allowed exactly when the address holds it.
func keysIn(dsn string) (map[string]bool, error) {
	c, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return nil, addressFault()
	}
	all := slices.Concat(settings, slices.Collect(maps.Keys(c.RuntimeParams)))
	holds := func(keys []string) bool {
		_, err := pgconn.ParseConfigWithOptions(dsn, pgconn.ParseConfigOptions{ConnStringAllowedKeys: keys})
		return err != nil
	}
	if holds(all) { // an unknown setting: its effect cannot be known
		return nil, addressFault()
	}
	said := map[string]bool{}
	for i, key := range all {
		said[key] = holds(slices.Delete(slices.Clone(all), i, i+1))
	}
	return said, nil
}

// sameServers reports whether every server of c is one of other.
func sameServers(c, other *pgconn.Config) bool {
	known := servers(other)
	return !slices.ContainsFunc(servers(c), func(s string) bool { return !slices.Contains(known, s) })
}

func servers(c *pgconn.Config) []string {
	name := func(host string, port uint16) string { return fmt.Sprintf("%s %d", strings.ToLower(host), port) }
	all := []string{name(c.Host, c.Port)}
	for _, f := range c.Fallbacks {
		all = append(all, name(f.Host, f.Port))
	}
	return all
}

// passwordInFile looks a login up in the person's password file, as pgx does
// for an address without a password.
func passwordInFile(c *pgconn.Config) string {
	quote := func(s string) string { return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'" }
	found, err := pgconn.ParseConfig(fmt.Sprintf("host=%s port=%d user=%s database=%s password='' sslmode=disable",
		quote(c.Host), c.Port, quote(c.User), quote(c.Database)))
	if err != nil {
		return ""
	}
	return found.Password
}

func dropCertificate(t *tls.Config) {
	if t != nil {
		t.Certificates = nil
	}
}

// refuseCleartext keeps a server on another machine from asking for the password
// itself over a connection that is not encrypted, where sslmode leaves open
// whether it is. SCRAM and MD5 show no password.
func refuseCleartext(c *pgconn.Config) {
	encrypts := c.TLSConfig != nil || slices.ContainsFunc(c.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.TLSConfig != nil })
	if c.RequireAuth != "" || !encrypts { // the address decides itself
		return
	}
	c.AfterNetConnect = func(_ context.Context, attempt *pgconn.Config, conn net.Conn) (net.Conn, error) {
		attempt.RequireAuth = ""
		if _, encrypted := conn.(*tls.Conn); !encrypted && !isLocal(conn.RemoteAddr()) {
			attempt.RequireAuth = "!password"
		}
		return conn, nil
	}
}

func isLocal(a net.Addr) bool {
	if a.Network() == "unix" {
		return true
	}
	address, err := netip.ParseAddrPort(a.String())
	return err == nil && address.Addr().Unmap().IsLoopback()
}
