package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/fault"
)

// SQLSTATE codes that mean something special here.
const (
	deadlock           = "40P01"
	serialization      = "40001"
	insufficientRights = "42501"
	diskFull           = "53100"
	outOfMemory        = "53200"
	tooManyConnections = "53300"
	invalidPassword    = "28P01"
	invalidLogin       = "28000"
	noDatabase         = "3D000"
	undefinedTable     = "42P01"
)

// fault turns what the driver reports into a fault. It never quotes the driver, whose words
// may hold the address, nor a detail, which may hold what others wrote.
func (s *Store) fault(ctx context.Context, err error) error {
	var known *fault.Fault
	var pg *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case ctx.Err() != nil:
		return fault.Of(ctx.Err())
	case errors.As(err, &pg):
		return s.serverFault(pg)
	case errors.As(err, &connect):
		return fault.Wrap(err, fault.Connect, "no connection to the PostgreSQL server at %s, which keeps the vectors", s.place).
			WithHint("check host, port and sslmode of the address, and that the server runs")
	}
	return fault.Wrap(err, fault.Lost, "the connection to the PostgreSQL server at %s, which keeps the vectors, broke", s.place).
		WithHint("try again; if it keeps breaking, look at the server's log")
}

func (s *Store) serverFault(pg *pgconn.PgError) *fault.Fault {
	switch pg.Code {
	case invalidPassword, invalidLogin:
		return fault.Wrap(pg, fault.Connect, "the PostgreSQL server at %s, which keeps the vectors, does not accept the login", s.place).
			WithHint("check user and password of the address, and the server's pg_hba.conf")
	case noDatabase:
		return fault.Wrap(pg, fault.Connect, "the PostgreSQL server at %s has no such database", s.place).WithHint("check the name after the last / of the address")
	case tooManyConnections:
		return fault.Wrap(pg, fault.Connect, "the PostgreSQL server at %s has no connection left", s.place).WithHint("try again later, or ask for a higher limit")
	case insufficientRights:
		return fault.Wrap(pg, fault.Store, "the login may not keep vectors in schema %s at %s: %s", s.schema, s.place, pg.Message).
			WithHint("let the database's owner run: CREATE SCHEMA %s AUTHORIZATION the login's name", quote(s.schema))
	case diskFull:
		return fault.Wrap(pg, fault.StoreFull, "the PostgreSQL server at %s has no space left for vectors", s.place).WithHint("tell the server's administrator")
	case outOfMemory:
		return fault.Wrap(pg, fault.Store, "the PostgreSQL server at %s has no memory left: %s", s.place, pg.Message).WithHint("tell the server's administrator")
	case undefinedTable:
		return fault.Wrap(pg, fault.Store, "a table of schema %s at %s is gone", s.schema, s.place).
			WithHint("restart Plumb; it makes the vectors anew from what they stand for")
	}
	return fault.Wrap(pg, fault.Store, "the PostgreSQL server at %s did not do what the vectors need: %s (%s)", s.place, pg.Message, pg.Code).
		WithHint("check its log, and that schema %s is Plumb's alone", s.schema)
}
