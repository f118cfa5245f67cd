package tool

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
)

// named is how tools that are about one table are told which.
type named struct {
	Table  string `json:"table" schema:"min=1,max=300,description=the name of the table, with or without its schema"`
	Schema string `json:"schema,omitempty" schema:"max=300,description=its schema, where the name alone is not enough"`
}

// table finds the table that is meant.
func (k *Kit) table(ctx context.Context, n named) (*schema.Snapshot, *schema.Table, error) {
	s, err := k.database.Schema(ctx, connection.Full)
	if err != nil {
		return nil, nil, err
	}
	name := n.Table
	if !hasSchemas(s) { // as some write main.sales where there is only sales
		name = name[strings.LastIndex(name, ".")+1:]
		if s.Table(n.Table) != nil {
			name = n.Table
		}
	} else if n.Schema != "" && !strings.HasPrefix(strings.ToLower(name), strings.ToLower(n.Schema)+".") {
		name = n.Schema + "." + name
	}
	if t := s.Table(name); t != nil {
		return s, t, nil
	}
	return nil, nil, fault.New(fault.NotFound, "there is no table %q", clip(name, longestValue)).
		WithHint("%s", fault.DidYouMean(name, "tables", s.TableNames()))
}

// hasSchemas is false for a database whose tables have plain names.
func hasSchemas(s *schema.Snapshot) bool {
	return slices.ContainsFunc(s.Tables, func(t schema.Table) bool { return t.Schema != "" })
}

// column finds a column of a table.
func column(t *schema.Table, name string) (*schema.Column, error) {
	if c := t.Column(name); c != nil {
		return c, nil
	}
	return nil, fault.New(fault.NotFound, "the table %s has no column %q", t.Name, clip(name, longestValue)).
		WithHint("%s", fault.DidYouMean(name, "columns", t.ColumnNames()))
}

// quote is a name of the schema as every engine reads it, whatever is in it.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// quoteName is the full name of a table in a statement.
func quoteName(t *schema.Table) string {
	if t.Schema == "" {
		return quote(t.Name)
	}
	return quote(t.Schema) + "." + quote(t.Name)
}
