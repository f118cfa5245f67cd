package decode

import (
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

var arrowSchema = arrow.NewSchema([]arrow.Field{
	{Name: "id", Type: arrow.PrimitiveTypes.Int64},
	{Name: "small", Type: arrow.PrimitiveTypes.Int8, Nullable: true},
	{Name: "large", Type: arrow.PrimitiveTypes.Uint64},
	{Name: "ok", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
	{Name: "share", Type: arrow.PrimitiveTypes.Float64},
	{Name: "name", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "city", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, Nullable: true},
	{Name: "day", Type: arrow.FixedWidthTypes.Date32},
	{Name: "at", Type: &arrow.TimestampType{Unit: arrow.Nanosecond}},
	{Name: "instant", Type: &arrow.TimestampType{Unit: arrow.Millisecond, TimeZone: "Europe/Berlin"}},
	{Name: "clock", Type: arrow.FixedWidthTypes.Time32s},
	{Name: "price", Type: &arrow.Decimal128Type{Precision: 20, Scale: 2}},
	{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String)},
	{Name: "id", Type: arrow.PrimitiveTypes.Float32},
}, nil)

// recordBatch has n rows; every third value of a column that may be missing is.
func recordBatch(n int) arrow.RecordBatch {
	b := array.NewRecordBuilder(memory.NewGoAllocator(), arrowSchema)
	defer b.Release()
	for i := range n {
		for column := range arrowSchema.NumFields() {
			if i%3 == 2 && arrowSchema.Field(column).Nullable {
				b.Field(column).AppendNull()
				continue
			}
			switch f := b.Field(column).(type) {
			case *array.Int64Builder:
				f.Append(int64(i))
			case *array.Int8Builder:
				f.Append(int8(i%100 - 50))
			case *array.Uint64Builder:
				f.Append(1<<63 + uint64(i))
			case *array.BooleanBuilder:
				f.Append(i%2 == 0)
			case *array.Float64Builder:
				f.Append(float64(i) / 4)
			case *array.StringBuilder:
				f.Append(fmt.Sprintf("größe %d", i))
			case *array.BinaryDictionaryBuilder:
				_ = f.AppendString([]string{"Rome", "Oslo"}[i%2]) // a builder in memory
			case *array.Date32Builder:
				f.Append(arrow.Date32(19000 + i))
			case *array.TimestampBuilder:
				f.Append(arrow.Timestamp(1_700_000_000_123 * map[bool]int64{true: 1, false: 1_000_000}[column == 9]))
			case *array.Time32Builder:
				f.Append(arrow.Time32(i % 86400))
			case *array.Decimal128Builder:
				f.Append(decimal128.FromBigInt(big.NewInt(int64(-100*i - 25))))
			case *array.ListBuilder:
				f.Append(true)
				f.ValueBuilder().(*array.StringBuilder).AppendValues([]string{"a", "b"}, nil)
			case *array.Float32Builder:
				f.Append(1.5)
			}
		}
	}
	return b.NewRecordBatch()
}

func arrowFileOf(t testing.TB, stream bool, batches int, rows int, options ...ipc.Option) []byte {
	t.Helper()
	var out bytes.Buffer
	options = append(options, ipc.WithSchema(arrowSchema))
	var w interface {
		Write(arrow.RecordBatch) error
		io.Closer
	} = ipc.NewWriter(&out, options...)
	if !stream {
		var err error
		if w, err = ipc.NewFileWriter(&out, options...); err != nil {
			t.Fatal(err)
		}
	}
	for range batches {
		if err := w.Write(recordBatch(rows)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// query asks DuckDB about a Parquet file.
func query(t testing.TB, statement string) []string {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(sql.NullString)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		var fields []string
		for _, v := range values {
			if s := v.(*sql.NullString); s.Valid {
				fields = append(fields, s.String)
			} else {
				fields = append(fields, "∅")
			}
		}
		list = append(list, strings.Join(fields, "|"))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestArrowFiles(t *testing.T) {
	for name, data := range map[string][]byte{
		"plain.feather": arrowFileOf(t, false, 2, 3),
		"lz4.feather":   arrowFileOf(t, false, 2, 3, ipc.WithLZ4()),
		"zstd.arrow":    arrowFileOf(t, false, 2, 3, ipc.WithZstd()),
		"stream.arrows": arrowFileOf(t, true, 2, 3),
	} {
		parts, err := Open(t.Context(), write(t, name, data), t.TempDir())
		if err != nil || len(parts) != 1 || parts[0].Kind != Parquet {
			t.Fatal(name, parts, err)
		}
		if diff := cmp.Diff([]Note{{Subject: StoredAsText, What: "column tags (list)"}}, parts[0].Notes); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		from := "read_parquet('" + parts[0].Path + "')"
		types := query(t, "SELECT string_agg(column_name || ' ' || column_type, ', ') FROM (DESCRIBE SELECT * FROM "+from+")")
		if want := "id BIGINT, small INTEGER, large UBIGINT, ok BOOLEAN, share DOUBLE, name VARCHAR, city VARCHAR, day DATE, at TIMESTAMP, instant TIMESTAMP WITH TIME ZONE, clock TIME, price DECIMAL(20,2), tags VARCHAR, id 2 FLOAT"; types[0] != want {
			t.Errorf("%s: %s, want %s", name, types[0], want)
		}
		got := query(t, "SELECT COLUMNS(*)::VARCHAR FROM (SELECT * REPLACE (epoch_ms(instant) AS instant) FROM "+from+")")
		want := []string{
			"0|-50|9223372036854775808|true|0.0|größe 0|Rome|2022-01-08|2023-11-14 22:13:20.123|1700000000123|00:00:00|-0.25|[\"a\",\"b\"]|1.5",
			"1|-49|9223372036854775809|false|0.25|größe 1|Oslo|2022-01-09|2023-11-14 22:13:20.123|1700000000123|00:00:01|-1.25|[\"a\",\"b\"]|1.5",
			"2|∅|9223372036854775810|∅|0.5|∅|∅|2022-01-10|2023-11-14 22:13:20.123|1700000000123|00:00:02|-2.25|[\"a\",\"b\"]|1.5",
		}
		if diff := cmp.Diff(append(want, want...), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestLargeArrowFile(t *testing.T) {
	const rows = groupRows + 1000
	parts, err := Open(t.Context(), write(t, "large.feather", arrowFileOf(t, false, 1, rows, ipc.WithLZ4())), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	got := query(t, `SELECT count(*), sum(id)::BIGINT, count(name), max(name), sum(ok::INT)::BIGINT FROM read_parquet('`+parts[0].Path+`')`)
	sum, present, yes := 0, 0, 0
	for i := range rows {
		sum += i
		if i%3 != 2 {
			present++
			yes += (i + 1) % 2
		}
	}
	if want := fmt.Sprintf("%d|%d|%d|größe 9999|%d", rows, sum, present, yes); got[0] != want {
		t.Errorf("got %s, want %s", got[0], want)
	}
}

func TestDamagedArrowFiles(t *testing.T) {
	whole := arrowFileOf(t, false, 1, 100, ipc.WithZstd())
	for name, data := range map[string][]byte{
		"cut":      whole[:len(whole)/2],
		"magic":    []byte("ARROW1\x00\x00"),
		"stream":   []byte("\xff\xff\xff\xff\x10\x00\x00\x00abc"),
		"feather1": []byte("FEA1abc"),
	} {
		if _, err := Open(t.Context(), write(t, name+".feather", data), t.TempDir()); fault.CodeOf(err) != fault.BadData || fault.Of(err).Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Files with some bytes changed are read, or refused as damaged; nothing else
// happens.
func TestMutatedArrowFiles(t *testing.T) {
	seeds := [][]byte{arrowFileOf(t, false, 1, 3), arrowFileOf(t, true, 1, 3, ipc.WithLZ4()), arrowFileOf(t, false, 1, 3, ipc.WithZstd())}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		data := bytes.Clone(seeds[i%len(seeds)])
		for range 1 + random.IntN(4) {
			data[8+random.IntN(len(data)-8)] = byte(random.IntN(256))
		}
		decodeArrow(t, data)
	}
}

func FuzzArrow(f *testing.F) {
	f.Add(arrowFileOf(f, false, 1, 3))
	f.Add(arrowFileOf(f, true, 1, 3, ipc.WithLZ4()))
	f.Fuzz(func(t *testing.T, data []byte) { decodeArrow(t, data) })
}

// decodeArrow converts bytes that may be an Arrow file.
func decodeArrow(t *testing.T, data []byte) {
	t.Helper()
	d := &decoder{ctx: t.Context(), limits: standard, left: standard.bytes}
	_, err := d.arrowStream(item{name: "data.feather"}, bytes.NewReader(data), func(fill func(io.Writer) error) (string, error) {
		return "", fill(&boundedWriter{d, io.Discard})
	})
	if err != nil && fault.CodeOf(err) != fault.BadData {
		t.Fatal(err)
	}
}

// TestArrowTypes covers the types that tables rarely have. The values are given as
// JSON, as the library reads it.
func TestArrowTypes(t *testing.T) {
	point := arrow.StructOf(arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Int16, Nullable: true}, arrow.Field{Name: "d", Type: arrow.FixedWidthTypes.Date32, Nullable: true})
	for _, c := range []struct {
		typ               arrow.DataType
		json, stored, got string
	}{
		{arrow.PrimitiveTypes.Uint32, `[4294967295, null]`, "BIGINT", "4294967295|∅"},
		{arrow.FixedWidthTypes.Float16, `[1.5, -0.25]`, "FLOAT", "1.5|-0.25"},
		{arrow.BinaryTypes.LargeString, `["größer", null, ""]`, "VARCHAR", "größer|∅|"},
		{arrow.BinaryTypes.StringView, `["short", "longer than twelve bytes", null]`, "VARCHAR", "short|longer than twelve bytes|∅"},
		{arrow.FixedWidthTypes.Date64, `["2024-02-29", "1969-12-31"]`, "DATE", "2024-02-29|1969-12-31"},
		{&arrow.TimestampType{Unit: arrow.Nanosecond}, `["1969-12-31 23:59:59.999999"]`, "TIMESTAMP", "1969-12-31 23:59:59.999999"},
		{arrow.FixedWidthTypes.Time64ns, `["12:34:56.789"]`, "TIME", "12:34:56.789"},
		{arrow.FixedWidthTypes.Duration_s, `[5400, -60]`, "VARCHAR", "01:30:00|-00:01:00"},
		{&arrow.FixedSizeBinaryType{ByteWidth: 2}, `["YWI="]`, "BLOB", "ab"},
		{arrow.Null, `[null, null]`, "VARCHAR", "∅|∅"},
		{&arrow.Decimal128Type{Precision: 38, Scale: 3}, `["-12345678901234567890.125"]`, "DECIMAL(38,3)", "-12345678901234567890.125"},
		{point, `[{"x": 1, "d": "2024-01-02"}, null, {"x": null, "d": null}]`, "VARCHAR", `{"x":1,"d":"2024-01-02"}|∅|{"x":null,"d":null}`},
		{arrow.ListOf(point), `[[{"x": 1, "d": null}], [], null]`, "VARCHAR", `[{"x":1,"d":null}]|[]|∅`},
		{arrow.LargeListOf(arrow.PrimitiveTypes.Float64), `[[1.5, null]]`, "VARCHAR", `[1.5,null]`},
		{arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Uint64), `[[1, 7]]`, "VARCHAR", `[1,7]`},
		{arrow.MapOf(arrow.BinaryTypes.String, arrow.FixedWidthTypes.Boolean), `[[{"key": "a", "value": true}]]`, "VARCHAR", `[{"key":"a","value":true}]`},
	} {
		a, _, err := array.FromJSON(memory.NewGoAllocator(), c.typ, strings.NewReader(c.json))
		if err != nil {
			t.Fatal(c.typ, err)
		}
		schema := arrow.NewSchema([]arrow.Field{{Name: "v", Type: c.typ, Nullable: true}}, nil)
		var out bytes.Buffer
		w, err := ipc.NewFileWriter(&out, ipc.WithSchema(schema), ipc.WithLZ4())
		if err == nil {
			err = w.Write(array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len())))
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(c.typ, err)
		}
		parts, err := Open(t.Context(), write(t, "data.arrow", out.Bytes()), t.TempDir())
		if err != nil {
			t.Error(c.typ, err)
			continue
		}
		from := "read_parquet('" + parts[0].Path + "')"
		stored := query(t, "SELECT column_type FROM (DESCRIBE SELECT * FROM "+from+")")[0]
		if got := strings.Join(query(t, "SELECT v::VARCHAR FROM "+from), "|"); got != c.got || stored != c.stored {
			t.Errorf("%s: %s %s, want %s %s", c.typ, stored, got, c.stored, c.got)
		}
	}
}
