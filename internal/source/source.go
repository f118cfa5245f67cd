// Package source is the port to data: one interface over every engine.
//
// A source runs only statements that a guard has accepted, in a session that
// could not write even if one slipped through, with limits on time, rows and
// bytes. Closing a result early cancels the query on the server.
package source

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Source is an open connection to one database, safe for concurrent use.
// Further abilities (Fingerprinter, Prober) are found by type assertion.
type Source interface {
	// Grammar checks statements for this engine.
	Grammar() guard.Grammar
	// Introspect reads the schema: structure, statistics and samples, without
	// reading large tables.
	Introspect(ctx context.Context, f Filter) (*schema.Snapshot, error)
	// Query runs a checked statement. The reader must be closed.
	Query(ctx context.Context, s guard.Statement, l Limits) (*table.Reader, error)
	// Close frees every connection, goroutine and process of the source.
	Close() error
}

// Fingerprinter gives a mark that changes when the catalog may have changed,
// much more cheaply than Introspect.
type Fingerprinter interface {
	Fingerprint(ctx context.Context) (string, error)
}

// Prober attempts a harmless write that must be refused.
type Prober interface {
	// ProbeWrite returns nil when the login cannot write, a fault with code
	// Writable and the statements that create a read-only login when it can.
	ProbeWrite(ctx context.Context) error
}

// Includer tells how many of a bounded sample of one column's distinct values
// occur in another, which is how undeclared foreign keys are found.
type Includer interface {
	Included(ctx context.Context, from, to schema.ColumnRef) (sampled, found int, err error)
}

// Limits bound one statement.
type Limits struct {
	Time  time.Duration
	Rows  int
	Bytes int64
}

// Default limits: what a person can read, and what a page can hold.
const (
	DefaultTime  = 30 * time.Second
	DefaultRows  = 1000
	DefaultBytes = 16 << 20
)

// Or fills limits that are missing from others.
func (l Limits) Or(others Limits) Limits {
	if l.Time <= 0 {
		l.Time = others.Time
	}
	if l.Rows <= 0 {
		l.Rows = others.Rows
	}
	if l.Bytes <= 0 {
		l.Bytes = others.Bytes
	}
	return l
}

// OrDefault fills limits that are missing by the defaults.
func (l Limits) OrDefault() Limits {
	return l.Or(Limits{Time: DefaultTime, Rows: DefaultRows, Bytes: DefaultBytes})
}

// Table is the part of the limits that a table.Reader keeps.
func (l Limits) Table() table.Limits { return table.Limits{Rows: l.Rows, Bytes: l.Bytes} }

// Config is what a driver needs to open a source.
type Config struct {
	DSN  string // resolved: holds secrets, must never be printed or stored
	Name string // the connection's name, for messages
	// Credentials says which logins of the person may complete the address.
	Credentials Credentials
	Limits      Limits
	Memory      int64 // bytes that an embedded engine may use
	// Cache is a folder of Plumb's own where an adapter keeps what it found out
	// about the data; "" where nothing is kept.
	Cache string
	// Settings is a folder of Plumb's own for how people want data to be read, where
	// that cannot be kept beside the data; "" for none.
	Settings string
	// Readings are the person's, and take precedence over what is kept.
	Readings []ReadAs
	// Environment gives the variables that hold credentials for an address, such
	// as those of S3; nil for none.
	Environment func(name string) string
	// Progress, if set, is called while data is downloaded; total is -1 if unknown.
	Progress func(file string, done, total int64)
	// Worker is the command line that starts this program as the worker
	// process of an embedded engine.
	Worker []string
}

// Credentials says which logins of the person may complete an address. It
// depends on who wrote the address: a password must not follow an address that
// somebody else made up.
type Credentials int

const (
	CredentialsInAddress Credentials = iota // those that the address holds, and no others
	CredentialsByHost                       // also those kept for its host: a line of ~/.pgpass
	CredentialsOfPerson                     // also those of the environment, for the server that the environment names
)

// Default memory and worker bounds of embedded engines.
const DefaultMemory = 1 << 30

// Driver opens sources of one engine. Adapters export one as a variable.
type Driver struct {
	Name    string   // postgres, duckdb, sqlite, files
	Dialect string   // the SQL dialect of the source
	Schemes []string // of URLs: postgres, postgresql
	// Remote are the schemes of addresses, of a driver whose DSNs are paths
	// otherwise: https, s3.
	Remote []string
	// Extensions are the file name endings that mean this driver.
	Extensions []string
	// Recognizes looks into a file whose ending says too little.
	Recognizes func(path string) bool
	// NewGrammar makes the grammar without any connection.
	NewGrammar func() guard.Grammar
	Open       func(ctx context.Context, c Config) (Source, error)
	// Form is what a person is asked who connects one.
	Form Form
}

// IsPath says whether a DSN of the driver is a path on this machine.
func (d Driver) IsPath(dsn string) bool { return len(d.Extensions) > 0 && !d.IsRemote(dsn) }

// IsRemote says whether a DSN of the driver is the address of files elsewhere.
func (d Driver) IsRemote(dsn string) bool {
	scheme, _, _ := strings.Cut(dsn, ":")
	return slices.Contains(d.Remote, strings.ToLower(scheme))
}
