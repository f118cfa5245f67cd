package eval

import (
	"database/sql"
	"errors"
	"math"
	"slices"

	"github.com/mattn/go-sqlite3"
)

// GoldDriver is SQLite with the aggregates that gold queries may use and SQLite
// does not have.
const GoldDriver = "sqlite3_gold"

func init() {
	sql.Register(GoldDriver, &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		return errors.Join(
			c.RegisterAggregator("median", func() *median { return &median{} }, true),
			c.RegisterAggregator("stddev", func() *deviation { return &deviation{} }, true),
			c.RegisterAggregator("corr", func() *correlation { return &correlation{} }, true),
		)
	}})
}

// asNumber is a value as a number; false for NULL and text.
func asNumber(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

type median struct{ values []float64 }

func (m *median) Step(v any) {
	if x, ok := asNumber(v); ok {
		m.values = append(m.values, x)
	}
}

func (m *median) Done() any {
	n := len(m.values)
	if n == 0 {
		return nil
	}
	slices.Sort(m.values)
	return (m.values[(n-1)/2] + m.values[n/2]) / 2
}

// deviation is the standard deviation of a sample.
type deviation struct{ values []float64 }

func (d *deviation) Step(v any) {
	if x, ok := asNumber(v); ok {
		d.values = append(d.values, x)
	}
}

func (d *deviation) Done() any {
	n := float64(len(d.values))
	if n < 2 {
		return nil
	}
	mean, sum := 0.0, 0.0
	for _, x := range d.values {
		mean += x / n
	}
	for _, x := range d.values {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / (n - 1))
}

// correlation is Pearson's, over the rows where both values are known.
type correlation struct{ n, x, y, xx, yy, xy float64 }

func (c *correlation) Step(a, b any) {
	x, ok := asNumber(a)
	y, both := asNumber(b)
	if !ok || !both {
		return
	}
	c.n, c.x, c.y, c.xx, c.yy, c.xy = c.n+1, c.x+x, c.y+y, c.xx+x*x, c.yy+y*y, c.xy+x*y
}

func (c *correlation) Done() any {
	spread := math.Sqrt((c.n*c.xx - c.x*c.x) * (c.n*c.yy - c.y*c.y))
	if spread == 0 || math.IsNaN(spread) {
		return nil
	}
	return (c.n*c.xy - c.x*c.y) / spread
}
