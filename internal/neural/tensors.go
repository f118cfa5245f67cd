package neural

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/plumbdata/plumb/internal/fault"
)

// Limits of a safetensors file; ours has some hundred tensors.
const (
	maxHeader  = 4 << 20
	maxTensors = 1 << 16
	maxAxes    = 8
)

// Tensors are the named arrays of a safetensors file. They keep the file's
// bytes.
type Tensors struct {
	Metadata map[string]string
	named    map[string]tensor
}

type tensor struct {
	kind  string
	shape []int
	data  []byte
}

var elementSize = map[string]int{"F32": 4, "F16": 2, "I8": 1, "U8": 1, "I32": 4, "I64": 8}

// ReadTensors checks the whole header, so that what follows cannot reach
// outside the file.
func ReadTensors(file []byte) (*Tensors, error) {
	bad := func(format string, args ...any) error {
		return fault.New(fault.BadData, "the weights are not a safetensors file: "+format, args...)
	}
	if len(file) < 8 {
		return nil, bad("it has %d bytes", len(file))
	}
	size := binary.LittleEndian.Uint64(file)
	if size > maxHeader || size > uint64(len(file)-8) {
		return nil, bad("its header would have %d bytes", size)
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(file[8:8+size], &header); err != nil {
		return nil, bad("its header is not JSON")
	}
	if len(header) > maxTensors {
		return nil, bad("it names %d tensors", len(header))
	}
	data := file[8+size:]
	t := &Tensors{named: make(map[string]tensor, len(header))}
	for name, raw := range header {
		if name == "__metadata__" {
			if err := json.Unmarshal(raw, &t.Metadata); err != nil {
				return nil, bad("its metadata are not strings")
			}
			continue
		}
		var entry struct {
			Kind  string   `json:"dtype"`
			Shape []int    `json:"shape"`
			Range []uint64 `json:"data_offsets"`
		}
		if err := json.Unmarshal(raw, &entry); err != nil {
			return nil, bad("the entry of %q cannot be read", name)
		}
		unit, known := elementSize[entry.Kind]
		if !known {
			return nil, bad("%q is of the unknown kind %q", name, entry.Kind)
		}
		if len(entry.Range) != 2 || entry.Range[0] > entry.Range[1] || entry.Range[1] > uint64(len(data)) {
			return nil, bad("%q lies outside the file", name)
		}
		if len(entry.Shape) > maxAxes {
			return nil, bad("%q has %d axes", name, len(entry.Shape))
		}
		bytes := unit
		for _, n := range entry.Shape {
			if n < 0 || n > 0 && bytes > math.MaxInt32/n {
				return nil, bad("%q has an impossible shape", name)
			}
			bytes *= n
		}
		if uint64(bytes) != entry.Range[1]-entry.Range[0] {
			return nil, bad("%q has %d bytes, and its shape asks for %d", name, entry.Range[1]-entry.Range[0], bytes)
		}
		t.named[name] = tensor{entry.Kind, entry.Shape, data[entry.Range[0]:entry.Range[1]]}
	}
	return t, nil
}

// Part gives the tensors whose names begin with the prefix, without it, and what of
// the rest is shared: names that it has not itself. It is nil where there are none.
func (t *Tensors) Part(prefix string, shared ...string) *Tensors {
	p := &Tensors{Metadata: t.Metadata, named: map[string]tensor{}}
	for name, x := range t.named {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			p.named[rest] = x
		}
	}
	if len(p.named) == 0 {
		return nil
	}
	for _, name := range shared {
		if _, own := p.named[name]; !own {
			p.named[name] = t.named[name]
		}
	}
	return p
}

// Borrow adds tensors of another file, whose bytes it keeps.
func (t *Tensors) Borrow(from *Tensors, names ...string) {
	for _, name := range names {
		t.named[name] = from.named[name]
	}
}

// Shape is nil where there is no such tensor. An int8 matrix goes by the name
// of what it stands for.
func (t *Tensors) Shape(name string) []int {
	if x, ok := t.named[name]; ok {
		return x.shape
	}
	return t.named[name+".q8"].shape
}

// Names lists the tensors in order.
func (t *Tensors) Names() []string {
	names := make([]string, 0, len(t.named))
	for name := range t.named {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Floats gives a tensor of F32 or F16 with the given shape.
func (t *Tensors) Floats(name string, shape ...int) ([]float32, error) {
	x, ok := t.named[name]
	if !ok {
		return nil, fault.New(fault.BadData, "the weights have no %q", name)
	}
	if !slices.Equal(x.shape, shape) {
		return nil, fault.New(fault.BadData, "the weights' %q has the shape %v, not %v", name, x.shape, shape)
	}
	switch x.kind {
	case "F32":
		out := make([]float32, len(x.data)/4)
		for i := range out {
			out[i] = math.Float32frombits(binary.LittleEndian.Uint32(x.data[4*i:]))
		}
		return out, nil
	case "F16":
		out := make([]float32, len(x.data)/2)
		for i := range out {
			out[i] = half(binary.LittleEndian.Uint16(x.data[2*i:]))
		}
		return out, nil
	}
	return nil, fault.New(fault.BadData, "the weights' %q is of the kind %s", name, x.kind)
}

// Raw gives a tensor's kind, shape and bytes; the kind is "" where there is
// no such tensor.
func (t *Tensors) Raw(name string) (kind string, shape []int, data []byte) {
	x := t.named[name]
	return x.kind, x.shape, x.data
}

// halves gives the bits of a tensor of F16, and whether all are finite.
func (t *Tensors) halves(name string) (bits []uint16, finite bool) {
	x := t.named[name]
	bits, finite = make([]uint16, len(x.data)/2), true
	for i := range bits {
		h := binary.LittleEndian.Uint16(x.data[2*i:])
		bits[i] = h
		finite = finite && h&0x7c00 != 0x7c00
	}
	return bits, finite
}

// codes gives an int8 tensor, as it lies in the file, and its scales.
func (t *Tensors) codes(codes, scales string, rows, width int) ([]int8, []float32, error) {
	x := t.named[codes]
	if x.kind != "I8" || !slices.Equal(x.shape, []int{rows, width}) {
		return nil, nil, fault.New(fault.BadData, "the weights' %q has the shape %v, not %v, or is not int8", codes, x.shape, []int{rows, width})
	}
	s, err := t.Floats(scales, rows)
	if err != nil {
		return nil, nil, err
	}
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(x.data))), len(x.data)), s, nil
}

// half is the value of an IEEE 754 number of 16 bits.
func half(bits uint16) float32 {
	sign, exponent, fraction := uint32(bits>>15)<<31, uint32(bits>>10)&31, uint32(bits)&1023
	switch {
	case exponent == 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	case exponent > 0:
		return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
	}
	tiny := float32(fraction) / (1 << 24)
	return math.Float32frombits(sign | math.Float32bits(tiny))
}
