package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// folder makes a file system of name → text.
func folder(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// lines writes diagnostics as file:line: message (hint).
func lines(list []fault.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%s:%d: %s (%s)", d.File, d.Line, d.Message, d.Hint))
	}
	return out
}

const dbtFile = `version: 2

models:
  - name: Orders
    description: "{{ doc('orders') }} Placed by customers."
    meta:
      synonyms: [purchases, sales]
    columns:
      - name: id
        data_tests:
          - unique
          - not_null
      - name: customer_id
        description: Who bought
        tests:
          - relationships:
              to: ref('customers')
              field: id
      - name: total
        description: >
          What the customer
          paid
        meta: {unit: cents, aggregate: average, synonyms: amount}
      - name: placed_at
        config:
          meta:
            role: time
sources:
  - name: raw
    schema: public
    tables:
      - name: customers
        description: People and firms
        columns:
          - name: segment
            tests:
              - accepted_values:
                  arguments:
                    values: ['retail', 'trade', 'staff']
          - name: email
            data_tests: [not_null]
`

const docsFile = `# The shop

{% docs orders %}
One row for each order.
{% enddocs %}

We sell outdoor gear.

## orders

An order is placed once.
It may be returned.

- ` + "`placed_at`" + `: when the order was placed
- **total** (integer): the sum in cents
- nonsense: not a column

## Revenue

` + "```sql" + `
# not a heading
select 1
` + "```" + `
Revenue excludes returns.
`

const dictionaryFile = "\ufeffDescription;Column;Table;Example Values\n" +
	"Mail address;email;customers;a@x.org|b@y.org\n" +
	"\"Retail; or trade\";segment;customers;\n" +
	"people and  FIRMS;;customers;\n"

const exampleFile = `-- Question: How many orders were placed?
-- tags: orders
select count(*) from orders; -- done

-- Revenue by segment
/* two lines */
WITH r AS (SELECT ';' AS x, $$a;b$$ AS y) SELECT * FROM r;
delete from orders;
`

func TestAugmentMergesEverything(t *testing.T) {
	s := shop()
	s.Table("customers").Columns[2].Values = []string{"trade", "retail"}
	found := Augment(s, folder(map[string]string{
		"models/schema.yml":             dbtFile,
		"docs.md":                       docsFile,
		"dictionary.csv":                dictionaryFile,
		"examples/orders.sql":           exampleFile,
		"top_customers_by_revenue.sql":  "select 1 as x",
		"models/orders.sql":             "select * from raw",
		"macros.sql":                    "select {{ x }}",
		"ddl.sql":                       "create table x (y int); insert into x values (1)",
		"README.md":                     "# orders\nNot documentation about data",
		"node_modules/x/schema.yml":     "models: [{name: nothing}]",
		".git/schema.yml":               "models: [{name: nothing}]",
		"dbt_project.yml":               "models: {x: y}",
		"docker-compose.yml":            "services: {db: {image: postgres}}",
		"empty.yml":                     "",
		"comment.yml":                   "# nothing\n",
		"models/sub/deep/other.yaml":    "tables:\n  - name: customers\n    synonyms: [clients]\n",
		"warehouse/data.duckdb":         "\x00\x01",
		"examples/nested/2024_sales.md": "# x",
	}))
	if len(found) != 0 {
		t.Errorf("findings: %v", lines(found))
	}

	orders, customers := s.Table("orders"), s.Table("customers")
	got := map[string]any{
		"orders":              orders.Description,
		"orders synonyms":     orders.Synonyms,
		"orders origin":       orders.Origins.Description,
		"total":               orders.Column("total").Description,
		"total unit":          orders.Column("total").Unit,
		"total aggregate":     orders.Column("total").Aggregate,
		"total why":           orders.Column("total").Why,
		"total synonyms":      orders.Column("total").Synonyms,
		"total origin":        *orders.Column("total").Origins,
		"placed_at":           orders.Column("placed_at").Description,
		"placed_at why":       orders.Column("placed_at").Why,
		"customers":           customers.Description,
		"customers synonyms":  customers.Synonyms,
		"email":               customers.Column("email").Description,
		"email examples":      customers.Column("email").Examples,
		"email null":          customers.Column("email").Nullable,
		"segment":             customers.Column("segment").Description,
		"segment values":      customers.Column("segment").Values,
		"segment why":         customers.Column("segment").Why,
		"customer_id":         orders.Column("customer_id").Description,
		"untouched":           orders.Column("id").Origins,
		"keys of orders":      orders.ForeignKeys,
		"uniques of orders":   orders.Unique,
		"comment of orders":   orders.Comment,
		"about orders":        orders.About(),
		"about without words": customers.Column("id").About(),
	}
	want := map[string]any{
		"orders":              "One row for each order. Placed by customers.",
		"orders synonyms":     []string{"purchases", "sales"},
		"orders origin":       "models/schema.yml:5",
		"total":               "What the customer paid",
		"total unit":          "cents",
		"total aggregate":     "avg",
		"total why":           "aggregate set in models/schema.yml:23",
		"total synonyms":      []string{"amount"},
		"total origin":        Origins{Description: "models/schema.yml:20", Unit: "models/schema.yml:23", Aggregate: "models/schema.yml:23", Synonyms: "models/schema.yml:23"},
		"placed_at":           "when the order was placed",
		"placed_at why":       "set in models/schema.yml:27",
		"customers":           "People and firms",
		"customers synonyms":  []string{"clients"},
		"email":               "Mail address",
		"email examples":      []string{"a@x.org", "b@y.org"},
		"email null":          false,
		"segment":             "Retail; or trade",
		"segment values":      []string{"trade", "retail", "staff"},
		"segment why":         "its values are listed in models/schema.yml:37",
		"customer_id":         "Who bought",
		"untouched":           (*Origins)(nil),
		"keys of orders":      shop().Table("orders").ForeignKeys,
		"uniques of orders":   [][]string(nil),
		"comment of orders":   "One row an order",
		"about orders":        "One row for each order. Placed by customers.",
		"about without words": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}

	wantDocs := Documents{
		Text: []Document{
			{File: "docs.md", Title: "orders", Body: "One row for each order."},
			{File: "docs.md", Line: 7, Title: "The shop", Body: "We sell outdoor gear."},
			{File: "docs.md", Line: 11, Title: "orders", Body: "An order is placed once.\nIt may be returned.\n\n- `placed_at`: when the order was placed\n- **total** (integer): the sum in cents\n- nonsense: not a column"},
			{File: "docs.md", Line: 20, Title: "Revenue", Body: "```sql\n# not a heading\nselect 1\n```\nRevenue excludes returns."},
		},
		Examples: []Example{
			{File: "examples/orders.sql", Question: "How many orders were placed?", SQL: "select count(*) from orders"},
			{File: "examples/orders.sql", Question: "Revenue by segment two lines", SQL: "WITH r AS (SELECT ';' AS x, $$a;b$$ AS y) SELECT * FROM r"},
			{File: "top_customers_by_revenue.sql", Question: "Top customers by revenue", SQL: "select 1 as x"},
		},
	}
	if diff := cmp.Diff(wantDocs, s.Documents); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestAugmentIsBounded(t *testing.T) {
	many := map[string]string{}
	for i := range maxFiles + 5 {
		many[fmt.Sprintf("f%04d.md", i)] = "x"
	}
	got := lines(Augment(shop(), folder(many)))
	if len(got) != 1 || !strings.Contains(got[0], "more than 500 documents") {
		t.Errorf("got %v", got)
	}

	large := map[string]string{}
	for i := range maxTotal/maxFile + 2 {
		large[fmt.Sprintf("f%d.md", i)] = strings.Repeat("x", maxFile)
	}
	got = lines(Augment(shop(), folder(large)))
	if len(got) != 1 || !strings.Contains(got[0], "larger than 8 MiB together") {
		t.Errorf("got %v", got)
	}

	wrong := "models:\n"
	for i := range maxFindings + 50 {
		wrong += fmt.Sprintf("  - name: nothing%d\n", i)
	}
	got = lines(Augment(shop(), folder(map[string]string{"schema.yml": wrong})))
	if len(got) != maxFindings+1 || !strings.Contains(got[maxFindings], "50 more findings") {
		t.Errorf("%d findings, the last is %s", len(got), got[len(got)-1])
	}
}

func TestAugmentDeclaresKeys(t *testing.T) {
	s := &Snapshot{Tables: tables("customers(*id)\norders(*id, customer_id, buyer)\nlines(order_id, pos)")}
	InferKeys(t.Context(), s, always(100, 100))
	found := Augment(s, folder(map[string]string{"schema.yml": `models:
  - name: orders
    columns:
      - name: buyer
        tests:
          - relationships: {to: "source('shop', 'customers')", field: id}
      - name: customer_id
        tests:
          - relationships: {to: ref('customers'), field: id}
  - name: lines
    tests:
      - dbt_utils.unique_combination_of_columns:
          combination_of_columns: [order_id, pos]
`}))
	if found != nil {
		t.Errorf("findings: %v", lines(found))
	}
	want := []ForeignKey{
		{Columns: []string{"buyer"}, RefTable: "customers", RefColumns: []string{"id"}, Evidence: "declared in schema.yml:6"},
		{Columns: []string{"customer_id"}, RefTable: "customers", RefColumns: []string{"id"}, Evidence: "declared in schema.yml:9"},
	}
	if diff := cmp.Diff(want, s.Tables[1].ForeignKeys); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"order_id", "pos"}}, s.Tables[2].Unique); diff != "" {
		t.Error(diff)
	}
}

func TestAugmentAgain(t *testing.T) {
	s := shop()
	s.Table("customers").Columns[2].Values = nil
	files := map[string]string{"schema.yml": dbtFile, "docs.md": docsFile, "dictionary.csv": dictionaryFile}
	first := Augment(s, folder(files))
	once := s.Table("orders").Columns[2]
	hash := Hash(s)
	second := Augment(s, folder(files))
	if diff := cmp.Diff(first, second); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(once, s.Table("orders").Columns[2]); diff != "" {
		t.Error(diff)
	}
	if Hash(s) != hash || hash == Hash(shop()) {
		t.Error("documents must change the hash, and only once")
	}
	Augment(s, folder(nil))
	total := s.Table("orders").Column("total")
	if s.Table("orders").Description != "" || s.Documents.Text != nil || total.Aggregate != "sum" {
		t.Errorf("a removed document is remembered: %+v", total)
	}
}

func TestAugmentWithoutAFolder(t *testing.T) {
	if got := Augment(shop(), missingFS{fs.ErrNotExist}); got != nil {
		t.Errorf("got %v", lines(got))
	}
	got := lines(Augment(shop(), missingFS{errors.New("disk on fire")}))
	if len(got) != 1 || !strings.Contains(got[0], "disk on fire") {
		t.Errorf("got %v", got)
	}
}

type missingFS struct{ err error }

func (m missingFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: m.err}
}

func TestSchemaOfSourcesIsAHint(t *testing.T) {
	s := &Snapshot{SearchPath: []string{"main"}, Tables: []Table{
		{Schema: "raw", Name: "events", Columns: []Column{{Name: "id", Kind: table.Int}}},
		{Schema: "main", Name: "events", Columns: []Column{{Name: "id", Kind: table.Int}}},
	}}
	found := Augment(s, folder(map[string]string{"schema.yml": "sources:\n  - name: RAW\n    tables: [{name: Events, description: raw ones}]\n  - name: elsewhere\n    tables: [{name: events, description: main ones}]\n"}))
	if found != nil || s.Tables[0].Description != "raw ones" || s.Tables[1].Description != "main ones" {
		t.Errorf("%v, %+v", lines(found), s.Tables)
	}
}

func TestExampleValues(t *testing.T) {
	for field, want := range map[string][]string{
		"":                        nil,
		"a, b":                    {"a", "b"},
		"a,b|c":                   {"a,b", "c"},
		"['x', 'y']":              {"x", "y"},
		`{"colour":"moss","n":2}`: {`{"colour":"moss","n":2}`},
		"1; 2;;3":                 {"1", "2", "3"},
	} {
		if diff := cmp.Diff(want, splitList(field)); diff != "" {
			t.Errorf("%s: %s", field, diff)
		}
	}
}

func FuzzAugment(f *testing.F) {
	for name, text := range map[string]string{
		"schema.yml": dbtFile, "docs.md": docsFile, "dictionary.csv": dictionaryFile, "examples/x.sql": exampleFile,
	} {
		f.Add(name, text)
	}
	f.Add("schema.yml", "a: &a [*a]\nmodels: *a")
	f.Add("schema.yml", "models:\n  - <<: *x\n    name: orders")
	f.Add("schema.yml", "x: &x {<<: *x, columns: *x}\nmodels: [*x]")
	f.Add("schema.yml", "\r\r\r'")
	f.Add("q.sql", "/* /* ' \" $$ ; -- select")
	f.Add("docs.md", "{% docs a %}{% docs b %}x{% enddocs %}")
	f.Fuzz(func(t *testing.T, name, text string) {
		base := ""
		for _, known := range []string{"schema.yml", "docs.md", "dictionary.csv", "examples/x.sql", "q.sql"} {
			if name == known {
				base = known
			}
		}
		if base == "" {
			return
		}
		s := shop()
		for _, d := range Augment(s, folder(map[string]string{base: text})) {
			if d.Message == "" || d.Line < 0 || d.Line > strings.Count(lineEnds.Replace(text), "\n")+2 {
				t.Errorf("a finding without sense: %+v", d)
			}
		}
		Enrich(s)
		elementsOf(t, XML(s, XMLOptions{}))
		for _, e := range s.Documents.Examples {
			if !isQuery(e.SQL) || e.Question == "" {
				t.Errorf("kept %+v", e)
			}
		}
	})
}

// TestDocumentsSayWhatTodayIs: of data that does not grow any more.
func TestDocumentsSayWhatTodayIs(t *testing.T) {
	for body, want := range map[string]string{
		`It covers all of 2025; "today" is 2025-12-31.`:                "2025-12-31",
		"Today is 2025-06-30: the last export.":                        "2025-06-30",
		"Today is 2025-02-30.":                                         "",
		"Today is a good day. It was 2025-06-30.":                      "",
		"The order of today":                                           "",
		"If today is 2024-03-15, last month is February":               "",
		"For example, when \"today\" is 2024-03-15, the month is …":    "",
		"If today is 2024-03-15 … The data ended: today is 2025-06-30": "2025-06-30",
	} {
		day, file := Documents{Text: []Document{{File: "docs.md", Body: body}}}.Today()
		if got := day.Format(time.DateOnly); want != "" && (got != want || file != "docs.md") || want == "" && (!day.IsZero() || file != "") {
			t.Errorf("%q: %s, %s", body, got, file)
		}
	}
}
