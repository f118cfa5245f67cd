// Package postgres reads PostgreSQL 12 and later.
//
// A statement runs alone in a read-only transaction that is rolled back, over
// the extended protocol only, so that it cannot be two statements. Time,
// locks, idling and memory are bounded on the server, time and bytes again
// here. A connection is reset before it is used again; one that cannot be is
// dropped. Nothing is left prepared on the server, so transaction poolers work.
package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	guardpg "github.com/plumbdata/plumb/internal/guard/postgres"
	"github.com/plumbdata/plumb/internal/source"
)

const dialect = "postgres"

// Driver opens PostgreSQL databases: postgres://user@host:port/database?sslmode=….
var Driver = source.Driver{
	Name:       "postgres",
	Dialect:    dialect,
	Schemes:    []string{"postgres", "postgresql"},
	NewGrammar: guardpg.New,
	Open:       open,
	Form:       form,
}

// Source is one database. Besides source.Source it is a Fingerprinter, a Prober
// and an Includer.
type Source struct {
	pool    *pgxpool.Pool
	address address
	limits  source.Limits
	grammar guard.Grammar
	types   typeCache
	grace   time.Duration // for reading the rest of a result that is about to end

	// life ends with Close, and with it everything that runs.
	life context.Context
	end  context.CancelCauseFunc
	work sync.WaitGroup // sessions that have not been given back

	mu       sync.Mutex
	closed   bool
	path     []string // schemas that unqualified names are looked up in
	database string
}

var (
	_ source.Source        = (*Source)(nil)
	_ source.Fingerprinter = (*Source)(nil)
	_ source.Prober        = (*Source)(nil)
	_ source.Includer      = (*Source)(nil)
)

// errClosed is why work stops when its source is closed.
var errClosed = errors.New("the source is closed")

func open(ctx context.Context, c source.Config) (source.Source, error) {
	config, err := parse(c.DSN, c.Credentials)
	if err != nil {
		return nil, err
	}
	s, err := connect(ctx, c, config)
	if refusesStartup(err) {
		// Poolers know few startup parameters. Without this one the session is
		// still read-only, because every transaction says so.
		delete(config.ConnConfig.RuntimeParams, readOnlyParameter)
		s, err = connect(ctx, c, config)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// connect makes the source and proves it with a first transaction.
func connect(ctx context.Context, c source.Config, config *pgxpool.Config) (*Source, error) {
	pool, err := pgxpool.NewWithConfig(ctx, config.Copy())
	if err != nil {
		return nil, fault.Wrap(err, fault.Config, "the connection to PostgreSQL cannot be set up").
			WithHint("check the address: postgres://user@host:5432/database")
	}
	s := &Source{grace: usualGrace, pool: pool, address: addressOf(config), limits: c.Limits.OrDefault(), grammar: guardpg.New()}
	s.life, s.end = context.WithCancelCause(context.WithoutCancel(ctx))
	if err := s.readPath(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// readPath asks what unqualified names mean for this login. From then on it is
// fixed: no setting of the server, the database or the role can change it.
func (s *Source) readPath(ctx context.Context) error {
	const timeout = 15 * time.Second
	x, err := s.begin(ctx, source.Limits{Time: source.Patient(ctx, timeout), Bytes: catalogBytes})
	if err != nil {
		return err
	}
	defer x.end()
	path := []string{}
	var database string
	err = x.conn.Conn().QueryRow(x.ctx, pathSQL).Scan(&path, &database)
	if err != nil {
		return x.fault(err)
	}
	// pg_catalog is in front of every path, and pg_temp must not be.
	path = slices.DeleteFunc(path, func(name string) bool { return strings.HasPrefix(name, "pg_") })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.path, s.database = path, database
	return nil
}

// Grammar checks statements with PostgreSQL's own parser.
func (s *Source) Grammar() guard.Grammar { return s.grammar }

// Close stops what runs and frees every connection.
func (s *Source) Close() error {
	s.mu.Lock()
	first := !s.closed
	s.closed = true
	s.mu.Unlock()
	if first {
		s.end(errClosed)
		s.work.Wait()
		s.pool.Close()
	}
	return nil
}
