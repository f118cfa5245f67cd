package tool

import (
	"context"
	"maps"
	"slices"

	"github.com/plumbdata/plumb/internal/connection"
)

type listSchemasArguments struct{}

func (k *Kit) listSchemas(ctx context.Context, _ listSchemasArguments) (Output, error) {
	s, err := k.database.Schema(ctx, connection.Structure)
	if err != nil {
		return Output{}, err
	}
	tables := map[string]int{}
	for i := range s.Tables {
		tables[s.Tables[i].Schema]++
	}
	l := newList("schema", "#tables")
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		l.add(name, tables[name])
	}
	return l.output(page{})
}
