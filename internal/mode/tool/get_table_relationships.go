package tool

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
)

var relationshipsForm = model.NewForm[named]("get_table_relationships", "")

func (k *Kit) relationships(ctx context.Context, a named) (Output, error) {
	s, t, err := k.table(ctx, a)
	if err != nil {
		return Output{}, err
	}
	l := newList("from", "columns", "to", "to_columns", "declared", "why")
	add := func(from *schema.Table, f schema.ForeignKey) {
		declared := "yes"
		if f.Inferred {
			declared = "no"
		}
		l.add(s.DisplayName(from), strings.Join(f.Columns, ", "), target(s, f), strings.Join(f.RefColumns, ", "), declared, clip(f.Evidence, longestAbout))
	}
	for _, f := range t.ForeignKeys {
		add(t, f)
	}
	for i := range s.Tables {
		other := &s.Tables[i]
		for _, f := range other.ForeignKeys {
			if other != t && strings.EqualFold(f.RefTable, t.Name) && strings.EqualFold(f.RefSchema, t.Schema) {
				add(other, f)
			}
		}
	}
	note := ""
	if len(l.Rows) == 0 {
		note = "No key leads from this table or to it."
	}
	return l.output(page{Table: s.DisplayName(t), Note: note}, t.QualifiedName())
}
