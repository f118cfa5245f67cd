package story

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

func sales(column, name string, names []string, amounts ...int64) *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: column, Kind: table.Text}, {Name: name, Kind: table.Int}}}
	for i, n := range names {
		t.Rows = append(t.Rows, table.Row{table.NewText(n), table.NewInt(amounts[i])})
	}
	return t
}

func TestCheckAll(t *testing.T) {
	results := []Result{
		NewResult(sales("channel", "total", []string{"shop", "web"}, 2400, 1260), &meaning.Meaning{Filters: []meaning.Filter{{Op: meaning.Within, Text: "in 2024"}}}, true),
		NewResult(sales("product", "orders", []string{"tent", "stove"}, 30, 20), &meaning.Meaning{}, true),
		NewResult(sales("city", "people", []string{"Graz", "Linz"}, 7, 9), nil, false),
	}
	for _, c := range []struct {
		text  string
		by    []int  // of the references
		wrong string // words that nothing supports
	}{
		{"The shop leads with 2,400.", []int{0, 0}, ""},
		{"In 2024 the shop made 2,400.", []int{0, 0}, ""},
		{"The shop made 2,400, and the tent has 30 orders.", []int{0, 1}, ""},
		{"The tent has 30 orders, ahead of the stove at 20.", []int{1, 1, 1}, ""},
		{"The shop made 30.", nil, "30"},
		{"The tent has 2,400 orders.", nil, "2,400"},
		{"Graz has 7 people.", []int{2}, ""},
		{"Graz has 30 people.", nil, "30"},
		{"It is all fine.", nil, ""},
	} {
		r, err := CheckAll(t.Context(), c.text, results, Context{})
		if err != nil {
			t.Fatal(err)
		}
		wrong := ""
		for _, x := range r.Unsupported() {
			wrong += x.Text
		}
		if !slices.Equal(r.By, c.by) || !strings.Contains(wrong, c.wrong) || c.wrong == "" && wrong != "" {
			t.Errorf("%s: by %v, wrong %q", c.text, r.By, wrong)
		}
		for _, by := range r.By {
			if !slices.Contains(r.Spoke, by) {
				t.Errorf("%s: %d does not speak in %v", c.text, by, r.Spoke)
			}
		}
	}
	if r, err := CheckAll(t.Context(), "The shop made 30 in 2024.", nil, Context{Question: "How was 2024?"}); err != nil || len(r.Unsupported()) != 1 || len(r.By) != len(r.References) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestOthersDoNotExcuse holds the corpus against its rows while the results of
// other questions lie beside them: those must neither excuse what is false nor
// spoil what is true.
func TestOthersDoNotExcuse(t *testing.T) {
	var files [][]narrative // by table
	for _, n := range readCorpus(t) {
		if len(files) == 0 || files[len(files)-1][0].file != n.file {
			files = append(files, nil)
		}
		files[len(files)-1] = append(files[len(files)-1], n)
	}
	// The statement of the rows is not known; like one, the question names what
	// they are about.
	result := func(at int) Result {
		n := files[at%len(files)][0]
		return NewResult(n.table, &meaning.Meaning{Columns: []meaning.Column{{Label: n.context.Question}}}, true)
	}
	var all score
	for i, list := range files {
		beside := []Result{result(i + 1), result(i), result(i + 7), result(i + 13)}
		for _, n := range list {
			r, err := CheckAll(t.Context(), n.text, beside, n.context)
			if err != nil {
				t.Fatal(err)
			}
			missed, refused := all.count(n, r.Report)
			if n.belief {
				continue
			}
			for _, m := range missed {
				t.Logf("%s: passed as true: %q in %q", n.file, m, n.text)
			}
			for _, c := range refused {
				t.Logf("%s: refused: %q in %q: %s", n.file, c.Text, n.text, c.Reason)
			}
		}
	}
	t.Logf("%d of %d false claims are caught, %d of %d true claims refused", all.caught, all.falses, all.refused, all.trues)
	if all.catches() < 99 || all.refuses() > 1 {
		t.Error("as the check against one result, this one is held to 99% of false claims caught and 1% of true claims refused")
	}
}

// manyResults are those of a long exploration.
func manyResults(n, rows int, m *meaning.Meaning) []Result {
	var list []Result
	for i := range n {
		t := &table.Table{Columns: []table.Column{{Name: "city", Kind: table.Text}, {Name: fmt.Sprintf("measure_%d", i), Kind: table.Int}}}
		for r := range rows {
			t.Rows = append(t.Rows, table.Row{table.NewText(fmt.Sprintf("City %d", r)), table.NewInt(int64(r * (i + 1)))})
		}
		list = append(list, NewResult(t, m, true))
	}
	return list
}

func BenchmarkCheckAll(b *testing.B) {
	results := manyResults(24, 1000, &meaning.Meaning{Filters: []meaning.Filter{{Op: meaning.Within, Text: "in 2024"}}, Limit: meaning.Limit{Rows: 1000}})
	for name, text := range map[string]string{
		"answer": "City 999 leads with 999, ahead of City 998 at 998. In 2024, City 7 had a measure 3 of 28. The top 5 made up most of it.",
		"worst":  strings.Repeat("City 7 has 7, ", 300),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := CheckAll(b.Context(), text, results, Context{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzCheckAll holds whatever a model says against rows: claims stay in order,
// in the text, and apart, and what is taken out never comes back.
func FuzzCheckAll(f *testing.F) {
	for _, text := range []string{"", "City 3 leads with 3, and City 2 has 2.", "In 2024, all cities made 3 — or 6; see 'measure_1'.", "\xff 3\x00, and 4.", strings.Repeat("City 1 has 1, ", 50)} {
		f.Add(text, "city is 'City 3' in 2024")
	}
	f.Fuzz(func(t *testing.T, text, condition string) {
		if len(text) > 5000 || len(condition) > 5000 {
			return
		}
		results := manyResults(3, 5, &meaning.Meaning{Filters: []meaning.Filter{{Op: meaning.Equal, Text: condition}}, Limit: meaning.Limit{Rows: 3}})
		var r Combined
		check := func(text string) (_ Report, err error) {
			r, err = CheckAll(t.Context(), text, results, Context{})
			return r.Report, err
		}
		report, err := check(text)
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		for _, c := range r.Claims {
			if c.Start < last || c.End > len(text) || c.Start > c.End {
				t.Fatalf("%q: %+v", text, r.Claims)
			}
			last = c.End
		}
		if len(r.By) != len(r.References) {
			t.Fatalf("%d references by %d", len(r.References), len(r.By))
		}
		left, err := StripAll(text, report, check)
		if err != nil || left != "" && len(r.Unsupported()) > 0 || len(left) > len(text)+1 {
			t.Fatalf("%q: %q is left", text, left)
		}
	})
}

// A story may name what a statement keeps, and not what it leaves out.
func TestFilters(t *testing.T) {
	r := NewResult(&table.Table{}, &meaning.Meaning{Filters: []meaning.Filter{
		{Op: meaning.Equal, Text: "region is 'North'"}, {Op: meaning.NotEqual, Text: "status is not 'open'"}, {Op: meaning.NoneOf, Text: "kind is not 'a' or 'b'"},
		{Op: meaning.NotWithin, Text: "not in 2023"}, {Op: meaning.Within, Text: "in 2024"},
	}, Limit: meaning.Limit{Rows: 5}}, true)
	if got, want := strings.Join(r.Filters(), "|"), "region is 'North'|in 2024|top 5"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	r = NewResult(&table.Table{}, nil, true)
	if got := r.Filters(); len(got) > 0 {
		t.Errorf("%q of a statement that nobody knows", got)
	}
}
