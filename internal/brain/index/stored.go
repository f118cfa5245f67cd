package index

import (
	"sync"

	"github.com/plumbdata/plumb/internal/table"
)

// storedValues is the values that were read of each column, in order. Those of
// a column are taken out of the kept bytes when they are first needed.
type storedValues struct {
	columns []packedValues
	mu      sync.Mutex
	read    map[int][]Value
}

// packedValues is the values of one column: their number, then kind and text of
// each.
type packedValues struct {
	count int
	bytes int // of the texts
	s     string
}

func packValues(list [][]Value) *storedValues {
	p := &storedValues{columns: make([]packedValues, len(list)), read: map[int][]Value{}}
	var w flatWriter
	ends := make([]int, len(list))
	for n, values := range list {
		for _, v := range values {
			w.number(int(v.Kind))
			w.text(v.Text)
			p.columns[n].bytes += len(v.Text)
		}
		p.columns[n].count, ends[n] = len(values), len(w.b)
	}
	all, from := string(w.b), 0
	for n, end := range ends {
		p.columns[n].s = all[from:end]
		from = end
	}
	return p
}

// of lists the values of a column.
func (p *storedValues) of(column int) []Value {
	packed := &p.columns[column]
	if packed.count == 0 {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if list, ok := p.read[column]; ok {
		return list
	}
	r := flatReader{s: packed.s}
	list := make([]Value, packed.count)
	for i := range list {
		list[i] = Value{Kind: table.Kind(r.number()), Text: r.text()}
	}
	p.read[column] = list
	return list
}

func (p *storedValues) at(r ref) Value { return p.of(int(r.column))[r.value] }

// count is how many values a column has.
func (p *storedValues) count(column int) int { return p.columns[column].count }

// unpack is all values, for an index in the making.
func (p *storedValues) unpack() [][]Value {
	list := make([][]Value, len(p.columns))
	for n := range list {
		r := flatReader{s: p.columns[n].s}
		for range p.columns[n].count {
			list[n] = append(list[n], Value{Kind: table.Kind(r.number()), Text: r.text()})
		}
	}
	return list
}

func (p *storedValues) write(w *flatWriter) {
	w.number(len(p.columns))
	for _, c := range p.columns {
		w.number(c.count)
		w.number(c.bytes)
		w.text(c.s)
	}
}

func (r *flatReader) storedValues() *storedValues {
	p := &storedValues{columns: make([]packedValues, r.count()), read: map[int][]Value{}}
	for n := range p.columns {
		p.columns[n] = packedValues{count: r.number(), bytes: r.number(), s: r.text()}
		if c := &p.columns[n]; c.count < 0 || c.count > len(c.s) {
			r.fail()
		}
	}
	return p
}
