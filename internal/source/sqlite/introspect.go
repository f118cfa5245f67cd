package sqlite

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	guardsqlite "github.com/plumbdata/plumb/internal/guard/sqlite"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite/engine"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// catalogLimits bound one question about the schema.
var catalogLimits = source.Limits{Time: 30 * time.Second, Rows: 5_000_000, Bytes: 1 << 30}

// Introspect reads the schema with a handful of queries, however many tables
// there are, and then looks at some rows of each table within a time budget.
func (s *Source) Introspect(ctx context.Context, f source.Filter) (*schema.Snapshot, error) {
	mark, err := s.Fingerprint(ctx)
	if err != nil {
		return nil, err
	}
	l, err := s.structure(ctx, f)
	if err != nil {
		return nil, err
	}
	l.snapshot.Fingerprint = mark
	if !f.Structure {
		s.gather(ctx, l)
		if err := ctx.Err(); err != nil {
			return nil, fault.Of(err)
		}
	}
	return l.snapshot, nil
}

// ask runs one of Plumb's own questions about the schema.
func (s *Source) ask(ctx context.Context, sql string, args ...string) ([]table.Row, error) {
	t, err := s.read(ctx, wire.Statement{SQL: sql, Args: args, Catalog: true}, catalogLimits)
	if err != nil {
		return nil, err
	}
	return t.Rows, nil
}

const (
	// Shadow tables hold the insides of virtual ones; sqlite_… is SQLite's own.
	tablesSQL = `SELECT name, type, wr FROM pragma_table_list
		WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND lower(substr(name, 1, 7)) <> 'sqlite_' ORDER BY name`
	columnsSQL = `SELECT t.name, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden FROM pragma_table_list AS t, pragma_table_xinfo(t.name, 'main') AS c
		WHERE t.schema = 'main' AND t.type = ? ORDER BY t.name, c.cid`
	oneSQL  = `SELECT ?1, name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?1, 'main') ORDER BY cid`
	keysSQL = `SELECT t.name, k.id, k."table", k."from", k."to" FROM pragma_table_list AS t, pragma_foreign_key_list(t.name, 'main') AS k
		WHERE t.schema = 'main' AND t.type = 'table' ORDER BY t.name, k.id DESC, k.seq`
	uniqueSQL = `SELECT t.name, l.name, i.name FROM pragma_table_list AS t, pragma_index_list(t.name, 'main') AS l, pragma_index_info(l.name, 'main') AS i
		WHERE t.schema = 'main' AND t.type = 'table' AND l."unique" AND NOT l.partial AND l.origin <> 'pk' ORDER BY t.name, l.seq DESC, i.seqno`
)

// structure reads tables, columns and keys.
func (s *Source) structure(ctx context.Context, f source.Filter) (*look, error) {
	l := &look{snapshot: &schema.Snapshot{Dialect: guardsqlite.Dialect, Database: s.name(), TakenAt: time.Now().UTC()},
		byName: map[string]int{}, kinds: map[string]string{}, numbered: map[string]bool{}}
	rows, err := s.ask(ctx, tablesSQL)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		l.addTable(f, r)
	}
	if err := s.columns(ctx, l); err != nil {
		return nil, err
	}
	for sql, add := range map[string]addPart{keysSQL: addForeignKey, uniqueSQL: addUnique} {
		if rows, err = s.ask(ctx, sql); err != nil {
			return nil, err
		}
		for i, r := range rows {
			begins := i == 0 || rows[i-1][0] != r[0] || rows[i-1][1] != r[1]
			if t := l.table(r[0].Raw()); t != nil {
				add(t, r, begins)
			}
		}
	}
	l.complete()
	return l, nil
}

// columns reads the columns of all tables at once. One view that cannot be
// used any more, or one virtual table of a module that is not here, makes the
// question fail: then each is asked about alone.
func (s *Source) columns(ctx context.Context, l *look) error {
	for _, kind := range []string{"table", "view", "virtual"} {
		rows, err := s.ask(ctx, columnsSQL, kind)
		switch {
		case err == nil:
			l.addColumns(rows)
			continue
		case kind == "table" || ctx.Err() != nil:
			return err
		}
		for i := range l.snapshot.Tables {
			if t := &l.snapshot.Tables[i]; l.kinds[t.Name] == kind {
				if rows, err := s.ask(ctx, oneSQL, t.Name); err == nil {
					l.addColumns(rows)
				} else if ctx.Err() != nil {
					return err
				}
			}
		}
	}
	return nil
}

// look is an introspection in progress.
type look struct {
	snapshot *schema.Snapshot
	byName   map[string]int    // folded
	kinds    map[string]string // table, view or virtual
	numbered map[string]bool   // tables whose rows have a rowid
}

func (l *look) table(name string) *schema.Table {
	i, ok := l.byName[fold(name)]
	if !ok {
		return nil
	}
	return &l.snapshot.Tables[i]
}

// fold maps names that SQLite takes for the same to one: it ignores the case of
// ASCII letters only.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + ('a' - 'A')
		}
		return r
	}, name)
}

func (l *look) addTable(f source.Filter, r table.Row) {
	t := schema.Table{Name: r[0].Raw(), Kind: schema.BaseTable, Rows: -1}
	if r[1].Raw() == "view" {
		t.Kind = schema.View
	}
	if f.Keeps("main", t.Name) {
		without, _ := r[2].Int64()
		l.kinds[t.Name] = r[1].Raw()
		l.numbered[t.Name] = l.kinds[t.Name] == "table" && without == 0
		l.byName[fold(t.Name)] = len(l.snapshot.Tables)
		l.snapshot.Tables = append(l.snapshot.Tables, t)
	}
}

func (l *look) addColumns(rows []table.Row) {
	const hiddenColumn = 1 // of a virtual table; 2 and 3 are generated columns
	for _, r := range rows {
		t := l.table(r[0].Raw())
		if hidden, _ := r[6].Int64(); t == nil || hidden == hiddenColumn {
			continue
		}
		required, _ := r[3].Int64()
		c := schema.Column{Name: r[1].Raw(), Type: r[2].Raw(), Nullable: required == 0, Default: r[4].Raw()}
		if c.Kind = engine.DeclaredKind(c.Type); c.Kind == table.Null {
			c.Kind = table.Text
		}
		if pk, _ := r[5].Int64(); pk > 0 {
			for int64(len(t.PrimaryKey)) < pk {
				t.PrimaryKey = append(t.PrimaryKey, "")
			}
			t.PrimaryKey[pk-1] = c.Name
		}
		t.Columns = append(t.Columns, c)
	}
}

// addPart adds a column to the last key of a table, or begins a new one.
type addPart func(t *schema.Table, r table.Row, begins bool)

// addForeignKey: a target column may be left out, which means the primary key.
func addForeignKey(t *schema.Table, r table.Row, begins bool) {
	if begins {
		t.ForeignKeys = append(t.ForeignKeys, schema.ForeignKey{RefTable: r[2].Raw()})
	}
	k := &t.ForeignKeys[len(t.ForeignKeys)-1]
	k.Columns = append(k.Columns, r[3].Raw())
	k.RefColumns = append(k.RefColumns, r[4].Raw())
}

// addUnique: an expression in an index has no name.
func addUnique(t *schema.Table, r table.Row, begins bool) {
	if begins {
		t.Unique = append(t.Unique, nil)
	}
	last := len(t.Unique) - 1
	t.Unique[last] = append(t.Unique[last], r[2].Raw())
}

// complete settles what could only be known at the end. What has no columns
// cannot be asked about: a view over a table that is gone, say.
func (l *look) complete() {
	for i := range l.snapshot.Tables {
		t := &l.snapshot.Tables[i]
		t.Unique = slices.DeleteFunc(t.Unique, func(columns []string) bool { return slices.Contains(columns, "") })
		for j := range t.ForeignKeys {
			l.resolve(&t.ForeignKeys[j])
		}
		for _, name := range t.PrimaryKey {
			if c := t.Column(name); c != nil && len(t.PrimaryKey) == 1 && strings.EqualFold(c.Type, "INTEGER") {
				c.Nullable = false // it is the row's number
			}
		}
	}
	l.snapshot.Tables = slices.DeleteFunc(l.snapshot.Tables, func(t schema.Table) bool { return len(t.Columns) == 0 })
}

func (l *look) resolve(k *schema.ForeignKey) {
	t := l.table(k.RefTable)
	if t == nil {
		return
	}
	k.RefTable = t.Name
	if k.RefColumns[0] == "" && len(t.PrimaryKey) == len(k.Columns) {
		k.RefColumns = slices.Clone(t.PrimaryKey)
	}
}
