package tool

import (
	"context"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
)

type searchTablesArguments struct {
	Words  string `json:"words" schema:"min=1,max=500,description=what to look for, in plain words"`
	Tables int    `json:"tables,omitempty" schema:"min=1,max=50,description=how many tables; 10 if left out"`
}

var searchTablesForm = model.NewForm[searchTablesArguments]("search_tables", "")

func (k *Kit) searchTables(ctx context.Context, a searchTablesArguments) (Output, error) {
	const tables = 10
	s, err := k.database.Schema(ctx, connection.Full)
	if err != nil {
		return Output{}, err
	}
	if a.Tables == 0 {
		a.Tables = tables
	}
	l := newTableList()
	found := k.indexOf(s).Search(a.Words)
	for _, t := range found[:min(a.Tables, len(found))] {
		l.addTable(s, t)
	}
	note := ""
	switch {
	case len(found) == 0:
		note = "Nothing is called so. Try other words, or list_tables."
	case len(found) > a.Tables:
		note = "More tables match; these match best."
	}
	return l.output(page{Note: note})
}

// indexOf is the index over a schema, which is made when it is first searched.
func (k *Kit) indexOf(s *schema.Snapshot) *schema.Index {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.index == nil || k.indexed != s {
		k.index, k.indexed = schema.NewIndex(s), s
	}
	return k.index
}
