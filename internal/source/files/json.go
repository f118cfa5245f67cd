package files

import (
	"context"
	"fmt"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// stageJSON loads a JSON file with the types that all of its values have; text is
// studied like that of a CSV.
func (b *build) stageJSON(ctx context.Context, f file) (staged, error) {
	s := staged{table: stageName}
	if _, err := readOpening(f); err != nil {
		return s, err
	}
	options := ", sample_size = -1, compression = 'uncompressed'"
	if f.format.kind == formatJSONLines {
		options += ", format = 'newline_delimited'"
	}
	_, err := b.Ask(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE stage AS SELECT * FROM read_json(%s%s)", duckdb.Literal(f.path), options))
	if err == nil {
		s.columns, err = b.describe(ctx, "SELECT * FROM "+stageName)
	}
	if err == nil {
		s.columns, err = b.flatten(ctx, stageName, s.columns)
	}
	if err != nil {
		return staged{}, unreadable(f, err)
	}
	return s, nil
}
