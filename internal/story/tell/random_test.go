package tell

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// TestAnyTable tells stories of tables that nobody would make.
func TestAnyTable(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 11))
		f := wildFinding(r)
		s := Tell(f)
		if again := Tell(f); again.Text != s.Text {
			t.Fatalf("seed %d: told in two ways:\n%s\n%s", seed, s.Text, again.Text)
		}
		if n := strings.Count(s.Text, ". ") + 1; n > maxSentences {
			t.Errorf("seed %d: %d sentences: %s", seed, n, s.Text)
		}
		checkStory(t, f, s)
		if t.Failed() {
			t.Fatalf("seed %d: %+v\n%s", seed, f.Table.Columns, dump(f.Table))
		}
	}
}

func dump(t *table.Table) string {
	var b strings.Builder
	for _, row := range t.Rows[:min(len(t.Rows), 15)] {
		fmt.Fprintln(&b, row)
	}
	return b.String()
}

var (
	randomMeasures = []string{"revenue", "total_revenue", "orders", "avg_price", "growth_pct", "return_rate", "running_total", "profit", "count_star()",
		"median_rating", "share_pct", "duration_seconds", "amount_eur", "n", "value", "units", "customers", "temperature", "sum(x)", "max_score"}
	randomDimensions = []string{"region", "product_name", "status", "store_id", "category", "name", "is_new", "country", ""}
	randomLabels     = []string{"North", "South", "East", "West", "Trail Runner 3", "é", "a\tb", "", "NORTH", "Ski & Snow", "New York", "Zoë", "Lima", "Oslo"}
)

func wildFinding(r *rand.Rand) Finding {
	f := Finding{Question: pickOne(r, []string{"", "Revenue by region", "Which are the lowest?", "Top 5 products", "How many orders are there?", "Who has the most?"})}
	t := &table.Table{}
	n := pickOne(r, []int{0, 1, 2, 3, 4, 5, 8, 12, 30})
	var fillers []func(row int) table.Value
	add := func(name string, k table.Kind, fill func(int) table.Value) {
		t.Columns = append(t.Columns, table.Column{Name: name, Kind: k})
		fillers = append(fillers, fill)
	}
	repeat := 1
	dimensions := r.IntN(3)
	if r.IntN(3) == 0 {
		if dimensions > 0 && r.IntN(2) == 0 {
			repeat = 2
		}
		add(randomTime(r, repeat))
	}
	for range dimensions {
		name := pickOne(r, randomDimensions)
		unique := r.IntN(3) > 0
		switch {
		case strings.HasSuffix(name, "_id"):
			add(name, table.Int, func(row int) table.Value { return table.NewInt(int64(row%97 + 3)) })
		case strings.HasPrefix(name, "is_"):
			add(name, table.Bool, func(row int) table.Value { return table.NewBool(row%2 == 0) })
		default:
			add(name, table.Text, func(row int) table.Value {
				if r.IntN(25) == 0 {
					return table.Value{}
				}
				if unique {
					return table.NewText(pickAt(randomLabels, row/repeat))
				}
				return table.NewText(pickOne(r, randomLabels))
			})
		}
	}
	for range r.IntN(4) {
		name := pickOne(r, randomMeasures)
		kind, fill := randomNumbers(r)
		add(name, kind, fill)
	}
	for row := range n {
		values := make(table.Row, len(fillers))
		for i, fill := range fillers {
			values[i] = fill(row)
		}
		t.Rows = append(t.Rows, values)
	}
	if r.IntN(6) == 0 {
		t.Truncated = pickOne(r, []table.Cap{table.ByRows, table.ByBytes})
	}
	if r.IntN(4) == 0 {
		f.Now = time.Date(2025, time.Month(1+r.IntN(12)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC)
	}
	if r.IntN(8) == 0 {
		f.Meaning = &meaning.Meaning{Filters: []meaning.Filter{{Op: meaning.Within, Text: "in 2025", OwnTime: true, Period: &meaning.Period{Name: "2025", Grain: meaning.Year}}}}
	}
	f.Table = t
	return f
}

func pickOne[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// pickAt gives every row a label of its own.
func pickAt(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return fmt.Sprintf("%s %c", list[i%len(list)], 'A'+rune(i/len(list)))
}

func randomTime(r *rand.Rand, repeat int) (string, table.Kind, func(int) table.Value) {
	first := time.Date(2024, time.Month(1+r.IntN(12)), 1, 0, 0, 0, 0, time.UTC)
	switch r.IntN(5) {
	case 0:
		return "year", table.Int, func(row int) table.Value { return table.NewInt(int64(1995 + row/repeat)) }
	case 1:
		return "month", table.Text, func(row int) table.Value { return table.NewText(first.AddDate(0, row/repeat, 0).Format("2006-01")) }
	case 2:
		return "month", table.Date, func(row int) table.Value { return table.NewDate(first.AddDate(0, row/repeat, 0).Unix() / 86400) }
	case 3:
		return "created_at", table.Timestamp, func(row int) table.Value {
			return table.NewTimestamp(first.UnixMicro()+int64(r.IntN(1_000_000))*86_400_000, 0)
		}
	}
	return "day", table.Date, func(row int) table.Value { return table.NewDate(first.Unix()/86400 + int64(row/repeat)) }
}

func randomNumbers(r *rand.Rand) (table.Kind, func(int) table.Value) {
	size := math.Pow(10, float64(r.IntN(13)-2))
	nulls, signs := r.IntN(4) == 0, r.IntN(4) == 0
	coarse := r.IntN(3) == 0
	slope := float64(r.IntN(3) - 1)
	draw := func(row int) float64 {
		x := r.Float64() * size
		if coarse {
			x = math.Trunc(r.Float64()*4) * size / 4
		}
		if signs && r.IntN(2) == 0 {
			x = -x
		}
		return x + math.Abs(slope)*size*float64(row)*0.3
	}
	null := func() bool { return nulls && r.IntN(3) == 0 }
	switch r.IntN(3) {
	case 0:
		return table.Int, func(row int) table.Value {
			if null() {
				return table.Value{}
			}
			return table.NewInt(int64(draw(row)))
		}
	case 1:
		return table.Decimal, func(row int) table.Value {
			if null() {
				return table.Value{}
			}
			return table.NewDecimal(int64(draw(row)*100), 2)
		}
	}
	return table.Float, func(row int) table.Value {
		switch x := draw(row); {
		case null():
			return table.Value{}
		case r.IntN(40) == 0:
			return table.NewFloat(math.NaN())
		default:
			return table.NewFloat(x)
		}
	}
}
