package file

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/kernel"
	"github.com/plumbdata/plumb/internal/vector"
)

// content is what a segment is made of, row by row.
type content struct {
	dimensions int
	removed    []uint32
	ids        []string
	columns    []contentColumn // the owner's first
	roundings  []rounding
	codes      [][]byte
	vectors    [][]float32
	lists      lists // none at first
}

type contentColumn struct {
	key    string
	values []string // sorted
	codes  []uint32 // of each row: 0, or the number of its value from 1
}

// newContent makes the rows of points. Of equal owners and ids, the last counts.
func newContent(points []vector.Point) *content {
	type key struct{ owner, id string }
	last := map[key]int{}
	for i, p := range points {
		last[key{p.Owner, p.ID}] = i
	}
	kept := make([]vector.Point, 0, len(last))
	keys := map[string]bool{}
	for i, p := range points {
		if last[key{p.Owner, p.ID}] == i {
			kept = append(kept, p)
			for name := range p.Labels {
				keys[name] = true
			}
		}
	}
	c := &content{}
	if len(kept) == 0 {
		c.columns = []contentColumn{{}}
		return c
	}
	c.dimensions = len(kept[0].Vector)
	e, row := newEncoder(c.dimensions), kernel.RowBytes(c.dimensions)
	packed := make([]byte, len(kept)*row)
	for i, p := range kept {
		c.ids = append(c.ids, p.ID)
		c.vectors = append(c.vectors, p.Vector)
		c.codes = append(c.codes, packed[i*row:(i+1)*row])
		c.roundings = append(c.roundings, e.encode(c.codes[i], p.Vector))
	}
	c.columns = append(c.columns, newColumn("", kept, func(p vector.Point) (string, bool) { return p.Owner, true }))
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		c.columns = append(c.columns, newColumn(name, kept, func(p vector.Point) (string, bool) {
			value, ok := p.Labels[name]
			return value, ok
		}))
	}
	return c
}

func newColumn(key string, points []vector.Point, value func(vector.Point) (string, bool)) contentColumn {
	numbers := map[string]uint32{}
	for _, p := range points {
		if v, ok := value(p); ok {
			numbers[v] = 0
		}
	}
	c := contentColumn{key: key, values: slices.Sorted(maps.Keys(numbers)), codes: make([]uint32, len(points))}
	for i, v := range c.values {
		numbers[v] = uint32(i + 1)
	}
	for i, p := range points {
		if v, ok := value(p); ok {
			c.codes[i] = numbers[v]
		}
	}
	return c
}

// rowOf is a row of one of several segments.
type rowOf struct {
	segment *segment
	row     int
}

// merge makes the content of rows of segments, which must outlive it.
func merge(dimensions int, rows []rowOf) *content {
	c := &content{dimensions: dimensions}
	width := kernel.RowBytes(dimensions)
	keys := map[string]bool{"": true}
	for _, r := range rows {
		c.ids = append(c.ids, r.segment.ids.at(r.row))
		c.roundings = append(c.roundings, r.segment.roundings[r.row])
		c.codes = append(c.codes, r.segment.codes[r.row*width:(r.row+1)*width])
		c.vectors = append(c.vectors, r.segment.vector(r.row))
	}
	for s := range segmentsOf(rows) {
		for _, column := range s.columns {
			keys[column.key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if column := mergeColumn(key, rows); key == "" || len(column.values) > 0 {
			c.columns = append(c.columns, column)
		}
	}
	return c
}

func segmentsOf(rows []rowOf) map[*segment]bool {
	all := map[*segment]bool{}
	for _, r := range rows {
		all[r.segment] = true
	}
	return all
}

// mergeColumn keeps the values that rows still have, under new numbers.
func mergeColumn(key string, rows []rowOf) contentColumn {
	type source struct {
		codes   []uint32
		numbers []uint32 // by the segment's own; at first 1 for those that rows have
		values  texts
	}
	sources := map[*segment]*source{}
	for s := range segmentsOf(rows) {
		for _, column := range s.columns {
			if column.key == key {
				sources[s] = &source{column.codes, make([]uint32, column.values.len()+1), column.values}
			}
		}
	}
	for _, r := range rows {
		if from := sources[r.segment]; from != nil {
			from.numbers[from.codes[r.row]] = 1
		}
	}
	var values []string
	for _, from := range sources {
		for i, used := range from.numbers[1:] {
			if used > 0 {
				values = append(values, from.values.at(i))
			}
		}
	}
	slices.Sort(values)
	c := contentColumn{key: strings.Clone(key), values: slices.Compact(values), codes: make([]uint32, len(rows))}
	for _, from := range sources {
		from.numbers[0] = 0
		for i, used := range from.numbers[1:] {
			if used > 0 {
				number, _ := slices.BinarySearch(c.values, from.values.at(i))
				from.numbers[i+1] = uint32(number + 1)
			}
		}
	}
	for i, r := range rows {
		if from := sources[r.segment]; from != nil {
			c.codes[i] = from.numbers[from.codes[r.row]]
		}
	}
	return c
}

// writeTo writes the segment that begins at a place of its file.
func (c *content) writeTo(w io.Writer, start int64) error {
	front, size, err := c.front()
	if err != nil {
		return err
	}
	sum := crc32.New(checksums)
	if err := c.writeBack(sum); err != nil {
		return err
	}
	h := header{
		Version: version, Dimensions: uint32(c.dimensions), Rows: uint32(len(c.ids)), Columns: uint32(len(c.columns)),
		Lists: uint32(len(c.lists.ends)), Probes: uint32(c.lists.probes), Start: uint64(start), Size: uint64(size), Front: uint64(len(front)),
		FrontSum: crc32.Checksum(front[headerSize:], checksums), BackSum: sum.Sum32(),
	}
	copy(h.Magic[:], magic)
	if _, err := binary.Encode(front, binary.LittleEndian, h); err != nil {
		return err
	}
	binary.LittleEndian.PutUint32(front[sumAt:], crc32.Checksum(front[:sumAt], checksums))
	if _, err := w.Write(front); err != nil {
		return err
	}
	return c.writeBack(w)
}

// front is all before codes and vectors, with room for the header, and the size of the
// whole segment.
func (c *content) front() (front []byte, size int, err error) {
	ids, err := textsOf(c.ids)
	if err != nil {
		return nil, 0, err
	}
	keys := make([]string, len(c.columns))
	for i, column := range c.columns {
		keys[i] = column.key
	}
	names, err := textsOf(keys)
	if err != nil {
		return nil, 0, err
	}
	sections := [][]byte{
		bytesOf(c.removed), bytesOf(c.order()), bytesOf(ids.ends), ids.text, bytesOf(c.roundings),
		bytesOf(c.lists.ends), bytesOf(c.lists.centres), bytesOf(names.ends), names.text,
	}
	for _, column := range c.columns {
		values, err := textsOf(column.values)
		if err != nil {
			return nil, 0, err
		}
		sections = append(sections, bytesOf(values.ends), values.text, bytesOf(column.codes))
	}
	back := []int{len(c.lists.codes), len(c.ids) * kernel.RowBytes(c.dimensions), len(c.ids) * c.dimensions * 4}
	front = make([]byte, headerSize, headerSize+1<<16)
	for _, s := range sections {
		front = binary.LittleEndian.AppendUint64(front, uint64(len(s)))
	}
	for _, n := range back {
		front = binary.LittleEndian.AppendUint64(front, uint64(n))
	}
	for _, s := range sections {
		front = append(pad(front), s...)
	}
	front = pad(front)
	size = len(front)
	for _, n := range back {
		size += aligned(n)
	}
	return front, size, nil
}

func pad(b []byte) []byte { return append(b, make([]byte, aligned(len(b))-len(b))...) }

// writeBack writes codes and vectors.
func (c *content) writeBack(w io.Writer) error {
	written := 0
	write := func(b []byte) (err error) {
		written += len(b)
		_, err = w.Write(b)
		return err
	}
	settle := func() error { return write(make([]byte, aligned(written)-written)) }
	if err := errors.Join(write(c.lists.codes), settle()); err != nil {
		return err
	}
	for _, row := range c.codes {
		if err := write(row); err != nil {
			return err
		}
	}
	if err := settle(); err != nil {
		return err
	}
	for _, v := range c.vectors {
		if err := write(bytesOf(v)); err != nil {
			return err
		}
	}
	return settle()
}

// order is the rows by their id and then their owner.
func (c *content) order() []uint32 {
	order := make([]uint32, len(c.ids))
	for i := range order {
		order[i] = uint32(i)
	}
	owners := c.columns[0] // codes are in the order of the values
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(strings.Compare(c.ids[a], c.ids[b]), cmp.Compare(owners.codes[a], owners.codes[b]))
	})
	return order
}

func textsOf(list []string) (texts, error) {
	t := texts{ends: make([]uint32, len(list))}
	for i, s := range list {
		t.text = append(t.text, s...)
		if len(t.text) > math.MaxUint32 {
			return texts{}, fault.New(fault.Store, "ids and labels of more than 4 GiB do not fit into one collection of vectors").
				WithHint("divide the points among several collections")
		}
		t.ends[i] = uint32(len(t.text))
	}
	return t, nil
}

// bytesOf is a slice of numbers as it lies in memory.
func bytesOf[T uint32 | float32 | rounding](s []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(one)))
}
