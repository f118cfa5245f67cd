package postgres

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// SQLSTATE codes that mean something special here.
const (
	syntaxError         = "42601"
	undefinedColumn     = "42703"
	undefinedTable      = "42P01"
	undefinedFunction   = "42883"
	undefinedSchema     = "3F000"
	insufficientRights  = "42501"
	readOnlyTransaction = "25006"
	queryCanceled       = "57014"
	lockNotAvailable    = "55P03"
	outOfMemory         = "53200"
	diskFull            = "53100"
	configurationLimit  = "53400"
	tooManyConnections  = "53300"
	cannotConnectNow    = "57P03"
	undefinedObject     = "42704"
	invalidPassword     = "28P01"
	invalidLogin        = "28000"
	noDatabase          = "3D000"
	protocolViolation   = "08P01"
)

func closedFault() *fault.Fault {
	return fault.Wrap(errClosed, fault.Canceled, "the connection was closed").WithHint("open it again")
}

// fault turns what the driver reports into a fault. It is the only place where
// that happens, beside the hints that explain adds.
func (x *session) fault(err error) error {
	if f := x.stopCause(); f != nil {
		return f
	}
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) {
		return connectFault(x.source.address, err)
	}
	var large *pgproto3.ExceededMaxBodyLenErr
	if errors.As(err, &large) {
		return fault.Wrap(err, fault.ResultTruncated, "one row takes %d bytes, and the limit for a result is %d", large.ActualBodyLen, x.limits.Bytes).
			WithHint("leave out the widest columns, shorten them with left(column, 200), or raise the byte limit")
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return x.serverFault(pg)
	}
	if isLost(err) {
		return lostFault(err)
	}
	return fault.Wrap(err, fault.Internal, "PostgreSQL's response could not be read").WithHint("report this, with the statement")
}

// stopCause returns why the session's context has ended, or nil if it has not.
func (x *session) stopCause() error {
	cause := context.Cause(x.ctx)
	switch {
	case cause == nil:
		return nil
	case errors.Is(cause, errTime):
		return x.timeFault(cause)
	case errors.Is(cause, errClosed):
		return closedFault()
	}
	return fault.Of(cause)
}

// acquireFault is fault for a session that has no connection yet.
func (x *session) acquireFault(err error) error {
	if errors.Is(context.Cause(x.ctx), errTime) {
		return fault.Wrap(err, fault.SQLTimeout, "no connection became free within %s: %d statements are already running", x.limits.Time, maxConnections).
			WithHint("wait for them, or stop one")
	}
	return x.fault(err)
}

func (x *session) timeFault(cause error) *fault.Fault {
	return fault.Wrap(cause, fault.SQLTimeout, "the statement was stopped after %s", x.limits.Time).
		WithHint("filter more, aggregate earlier, or raise the time limit")
}

func lostFault(err error) *fault.Fault {
	return fault.Wrap(err, fault.Lost, "the connection to PostgreSQL broke while the statement ran").
		WithHint("try again; if it keeps breaking, look at the server's log")
}

// isLost reports whether an error means that the connection is gone.
func isLost(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "57P01", "57P02", "57P05", "25P03", "25P04": // shut down, crashed, idle for too long
			return true
		}
		return strings.HasPrefix(pg.Code, "08") && pg.Code != protocolViolation
	}
	var network *net.OpError
	return errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.As(err, &network)
}

// serverFault maps an SQLSTATE. The error's detail is never shown: it can hold
// other people's rows.
func (x *session) serverFault(pg *pgconn.PgError) *fault.Fault {
	switch pg.Code {
	case syntaxError:
		return fault.Wrap(pg, fault.SQLParse, "%s", pg.Message).WithHint("check the statement near that word")
	case readOnlyTransaction:
		return guard.Reject("%s", pg.Message).WithHint("only statements that read can run")
	case insufficientRights:
		return fault.Wrap(pg, fault.SQLError, "%s", pg.Message).
			WithHint("ask the database's owner for the right to SELECT, or leave it out")
	case queryCanceled:
		// Not stopped from here, so by the server: at our limit, or earlier.
		if time.Since(x.since) < x.limits.Time {
			return fault.Wrap(pg, fault.Canceled, "the server's administrator or a limit of its own stopped the statement").
				WithHint("try again, or ask the administrator why")
		}
		return x.timeFault(pg)
	case lockNotAvailable:
		return fault.Wrap(pg, fault.SQLTimeout, "another session holds a lock on a table of the statement").
			WithHint("try again when its change is done")
	case outOfMemory, configurationLimit:
		return fault.Wrap(pg, fault.Memory, "%s", pg.Message).WithHint("filter more, or aggregate earlier")
	case diskFull:
		return fault.Wrap(pg, fault.Memory, "the server has no space left for the statement's intermediate results").
			WithHint("filter more, or tell the server's administrator")
	case tooManyConnections, cannotConnectNow, invalidPassword, invalidLogin, noDatabase:
		return connectFault(x.source.address, pg)
	}
	if isLost(pg) {
		return lostFault(pg)
	}
	hint := pg.Hint
	if pg.Code == undefinedObject && hint == "" {
		hint = "where row-level security needs a setting, put it into the address: ?options=-c%20NAME%3DVALUE"
	}
	return fault.Wrap(pg, fault.SQLError, "%s", pg.Message).WithHint("%s", hint)
}

// connectFault explains why no connection could be made. It never quotes the
// driver, whose words may hold more of the address than people should see.
func connectFault(a address, err error) *fault.Fault {
	refuse := func(why, next string) *fault.Fault {
		return fault.Wrap(err, fault.Connect, "cannot connect to %s: %s", a, why).WithHint("%s", next)
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case invalidPassword:
			return refuse("the password is wrong or missing", "check the password: set the variable that the address names (write it as ${NAME}), write special characters in an address as %XX, or use ~/.pgpass; PGPASSWORD is sent only to the server that PGHOST and PGPORT name")
		case invalidLogin:
			return refuse("the server does not accept this login", "check the user, and the server's pg_hba.conf for this host and sslmode")
		case noDatabase:
			return refuse("there is no such database", "check the name after the last / of the address")
		case tooManyConnections:
			return refuse("the server has no connection left", "try again later, or ask for a higher limit")
		case cannotConnectNow:
			return refuse("the server is starting or stopping", "try again in a moment")
		}
		return refuse(pg.Message, "ask the server's administrator")
	}
	var dns *net.DNSError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &dns):
		return refuse(fmt.Sprintf("the host %s is not known", dns.Name), "check its spelling, and your network or VPN")
	case errors.Is(err, syscall.ECONNREFUSED):
		return refuse("nothing listens there", "check host and port, and that the server runs")
	case errors.Is(err, syscall.ENOENT):
		return refuse("there is no socket there", "check the folder in the host parameter, and that the server runs")
	case errors.As(err, &authority), errors.As(err, &host), errors.As(err, &invalid):
		return refuse("the server's certificate cannot be trusted", "set sslrootcert to your certificate authority's file, or check the host name")
	case errors.As(err, &record):
		return refuse("what listens there does not speak TLS", "check host and port")
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return refuse("there is no answer", "check host and port, and your network, VPN or firewall")
	}
	return refuse("the connection failed", "check that a PostgreSQL server runs there, and that it offers TLS if sslmode asks for it; without TLS no password is sent in clear text to another machine, unless the address says sslmode=disable")
}

func isTimeout(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}
