package files

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// addJSON stages a JSON file with the types that all of its values have; text is
// studied like that of a CSV.
func (b *build) addJSON(ctx context.Context, f file, name string) error {
	if _, err := readOpening(f); err != nil {
		return err
	}
	options := ", sample_size = -1, " + compression(f)
	if s := f.format.suffix(f.shown); !strings.HasPrefix(s, ".json") || strings.HasPrefix(s, ".jsonl") {
		options += ", format = 'newline_delimited'"
	}
	if _, err := b.Ask(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE stage AS SELECT * FROM read_json(%s%s)", duckdb.Literal(f.path), options)); err != nil {
		return unreadable(f, err)
	}
	columns, err := b.describe(ctx, "SELECT * FROM "+stageName)
	if err == nil {
		columns, err = b.flatten(ctx, stageName, columns)
	}
	if err != nil {
		return unreadable(f, err)
	}
	return b.addStaged(ctx, f, staged{table: stageName, columns: columns}, name)
}
