package engine

import (
	"fmt"
	"strings"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/table"
)

// column is a column of a result, with the vector of the current chunk.
type column struct {
	column table.Column
	typ    *typ
	vector vector
}

func (c *column) load(v duckdb.Vector) { c.vector.load(c.typ, v) }

// value is the value in a row of the current chunk. Text-like values share
// memory with the chunk, and are cut to limit bytes.
func (c *column) value(row, limit int) table.Value {
	if !c.vector.valid(row) {
		return table.Value{}
	}
	return c.typ.value(&c.vector, row, limit)
}

// describe reads the names and types of the columns, and reports whether all
// of them can be decoded.
func (p *prepared) describe() bool {
	count := duckdb.PreparedStatementColumnCount(p.statement)
	p.columns = make([]*column, count)
	readable := true
	for i := range p.columns {
		logical := duckdb.PreparedStatementColumnLogicalType(p.statement, duckdb.IdxT(i))
		t := newType(logical)
		duckdb.DestroyLogicalType(&logical)
		p.columns[i] = &column{typ: t, column: table.Column{
			Name:   duckdb.PreparedStatementColumnName(p.statement, duckdb.IdxT(i)),
			Kind:   t.kind(),
			Native: shorten(t.name),
		}}
		readable = readable && t.readable()
	}
	return readable
}

// castUnreadable wraps the statement so that columns of types that cannot be
// decoded come as JSON or as text.
func (p *prepared) castUnreadable(sql string) string {
	outer, inner := make([]string, len(p.columns)), make([]string, len(p.columns))
	for i, c := range p.columns {
		inner[i] = fmt.Sprintf("c%d", i)
		expression := inner[i]
		switch {
		case c.typ.readable():
		case c.typ.id == duckdb.TypeGeometry:
			expression = "CAST(" + expression + " AS VARCHAR)"
		default:
			// Casting a null gives JSON's null.
			expression = "CASE WHEN " + expression + " IS NOT NULL THEN CAST(" + expression + " AS JSON) END"
		}
		outer[i] = expression + ` AS "` + strings.ReplaceAll(c.column.Name, `"`, `""`) + `"`
	}
	return "SELECT " + strings.Join(outer, ", ") +
		" FROM (" + strings.TrimRight(sql, "; \t\r\n") + "\n) AS result(" + strings.Join(inner, ", ") + ")"
}

// shorten bounds the name of a type: an enum's has all its values.
func shorten(name string) string {
	const most = 200
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}
