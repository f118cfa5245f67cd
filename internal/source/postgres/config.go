package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
)

const (
	maxConnections    = 4
	connectTimeout    = 10 * time.Second
	readOnlyParameter = "default_transaction_read_only"
	// cancelPatience is how long a server may take to answer a cancellation
	// before its connection is cut.
	cancelPatience = 2 * time.Second
)

// parse reads a DSN as psql would: URL or keywords, with environment, password
// and service files behind it. Credentials that the address may not have are
// left out.
func parse(dsn string, allowed source.Credentials) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, addressFault()
	}
	config.MaxConns = maxConnections
	config.MinConns, config.MinIdleConns = 0, 0
	config.MaxConnLifetime = time.Hour
	config.MaxConnIdleTime = 5 * time.Minute
	config.HealthCheckPeriod = time.Minute
	// The first message of a session shows whether its connection lives.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }

	c := config.ConnConfig
	if err := limitCredentials(&c.Config, dsn, allowed); err != nil {
		return nil, err
	}
	refuseCleartext(&c.Config)
	if c.ConnectTimeout <= 0 || c.ConnectTimeout > connectTimeout {
		c.ConnectTimeout = connectTimeout
	}
	c.DefaultQueryExecMode = pgx.QueryExecModeDescribeExec
	c.StatementCacheCapacity, c.DescriptionCacheCapacity = 0, 0
	c.RuntimeParams[readOnlyParameter] = "on"
	c.RuntimeParams["client_encoding"] = "UTF8"
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "plumb"
	}
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelPatience}
	}
	return config, nil
}

// addressFault says what an address looks like. The driver's error holds the
// whole address, so it is not kept as a cause.
func addressFault() *fault.Fault {
	return fault.New(fault.Config, "the address of the PostgreSQL database is not valid").
		WithHint("write postgres://user@host:5432/database?sslmode=require, with special characters in the password as %%XX")
}

// refusesStartup reports whether a server (a pooler, that is) did not accept a
// startup parameter.
func refusesStartup(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == protocolViolation
}

// address is what may be said about a connection: everything but secrets.
type address struct{ host, user, database string }

func addressOf(c *pgxpool.Config) address {
	host := c.ConnConfig.Host
	if !strings.HasPrefix(host, "/") && !strings.HasPrefix(host, "@") {
		host = net.JoinHostPort(host, strconv.Itoa(int(c.ConnConfig.Port)))
	}
	return address{host: host, user: c.ConnConfig.User, database: c.ConnConfig.Database}
}

func (a address) String() string {
	return fmt.Sprintf("database %s at %s as %s", cmp.Or(a.database, a.user), a.host, a.user)
}
