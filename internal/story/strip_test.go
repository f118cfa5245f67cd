package story

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func regions() *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "revenue", Kind: table.Int}}}
	for i, n := range []string{"North", "South", "East"} {
		t.Rows = append(t.Rows, table.Row{table.NewText(n), table.NewInt(int64([]int{120, 90, 75}[i]))})
	}
	return t
}

func TestStrip(t *testing.T) {
	for _, test := range []struct{ text, stripped string }{
		{"North made 120.", "North made 120."},
		{"North made 90.", ""},
		{"North leads. South made 95. East made 75.", "North leads. East made 75."},
		{"North made 120; South made 95.", "North made 120."},
		{"North made 130; South made 90.", ""},
		{"", ""},
	} {
		if got := Strip(test.text, Check(test.text, regions(), Context{})); got != test.stripped {
			t.Errorf("%q is stripped to %q", test.text, got)
		}
	}
}

func TestReasons(t *testing.T) {
	for _, test := range []struct{ text, reason string }{
		{"North made 90.", "90 is South's revenue, not North's; revenue of North is 120"},
		{"North made 100.", "revenue of North is 120, not 100"},
		{"South has the highest revenue.", "the highest revenue is North with 120; South has 90"},
		{"East is ahead of South.", "East has 75 of revenue, South 90"},
		{"In total 300 was made.", "sum of revenue is 285, not 300"},
		{"In 2024 North made 120.", "the rows say nothing about 2024"},
		{"Revenue fell.", "the rows show no change over time"},
	} {
		r := Check(test.text, regions(), Context{})
		if list := r.Reasons(); len(list) == 0 || !strings.HasSuffix(list[0], ": "+test.reason) {
			t.Errorf("%q: %q", test.text, list)
		}
	}
}

func TestReferences(t *testing.T) {
	const text = "North leads with 120, 42% of the total of 285. It is 30 ahead of South."
	r := Check(text, regions(), Context{})
	want := []struct {
		id, text string
		op       Operation
		rows     []int
	}{
		{"ref1", "leads", Rank, []int{0}}, {"ref2", "120", Value, []int{0}}, {"ref3", "42%", Share, []int{0}},
		{"ref4", "285", Sum, nil}, {"ref5", "30 ahead", Difference, []int{0, 1}},
	}
	if len(r.References) != len(want) || len(r.Unsupported()) > 0 {
		t.Fatalf("%+v %v", r.References, r.Reasons())
	}
	for i, ref := range r.References {
		w := want[i]
		if ref.ID != w.id || ref.Text != w.text || ref.Operation != w.op || !slices.Equal(ref.Rows, w.rows) || !slices.Equal(ref.Columns, []string{"revenue"}) || !strings.Contains(text, ref.Text) {
			t.Errorf("%+v instead of %+v", ref, w)
		}
	}
}

func TestContext(t *testing.T) {
	for _, test := range []struct {
		text, question string
		good           bool
	}{
		{"The top 5 regions made 285.", "top 5 regions by revenue", true},
		{"The top 5 regions made 285.", "top 4 regions by revenue", false},
		{"In 2025 the regions made 285.", "revenue by region in 2025", true},
		{"North made 100.", "which regions made more than 100?", false},
		{"Two regions made more than 80.", "", true},
	} {
		if r := Check(test.text, regions(), Context{Question: test.question}); (len(r.Unsupported()) == 0) != test.good {
			t.Errorf("%q to %q: %v", test.text, test.question, r.Claims)
		}
	}
}

// A result that was cut says nothing about totals.
func TestTruncated(t *testing.T) {
	tab := regions()
	tab.Truncated = table.ByRows
	if r := Check("North accounts for 42% of revenue.", tab, Context{}); len(r.Unsupported()) != 1 {
		t.Error(r.Claims)
	}
	if r := Check("In total 285 was made.", tab, Context{}); len(r.Unsupported()) != 1 {
		t.Error(r.Claims)
	}
	if r := Check("North made 120.", tab, Context{}); len(r.Unsupported()) != 0 {
		t.Error(r.Reasons())
	}
}

func TestNumbers(t *testing.T) {
	tab := &table.Table{Columns: []table.Column{{Name: "revenue", Kind: table.Decimal}}, Rows: []table.Row{{table.NewDecimal(123456789, 2)}}}
	for text, good := range map[string]bool{
		"1,234,567.89": true, "1 234 567.89": true, "$1,234,568": true, "1.23 million": true, "1.2M": true, "1,235k": true, "€1.23M": true, "about 1.2 million": true,
		"nearly 1.25 million": true, "more than 1.2 million": true, "1.24 million": false, "1,234,576.89": false, "12.3 million": false, "more than 1.3 million": false,
		"nearly 1.2 million": false, "0.0012 billion": true, "1.23 billion": false,
	} {
		if r := Check("Revenue was "+text+".", tab, Context{Question: "What is the revenue in $ or €?"}); (len(r.Unsupported()) == 0) != good || len(r.Claims) != 1 {
			t.Errorf("%s: %+v", text, r.Claims)
		}
	}
}
