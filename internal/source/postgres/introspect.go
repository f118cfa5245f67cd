package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	guardpg "github.com/plumbdata/plumb/internal/guard/postgres"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// introspectTime bounds a whole look at the catalog.
const introspectTime = 2 * time.Minute

// Introspect reads the catalog in two batches of queries, however many tables
// there are, and samples a few of those that were never analysed.
func (s *Source) Introspect(ctx context.Context, f source.Filter) (*schema.Snapshot, error) {
	x, err := s.begin(ctx, source.Limits{Time: introspectTime, Bytes: catalogBytes})
	if err != nil {
		return nil, err
	}
	defer x.end()
	l := &look{filter: f, snapshot: &schema.Snapshot{Dialect: dialect}, byOID: map[uint32]int{}}
	if err := x.send(l.first()); err != nil {
		return nil, err
	}
	if err := x.send(l.second()); err != nil {
		return nil, err
	}
	var oids []uint32
	for _, d := range l.details {
		oids = append(oids, d.types...)
	}
	if l.types, err = x.types(oids); err != nil {
		return nil, err
	}
	l.describeColumns()
	if !f.Structure {
		l.sample(x)
	}
	s.mu.Lock()
	s.path = l.snapshot.SearchPath
	s.mu.Unlock()
	return l.snapshot, nil
}

// send runs a batch of queries, each of which reads its own rows.
func (x *session) send(b *pgx.Batch) error {
	if b.Len() == 0 {
		return nil
	}
	if err := x.conn.Conn().SendBatch(x.ctx, b).Close(); err != nil {
		return x.fault(err)
	}
	return nil
}

// look is an introspection in progress. details runs parallel to the
// snapshot's tables.
type look struct {
	filter   source.Filter
	snapshot *schema.Snapshot
	details  []detail
	byOID    map[uint32]int // table's position
	types    typeSet

	code      map[uint32]typeFacts // of types that run code of the database's own
	oversized []uint32             // views that make values that are too large
}

// detail is what is known about a table in addition to the snapshot.
type detail struct {
	oid      uint32
	readable bool  // the whole of it, not only some columns
	analysed bool  // PostgreSQL has statistics of it
	bytes    int64 // about its size on disk
	numbers  []int16
	types    []uint32
	stats    []statistics
}

// tablesSQL marks the rows of a table by what PostgreSQL has counted of their
// changes. A standby does not count.
const tablesSQL = `SELECT c.oid, n.nspname::text, c.relname::text, c.relkind::text,
	CASE WHEN c.relkind = 'p' AND c.reltuples < 0 THEN
		coalesce((SELECT sum(l.reltuples) FROM pg_catalog.pg_partition_tree(c.oid) t JOIN pg_catalog.pg_class l ON l.oid = t.relid
			WHERE t.isleaf AND l.reltuples >= 0), -1)
	ELSE c.reltuples END::float8,
	CASE WHEN c.relkind = 'p' THEN
		(SELECT coalesce(sum(pg_catalog.pg_relation_size(t.relid)), 0)::bigint FROM pg_catalog.pg_partition_tree(c.oid) t WHERE t.isleaf)
	WHEN c.relkind IN ('r', 'm') AND c.reltuples < 1 THEN pg_catalog.pg_relation_size(c.oid)
	ELSE c.relpages::bigint * 8192 END,
	coalesce(d.description, ''), has_table_privilege(c.oid, 'SELECT'),
	CASE WHEN c.relkind = 'r' AND current_setting('track_counts')::bool AND NOT pg_is_in_recovery() THEN concat_ws(' ', c.relfilenode,
		pg_stat_get_tuples_inserted(c.oid), pg_stat_get_tuples_updated(c.oid), pg_stat_get_tuples_deleted(c.oid)) ELSE '' END
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = 0
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
	AND n.nspname <> 'information_schema' AND left(n.nspname, 3) <> 'pg_'
	AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
	AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend e
		WHERE e.classid = 'pg_catalog.pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
ORDER BY n.nspname, c.relname`

// shadowedSQL finds the functions and operators that somebody has put on the
// path, or beside those of an extension: each could be taken for a built-in one
// of its name, of this or of a later version of PostgreSQL.
const shadowedSQL = `WITH ` + refusedCode + `
SELECT DISTINCT own.name FROM (
	SELECT p.proname::text, p.pronamespace, p.oid FROM pg_catalog.pg_proc p
	UNION ALL
	SELECT o.oprname::text, o.oprnamespace, o.oprcode FROM pg_catalog.pg_operator o
) AS own (name, namespace, code)
JOIN pg_catalog.pg_namespace n ON n.oid = own.namespace
WHERE n.nspname <> 'pg_catalog'
	AND (n.nspname = ANY (current_setting('plumb.path')::name[]) OR n.oid IN (SELECT x.extnamespace FROM pg_catalog.pg_extension x))
	AND own.code IN (SELECT oid FROM refused)
ORDER BY 1 LIMIT 100000`

// pathSQL runs while the search path is still that of the role: see harden.
const pathSQL = `SELECT pg_catalog.current_schemas(false)::pg_catalog.text[], pg_catalog.current_database()::pg_catalog.text`

const whereSQL = `SELECT current_setting('plumb.path')::text[], current_database()::text, now()`

func (l *look) first() *pgx.Batch {
	b := &pgx.Batch{}
	b.Queue(whereSQL).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&l.snapshot.SearchPath, &l.snapshot.Database, &l.snapshot.TakenAt)
		l.snapshot.TakenAt = l.snapshot.TakenAt.UTC()
		return err
	})
	b.Queue(fingerprintSQL).QueryRow(func(row pgx.Row) error { return row.Scan(&l.snapshot.Fingerprint) })
	b.Queue(tablesSQL).Query(l.readTables)
	b.Queue(typesCodeSQL).Query(l.readTypesCode)
	b.Queue(sizesSQL, guardpg.SizedFunctions()).Query(l.readSizes)
	b.Queue(shadowedSQL).Query(func(rows pgx.Rows) (err error) {
		l.snapshot.Shadowed, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return b
}

var tableKinds = map[string]schema.TableKind{
	"r": schema.BaseTable, "p": schema.BaseTable, "v": schema.View, "m": schema.MaterializedView, "f": schema.ForeignTable,
}

func (l *look) readTables(rows pgx.Rows) error {
	var d detail
	var t schema.Table
	var kind string
	var count float64
	_, err := pgx.ForEachRow(rows, []any{&d.oid, &t.Schema, &t.Name, &kind, &count, &d.bytes, &t.Comment, &d.readable, &t.Mark}, func() error {
		if !l.filter.Keeps(t.Schema, t.Name) {
			return nil
		}
		t.Kind, t.Rows = tableKinds[kind], int64(count)
		if t.Kind == schema.View || count < 0 || count == 0 && d.bytes > 0 {
			t.Rows = -1
		}
		l.byOID[d.oid] = len(l.snapshot.Tables)
		l.snapshot.Tables = append(l.snapshot.Tables, t)
		l.details = append(l.details, d)
		return nil
	})
	return err
}

const columnsSQL = `SELECT a.attrelid, a.attnum, a.attname::text, a.atttypid, pg_catalog.format_type(a.atttypid, a.atttypmod),
	NOT (a.attnotnull OR t.typtype = 'd' AND t.typnotnull),
	coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), CASE WHEN a.attidentity <> '' THEN 'identity' ELSE '' END),
	a.attgenerated <> '', coalesce(c.description, ''), CASE WHEN t.oid >= 16384 THEN n.nspname::text ELSE '' END
FROM unnest($1::oid[], $2::bool[]) r (oid, readable)
JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef
LEFT JOIN pg_catalog.pg_description c ON c.objoid = a.attrelid AND c.classoid = 'pg_catalog.pg_class'::regclass AND c.objsubid = a.attnum
WHERE a.attnum > 0 AND NOT a.attisdropped AND (r.readable OR has_column_privilege(a.attrelid, a.attnum, 'SELECT'))
ORDER BY a.attrelid, a.attnum`

const uniqueSQL = `SELECT i.indrelid, i.indisprimary, (i.indkey::int2[])[0:i.indnkeyatts - 1]
FROM unnest($1::oid[]) r (oid) JOIN pg_catalog.pg_index i ON i.indrelid = r.oid
WHERE i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
ORDER BY i.indrelid, i.indexrelid`

const foreignKeysSQL = `SELECT k.conrelid, k.conkey, n.nspname::text, c.relname::text,
	ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY f (attnum, i)
		JOIN pg_catalog.pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = f.attnum ORDER BY f.i)
FROM unnest($1::oid[]) r (oid)
JOIN pg_catalog.pg_constraint k ON k.conrelid = r.oid AND k.contype = 'f' AND k.conparentid = 0
JOIN pg_catalog.pg_class c ON c.oid = k.confrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
ORDER BY k.conrelid, k.conname`

func (l *look) second() *pgx.Batch {
	oids, readable, names := make([]uint32, len(l.details)), make([]bool, len(l.details)), make([]string, len(l.details))
	for i, d := range l.details {
		oids[i], readable[i], names[i] = d.oid, d.readable, l.snapshot.Tables[i].Name
	}
	b := &pgx.Batch{}
	if len(oids) == 0 {
		return b
	}
	b.Queue(tablesCodeSQL, l.oversized).Query(l.readTablesCode)
	b.Queue(columnsSQL, oids, readable).Query(l.readColumns)
	b.Queue(uniqueSQL, oids).Query(l.readUnique)
	b.Queue(foreignKeysSQL, oids).Query(l.readForeignKeys)
	if !l.filter.Structure {
		b.Queue(hashJoins)
		b.Queue(statisticsSQL, oids, names).Query(l.readStatistics)
	}
	return b
}

func (l *look) readColumns(rows pgx.Rows) error {
	var relation, typeOID uint32
	var number int16
	var c schema.Column
	var generated bool
	_, err := pgx.ForEachRow(rows, []any{&relation, &number, &c.Name, &typeOID, &c.Type, &c.Nullable, &c.Default, &generated, &c.Comment, &c.TypeSchema}, func() error {
		i := l.byOID[relation]
		if generated {
			c.Default = "generated: " + c.Default
		}
		facts := l.code[typeOID]
		c.Type, c.Unsafe, c.Extensions = l.shortName(c.Type), facts.why, facts.extensions
		t, d := &l.snapshot.Tables[i], &l.details[i]
		t.Columns = append(t.Columns, c)
		d.numbers, d.types = append(d.numbers, number), append(d.types, typeOID)
		return nil
	})
	for i := range l.details {
		l.details[i].stats = make([]statistics, len(l.details[i].numbers))
	}
	return err
}

// names turns attribute numbers into names; nil if the login may not see all
// of them.
func (l *look) names(i int, numbers []int16) []string {
	names := make([]string, len(numbers))
	for k, n := range numbers {
		at, ok := slices.BinarySearch(l.details[i].numbers, n)
		if !ok {
			return nil
		}
		names[k] = l.snapshot.Tables[i].Columns[at].Name
	}
	return names
}

func (l *look) readUnique(rows pgx.Rows) error {
	var relation uint32
	var primary bool
	var numbers []int16
	_, err := pgx.ForEachRow(rows, []any{&relation, &primary, &numbers}, func() error {
		i := l.byOID[relation]
		t := &l.snapshot.Tables[i]
		switch names := l.names(i, numbers); {
		case names == nil:
		case primary:
			t.PrimaryKey = names
		default:
			t.Unique = append(t.Unique, names)
		}
		return nil
	})
	return err
}

func (l *look) readForeignKeys(rows pgx.Rows) error {
	var relation uint32
	var numbers []int16
	var schemaName, name string
	var columns []string
	_, err := pgx.ForEachRow(rows, []any{&relation, &numbers, &schemaName, &name, &columns}, func() error {
		i := l.byOID[relation]
		if names := l.names(i, numbers); names != nil {
			t := &l.snapshot.Tables[i]
			t.ForeignKeys = append(t.ForeignKeys, schema.ForeignKey{
				Columns: names, RefSchema: schemaName, RefTable: name, RefColumns: slices.Clone(columns)})
		}
		return nil
	})
	return err
}

// describeColumns gives every column its kind, and what statistics and enums
// say about its values.
func (l *look) describeColumns() {
	for i := range l.snapshot.Tables {
		t, d := &l.snapshot.Tables[i], &l.details[i]
		for k := range t.Columns {
			c := &t.Columns[k]
			c.Kind = l.types.column(d.types[k]).kind
			d.stats[k].describe(c, t.Rows)
			if labels := l.types.resolve(d.types[k]).labels; len(labels) > 0 && c.Values == nil {
				c.Values = labels[:min(len(labels), maxValues)]
				c.Distinct = int64(len(labels))
			}
		}
		if t.Rows < 0 && t.Kind != schema.View && t.Kind != schema.ForeignTable {
			t.Rows = d.estimate(t)
		}
	}
}

// estimate guesses a row count from the size on disk, as PostgreSQL's planner
// does for a table without statistics.
func (d detail) estimate(t *schema.Table) int64 {
	const header, wide = 28, 32
	if d.bytes == 0 {
		return 0
	}
	width := int64(header)
	for _, c := range t.Columns {
		switch c.Kind {
		case table.Bool:
			width++
		case table.Int, table.Date:
			width += 4
		case table.Float, table.Timestamp, table.TimestampTZ, table.Time:
			width += 8
		default:
			width += wide
		}
	}
	return max(d.bytes/width, 1)
}
