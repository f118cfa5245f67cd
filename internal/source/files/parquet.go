package files

import (
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// smallParquet is the size up to which all of a Parquet file is read for
// statistics.
const smallParquet = 8 << 20

// addParquet makes a view of a Parquet file, which is read in place, or a table of
// one that was decoded.
func (b *build) addParquet(ctx context.Context, f file, name string) error {
	// The footer alone says how many rows there are.
	found, err := b.Ask(ctx, fmt.Sprintf("SELECT num_rows FROM parquet_file_metadata(%s)", duckdb.Literal(f.path)))
	if err != nil {
		return unreadable(f, err)
	}
	what := "VIEW"
	if f.decoded {
		what = "TABLE"
	}
	r := duckdb.Relation{Name: name, View: !f.decoded, Rows: -1, Small: f.size <= smallParquet}
	if len(found.Rows) == 1 {
		r.Rows, _ = found.Rows[0][0].Int64()
	}
	for _, sql := range []string{
		fmt.Sprintf("CREATE %s %s AS SELECT * FROM read_parquet(%s, hive_partitioning = false)", what, duckdb.Identifier(name), duckdb.Literal(f.path)),
		fmt.Sprintf("COMMENT ON %s %s IS %s", what, duckdb.Identifier(name), duckdb.Literal("file "+f.shown)),
	} {
		if _, err := b.Ask(ctx, sql); err != nil {
			return unreadable(f, err)
		}
	}
	b.unit.Relations = append(b.unit.Relations, r)
	if !f.decoded {
		b.unit.Files = append(b.unit.Files, f.path)
	}
	return nil
}

// mostNested is the size of the largest Parquet file whose nested columns become
// columns and tables of their own; it is copied for that.
const mostNested = 512 << 20

// stageNested loads a Parquet file that has structures or lists; nil for others,
// which are read in place.
func (b *build) stageNested(ctx context.Context, f file) (*staged, error) {
	if err := checkParquet(f); err != nil {
		return nil, err
	}
	query := fmt.Sprintf("SELECT * FROM read_parquet(%s, hive_partitioning = false)", duckdb.Literal(f.path))
	columns, err := b.describe(ctx, query)
	if err != nil {
		return nil, unreadable(f, err)
	}
	if f.size > mostNested || !slices.ContainsFunc(columns, func(c column) bool { return isObject(c) || isList(c) }) {
		return nil, nil
	}
	s := &staged{table: stageName, typed: true}
	if _, err = b.Ask(ctx, "CREATE OR REPLACE TEMP TABLE stage AS "+query); err == nil {
		s.columns, err = b.flatten(ctx, stageName, columns)
	}
	if err != nil {
		return nil, unreadable(f, err)
	}
	return s, nil
}

// checkParquet says why a file is no Parquet file. They begin and end with the
// same four letters.
func checkParquet(f file) error {
	opened, err := openFile(f)
	if err != nil {
		return err
	}
	defer opened.Close()
	var first, last [4]byte
	_, err = opened.ReadAt(first[:], 0)
	_, errLast := opened.ReadAt(last[:], max(0, f.size-int64(len(last))))
	switch plain := [4]byte{'P', 'A', 'R', '1'}; {
	case err == nil && first == [4]byte{'P', 'A', 'R', 'E'}:
		return fault.New(fault.BadData, "%s is encrypted", f.shown).WithHint("write it without encryption, and connect again")
	case err != nil || first != plain:
		return fault.New(fault.BadData, "%s is not a Parquet file", f.shown).WithHint("check its file extension")
	case errLast != nil || last != plain:
		return fault.New(fault.BadData, "%s is incomplete: its end is missing", f.shown).WithHint("copy or write it again")
	}
	return nil
}
