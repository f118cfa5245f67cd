package eval

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/plumbdata/plumb/internal/fault"
)

// scratch is a database on a PostgreSQL server that lives as long as a suite
// asks it.
type scratch struct {
	server *pgx.ConnConfig
	name   string
}

// newScratch makes a database and runs a script in it. The login must be
// allowed to create databases.
func newScratch(ctx context.Context, dsn, script string) (*scratch, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		// The error holds the whole DSN, so it is not kept as a cause.
		return nil, fault.New(fault.Config, "the address of the PostgreSQL server is not valid").
			WithHint("write postgres://user@host:5432/postgres")
	}
	text, err := os.ReadFile(script)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "%s cannot be read: %v", script, err)
	}
	s := &scratch{server: config, name: "plumb_eval_" + strings.ToLower(rand.Text()[:12])}
	if err := execute(ctx, config, "CREATE DATABASE "+s.name); err != nil {
		return nil, fault.Wrap(err, fault.Connect, "the PostgreSQL server did not create a database: %v", err).
			WithHint("--postgres needs a login that may create databases")
	}
	if err := execute(ctx, s.config(), string(text)); err != nil {
		err = fault.Wrap(err, fault.BadData, "%s cannot be loaded: %v", script, err)
		return nil, errors.Join(err, s.drop(ctx))
	}
	return s, nil
}

// config is how to reach the database.
func (s *scratch) config() *pgx.ConnConfig {
	c := s.server.Copy()
	c.Database = s.name
	return c
}

// open is the database, read-only.
func (s *scratch) open() *plain {
	c := s.config()
	c.RuntimeParams["default_transaction_read_only"] = "on"
	return &plain{db: stdlib.OpenDB(*c)}
}

// drop removes the database, also when the work was stopped.
func (s *scratch) drop(ctx context.Context) error {
	return execute(context.WithoutCancel(ctx), s.server, "DROP DATABASE IF EXISTS "+s.name+" WITH (FORCE)")
}

// execute runs one or several statements.
func execute(ctx context.Context, config *pgx.ConnConfig, sql string) error {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.PgConn().Exec(ctx, sql).ReadAll()
	return err
}
