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
	found, err := b.Ask(ctx, "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'stage' AND database_name = 'temp' ORDER BY column_index")
	if err != nil {
		return unreadable(f, err)
	}
	s := staged{table: stageName}
	for _, r := range found.Rows {
		s.columns = append(s.columns, column{duckdb.Identifier(r[0].String()), r[0].String(), r[1].String()})
	}
	return b.addStaged(ctx, f, s, name)
}
