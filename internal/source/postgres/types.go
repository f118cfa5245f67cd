package postgres

import (
	"fmt"
	"maps"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/plumbdata/plumb/internal/table"
)

// dataType is how values of one PostgreSQL type are asked for, read and named.
type dataType struct {
	name   string
	kind   table.Kind
	format int16
	decode decoder

	// Of types that PostgreSQL does not have built in, or that are made of
	// others.
	oid       uint32
	base      uint32 // of a domain
	element   uint32 // of an array
	delimiter byte
	fields    []field  // of a composite
	labels    []string // of an enum, in order
}

type field struct {
	name string
	oid  uint32
}

// scalars are the built-in types with a kind of their own. All others are
// texts, or JSON if they are made of others.
var scalars = map[uint32]*dataType{
	pgtype.BoolOID:        {name: "boolean", kind: table.Bool, format: binaryFormat, decode: decodeBool},
	pgtype.Int2OID:        {name: "smallint", kind: table.Int, format: binaryFormat, decode: decodeInt2},
	pgtype.Int4OID:        {name: "integer", kind: table.Int, format: binaryFormat, decode: decodeInt4},
	pgtype.Int8OID:        {name: "bigint", kind: table.Int, format: binaryFormat, decode: decodeInt8},
	pgtype.OIDOID:         {name: "oid", kind: table.Int, format: binaryFormat, decode: decodeOID},
	pgtype.NumericOID:     {name: "numeric", kind: table.Decimal, format: binaryFormat, decode: decodeNumeric},
	pgtype.Float4OID:      {name: "real", kind: table.Float, format: binaryFormat, decode: decodeFloat4},
	pgtype.Float8OID:      {name: "double precision", kind: table.Float, format: binaryFormat, decode: decodeFloat8},
	pgtype.TextOID:        {name: "text", kind: table.Text, format: textFormat, decode: decodeText},
	pgtype.VarcharOID:     {name: "character varying", kind: table.Text, format: textFormat, decode: decodeText},
	pgtype.BPCharOID:      {name: "character", kind: table.Text, format: textFormat, decode: decodeText},
	pgtype.NameOID:        {name: "name", kind: table.Text, format: textFormat, decode: decodeText},
	pgtype.DateOID:        {name: "date", kind: table.Date, format: binaryFormat, decode: decodeDate},
	pgtype.TimeOID:        {name: "time without time zone", kind: table.Time, format: binaryFormat, decode: decodeTime},
	pgtype.TimestampOID:   {name: "timestamp without time zone", kind: table.Timestamp, format: binaryFormat, decode: decodeTimestamp},
	pgtype.TimestamptzOID: {name: "timestamp with time zone", kind: table.TimestampTZ, format: binaryFormat, decode: decodeInstant},
	pgtype.IntervalOID:    {name: "interval", kind: table.Interval, format: binaryFormat, decode: decodeInterval},
	pgtype.UUIDOID:        {name: "uuid", kind: table.UUID, format: binaryFormat, decode: decodeUUID},
	pgtype.JSONOID:        {name: "json", kind: table.JSON, format: textFormat, decode: decodeJSON},
	pgtype.JSONBOID:       {name: "jsonb", kind: table.JSON, format: binaryFormat, decode: decodeJSONB},
	pgtype.ByteaOID:       {name: "bytea", kind: table.Bytes, format: binaryFormat, decode: decodeBytes},
}

// typeSet is what is known about some types; it is never changed once made.
type typeSet map[uint32]*dataType

// typeCache keeps the types that one source has met.
type typeCache struct {
	mu    sync.Mutex
	known typeSet
}

// maxTypes bounds the cache; when it is full, it is cleared.
const maxTypes = 20_000

// types looks types up, in the catalog if they are new.
func (x *session) types(oids []uint32) (typeSet, error) {
	set, missing := x.source.types.lookup(oids)
	if len(missing) == 0 {
		return set, nil
	}
	b := &pgx.Batch{}
	b.Queue(typesSQL, missing).Query(x.source.types.read)
	if err := x.send(b); err != nil {
		return nil, err
	}
	set, _ = x.source.types.lookup(oids)
	return set, nil
}

// lookup returns the known types and which of those asked for are not.
func (c *typeCache) lookup(oids []uint32) (known typeSet, missing []uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) > maxTypes {
		c.known = nil
	}
	asked := map[uint32]bool{}
	for _, oid := range oids {
		if scalars[oid] == nil && c.known[oid] == nil && !asked[oid] {
			asked[oid] = true
			missing = append(missing, oid)
		}
	}
	return c.known, missing
}

// typesSQL reads types with all that they are made of.
const typesSQL = `WITH RECURSIVE part (oid) AS (
	SELECT unnest($1::oid[])
	UNION
	SELECT p.oid FROM part JOIN pg_catalog.pg_type t ON t.oid = part.oid,
	LATERAL (
		SELECT t.typelem WHERE t.typcategory = 'A' OR t.oid = 2287
		UNION ALL SELECT t.typbasetype
		UNION ALL SELECT a.atttypid FROM pg_catalog.pg_attribute a
			WHERE a.attrelid = t.typrelid AND t.typtype = 'c' AND a.attnum > 0 AND NOT a.attisdropped
	) p (oid)
	WHERE p.oid <> 0
)
SELECT t.oid, pg_catalog.format_type(t.oid, NULL), t.typtype::text,
	CASE WHEN t.typcategory = 'A' AND t.oid NOT IN (22, 30) OR t.oid = 2287 THEN t.typelem ELSE 0 END, t.typbasetype,
	coalesce((SELECT e.typdelim FROM pg_catalog.pg_type e WHERE e.oid = t.typelem), ',')::text,
	ARRAY(SELECT a.attname::text FROM pg_catalog.pg_attribute a
		WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum),
	ARRAY(SELECT a.atttypid FROM pg_catalog.pg_attribute a
		WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum),
	ARRAY(SELECT l.enumlabel::text FROM pg_catalog.pg_enum l WHERE l.enumtypid = t.oid ORDER BY l.enumsortorder)
FROM part JOIN pg_catalog.pg_type t ON t.oid = part.oid`

// read adds the rows of typesSQL. Readers of the old set keep it.
func (c *typeCache) read(rows pgx.Rows) error {
	var found []*dataType
	for rows.Next() {
		t := &dataType{format: textFormat, kind: table.Text, decode: decodeText}
		var class, delimiter string
		var names []string
		var oids []uint32
		if err := rows.Scan(&t.oid, &t.name, &class, &t.element, &t.base, &delimiter, &names, &oids, &t.labels); err != nil {
			return err
		}
		t.delimiter = delimiter[0]
		if class == "c" {
			for i := range names {
				t.fields = append(t.fields, field{names[i], oids[i]})
			}
		}
		found = append(found, t)
	}
	if err := rows.Err(); err != nil {
		return err
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	set := make(typeSet, len(c.known)+len(found))
	maps.Copy(set, c.known)
	for _, t := range found {
		set[t.oid] = t
	}
	for _, t := range found {
		set.settle(t)
	}
	c.known = set
	return nil
}

// settle decides how a type is read, once all types are in the set.
func (s typeSet) settle(t *dataType) {
	of := s.resolve(t.oid)
	if of != t && of.oid == 0 { // a domain over a built-in scalar
		t.kind, t.format, t.decode = of.kind, of.format, of.decode
		return
	}
	if of.element != 0 || of.fields != nil || of.oid == pgtype.RecordOID {
		t.kind = table.JSON
		t.decode = func(b []byte) (table.Value, bool) {
			j, ok := s.appendJSON(nil, of.oid, string(b))
			return table.NewJSON(string(j)), ok
		}
	}
}

// resolve follows domains to the type underneath.
func (s typeSet) resolve(oid uint32) *dataType {
	const deepest = 64
	for range deepest {
		if t := scalars[oid]; t != nil {
			return t
		}
		t := s[oid]
		if t == nil {
			break
		}
		if t.base == 0 {
			return t
		}
		oid = t.base
	}
	return unknownType
}

var unknownType = &dataType{name: "unknown", kind: table.Text, format: textFormat, decode: decodeText}

// column is the type of a result's column.
func (s typeSet) column(oid uint32) *dataType {
	if t := scalars[oid]; t != nil {
		return t
	}
	if t := s[oid]; t != nil {
		return t
	}
	return unknownType
}

// nativeName is the type as PostgreSQL writes it, with its length or precision.
func nativeName(t *dataType, f pgconn.FieldDescription) string {
	m := f.TypeModifier - 4
	switch {
	case m < 0:
		return t.name
	case f.DataTypeOID == pgtype.NumericOID:
		return fmt.Sprintf("%s(%d,%d)", t.name, m>>16, (m&0x7ff^0x400)-0x400)
	case f.DataTypeOID == pgtype.VarcharOID || f.DataTypeOID == pgtype.BPCharOID:
		return fmt.Sprintf("%s(%d)", t.name, m)
	}
	return t.name
}
