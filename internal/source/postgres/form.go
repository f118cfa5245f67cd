package postgres

import (
	"net"
	"net/url"

	"github.com/plumbdata/plumb/internal/source"
)

var form = source.Form{
	Title: "PostgreSQL",
	Help:  "A database server, or a service that speaks its language. Give a login that can only read.",
	Properties: []source.Property{
		{Name: "host", Title: "Host", Kind: "text", Required: true, Default: "localhost", Placeholder: "db.example.com", Help: "The server's name. A whole postgres:// address can be pasted here."},
		{Name: "port", Title: "Port", Kind: "number", Default: "5432", Help: "Usually 5432."},
		{Name: "database", Title: "Database name", Kind: "text", Required: true, Placeholder: "shop", Help: "The name of the database on the server."},
		{Name: "user", Title: "User", Kind: "text", Required: true, Placeholder: "analyst", Help: "A login that can only read is safest."},
		{Name: "password", Title: "Password", Kind: "password", Help: "It is kept in memory only, and never written to a file."},
		{Name: "sslmode", Title: "Encryption", Kind: "choice", Default: "prefer", Options: []string{"prefer", "require", "verify-ca", "verify-full", "disable"},
			Help: "verify-full is safest; disable only on your own machine."},
	},
	DSN: func(v map[string]string) string {
		u := url.URL{Scheme: "postgres", Host: net.JoinHostPort(v["host"], v["port"]), Path: "/" + v["database"], User: url.User(v["user"])}
		if v["password"] != "" {
			u.User = url.UserPassword(v["user"], v["password"])
		}
		u.RawQuery = url.Values{"sslmode": {v["sslmode"]}}.Encode()
		return u.String()
	},
}
