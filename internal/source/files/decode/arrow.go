package decode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// arrow writes an Arrow file (Feather, version 2) or stream as Parquet. A file is a
// stream with a table of contents at its end, which is not needed.
func (d *decoder) arrow(in item, f *os.File) ([]Part, error) {
	if err := rewind(f); err != nil {
		return nil, err
	}
	return d.arrowStream(in, f, func(fill func(io.Writer) error) (string, error) { return d.write(".parquet", fill) })
}

// arrowStream converts a stream; write makes a file of what it is given.
func (d *decoder) arrowStream(in item, stream io.Reader, write func(func(io.Writer) error) (string, error)) (parts []Part, err error) {
	defer func() {
		if p := recover(); p != nil {
			if p != errDamaged {
				panic(p)
			}
			parts, err = nil, damaged(in.name, "Arrow", errDamaged)
		}
	}()
	r := &arrowReader{r: cancellable{d.ctx, stream}, dictionaries: map[int64]*arrowArray{}}
	fields, err := r.schema()
	if err != nil {
		return nil, damaged(in.name, "Arrow", err)
	}
	if len(fields) == 0 || len(fields) > d.columns {
		return nil, fault.New(fault.BadData, "%s has %d columns, and Plumb reads from 1 to %d", in.name, len(fields), d.columns).WithHint("check that it is the right file")
	}
	part := Part{Kind: Parquet}
	columns := make([]arrowColumn, len(fields))
	names := uniqueNames(fields)
	for i, field := range fields {
		if !field.isReadable() {
			return nil, fault.New(fault.BadData, "the column %s of %s has the type %s, which Plumb does not read", names[i], in.name, field.typ).
				WithHint("leave it out, or write the file as Parquet")
		}
		columns[i] = newArrowColumn(names[i], field)
		if columns[i].asText {
			part.Notes = append(part.Notes, Note{Subject: StoredAsText, What: fmt.Sprintf("column %s (%s)", names[i], field.typ)})
		}
	}
	part.Path, err = write(func(w io.Writer) error { return r.copyTo(w, columns) })
	if err != nil {
		return nil, damaged(in.name, "Arrow", err)
	}
	return []Part{part}, nil
}

// uniqueNames are the names of columns; those that repeat are numbered.
func uniqueNames(fields []*arrowField) []string {
	names := make([]string, len(fields))
	columns := make([]int, len(fields))
	for i, f := range fields {
		names[i], columns[i] = f.name, i
	}
	return completeNames(names, columns)
}

// arrowReader reads the messages of a stream.
type arrowReader struct {
	r            io.Reader
	fields       []*arrowField
	dictionaries map[int64]*arrowArray
}

// Kinds of messages.
const (
	schemaMessage     = 1
	dictionaryMessage = 2
	batchMessage      = 3
)

const maxArrowMetadata = 64 << 20

// message reads the next message; io.EOF after the last.
func (r *arrowReader) message() (kind int64, header flatTable, body []byte, err error) {
	n, err := r.metadataSize()
	if err != nil {
		return 0, flatTable{}, nil, err
	}
	metadata, err := readBytes(r.r, n)
	if err != nil {
		return 0, flatTable{}, nil, err
	}
	m := flatRoot(metadata)
	header, ok := m.table(2)
	check(ok)
	length := m.number(3, 8, 0)
	check(length >= 0)
	if length > maxArrowBatch {
		return 0, flatTable{}, nil, fault.New(fault.BadData, "a batch of rows is larger than %s", size(maxArrowBatch)).
			WithHint("write the file again with smaller batches, or as Parquet")
	}
	body, err = readBytes(r.r, int(length))
	return m.number(1, 1, 0), header, body, err
}

// metadataSize reads what stands before a message: a mark and the size of its
// metadata; 0 is the end.
func (r *arrowReader) metadataSize() (int, error) {
	const mark = 0xffffffff
	word := make([]byte, 4)
	for {
		if _, err := io.ReadFull(r.r, word); err != nil {
			return 0, err
		}
		size := binary.LittleEndian.Uint32(word)
		switch {
		case size == mark:
		case size == 0:
			return 0, io.EOF
		default:
			check(size <= maxArrowMetadata)
			return int(size), nil
		}
	}
}

// readBytes allocates as it reads, not as the file announces.
func readBytes(r io.Reader, n int) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err == nil && len(b) < n {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

func (r *arrowReader) schema() ([]*arrowField, error) {
	begin := make([]byte, 8)
	if _, err := io.ReadFull(r.r, begin); err != nil {
		return nil, err
	}
	if string(begin[:6]) != "ARROW1" {
		r.r = io.MultiReader(strings.NewReader(string(begin)), r.r)
	}
	kind, header, _, err := r.message()
	if err != nil {
		return nil, err
	}
	check(kind == schemaMessage)
	if header.number(0, 2, 0) != 0 {
		return nil, fault.New(fault.BadData, "its numbers are stored with the high byte first").WithHint("write it again on another machine, or as Parquet")
	}
	for _, t := range header.tables(1) {
		r.fields = append(r.fields, parseArrowField(t, 0))
	}
	return r.fields, nil
}

// addDictionary keeps the values that a field's indexes refer to.
func (r *arrowReader) addDictionary(header flatTable, body []byte) error {
	id := header.number(0, 8, 0)
	if header.number(2, 1, 0) != 0 {
		return fault.New(fault.BadData, "its dictionaries are extended step by step, which Plumb does not read").WithHint("write it again as Parquet")
	}
	field := findDictionary(r.fields, id)
	data, ok := header.table(1)
	check(field != nil && ok && field.isReadable())
	r.dictionaries[id] = newArrowBatch(data, body, r.dictionaries).values(field)
	return nil
}

func findDictionary(fields []*arrowField, id int64) *arrowField {
	for _, f := range fields {
		if f.dictionary != nil && f.dictionaryID == id {
			return f
		}
		if found := findDictionary(f.children, id); found != nil {
			return found
		}
	}
	return nil
}

// A row group is written when it has so many rows or bytes.
const (
	groupRows  = 65_536
	groupBytes = 64 << 20
)

// copyTo writes all batches.
func (r *arrowReader) copyTo(w io.Writer, columns []arrowColumn) error {
	list := make([]parquetColumn, len(columns))
	for i, c := range columns {
		list[i] = c.parquetColumn
	}
	out, err := newParquetWriter(w, list)
	if err != nil {
		return err
	}
	for {
		kind, header, body, err := r.message()
		switch {
		case errors.Is(err, io.EOF):
			return out.close()
		case err != nil:
			return err
		case kind == dictionaryMessage:
			err = r.addDictionary(header, body)
		case kind == batchMessage:
			err = r.copyBatch(out, columns, newArrowBatch(header, body, r.dictionaries))
		}
		if err != nil {
			return err
		}
	}
}

func (r *arrowReader) copyBatch(out *parquetWriter, columns []arrowColumn, b *arrowBatch) error {
	arrays := make([]*arrowArray, len(columns))
	for i, f := range r.fields {
		arrays[i] = b.array(f)
		check(arrays[i].length == b.rows)
	}
	for row := 0; row < b.rows; {
		values := make([]*parquetValues, len(columns))
		for i := range values {
			values[i] = &parquetValues{}
		}
		first, bytes := row, 0
		for ; row < b.rows && row-first < groupRows && bytes < groupBytes; row++ {
			for i, v := range values {
				before := len(v.plain)
				if a, at, ok := arrays[i].resolve(row); ok {
					columns[i].add(v, a, at)
				} else {
					v.missing()
				}
				bytes += len(v.plain) - before
			}
		}
		if err := out.writeGroup(row-first, values); err != nil {
			return err
		}
	}
	return nil
}

// arrowColumn is a column with the way its values are stored.
type arrowColumn struct {
	parquetColumn
	asText bool
	add    func(v *parquetValues, a *arrowArray, i int)
}

// newArrowColumn chooses how a type is stored.
func newArrowColumn(name string, f *arrowField) arrowColumn {
	c := arrowColumn{parquetColumn: parquetColumn{name: name, converted: noConversion}}
	switch f.typ {
	case arrowBool:
		c.physical, c.add = physicalBoolean, func(v *parquetValues, a *arrowArray, i int) { v.addBool(a.bool(i)) }
	case arrowInt:
		c.physical, c.add = physicalInt64, func(v *parquetValues, a *arrowArray, i int) { v.addInt64(a.integer(i)) }
		switch {
		case f.bits < 32 || f.bits == 32 && f.signed:
			c.physical, c.add = physicalInt32, func(v *parquetValues, a *arrowArray, i int) { v.addInt32(int32(a.integer(i))) }
		case f.bits == 64 && !f.signed:
			c.converted = convertedUint64
		}
	case arrowFloat:
		c.physical, c.add = physicalDouble, func(v *parquetValues, a *arrowArray, i int) { v.addDouble(a.float(i)) }
		if f.bits < 64 {
			c.physical, c.add = physicalFloat, func(v *parquetValues, a *arrowArray, i int) { v.addFloat(float32(a.float(i))) }
		}
	case arrowDate:
		c.physical, c.converted = physicalInt32, convertedDate
		c.add = func(v *parquetValues, a *arrowArray, i int) { v.addInt32(a.days(i)) }
	case arrowTimestamp:
		c.physical, c.converted, c.instant = physicalInt64, convertedStamp, f.zone != ""
		c.add = func(v *parquetValues, a *arrowArray, i int) { v.addInt64(a.microseconds(i)) }
	case arrowTime:
		c.physical, c.converted = physicalInt64, convertedTime
		c.add = func(v *parquetValues, a *arrowArray, i int) { v.addInt64(a.microseconds(i)) }
	case arrowDecimal:
		c.physical, c.converted, c.length, c.scale, c.precision = fixedLength, convertedDecimal, 16, f.scale, f.precision
		c.add = func(v *parquetValues, a *arrowArray, i int) {
			low, high := binary.LittleEndian.Uint64(a.data[16*i:]), binary.LittleEndian.Uint64(a.data[16*i+8:])
			v.addFixed(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, high), low))
		}
	case arrowText, arrowLargeText, arrowTextView, arrowNull:
		c.physical, c.converted = physicalBytes, convertedUTF8
		c.add = func(v *parquetValues, a *arrowArray, i int) {
			v.addBytes(strings.ToValidUTF8(string(a.bytes(i)), "\ufffd"))
		}
	case arrowBinary, arrowLargeBinary, arrowBinaryView, arrowFixedBinary:
		c.physical, c.add = physicalBytes, func(v *parquetValues, a *arrowArray, i int) { v.addBytes(string(a.bytes(i))) }
	case arrowDuration:
		c.asText, c.physical, c.converted = true, physicalBytes, convertedUTF8
		c.add = func(v *parquetValues, a *arrowArray, i int) { v.addBytes(a.text(i)) }
	default:
		c.asText, c.physical, c.converted = true, physicalBytes, convertedUTF8
		c.add = func(v *parquetValues, a *arrowArray, i int) {
			var out strings.Builder
			a.json(&out, i)
			v.addBytes(out.String())
		}
	}
	return c
}
