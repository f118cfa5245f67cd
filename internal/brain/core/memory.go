package core

import (
	"cmp"
	"math"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// MaxItems bounds the memory that one question can take.
const MaxItems = 2048

// Input is a question with what is known of the database.
type Input struct {
	IDs            []int32    // word pieces
	Seg            []int32    // the item of each piece, or -1
	QuestionTokens int        // pieces of the first segment
	Items          int        // how many there are
	Relations      []uint8    // of item i to item j, Items x Items
	Features       [][5]uint8 // of each item
}

// Memory is what the model keeps of an input while it writes.
type Memory struct {
	model   *Model
	items   int
	rows    []float32 // one for each item
	inputs  []float32 // what the decoder reads when an item was written
	cross   [][]headMemory
	pointer kernel.Matrix
	second  *Memory // of the parser beside, or nil
}

// headMemory is what one head of one decoder layer looks at.
type headMemory struct{ keys, values kernel.Matrix }

// Encode reads an input. Where a parser is beside, both read at the same time.
func (m *Model) Encode(in Input) (*Memory, error) {
	if err := m.check(in); err != nil {
		return nil, err
	}
	if m.second == nil {
		return m.encodeAlone(in)
	}
	var memory, second *Memory
	var err, failed error
	together(func() { memory, err = m.encodeAlone(in) }, func() { second, failed = m.second.Encode(in) })
	if err := cmp.Or(err, failed); err != nil {
		return nil, err
	}
	memory.second = second
	return memory, nil
}

// encodeAlone is Encode without the parser beside.
func (m *Model) encodeAlone(in Input) (*Memory, error) {
	pieces, err := m.encoder.Encode(neural.Sequence{IDs: in.IDs, First: in.QuestionTokens})
	if err != nil {
		return nil, err
	}
	d := m.Config.Width
	rows := pool(pieces, in.Seg, in.Items, d)
	for i, features := range in.Features {
		for f, value := range features {
			m.features[f].AddTo(rows[i*d:], int(value))
		}
	}
	m.featured.Apply(rows, rows)
	m.relate(rows, in)
	m.remember.Apply(rows, rows)

	memory := &Memory{model: m, items: in.Items, rows: rows, inputs: make([]float32, len(rows))}
	m.itemInput.Apply(memory.inputs, rows, in.Items)
	keys := make([]float32, 2*len(rows))
	m.pointerKey.Apply(keys, rows, in.Items)
	memory.pointer.SetRows(keys, d, in.Items, d)
	width := d / m.Config.Heads
	for _, l := range m.decoder {
		l.crossKeyValue.Apply(keys, rows, in.Items)
		heads := make([]headMemory, m.Config.Heads)
		for h := range heads {
			heads[h].keys.SetRows(keys[h*width:], 2*d, in.Items, width)
			heads[h].values.SetColumns(keys[d+h*width:], 2*d, in.Items, width)
		}
		memory.cross = append(memory.cross, heads)
	}
	return memory, nil
}

// check makes sure that an input stays within the model.
func (m *Model) check(in Input) error {
	bad := func(format string, args ...any) error {
		return fault.New(fault.Internal, "the parser cannot read its input: "+format, args...)
	}
	if in.Items < 1 || in.Items > MaxItems {
		return bad("it has %d items", in.Items)
	}
	if len(in.IDs) == 0 || len(in.Seg) != len(in.IDs) || in.QuestionTokens < 0 {
		return bad("%d pieces belong to %d items", len(in.IDs), len(in.Seg))
	}
	if len(in.Relations) != in.Items*in.Items || len(in.Features) != in.Items {
		return bad("%d items have %d relations and %d features", in.Items, len(in.Relations), len(in.Features))
	}
	for _, item := range in.Seg {
		if item < -1 || int(item) >= in.Items {
			return bad("a piece belongs to item %d of %d", item, in.Items)
		}
	}
	for _, r := range in.Relations {
		if int(r) >= m.Config.Relations {
			return bad("there is no relation %d", r)
		}
	}
	for _, features := range in.Features {
		for f, value := range features {
			if int(value) >= m.Config.Features[f] {
				return bad("feature %d cannot be %d", f, value)
			}
		}
	}
	return nil
}

// pool gives each item the mean of its pieces; zeros where it has none.
func pool(pieces []float32, item []int32, items, d int) []float32 {
	rows, count := make([]float32, items*d), make([]float32, items)
	for i, to := range item {
		if to < 0 {
			continue
		}
		count[to]++
		row := rows[int(to)*d:][:d]
		for j, v := range pieces[i*d:][:d] {
			row[j] += v
		}
	}
	for i, n := range count {
		if n > 1 {
			row := rows[i*d:][:d]
			for j := range row {
				row[j] /= n
			}
		}
	}
	return rows
}

// relate lets items look at each other along their relations.
func (m *Model) relate(rows []float32, in Input) {
	d := m.Config.Width
	seen, mixed, qkv := make([]float32, len(rows)), make([]float32, len(rows)), make([]float32, 3*len(rows))
	inner := qkv // which is no longer read when inner is written
	attention := &neural.Attention{Level: m.level, Heads: m.Config.Heads}
	for _, l := range m.relations {
		l.beforeAttention.Apply(seen, rows)
		l.queryKeyValue.Apply(qkv, seen, in.Items)
		attention.Relations = &neural.Relations{Of: in.Relations, Keys: l.keys, Bias: l.bias}
		attention.Apply(mixed, qkv, qkv[d:], qkv[2*d:], 3*d, d/m.Config.Heads, in.Items, in.Items)
		l.output.AddTo(rows, mixed, in.Items)
		l.beforeFeed.Apply(seen, rows)
		l.feed.AddTo(rows, seen, in.Items, &inner)
	}
}

// Link gives, for each item, how probable it is that the answer uses it. It
// is meant for tables and columns.
func (m *Memory) Link() []float32 {
	out := make([]float32, m.items)
	m.model.link.Apply(out, m.rows, m.items)
	for i, x := range out {
		out[i] = float32(1 / (1 + math.Exp(-float64(x))))
	}
	if m.second != nil {
		for i, p := range m.second.Link() {
			out[i] = (out[i] + p) / 2
		}
	}
	return out
}
