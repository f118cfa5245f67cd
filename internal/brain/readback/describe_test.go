package readback

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Of a statement that has no form, what can be told of its parts is told.
func TestDescribeParts(t *testing.T) {
	for _, c := range []struct {
		name, sql string
		row       meaning.RowKind
		columns   string // label, role and aggregate of each
		filters   string
		order     []meaning.Order
		limit     int
	}{
		{"distinct on", "SELECT DISTINCT ON (kind) kind, fee FROM rental WHERE kind = 'day' ORDER BY kind, fee DESC", meaning.RowValue,
			"kind detail; fee detail", "kind is 'day'",
			[]meaning.Order{{Column: 0, Label: "kind", Of: meaning.RoleDetail}, {Column: 1, Label: "fee", Desc: true, Of: meaning.RoleDetail}}, 0},
		{"a case to group by", "SELECT CASE WHEN fee > 10 THEN 'dear' ELSE 'cheap' END AS price, count(*) AS n, sum(fee) FROM rental GROUP BY 1 ORDER BY n DESC LIMIT 3", meaning.RowGroup,
			"price detail; number of rentals measure count; total fee measure sum", "",
			[]meaning.Order{{Column: 1, Label: "number of rentals", Desc: true, Of: meaning.RoleMeasure}}, 3},
		{"an array of values", "SELECT kind, array_agg(id) FROM rental GROUP BY kind", meaning.RowGroup, "kind dimension; array_agg detail", "", nil, 0},
		{"a common table expression", "WITH t AS (SELECT kind, sum(fee) AS total FROM rental GROUP BY kind) SELECT t.kind, t.total, ntile(4) OVER (ORDER BY t.total) AS part FROM t", "",
			"kind detail; total fee measure sum; part measure other", "", nil, 0},
		{"all columns of a lateral join", "SELECT x.fee FROM person p, LATERAL (SELECT fee FROM rental r WHERE r.person = p.id LIMIT 1) x", "", "fee detail", "", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			ix := boats(t)
			ix.Dialect = "postgres"
			if q, err := Convert(ix, c.sql, now); err == nil {
				t.Fatalf("it has a form: %s", speller{ix}.query(q))
			}
			m := Describe(ix, c.sql, now)
			if m == nil || !m.Partial {
				t.Fatalf("its meaning is %+v", m)
			}
			var columns, filters []string
			for _, one := range m.Columns {
				columns = append(columns, strings.TrimSpace(one.Label+" "+string(one.Role)+" "+string(one.Aggregate)))
			}
			for _, f := range m.Filters {
				filters = append(filters, f.Text)
			}
			if got := strings.Join(columns, "; "); got != c.columns || m.Row.Kind != c.row {
				t.Errorf("the columns are %s\nwant %s\na row is %q, want %q", got, c.columns, m.Row.Kind, c.row)
			}
			if got := strings.Join(filters, "; "); got != c.filters || !cmp.Equal(m.Order, c.order) || m.Limit.Rows != c.limit {
				t.Errorf("the filters are %s, the order %+v, the limit %d", got, m.Order, m.Limit.Rows)
			}
		})
	}
	if m := Describe(boats(t), "PRAGMA table_info(rental)", now); m != nil {
		t.Errorf("what is no SELECT means %+v", m)
	}
}

// Of a set operation, only what holds for the rows of all its queries is told.
func TestDescribeSets(t *testing.T) {
	const first, second = "SELECT kind FROM rental WHERE fee > 10 AND kind = 'day'", " UNION SELECT kind FROM rental WHERE fee > 10 AND kind = 'week' LIMIT 3"
	for _, sql := range []string{first + second, strings.ReplaceAll(first+second, "SELECT kind", "SELECT coalesce(kind, goal::text) AS kind")} {
		ix := boats(t)
		ix.Dialect = "postgres"
		var m *meaning.Meaning
		if q, err := Convert(ix, sql, now); err == nil {
			m = render.Describe(ix, q)
		} else {
			m = Describe(ix, sql, now)
		}
		if m == nil || !m.Set || len(m.Filters) != 1 || m.Filters[0].Text != "fee is more than 10" || m.Limit.Rows != 0 {
			t.Errorf("%s\nmeans %+v", sql, m)
		}
	}
}

// Stock adds up over warehouses and not over days, whatever the statement calls it.
func TestDescribeLevels(t *testing.T) {
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{{Name: "shelf", PrimaryKey: []string{"id"}, Columns: []schema.Column{{Name: "id", Kind: table.Int},
		{Name: "day", Kind: table.Date}, {Name: "stock", Kind: table.Int}, {Name: "sold", Kind: table.Int}, {Name: "price", Kind: table.Decimal}}}}}
	ix, err := index.Build(t.Context(), s, nothing{})
	if err != nil {
		t.Fatal(err)
	}
	for sum, want := range map[string]meaning.Additivity{"sum(stock)": meaning.SemiAdditive, "sum(stock * price)": meaning.SemiAdditive, "sum(stock) + sum(sold)": meaning.SemiAdditive,
		"sum(sold)": meaning.Additive, "sum(CASE WHEN stock > 0 THEN sold END)": meaning.Additive, "avg(stock)": meaning.NonAdditive} {
		q, err := Convert(ix, "SELECT day, "+sum+" AS total FROM shelf GROUP BY day", now)
		if err != nil {
			t.Fatal(err)
		}
		if got := render.Describe(ix, q).Columns[1].Additivity; got != want {
			t.Errorf("%s is %s, want %s", sum, got, want)
		}
	}
}
