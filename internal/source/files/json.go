package files

import (
	"context"
	"fmt"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

func studyJSON(ctx context.Context, ask asker, f file) (duckdb.View, []fault.Diagnostic, error) {
	options := ", " + compression(f)
	if s := f.format.suffix(f.shown); s != ".json" && s != ".json.gz" {
		options += ", format = 'newline_delimited'"
	}
	sample := options
	if small(f) {
		sample += ", sample_size = -1"
	}
	found, err := ask.Ask(ctx, fmt.Sprintf("DESCRIBE SELECT * FROM read_json(%s%s)", duckdb.Literal(f.path), sample), source.Limits{Rows: 100_000}.OrDefault())
	if err != nil {
		return duckdb.View{}, nil, unreadable(f, err)
	}
	list := make([]column, len(found.Rows))
	for i, r := range found.Rows {
		list[i] = column{r[0].String(), r[1].String()}
	}
	return duckdb.View{
		SQL:  fmt.Sprintf("SELECT * FROM read_json(%s%s, columns = %s)", duckdb.Literal(f.path), options, columns(list)),
		Rows: -1, Small: small(f),
	}, nil, nil
}

func studyParquet(ctx context.Context, ask asker, f file) (duckdb.View, []fault.Diagnostic, error) {
	if err := isParquet(f); err != nil {
		return duckdb.View{}, nil, err
	}
	// The footer alone says how many rows there are.
	found, err := ask.Ask(ctx, fmt.Sprintf("SELECT num_rows FROM parquet_file_metadata(%s)", duckdb.Literal(f.path)), source.Limits{}.OrDefault())
	if err != nil {
		return duckdb.View{}, nil, unreadable(f, err)
	}
	view := duckdb.View{SQL: fmt.Sprintf("SELECT * FROM read_parquet(%s, hive_partitioning = false)", duckdb.Literal(f.path)), Rows: -1, Small: small(f)}
	if len(found.Rows) == 1 {
		view.Rows, _ = found.Rows[0][0].Int64()
	}
	return view, nil, nil
}

// isParquet says why a file is not one. They begin and end with the same four
// letters.
func isParquet(f file) error {
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
