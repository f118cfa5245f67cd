package tool

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
)

type listTablesArguments struct {
	Schema string `json:"schema,omitempty" schema:"max=300,description=only the tables of this schema"`
}

var listTablesForm = model.NewForm[listTablesArguments]("list_tables", "")

func (k *Kit) listTables(ctx context.Context, a listTablesArguments) (Output, error) {
	s, err := k.database.Schema(ctx, connection.Full)
	if err != nil {
		return Output{}, err
	}
	if !hasSchemas(s) {
		a.Schema = ""
	}
	l := newTableList()
	var schemas []string
	for i := range s.Tables {
		t := &s.Tables[i]
		schemas = append(schemas, t.Schema)
		if a.Schema == "" || strings.EqualFold(t.Schema, a.Schema) {
			l.addTable(s, t)
		}
	}
	if len(l.Rows) == 0 && a.Schema != "" {
		return Output{}, fault.New(fault.NotFound, "there is no schema %q", a.Schema).WithHint("%s", fault.DidYouMean(a.Schema, "schemas", schemas))
	}
	return l.output(page{instead: "search_tables finds tables by words."})
}

// newTableList begins a list of tables.
func newTableList() *list { return newList("table", "kind", "#rows", "#columns", "about") }

func (l *list) addTable(s *schema.Snapshot, t *schema.Table) {
	l.add(s.DisplayName(t), string(t.Kind), t.Rows, len(t.Columns), clip(t.About(), longestAbout))
}
