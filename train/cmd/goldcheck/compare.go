package main

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/eval"
)

// database runs queries on a SQLite file that nobody changes.
type database struct{ db *sql.DB }

func openDatabase(path string) (*database, error) {
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "mode=ro&immutable=1"}
	db, err := sql.Open(eval.GoldDriver, address.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &database{db}, nil
}

func (d *database) close() { d.db.Close() }

const (
	mostRows = 20_000
	mostTime = 30 * time.Second
)

// run reads rows through the driver itself: on the usual way it turns dates and
// booleans into its own idea of them.
func (d *database) run(ctx context.Context, query string) (rows [][]any, err error) {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	err = conn.Raw(func(raw any) error {
		r, err := raw.(driver.QueryerContext).QueryContext(ctx, query, nil)
		if err != nil {
			return err
		}
		defer r.Close()
		if typed, ok := r.(interface{ DeclTypes() []string }); ok {
			clear(typed.DeclTypes())
		}
		values := make([]driver.Value, len(r.Columns()))
		rows = [][]any{make([]any, len(values))} // the first is a header
		for len(rows) <= mostRows {
			if err := r.Next(values); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
			row := make([]any, len(values))
			for i, v := range values {
				row[i] = plain(v)
			}
			rows = append(rows, row)
		}
		return nil
	})
	return rows, err
}

// plain makes numbers one kind, and periods their first day.
func plain(v driver.Value) any {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case bool:
		if v {
			return 1.0
		}
		return 0.0
	case []byte:
		return period(string(v))
	case string:
		return period(v)
	}
	return v
}

func period(s string) any {
	for _, layout := range []string{"2006-01-02", "2006-01-02 00:00:00"} {
		if _, err := time.Parse(layout, s); err == nil {
			return s[:10]
		}
	}
	if _, err := time.Parse("2006-01", s); err == nil {
		return s + "-01"
	}
	if len(s) == 7 && s[4:6] == "-Q" && s[6] >= '1' && s[6] <= '4' {
		return fmt.Sprintf("%s-%02d-01", s[:4], 3*int(s[6]-'0')-2)
	}
	if len(s) == 4 {
		if _, err := time.Parse("2006", s); err == nil {
			return s + "-01-01"
		}
	}
	return s
}

// rule is how two values are compared.
type rule struct{ ordered, rounded bool }

// compare is "" where the rows are equal, with columns in any order.
func compare(want, said [][]any, r rule) string {
	if len(want) == 1 && len(said) == 1 {
		return ""
	}
	if len(want[0]) != len(said[0]) {
		return "other columns"
	}
	if len(want) != len(said) {
		return "other rows"
	}
	want, said = want[1:], said[1:]
	n := len(want[0])
	columns := make([]int, n)
	used := make([]bool, n)
	fits := make([][]bool, n)
	for i := range n {
		fits[i] = make([]bool, n)
		for j := range n {
			fits[i][j] = r.sameColumn(want, said, i, j)
		}
	}
	tries := 0
	var place func(i int) bool
	place = func(i int) bool {
		if i == n {
			tries++
			return tries < 200 && r.sameRows(want, said, columns)
		}
		for j := range n {
			if !used[j] && fits[i][j] {
				used[j], columns[i] = true, j
				if place(i + 1) {
					return true
				}
				used[j] = false
			}
		}
		return false
	}
	if place(0) {
		return ""
	}
	return "other values"
}

func (r rule) sameColumn(want, said [][]any, i, j int) bool {
	a, b := make([]any, len(want)), make([]any, len(said))
	for k := range want {
		a[k], b[k] = want[k][i], said[k][j]
	}
	if !r.ordered {
		slices.SortFunc(a, order)
		slices.SortFunc(b, order)
	}
	for k := range a {
		if !r.equal(a[k], b[k]) {
			return false
		}
	}
	return true
}

func (r rule) sameRows(want, said [][]any, columns []int) bool {
	turned := make([][]any, len(said))
	for k, row := range said {
		turned[k] = make([]any, len(columns))
		for i, j := range columns {
			turned[k][i] = row[j]
		}
	}
	want = slices.Clone(want)
	if !r.ordered {
		byRow := func(a, b []any) int { return slices.CompareFunc(a, b, order) }
		slices.SortFunc(want, byRow)
		slices.SortFunc(turned, byRow)
	}
	for k := range want {
		for i := range want[k] {
			if !r.equal(want[k][i], turned[k][i]) {
				return false
			}
		}
	}
	return true
}

// order sorts numbers as if they had six digits, so that rounding does not
// change where a row comes.
func order(a, b any) int {
	x, isX := a.(float64)
	y, isY := b.(float64)
	if isX && isY {
		if math.Abs(x-y) <= 1e-6*math.Max(math.Abs(x), math.Abs(y)) {
			return 0
		}
		return cmp.Compare(x, y)
	}
	return strings.Compare(fmt.Sprintf("%T%v", a, a), fmt.Sprintf("%T%v", b, b))
}

// equal compares numbers to six digits, or to as many as the gold has where it
// was rounded.
func (r rule) equal(want, said any) bool {
	x, isX := want.(float64)
	y, isY := said.(float64)
	if isX != isY {
		return year(want) == year(said) && year(want) != ""
	}
	if !isX {
		return want == said
	}
	if math.Abs(x-y) <= 1e-6*math.Max(math.Abs(x), math.Abs(y))+1e-9 {
		return true
	}
	if !r.rounded {
		return false
	}
	for _, places := range []float64{1, 10, 100, 1000, 10000} {
		if math.Abs(math.Round(x*places)-x*places) < 1e-6 {
			return math.Abs(math.Round(y*places)/places-x) < 1e-9 && places > 1
		}
	}
	return false
}

// year reads a year that is a number here and text there.
func year(v any) string {
	switch v := v.(type) {
	case float64:
		return fmt.Sprintf("%04.0f", v)
	case string:
		return strings.TrimSuffix(v, "-01-01")
	}
	return ""
}
