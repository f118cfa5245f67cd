package duckdb

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// Introspect implements source.Source. The catalog takes four statements,
// however many tables there are; statistics take one for each table, within a
// budget of time.
func (s *Source) Introspect(ctx context.Context, f source.Filter) (*schema.Snapshot, error) {
	d, err := s.options.Data(ctx)
	if err != nil {
		return nil, err
	}
	snapshot, err := s.structure(ctx, f)
	if err != nil {
		return nil, err
	}
	snapshot.Fingerprint = d.Mark
	describe(snapshot, d.Relations)
	if !f.Structure {
		if err := s.gather(ctx, snapshot, d.Relations); err != nil {
			return nil, err
		}
	}
	s.seen.Store(snapshot)
	return snapshot, nil
}

// describe adds what the database file does not say.
func describe(snapshot *schema.Snapshot, relations []Relation) {
	for _, r := range relations {
		t := snapshot.Table(r.Name)
		if t == nil {
			continue
		}
		if r.View {
			t.Kind, t.Rows = schema.BaseTable, r.Rows
		}
		t.PrimaryKey, t.ForeignKeys = r.PrimaryKey, r.ForeignKeys
	}
}

// catalogLimits bound the reading of a catalog.
var catalogLimits = source.Limits{Time: time.Minute, Rows: 5_000_000, Bytes: 1 << 30}

const (
	tablesSQL = `SELECT schema_name, table_name, comment, estimated_size, false FROM duckdb_tables()
WHERE database_name = current_database() AND NOT internal AND NOT temporary
UNION ALL SELECT schema_name, view_name, comment, -1, true FROM duckdb_views()
WHERE database_name = current_database() AND NOT internal AND NOT temporary
ORDER BY 1, 2`

	columnsSQL = `SELECT schema_name, table_name, column_name, data_type, is_nullable, column_default, comment FROM duckdb_columns()
WHERE database_name = current_database() AND NOT internal
ORDER BY schema_name, table_name, column_index`

	// A foreign key stays within its schema.
	constraintsSQL = `SELECT schema_name, table_name, constraint_type, unnest(constraint_column_names), referenced_table,
unnest(referenced_column_names), constraint_index FROM duckdb_constraints()
WHERE database_name = current_database() AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
ORDER BY schema_name, table_name, constraint_index`

	shadowedSQL = `SELECT DISTINCT function_name FROM duckdb_functions()
WHERE NOT internal AND function_name IN (SELECT function_name FROM duckdb_functions() WHERE internal)
ORDER BY 1`
)

// structure reads the whole catalog.
func (s *Source) structure(ctx context.Context, f source.Filter) (*schema.Snapshot, error) {
	c := s.newCatalog()
	err := s.read(ctx,
		part{tablesSQL, func(r table.Row) { c.addTable(f, r) }},
		part{columnsSQL, c.addColumn},
		part{constraintsSQL, c.addConstraint},
		part{shadowedSQL, func(r table.Row) { c.snapshot.Shadowed = append(c.snapshot.Shadowed, r[0].String()) }})
	return c.snapshot, err
}

// names reads only what tables and columns are called.
func (s *Source) names(ctx context.Context) (*schema.Snapshot, error) {
	c := s.newCatalog()
	err := s.read(ctx, part{tablesSQL, func(r table.Row) { c.addTable(source.Filter{}, r) }}, part{columnsSQL, c.addColumn})
	return c.snapshot, err
}

// part is one of the statements that read a catalog, and what takes its rows.
type part struct {
	sql string
	add func(table.Row)
}

func (s *Source) read(ctx context.Context, parts ...part) error {
	for _, p := range parts {
		r, err := s.workers.Run(ctx, wire.Statement{SQL: p.sql}, catalogLimits, nil)
		if err != nil {
			return err
		}
		for row, err := range r.Rows() {
			if err != nil {
				return err
			}
			p.add(row)
		}
	}
	return nil
}

func (s *Source) newCatalog() *catalog {
	return &catalog{places: map[tableName]int{}, snapshot: &schema.Snapshot{
		Dialect: Dialect, Database: s.options.Name, SearchPath: []string{"main"}, TakenAt: time.Now().UTC(),
	}}
}

type tableName struct{ schema, name string }

// catalog puts a snapshot together.
type catalog struct {
	snapshot *schema.Snapshot
	places   map[tableName]int // of the tables in the snapshot
	last     constraint
}

func (c *catalog) addTable(f source.Filter, r table.Row) {
	name := tableName{r[0].String(), r[1].String()}
	if !f.Keeps(name.schema, name.name) {
		return
	}
	t := schema.Table{Schema: name.schema, Name: name.name, Comment: r[2].String(), Kind: schema.BaseTable}
	t.Rows, _ = r[3].Int64()
	if r[4].Bool() {
		t.Kind = schema.View
	}
	c.places[name] = len(c.snapshot.Tables)
	c.snapshot.Tables = append(c.snapshot.Tables, t)
}

func (c *catalog) table(r table.Row) *schema.Table {
	if i, ok := c.places[tableName{r[0].String(), r[1].String()}]; ok {
		return &c.snapshot.Tables[i]
	}
	return nil
}

func (c *catalog) addColumn(r table.Row) {
	t := c.table(r)
	if t == nil {
		return
	}
	native := r[3].String()
	t.Columns = append(t.Columns, schema.Column{
		Name: r[2].String(), Type: shortType(native), Kind: kindOf(native),
		Nullable: r[4].Bool(), Default: r[5].String(), Comment: r[6].String(),
	})
}

// constraint tells the rows of one constraint from those of the next.
type constraint struct {
	table tableName
	index int64
}

func (c *catalog) addConstraint(r table.Row) {
	t := c.table(r)
	if t == nil {
		return
	}
	id := constraint{table: tableName{t.Schema, t.Name}}
	id.index, _ = r[6].Int64()
	first := id != c.last
	c.last = id
	column := r[3].String()
	switch r[2].String() {
	case "PRIMARY KEY":
		t.PrimaryKey = append(t.PrimaryKey, column)
	case "UNIQUE":
		if first {
			t.Unique = append(t.Unique, nil)
		}
		last := &t.Unique[len(t.Unique)-1]
		*last = append(*last, column)
	case "FOREIGN KEY":
		if first {
			t.ForeignKeys = append(t.ForeignKeys, schema.ForeignKey{RefSchema: t.Schema, RefTable: r[4].String()})
		}
		last := &t.ForeignKeys[len(t.ForeignKeys)-1]
		last.Columns = append(last.Columns, column)
		last.RefColumns = append(last.RefColumns, r[5].String())
	}
}
