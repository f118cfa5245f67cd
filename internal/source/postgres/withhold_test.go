package postgres

import "testing"

func TestAPasswordIsWithheldFromAnAddressOfSomebodyElse(t *testing.T) {
	t.Setenv("PGPASSWORD", "mine")
	for _, c := range []struct{ dsn, withhold, want string }{
		{"postgres://me@db.example.com/shop", "", "mine"},
		{"postgres://me@db.example.com/shop", "mine", ""},
		{"postgres://me:theirs@db.example.com/shop", "mine", "theirs"},
		{"postgres://me:mine@db.example.com/shop", "mine", "mine"},
	} {
		config, err := parse(c.dsn, c.withhold)
		if err != nil || config.ConnConfig.Password != c.want {
			t.Errorf("%s without %q: %v, got %q", c.dsn, c.withhold, err, config.ConnConfig.Password)
		}
	}
}
