package neural

import (
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// Loader takes the parts of a network out of its weights. The first failure
// stays, and is asked for once at the end.
type Loader struct {
	*Tensors
	Level kernel.Level
	err   error
}

// Err is the first failure.
func (l *Loader) Err() error { return l.err }

// Fail notes a failure where there was none before.
func (l *Loader) Fail(format string, args ...any) {
	if l.err == nil {
		l.err = fault.New(fault.BadData, "the weights do not fit together: "+format, args...)
	}
}

// Values gives a plain tensor.
func (l *Loader) Values(name string, shape ...int) []float32 {
	x, err := l.Floats(name, shape...)
	if slices.ContainsFunc(x, func(v float32) bool { return v-v != 0 }) {
		l.Fail("%q has numbers that are not finite", name)
	}
	l.keep(err)
	return x
}

func (l *Loader) keep(err error) {
	if l.err == nil {
		l.err = err
	}
}

// Size is one axis of a tensor's shape, or 0.
func (l *Loader) Size(name string, axis int) int {
	shape := l.Shape(name)
	if axis >= len(shape) || shape[axis] < 1 {
		l.Fail("%q has no axis %d", name, axis)
		return 0
	}
	return shape[axis]
}

// Count says how many tensors prefix + number + suffix there are, from 0.
func (l *Loader) Count(name func(int) string) int {
	n := 0
	for l.Shape(name(n)) != nil {
		n++
	}
	return n
}

// Linear is a layer y = x*W + bias.
type Linear struct {
	level  kernel.Level
	matrix *kernel.Matrix
	bias   []float32
}

// Linear loads name.weight, as int8 or fp16 or fp32, and name.bias.
func (l *Loader) Linear(name string, in, out int) Linear {
	return Linear{l.Level, l.matrix(name+".weight", in, out), l.Values(name+".bias", out)}
}

func (l *Loader) matrix(name string, in, out int) *kernel.Matrix {
	if _, coded := l.named[name+".q8"]; coded {
		codes, scales, err := l.codes(name+".q8", name+".sc", out, in)
		if in > kernel.MaxCoded {
			l.Fail("%q has %d inputs, and int8 can have %d", name, in, kernel.MaxCoded)
		}
		if err != nil || l.err != nil {
			l.keep(err)
			return nil
		}
		return kernel.Codes(codes, scales, out, in)
	}
	if x := l.named[name]; x.kind == "F16" && slices.Equal(x.shape, []int{out, in}) {
		bits, finite := l.halves(name)
		if !finite {
			l.Fail("%q has numbers that are not finite", name)
		}
		return kernel.Halves(bits, out, in)
	}
	values := l.Values(name, out, in)
	if values == nil {
		return nil
	}
	matrix := &kernel.Matrix{}
	matrix.SetRows(values, in, out, in)
	return matrix
}

// Outputs is the width of what Apply gives.
func (n Linear) Outputs() int { return n.matrix.Columns() }

// Apply sets out to the layer's output for rows of x.
func (n Linear) Apply(out, x []float32, rows int) {
	n.level.Multiply(out, n.matrix.Columns(), x, n.matrix.Rows(), rows, n.matrix, n.bias, false)
}

// ApplyWide is Apply where the rows of out are stride apart.
func (n Linear) ApplyWide(out []float32, stride int, x []float32, rows int) {
	n.level.Multiply(out, stride, x, n.matrix.Rows(), rows, n.matrix, n.bias, false)
}

// AddTo adds the layer's output for rows of x to out.
func (n Linear) AddTo(out, x []float32, rows int) {
	n.level.Multiply(out, n.matrix.Columns(), x, n.matrix.Rows(), rows, n.matrix, n.bias, true)
}

// Norm is a layer norm.
type Norm struct {
	level        kernel.Level
	weight, bias []float32
	epsilon      float32
}

// Norm loads name.weight and name.bias.
func (l *Loader) Norm(name string, width int, epsilon float32) Norm {
	return Norm{l.Level, l.Values(name+".weight", width), l.Values(name+".bias", width), epsilon}
}

// Apply normalises the rows of x into out, which may be x.
func (n Norm) Apply(out, x []float32) { n.level.LayerNorm(out, x, n.weight, n.bias, n.epsilon) }

// Feed is the feed-forward part of a transformer layer.
type Feed struct {
	level   kernel.Level
	in, out Linear
}

// Feed loads name f1 and f2.
func (l *Loader) Feed(name string, width int) Feed {
	inner := l.Size(name+".f1.weight", 0)
	return Feed{l.Level, l.Linear(name+".f1", width, inner), l.Linear(name+".f2", inner, width)}
}

// AddTo adds the part's output for rows of x to out. What inner holds is lost; its
// room grows where needed, and serves again in the next call.
func (f Feed) AddTo(out, x []float32, rows int, inner *[]float32) {
	*inner = room(*inner, rows*f.in.Outputs())
	f.in.Apply(*inner, x, rows)
	f.level.GELU(*inner)
	f.out.AddTo(out, *inner, rows)
}

// Table is an embedding: one row of numbers for each id.
type Table struct {
	Rows, Width int
	codes       []int8
	scales      []float32
	values      []float32
}

// Table loads a table of any height by its name, or by the names of its int8
// codes and scales.
func (l *Loader) Table(name string, width int) Table {
	if _, coded := l.named[name+".q8"]; coded {
		return l.codedTable(name+".q8", name+".sc", width)
	}
	rows := l.Size(name, 0)
	return Table{Rows: rows, Width: width, values: l.Values(name, rows, width)}
}

func (l *Loader) codedTable(codes, scales string, width int) Table {
	rows := l.Size(codes, 0)
	c, s, err := l.codes(codes, scales, rows, width)
	l.keep(err)
	return Table{Rows: rows, Width: width, codes: c, scales: s}
}

// AddTo adds a row to out.
func (t Table) AddTo(out []float32, row int) {
	out = out[:t.Width]
	if t.codes == nil {
		for i, v := range t.values[row*t.Width : (row+1)*t.Width] {
			out[i] += v
		}
		return
	}
	scale := t.scales[row]
	for i, c := range t.codes[row*t.Width : (row+1)*t.Width] {
		out[i] += float32(c) * scale
	}
}
