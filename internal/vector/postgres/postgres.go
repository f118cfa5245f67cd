// Package postgres keeps vectors in PostgreSQL with the extension pgvector, a table for each
// collection in a schema of Plumb's own.
//
// A search compares with every vector that its filter chooses, and is exact, until a table
// has indexFrom rows. Then it gets an HNSW index, and a filter that chooses as many rows or
// more is answered by that, which may miss some of the nearest.
package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/vector"
)

// Options say where the tables are.
type Options struct {
	// Address is postgres://user:password@host:5432/database?sslmode=require. A password
	// that it does not have is taken from nowhere else.
	Address     string
	Schema      string // "plumb" if empty
	Connections int    // at most so many at a time; 4 if 0
}

const (
	connectTimeout = 10 * time.Second
	// patience is how long anything may take; to make the index of a large table takes long.
	patience = 10 * time.Minute
	// cancelPatience is how long a server may take to answer a cancellation before its
	// connection is cut.
	cancelPatience = 2 * time.Second

	indexFrom  = 10_000
	mostInHNSW = 2000 // dimensions that pgvector's index takes
	together   = 1000 // rows that are sent before their results are awaited
)

// Store is the tables of a schema.
type Store struct {
	pool      *pgxpool.Pool
	place     string // the server, for messages
	schema    string
	extension string // the schema of pgvector's type and operators, quoted
	iterative bool   // its index goes on where a filter leaves too few
	indexFrom int

	mu     sync.Mutex
	tables map[string]table // what is known of them
	closed bool
}

// table is what does not change about a collection once it is so.
type table struct {
	dimensions int
	indexed    bool
}

var _ vector.Store = (*Store)(nil)

// Open connects, and refuses a database without pgvector.
func Open(ctx context.Context, o Options) (*Store, error) {
	config, err := parse(o)
	if err != nil {
		return nil, err
	}
	s := &Store{
		place: fmt.Sprintf("%s:%d", config.ConnConfig.Host, config.ConnConfig.Port), schema: cmp.Or(o.Schema, "plumb"),
		indexFrom: indexFrom, tables: map[string]table{},
	}
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, s.fault(ctx, err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := s.findExtension(ctx); err != nil {
		s.pool.Close()
		return nil, err
	}
	return s, nil
}

func parse(o Options) (*pgxpool.Config, error) {
	invalid := fault.New(fault.Config, "the address of the PostgreSQL database for vectors is not valid").
		WithHint("write postgres://user@host:5432/database?sslmode=require, with special characters in the password as %%XX")
	u, err := url.Parse(o.Address)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Host == "" {
		return nil, invalid // the error holds the address
	}
	config, err := pgxpool.ParseConfig(o.Address)
	if err != nil {
		return nil, invalid
	}
	config.MaxConns = int32(min(max(cmp.Or(o.Connections, 4), 1), 100))
	config.MinConns, config.MinIdleConns = 0, 0
	c := config.ConnConfig
	c.Password, _ = u.User.Password() // not the environment's, which is of another server
	if plain := func(f *pgconn.FallbackConfig) bool { return f.TLSConfig == nil }; c.TLSConfig != nil && slices.ContainsFunc(c.Fallbacks, plain) {
		c.RequireAuth = cmp.Or(c.RequireAuth, "!password") // it may come to be sent without TLS
	}
	if c.ConnectTimeout <= 0 || c.ConnectTimeout > connectTimeout {
		c.ConnectTimeout = connectTimeout
	}
	c.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe // works behind a pooler
	c.RuntimeParams["client_encoding"] = "UTF8"
	c.RuntimeParams["application_name"] = "plumb"
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelPatience}
	}
	return config, nil
}

// findExtension learns where pgvector is, or says how to get it.
func (s *Store) findExtension(ctx context.Context) error {
	var schema, version, available string
	err := s.pool.QueryRow(ctx, `SELECT
		coalesce((SELECT n.nspname::text FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'), ''),
		coalesce((SELECT extversion FROM pg_extension WHERE extname = 'vector'), ''),
		coalesce((SELECT default_version FROM pg_available_extensions WHERE name = 'vector'), '')`).Scan(&schema, &version, &available)
	switch {
	case err != nil:
		return s.fault(ctx, err)
	case version == "" && available == "":
		return fault.New(fault.Config, "the PostgreSQL server at %s does not have pgvector, which keeps vectors", s.place).
			WithHint("install it on the server (packages are called postgresql-17-pgvector or pgvector_17, after the server's version), then run CREATE EXTENSION vector in the database; or leave vectors in Plumb's own files")
	case version == "":
		return fault.New(fault.Config, "the extension pgvector is not enabled in the database at %s", s.place).
			WithHint("let the database's owner run: CREATE EXTENSION vector")
	}
	s.extension = quote(schema)
	var major, minor int
	_, err = fmt.Sscanf(version, "%d.%d", &major, &minor)
	s.iterative = err == nil && (major > 0 || minor >= 8)
	return nil
}

// Close waits for what is under way.
func (s *Store) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.pool.Close()
	return nil
}

func quote(names ...string) string { return pgx.Identifier(names).Sanitize() }

func (s *Store) table(collection string) string { return quote(s.schema, "vectors_"+collection) }

// within runs something in a transaction, and again if it met another in a way that only
// trying again resolves.
func (s *Store) within(ctx context.Context, o pgx.TxOptions, use func(ctx context.Context, tx pgx.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fault.Of(err)
	}
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return fault.New(fault.Store, "the store of vectors is closed")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	const attempts = 3
	for attempt := 1; ; attempt++ {
		err := pgx.BeginTxFunc(ctx, s.pool, o, func(tx pgx.Tx) error { return use(ctx, tx) })
		var pg *pgconn.PgError
		if errors.As(err, &pg) && (pg.Code == deadlock || pg.Code == serialization) && attempt < attempts {
			continue
		}
		return s.fault(ctx, err)
	}
}

// describe finds out about a collection; its dimensions are 0 if it is not there.
func (s *Store) describe(ctx context.Context, tx pgx.Tx, collection string) (table, error) {
	s.mu.Lock()
	known, ok := s.tables[collection]
	s.mu.Unlock()
	if ok && known.indexed {
		return known, nil
	}
	err := tx.QueryRow(ctx, `SELECT
		coalesce((SELECT atttypmod FROM pg_attribute WHERE attrelid = to_regclass($1::text) AND attname = 'embedding'), 0),
		to_regclass($2::text) IS NOT NULL`, s.table(collection), s.index(collection)).Scan(&known.dimensions, &known.indexed)
	if err == nil && known.dimensions > 0 {
		s.mu.Lock()
		s.tables[collection] = known
		s.mu.Unlock()
	}
	return known, err
}

func (s *Store) index(collection string) string {
	return quote(s.schema, "vectors_"+collection+"_near")
}

// Upsert makes the table for the first points of a collection, and the index when it finds
// that those before have made it large.
func (s *Store) Upsert(ctx context.Context, collection string, points []vector.Point) error {
	if err := vector.CheckUpsert(collection, points); err != nil || len(points) == 0 {
		return err
	}
	points = inOrder(points)
	// In a transaction of its own, which holds no rows that others wait for.
	if err := s.within(ctx, pgx.TxOptions{}, func(ctx context.Context, tx pgx.Tx) error { return s.makeIndex(ctx, tx, collection) }); err != nil {
		return err
	}
	return s.within(ctx, pgx.TxOptions{}, func(ctx context.Context, tx pgx.Tx) error {
		known, err := s.describe(ctx, tx, collection)
		if err == nil && known.dimensions == 0 {
			known, err = s.makeTable(ctx, tx, collection, len(points[0].Vector))
		}
		if err != nil {
			return err
		}
		if known.dimensions != len(points[0].Vector) {
			return vector.Mismatch(collection, known.dimensions, len(points[0].Vector))
		}
		for some := range slices.Chunk(points, together) {
			if err := s.insert(ctx, tx, collection, some); err != nil {
				return err
			}
		}
		return nil
	})
}

// inOrder sorts points, so that two writers wait for each other instead of holding what the
// other needs, and leaves the last of those with one owner and id.
func inOrder(points []vector.Point) []vector.Point {
	compare := func(a, b vector.Point) int {
		return cmp.Or(strings.Compare(a.Owner, b.Owner), strings.Compare(a.ID, b.ID))
	}
	points = slices.Clone(points)
	slices.Reverse(points)
	slices.SortStableFunc(points, compare)
	return slices.CompactFunc(points, func(a, b vector.Point) bool { return compare(a, b) == 0 })
}

// insert sends rows as one array for each column.
func (s *Store) insert(ctx context.Context, tx pgx.Tx, collection string, points []vector.Point) error {
	columns := make([][]string, 4)
	for i := range columns {
		columns[i] = make([]string, len(points))
	}
	for i, p := range points {
		labels := p.Labels
		if labels == nil {
			labels = map[string]string{}
		}
		text, err := json.Marshal(labels)
		if err != nil {
			return err
		}
		columns[0][i], columns[1][i], columns[2][i], columns[3][i] = p.Owner, p.ID, literal(p.Vector), string(text)
	}
	_, err := tx.Exec(ctx, fmt.Sprintf(`INSERT INTO %s (owner, id, embedding, labels)
		SELECT owner, id, embedding::%s.vector, labels::jsonb FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS new (owner, id, embedding, labels)
		ON CONFLICT (owner, id) DO UPDATE SET embedding = excluded.embedding, labels = excluded.labels`, s.table(collection), s.extension),
		columns[0], columns[1], columns[2], columns[3])
	return err
}

// literal is a vector as pgvector reads it, exactly.
func literal(v []float32) string {
	b := make([]byte, 0, 12*len(v))
	for i, x := range v {
		b = append(b, "[,"[min(i, 1)])
		b = strconv.AppendFloat(b, float64(x), 'g', -1, 32)
	}
	return string(append(b, ']'))
}

// lockNumber is that of the lock which those hold who make tables or indexes; it is of no
// importance, but must be the same everywhere.
const lockNumber = 0x706c756d62 // plumb

func (s *Store) makeTable(ctx context.Context, tx pgx.Tx, collection string, dimensions int) (table, error) {
	// IF NOT EXISTS does not keep two from making the same table at the same time.
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lockNumber); err != nil {
		return table{}, err
	}
	for _, statement := range []string{
		fmt.Sprintf(`CREATE SCHEMA IF NOT EXISTS %s`, quote(s.schema)),
		fmt.Sprintf(`CREATE TABLE IF NOT EXISTS %s (
			owner text COLLATE "C" NOT NULL,
			id text COLLATE "C" NOT NULL,
			embedding %s.vector(%d) NOT NULL,
			labels jsonb NOT NULL,
			PRIMARY KEY (owner, id))`, s.table(collection), s.extension, dimensions),
		fmt.Sprintf(`CREATE INDEX IF NOT EXISTS %s ON %s USING gin (labels jsonb_path_ops)`, quote("vectors_"+collection+"_labels"), s.table(collection)),
	} {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return table{}, err
		}
	}
	return s.describe(ctx, tx, collection)
}

// makeIndex makes the index once there are enough rows.
func (s *Store) makeIndex(ctx context.Context, tx pgx.Tx, collection string) error {
	known, err := s.describe(ctx, tx, collection)
	if err != nil || known.indexed || known.dimensions == 0 || known.dimensions > mostInHNSW {
		return err
	}
	var rows int
	few := fmt.Sprintf("SELECT count(*) FROM (SELECT FROM %s LIMIT $1) AS counted", s.table(collection))
	if err := tx.QueryRow(ctx, few, s.indexFrom).Scan(&rows); err != nil || rows < s.indexFrom {
		return err
	}
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lockNumber); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s ON %s USING hnsw (embedding %s.vector_cosine_ops)",
		quote("vectors_"+collection+"_near"), s.table(collection), s.extension))
	return err
}

// Delete removes rows in one statement.
func (s *Store) Delete(ctx context.Context, collection string, f vector.Filter) (int, error) {
	if err := vector.CheckFilter(collection, f); err != nil || f.None() {
		return 0, err
	}
	count := 0
	err := s.within(ctx, pgx.TxOptions{}, func(ctx context.Context, tx pgx.Tx) error {
		known, err := s.describe(ctx, tx, collection)
		if err != nil || known.dimensions == 0 {
			return err
		}
		var a arguments
		tag, err := tx.Exec(ctx, "DELETE FROM "+s.table(collection)+" WHERE "+a.where(f), a...)
		count = int(tag.RowsAffected())
		return err
	})
	if err != nil {
		return 0, err
	}
	return count, nil
}
