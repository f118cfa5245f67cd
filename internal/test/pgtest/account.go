package pgtest

import (
	"errors"
	"os"
	"os/user"
	"strconv"
)

// account is a user that PostgreSQL runs under when the test runs as root.
type account struct{ uid, gid int }

// unprivileged finds an account without rights. It must be a known one:
// initdb asks for its name.
func unprivileged() (*account, error) {
	for _, name := range []string{"nobody", "daemon", "bin"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.Atoi(u.Uid)
		gid, errGID := strconv.Atoi(u.Gid)
		if errUID == nil && errGID == nil && uid > 0 {
			return &account{uid, gid}, nil
		}
	}
	return nil, errors.New("there is no user nobody, daemon or bin to run it as; run the tests as another user")
}

// own gives a file to the account; no account is the test's own, which has
// it already.
func (a *account) own(path string) error {
	if a == nil {
		return nil
	}
	return os.Lchown(path, a.uid, a.gid)
}
