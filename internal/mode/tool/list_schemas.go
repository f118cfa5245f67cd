package tool

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/model"
)

type listSchemasArguments struct{}

var listSchemasForm = model.NewForm[listSchemasArguments]("list_schemas", "")

func (k *Kit) listSchemas(ctx context.Context, _ listSchemasArguments) (Output, error) {
	s, err := k.database.Schema(ctx, connection.Structure)
	if err != nil {
		return Output{}, err
	}
	tables := map[string]int{}
	for i := range s.Tables {
		tables[cmp.Or(s.Tables[i].Schema, "main")]++ // as engines without schemas call the one that they have
	}
	l := newList("schema", "#tables")
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		l.add(name, tables[name])
	}
	return l.output(page{})
}
