package postgres

import (
	"net/url"
	"testing"
)

// TestFormMakesAnAddress: whatever is typed stands in its own part.
func TestFormMakesAnAddress(t *testing.T) {
	for _, c := range []map[string]string{
		{"host": "db.example.com", "database": "shop", "user": "ada"},
		{"host": "::1", "port": "6000", "database": "a b/c?d", "user": "ada@home", "password": "p@s:s/w?r#d %40", "sslmode": "disable"},
	} {
		dsn, err := form.Address(c)
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(dsn)
		if err != nil {
			t.Fatal(err)
		}
		password, _ := u.User.Password()
		if u.Hostname() != c["host"] || u.Path != "/"+c["database"] || u.User.Username() != c["user"] || password != c["password"] || u.Query().Get("sslmode") == "" {
			t.Errorf("%v became %s", c, dsn)
		}
	}
}
