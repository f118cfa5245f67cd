package script

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strconv"

	"go.starlark.net/starlark"
)

// numbers are those of a list; None is left out, as NULL is in SQL.
func numbers(name string, values starlark.Iterable) ([]float64, error) {
	var list []float64
	it := values.Iterate()
	defer it.Done()
	for v := starlark.Value(nil); it.Next(&v); {
		if v == starlark.None {
			continue
		}
		f, ok := starlark.AsFloat(v)
		if !ok {
			return nil, fmt.Errorf("%s: %s is a %s and no number", name, cut(v.String()), v.Type())
		}
		list = append(list, f)
	}
	return list, nil
}

// oneList reads the only argument of a function of numbers.
func oneList(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) ([]float64, error) {
	var values starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &values); err != nil {
		return nil, err
	}
	return numbers(b.Name(), values)
}

// orNone is a number, or None for want of values.
func orNone(f float64, ok bool) starlark.Value {
	if !ok {
		return starlark.None
	}
	return starlark.Float(f)
}

// sum adds up whole numbers exactly, and others with the error carried along.
func sum(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var values starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &values); err != nil {
		return nil, err
	}
	whole, onlyWhole := starlark.MakeInt(0), true
	it := values.Iterate()
	defer it.Done()
	for v := starlark.Value(nil); it.Next(&v); {
		if i, ok := v.(starlark.Int); ok {
			whole = whole.Add(i)
		} else if v != starlark.None {
			onlyWhole = false
			break
		}
	}
	if onlyWhole {
		return whole, nil
	}
	list, err := numbers(b.Name(), values)
	if err != nil {
		return nil, err
	}
	return starlark.Float(total(list)), nil
}

// total is the sum with compensation for lost digits (Neumaier).
func total(list []float64) float64 {
	var s, lost float64
	for _, x := range list {
		t := s + x
		if math.IsInf(t, 0) {
			return t
		}
		if math.Abs(s) >= math.Abs(x) {
			lost += (s - t) + x
		} else {
			lost += (x - t) + s
		}
		s = t
	}
	return s + lost
}

func average(list []float64) float64 { return total(list) / float64(len(list)) }

func mean(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	list, err := oneList(b, args, kwargs)
	return orNone(average(list), len(list) > 0), err
}

func median(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	list, err := oneList(b, args, kwargs)
	const half = 0.5
	return orNone(interpolate(list, half)), err
}

// variance is that of a sample.
func variance(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	list, err := oneList(b, args, kwargs)
	return orNone(spread(list)), err
}

func stdev(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	list, err := oneList(b, args, kwargs)
	v, ok := spread(list)
	return orNone(math.Sqrt(v), ok), err
}

func spread(list []float64) (float64, bool) {
	if len(list) < 2 {
		return 0, false
	}
	m := average(list)
	squares := make([]float64, len(list))
	for i, x := range list {
		squares[i] = (x - m) * (x - m)
	}
	return total(squares) / float64(len(list)-1), true
}

func quantile(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var values starlark.Iterable
	var q starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "values", &values, "q", &q); err != nil {
		return nil, err
	}
	at, ok := starlark.AsFloat(q)
	if !ok || !(at >= 0 && at <= 1) {
		return nil, fmt.Errorf("quantile: q is %s, but must be between 0 and 1", q)
	}
	list, err := numbers(b.Name(), values)
	return orNone(interpolate(list, at)), err
}

// interpolate is the quantile between two neighbours in order (R's type 7, the
// default of NumPy and of spreadsheets).
func interpolate(list []float64, q float64) (float64, bool) {
	if len(list) == 0 {
		return 0, false
	}
	sort.Float64s(list)
	at := q * float64(len(list)-1)
	low := int(at)
	if low == len(list)-1 {
		return list[low], true
	}
	return list[low] + (at-float64(low))*(list[low+1]-list[low]), true
}

var errPairs = errors.New("corr: both lists must have the same length")

// corr is Pearson's coefficient over the pairs that are complete.
func corr(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var first, second starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &first, &second); err != nil {
		return nil, err
	}
	a, c := first.Iterate(), second.Iterate()
	defer a.Done()
	defer c.Done()
	var xs, ys []float64
	for {
		var x, y starlark.Value
		more, alsoMore := a.Next(&x), c.Next(&y)
		if more != alsoMore {
			return nil, errPairs
		}
		if !more {
			break
		}
		if x == starlark.None || y == starlark.None {
			continue
		}
		f, ok1 := starlark.AsFloat(x)
		g, ok2 := starlark.AsFloat(y)
		if !ok1 || !ok2 {
			return nil, fmt.Errorf("corr: %s and %s are not both numbers", cut(x.String()), cut(y.String()))
		}
		xs, ys = append(xs, f), append(ys, g)
	}
	return orNone(correlation(xs, ys)), nil
}

func correlation(xs, ys []float64) (float64, bool) {
	if len(xs) < 2 {
		return 0, false
	}
	mx, my := average(xs), average(ys)
	var xy, xx, yy float64
	for i := range xs {
		dx, dy := xs[i]-mx, ys[i]-my
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	if xx == 0 || yy == 0 {
		return 0, false
	}
	return xy / math.Sqrt(xx*yy), true
}

// round rounds decimal digits as they are written, half to even as Python does.
func round(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	digits := 0
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &x, &digits); err != nil {
		return nil, err
	}
	if i, ok := x.(starlark.Int); ok {
		return i, nil
	}
	f, ok := starlark.AsFloat(x)
	if !ok {
		return nil, fmt.Errorf("round: %s is no number", x.Type())
	}
	const most = 30
	if digits < 0 || digits > most {
		return nil, fmt.Errorf("round: %d digits are not between 0 and %d", digits, most)
	}
	if len(args) == 1 {
		return starlark.NumberToInt(starlark.Float(math.RoundToEven(f)))
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(f, 'f', digits, 64), 64)
	return starlark.Float(r), err
}
