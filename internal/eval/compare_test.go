package eval

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// table makes a result of rows.
func rowsOf(rows ...[]any) *Result {
	if len(rows) == 0 {
		return newResult(1)
	}
	r := newResult(len(rows[0]))
	for _, row := range rows {
		cells := make([]cell, len(row))
		for i, v := range row {
			if n, ok := v.(int); ok {
				v = int64(n)
			}
			cells[i] = newCell(v)
		}
		r.add(cells)
	}
	return r
}

type row = []any

func TestJudge(t *testing.T) {
	day := time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name       string
		gold, said *Result
		rule       rule
		want       Class
	}{
		{"same", rowsOf(row{1, "a"}, row{2, "b"}), rowsOf(row{1, "a"}, row{2, "b"}), rule{}, Right},
		{"rows in another order", rowsOf(row{1, "a"}, row{2, "b"}), rowsOf(row{2, "b"}, row{1, "a"}), rule{}, Right},
		{"order counts but for ties", rowsOf(row{2, "a"}, row{1, "b"}, row{1, "c"}), rowsOf(row{2, "a"}, row{1, "c"}, row{1, "b"}), rule{ordered: true, sorted: []int{0}}, Right},
		{"order counts beside ties", rowsOf(row{2, "a"}, row{1, "b"}, row{1, "c"}), rowsOf(row{1, "b"}, row{2, "a"}, row{1, "c"}), rule{ordered: true, sorted: []int{0}}, WrongOrder},
		{"order counts", rowsOf(row{1, "a"}, row{2, "b"}), rowsOf(row{2, "b"}, row{1, "a"}), rule{ordered: true}, WrongOrder},
		{"columns in another order", rowsOf(row{1, "a"}, row{2, "b"}), rowsOf(row{"b", 2}, row{"a", 1}), rule{}, Right},
		{"columns in another order, rows in order", rowsOf(row{1, "a"}, row{2, "b"}), rowsOf(row{"a", 1}, row{"b", 2}), rule{ordered: true}, Right},
		{"equal columns, joined otherwise", rowsOf(row{1, 1}, row{2, 2}), rowsOf(row{1, 2}, row{2, 1}), rule{}, WrongValues},
		{"equal columns, ordered, joined otherwise", rowsOf(row{1, 1}, row{2, 2}), rowsOf(row{1, 2}, row{2, 1}), rule{ordered: true}, WrongValues},
		{"a column said twice", rowsOf(row{1, 2}), rowsOf(row{1, 1}), rule{}, WrongValues},
		{"a column said twice, in order", rowsOf(row{1, 2}), rowsOf(row{1, 1}), rule{ordered: true}, WrongValues},
		{"multiset", rowsOf(row{1}, row{1}, row{2}), rowsOf(row{1}, row{2}, row{2}), rule{}, WrongValues},

		{"integer and float", rowsOf(row{5}), rowsOf(row{5.0}), rule{}, Right},
		{"relative 1e-6", rowsOf(row{1234567.0}), rowsOf(row{1234567.5}), rule{}, Right},
		{"beyond 1e-6", rowsOf(row{1234567.0}), rowsOf(row{1234570.0}), rule{}, WrongValues},
		{"what sums leave", rowsOf(row{0.0}), rowsOf(row{5.6e-17}), rule{}, Right},
		{"close numbers in rows", rowsOf(row{0.1, "a"}, row{0.2, "b"}), rowsOf(row{0.2 + 1e-9, "b"}, row{0.1 + 1e-9, "a"}), rule{}, Right},
		{"rounded gold", rowsOf(row{12.35}), rowsOf(row{12.3456}), rule{roundings: []int{2}}, Right},
		{"rounded gold, half", rowsOf(row{2.68}), rowsOf(row{2.675}), rule{roundings: []int{2}}, Right},
		{"rounded gold, too far", rowsOf(row{12.35}), rowsOf(row{12.3556}), rule{roundings: []int{2}}, WrongValues},
		{"gold does not round", rowsOf(row{12.3456}), rowsOf(row{12.35}), rule{}, WrongValues},
		{"another column is rounded", rowsOf(row{12.345678, 3.5}), rowsOf(row{12.35, 3.5}), rule{roundings: []int{2}}, WrongValues},
		{"rounded neighbours stay apart", rowsOf(row{1.0, "a"}, row{1.01, "b"}), rowsOf(row{1.006, "a"}, row{1.004, "b"}), rule{roundings: []int{2}}, WrongValues},
		{"rounded neighbours", rowsOf(row{1.0, "a"}, row{1.01, "b"}), rowsOf(row{1.004, "a"}, row{1.006, "b"}), rule{roundings: []int{2}}, Right},
		{"whole numbers beside rounded ones", rowsOf(row{3, 1.25}), rowsOf(row{3.2, 1.25}), rule{roundings: []int{2}}, WrongValues},
		{"rounded to whole numbers", rowsOf(row{3}), rowsOf(row{3.2}), rule{roundings: []int{0}}, Right},

		{"text is exact", rowsOf(row{"North"}), rowsOf(row{"north"}), rule{}, WrongValues},
		{"text is no number", rowsOf(row{"7"}), rowsOf(row{7}), rule{}, WrongValues},
		{"null is not empty", rowsOf(row{nil}), rowsOf(row{""}), rule{}, WrongValues},
		{"null is not zero", rowsOf(row{nil}), rowsOf(row{0}), rule{}, WrongValues},
		{"null is null", rowsOf(row{nil}), rowsOf(row{nil}), rule{}, Right},
		{"true is one", rowsOf(row{true}), rowsOf(row{1}), rule{}, Right},

		{"month and its first day", rowsOf(row{"2024-03", 5}), rowsOf(row{"2024-03-01", 5}), rule{}, Right},
		{"month and a timestamp", rowsOf(row{"2024-03", 5}), rowsOf(row{"2024-03-01 00:00:00", 5}), rule{}, Right},
		{"month and a driver's time", rowsOf(row{"2024-03", 5}), rowsOf(row{day, 5}), rule{}, Right},
		{"quarter and its first day", rowsOf(row{"2024-Q2", 5}), rowsOf(row{"2024-04-01", 5}), rule{}, Right},
		{"quarter and its first month", rowsOf(row{"2024-Q2", 5}), rowsOf(row{"2024-04", 5}), rule{}, Right},
		{"year as text and number", rowsOf(row{"2024", 5}), rowsOf(row{2024, 5}), rule{}, Right},
		{"year and its first day", rowsOf(row{2024, 5}), rowsOf(row{"2024-01-01", 5}), rule{}, Right},
		{"another month", rowsOf(row{"2024-03", 5}), rowsOf(row{"2024-04-01", 5}), rule{}, WrongValues},
		{"a day in the month", rowsOf(row{"2024-03"}), rowsOf(row{"2024-03-02"}), rule{}, WrongValues},
		{"an hour is not a day", rowsOf(row{"2024-03-01"}), rowsOf(row{"2024-03-01 10:00:00"}), rule{}, WrongValues},

		{"both empty", rowsOf(), newResult(2), rule{}, Right},
		{"nothing said", rowsOf(row{1}), rowsOf(), rule{}, Empty},
		{"gold is empty", newResult(1), rowsOf(row{1}), rule{}, ExtraRows},
		{"one column more", rowsOf(row{"a"}, row{"b"}), rowsOf(row{1, "a"}, row{2, "b"}), rule{}, ExtraColumns},
		{"one column less", rowsOf(row{1, "a"}, row{2, "b"}), rowsOf(row{"a"}, row{"b"}), rule{}, MissingColumns},
		{"other columns", rowsOf(row{1, "a"}), rowsOf(row{"b"}), rule{}, OtherColumns},
		{"one row more", rowsOf(row{1}), rowsOf(row{1}, row{2}), rule{}, ExtraRows},
		{"one row less", rowsOf(row{1}, row{2}), rowsOf(row{2}), rule{}, MissingRows},
		{"a row twice", rowsOf(row{1}), rowsOf(row{1}, row{1}), rule{}, ExtraRows},
		{"other rows", rowsOf(row{1}, row{2}), rowsOf(row{3}), rule{}, OtherRows},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := judge(c.gold, c.said, c.rule); got != c.want {
				t.Errorf("judged %q, want %q", got, c.want)
			}
		})
	}
}

// Wide results whose columns are all alike must neither take long nor be
// misjudged.
func TestWideResultsMatch(t *testing.T) {
	const columns, rows = 24, 60
	random := rand.New(rand.NewPCG(1, 2))
	for _, kinds := range []int{1, 2, 5} {
		t.Run(fmt.Sprint(kinds), func(t *testing.T) {
			order := random.Perm(columns)
			gold, said := newResult(columns), newResult(columns)
			for range rows {
				row, moved := make([]cell, columns), make([]cell, columns)
				for i := range row {
					row[i] = cell{kind: numeric, num: float64(random.IntN(kinds))}
				}
				for i, c := range row {
					moved[order[i]] = c
				}
				gold.add(row)
				said.add(moved)
			}
			if got := judge(gold, said, rule{}); got != Right {
				t.Errorf("permuted columns are %q", got)
			}
			if got := judge(gold, said, rule{ordered: true}); got != Right {
				t.Errorf("permuted columns, in order, are %q", got)
			}
			said.columns[order[columns-1]][rows-1].num++
			if got := judge(gold, said, rule{}); got != WrongValues {
				t.Errorf("with one cell changed they are %q", got)
			}
		})
	}
}

// What is compared may be permuted in any way and stay right.
func TestPermutationsAreRight(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		columns, rows := 1+random.IntN(5), 1+random.IntN(12)
		gold := newResult(columns)
		var list [][]cell
		for range rows {
			row := make([]cell, columns)
			for i := range row {
				row[i] = cell{kind: numeric, num: float64(random.IntN(3))}
			}
			gold.add(row)
			list = append(list, row)
		}
		random.Shuffle(rows, func(i, j int) { list[i], list[j] = list[j], list[i] })
		order := random.Perm(columns)
		said := newResult(columns)
		for _, row := range list {
			moved := make([]cell, columns)
			for i, c := range row {
				moved[order[i]] = c
			}
			said.add(moved)
		}
		if got := judge(gold, said, rule{}); got != Right {
			t.Fatalf("%v and %v are %q", gold, said, got)
		}
	}
}
