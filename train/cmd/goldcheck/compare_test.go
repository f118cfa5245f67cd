package main

import "testing"

func TestCompare(t *testing.T) {
	rows := func(list ...[]any) [][]any { return append([][]any{make([]any, len(list[0]))}, list...) }
	for _, c := range []struct {
		name       string
		want, said [][]any
		r          rule
		equal      bool
	}{
		{"columns in any order", rows([]any{1.0, "a"}, []any{2.0, "b"}), rows([]any{"b", 2.0}, []any{"a", 1.0}), rule{}, true},
		{"rows that only match column by column", rows([]any{1.0, "a"}, []any{2.0, "b"}), rows([]any{1.0, "b"}, []any{2.0, "a"}), rule{}, false},
		{"order counts", rows([]any{1.0}, []any{2.0}), rows([]any{2.0}, []any{1.0}), rule{ordered: true}, false},
		{"nearly equal numbers", rows([]any{1e9}), rows([]any{1e9 + 1}), rule{}, true},
		{"other numbers", rows([]any{12.5}), rows([]any{12.46}), rule{}, false},
		{"a rounded number", rows([]any{12.46}), rows([]any{12.4583}), rule{rounded: true}, true},
		{"a rounded number that is another", rows([]any{12.46}), rows([]any{12.44}), rule{rounded: true}, false},
		{"a year as number", rows([]any{2025.0}), rows([]any{period("2025")}), rule{}, true},
		{"the first day of a quarter", rows([]any{period("2025-04-01")}), rows([]any{period("2025-Q2")}), rule{}, true},
		{"null is not zero", rows([]any{nil}), rows([]any{0.0}), rule{}, false},
		{"more columns", rows([]any{1.0}), rows([]any{1.0, 2.0}), rule{}, false},
		{"more rows", rows([]any{1.0}), rows([]any{1.0}, []any{1.0}), rule{}, false},
		{"rows twice", rows([]any{1.0}, []any{1.0}, []any{2.0}), rows([]any{1.0}, []any{2.0}, []any{2.0}), rule{}, false},
	} {
		if got := compare(c.want, c.said, c.r); (got == "") != c.equal {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
