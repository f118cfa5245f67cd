package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
)

// probed bounds how many schemas and tables a probe tries.
const probed = 20

// ProbeWrite attempts to create, delete, update and insert, each in a
// transaction that may write and is rolled back. Nothing but a refusal for
// lack of rights, or by a server that is itself read-only, counts as refused.
func (s *Source) ProbeWrite(ctx context.Context) error {
	const timeout = 15 * time.Second
	x, err := s.begin(ctx, source.Limits{Time: source.Patient(ctx, timeout), Bytes: catalogBytes})
	if err != nil {
		return err
	}
	defer x.end()
	p, err := x.rights()
	if err != nil {
		return err
	}
	if p.standby {
		return nil
	}
	if p.power != "" {
		return p.fault("it is " + p.power)
	}
	for _, a := range p.attempts {
		written, err := x.attempt(a.sql)
		if err != nil {
			return err
		}
		if written {
			return p.fault(a.means)
		}
	}
	return nil
}

// rights is what the catalog says a login may do, and what to try.
type rights struct {
	login, database string
	standby         bool   // the server itself is read-only
	power           string // a role's power that no transaction can try out
	schemas         []string
	open            []string // schemas in which everybody may create
	attempts        []attempt
}

// attempt is a write that must be refused, and what it means if it is not.
type attempt struct{ sql, means string }

const powerSQL = `SELECT current_user::text, current_database()::text, pg_is_in_recovery(),
	CASE WHEN r.rolsuper THEN 'a superuser'
		WHEN r.rolcreaterole THEN 'allowed to create roles'
		WHEN r.rolcreatedb THEN 'allowed to create databases'
		WHEN r.rolreplication THEN 'allowed to replicate'
		ELSE coalesce((SELECT 'a member of ' || w.rolname FROM pg_catalog.pg_roles w
			WHERE w.rolname IN ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program')
			AND pg_has_role(w.oid, 'MEMBER') LIMIT 1), '') END
FROM pg_catalog.pg_roles r WHERE r.rolname = current_user`

const schemasSQL = `SELECT n.nspname::text,
	EXISTS (SELECT FROM aclexplode(n.nspacl) a WHERE a.grantee = 0 AND a.privilege_type = 'CREATE'),
	EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f'))
		OR n.nspname = ANY (current_setting('plumb.path')::name[]),
	has_schema_privilege(n.oid, 'CREATE') OR n.nspname = ANY (current_setting('plumb.path')::name[])
FROM pg_catalog.pg_namespace n
WHERE n.nspname <> 'information_schema' AND left(n.nspname, 3) <> 'pg_'
ORDER BY n.nspname = ANY (current_setting('plumb.path')::name[]) DESC, 1 LIMIT 200`

// writableSQL looks for tables that the login may change, of each kind of
// right one, and for a column to do it with.
const writableSQL = `SELECT n.nspname::text, c.relname::text, a.attname::text,
	has_table_privilege(c.oid, 'DELETE') AND u.events & 16 <> 0,
	has_column_privilege(c.oid, a.attnum, 'UPDATE') AND u.events & 4 <> 0,
	has_column_privilege(c.oid, a.attnum, 'INSERT') AND u.events & 8 <> 0,
	has_table_privilege(c.oid, 'TRUNCATE') AND c.relkind <> 'v'
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace,
LATERAL (SELECT CASE c.relkind WHEN 'v' THEN pg_relation_is_updatable(c.oid, true) ELSE 28 END AS events) u,
LATERAL (SELECT a.attname, a.attnum FROM pg_catalog.pg_attribute a
	WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity <> 'a'
	ORDER BY has_column_privilege(c.oid, a.attnum, 'UPDATE, INSERT') DESC, a.attnum LIMIT 1) a
WHERE c.relkind IN ('r', 'p', 'f', 'v') AND u.events & 28 <> 0 AND n.nspname <> 'information_schema' AND left(n.nspname, 3) <> 'pg_'
	AND has_schema_privilege(n.oid, 'USAGE')
	AND (has_table_privilege(c.oid, 'DELETE, TRUNCATE') OR has_any_column_privilege(c.oid, 'UPDATE, INSERT'))
ORDER BY 1, 2 LIMIT 20`

// sequencesSQL finds a sequence that the login may advance. That cannot be
// tried out: it would not be rolled back.
const sequencesSQL = `SELECT n.nspname::text || '.' || c.relname::text
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'S' AND n.nspname <> 'information_schema' AND left(n.nspname, 3) <> 'pg_'
	AND CASE c.relkind WHEN 'S' THEN has_schema_privilege(n.oid, 'USAGE') AND has_sequence_privilege(c.oid, 'USAGE, UPDATE') END
ORDER BY 1 LIMIT 1`

// rights reads the catalog and plans the attempts.
func (x *session) rights() (*rights, error) {
	r := &rights{}
	name := "plumb_probe_" + strings.ToLower(rand.Text())
	b := &pgx.Batch{}
	b.Queue(powerSQL).QueryRow(func(row pgx.Row) error { return row.Scan(&r.login, &r.database, &r.standby, &r.power) })
	b.Queue(schemasSQL).Query(func(rows pgx.Rows) error {
		var schemaName string
		var everybody, used, try bool
		_, err := pgx.ForEachRow(rows, []any{&schemaName, &everybody, &used, &try}, func() error {
			if used {
				r.schemas = append(r.schemas, schemaName)
			}
			if everybody {
				r.open = append(r.open, schemaName)
			}
			if try && len(r.attempts) < probed {
				r.try("CREATE TABLE "+quote(schemaName, name)+" ()", "it can create tables in schema "+schemaName)
			}
			return nil
		})
		return err
	})
	b.Queue(sequencesSQL).Query(func(rows pgx.Rows) error {
		var shown string
		_, err := pgx.ForEachRow(rows, []any{&shown}, func() error {
			if r.power == "" {
				r.power = "allowed to advance the sequence " + shown
			}
			return nil
		})
		return err
	})
	b.Queue(writableSQL).Query(func(rows pgx.Rows) error {
		var schemaName, tableName, column string
		var canDelete, canUpdate, canInsert, canTruncate bool
		_, err := pgx.ForEachRow(rows, []any{&schemaName, &tableName, &column, &canDelete, &canUpdate, &canInsert, &canTruncate}, func() error {
			t, c, shown := quote(schemaName, tableName), quote(column), schemaName+"."+tableName
			if canDelete {
				r.try("DELETE FROM "+t+" WHERE false", "it can delete rows of "+shown)
			}
			if canUpdate {
				r.try(fmt.Sprintf("UPDATE %s SET %s = NULL WHERE false", t, c), "it can update rows of "+shown)
			}
			if canInsert {
				r.try(fmt.Sprintf("INSERT INTO %s (%s) SELECT NULL WHERE false", t, c), "it can insert rows into "+shown)
			}
			if canTruncate && r.power == "" { // too strong a lock to try it out
				r.power = "allowed to truncate " + shown
			}
			return nil
		})
		return err
	})
	r.try("CREATE SCHEMA "+quote(name), "it can create schemas")
	return r, x.send(b)
}

func (r *rights) try(sql, means string) { r.attempts = append(r.attempts, attempt{sql, means}) }

// attempt reports whether a write was not refused. It is rolled back either way.
func (x *session) attempt(sql string) (written bool, err error) {
	p := x.conn.Conn().PgConn().StartPipeline(x.ctx)
	p.SendQueryParams("ROLLBACK", nil, nil, nil, nil)
	p.SendPipelineSync()
	p.SendQueryParams("BEGIN READ WRITE", nil, nil, nil, nil)
	p.SendQueryParams("SELECT set_config('lock_timeout', '1s', true), set_config('statement_timeout', '5s', true)", nil, nil, nil, nil)
	p.SendQueryParams(sql, nil, nil, nil, nil)
	_, err = finish(p)
	var pg *pgconn.PgError
	if err != nil && !errors.As(err, &pg) {
		return false, x.fault(err)
	}
	return pg == nil || pg.Code != insufficientRights && pg.Code != readOnlyTransaction, nil
}

// fault says how to make a login that cannot write.
func (r *rights) fault(why string) *fault.Fault {
	return fault.New(fault.Writable, "the login %s can write to database %s: %s", r.login, r.database, why).
		WithHint("create a login that can only read, with these statements, and connect with it:\n\n%s", strings.Join(r.statements(), "\n"))
}

// readerRole is the login that the statements make.
const readerRole = "plumb_reader"

// statements create a read-only login for all schemas that hold tables.
func (r *rights) statements() []string {
	list := []string{
		"CREATE ROLE " + readerRole + " LOGIN PASSWORD 'change-this-password';",
		"GRANT CONNECT ON DATABASE " + quote(r.database) + " TO " + readerRole + ";",
	}
	for _, s := range r.schemas {
		list = append(list,
			"GRANT USAGE ON SCHEMA "+quote(s)+" TO "+readerRole+";",
			"GRANT SELECT ON ALL TABLES IN SCHEMA "+quote(s)+" TO "+readerRole+";",
			"ALTER DEFAULT PRIVILEGES IN SCHEMA "+quote(s)+" GRANT SELECT ON TABLES TO "+readerRole+";")
	}
	for _, s := range r.open {
		list = append(list, "REVOKE CREATE ON SCHEMA "+quote(s)+" FROM PUBLIC;")
	}
	return append(list, "ALTER ROLE "+readerRole+" SET default_transaction_read_only = on;")
}
