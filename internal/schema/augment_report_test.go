package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAugmentReports(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"an unknown table": {
			map[string]string{"schema.yml": "models:\n  - name: ordres\n    description: x\n    columns:\n      - name: id\n        tests: [unique]\n"},
			[]string{"schema.yml:2: table ordres is not in the database (did you mean orders?)"},
		},
		"an unknown column": {
			map[string]string{"schema.yml": "models:\n  - name: orders\n    columns:\n      - name: totl\n        tests: [unique]\n      - name: id\n"},
			[]string{"schema.yml:4: table orders has no column totl (did you mean total?)"},
		},
		"in a dictionary": {
			map[string]string{"dictionary.csv": "table,column,description\norders,totl,x\norders,totl,y\ninvoices,,z\n"},
			[]string{
				"dictionary.csv:2: table orders has no column totl (did you mean total?)",
				"dictionary.csv:4: table invoices is not in the database (tables: customers, orders)",
			},
		},
		"two descriptions": {
			map[string]string{
				"schema.yml":     "models:\n  - name: orders\n    columns:\n      - {name: total, description: In cents}\n",
				"dictionary.csv": "table,column,description\norders,total,In euros\norders,id,fine\n",
			},
			[]string{"dictionary.csv:2: the description of orders.total differs from the one in schema.yml:4, which is used (keep one of the two, or make them equal)"},
		},
		"the same in two places": {
			map[string]string{
				"schema.yml":     "models:\n  - name: orders\n    columns:\n      - {name: total, description: In cents}\n",
				"dictionary.csv": "table,column,description\norders,total,\"in  CENTS\"\n",
			},
			nil,
		},
		"free text is no contradiction": {
			map[string]string{"schema.yml": "models:\n  - {name: orders, description: All orders}\n", "docs.md": "# orders\nWhat people buy.\n"},
			nil,
		},
		"accepted values": {
			map[string]string{"schema.yml": "models:\n  - name: customers\n    columns:\n      - name: segment\n        tests:\n          - accepted_values: {values: [retail]}\n"},
			[]string{"schema.yml:6: customers.segment contains 'trade', which is not among the accepted values (add them to the accepted values, or fix the data)"},
		},
		"a unique column that is not": {
			map[string]string{"schema.yml": "models:\n  - name: customers\n    columns:\n      - name: segment\n        tests: [unique]\n"},
			[]string{"schema.yml:5: customers.segment is said to be unique, but has about 2 different values in 200 rows (correct the test, or fix the data)"},
		},
		"a reference elsewhere": {
			map[string]string{"schema.yml": "models:\n  - name: orders\n    columns:\n      - name: customer_id\n        tests:\n          - relationships: {to: ref('orders'), field: id}\n"},
			[]string{"schema.yml:6: orders.customer_id refers to customers.id as declared in the database, not to orders.id (correct the relationships test)"},
		},
		"a reference to nothing": {
			map[string]string{"schema.yml": "models:\n  - name: orders\n    columns:\n      - name: total\n        tests:\n          - relationships: {to: ref('custmers'), field: id}\n          - relationships: {to: ref('customers'), field: idd}\n          - relationships: {to: ref('customers'), field: email}\n"},
			[]string{
				"schema.yml:6: table custmers is not in the database (did you mean customers?)",
				"schema.yml:7: table customers has no column idd (did you mean id?)",
				"schema.yml:8: orders.total (int4) cannot refer to customers.email (text): the types differ (correct the relationships test, or cast where you join)",
			},
		},
		"unknown words": {
			map[string]string{"schema.yml": "models:\n  - name: orders\n    description: \"{{ doc('ordrs') }}\"\n    columns:\n      - name: total\n        meta: {role: mesure, aggregate: summ}\n", "x.md": "{% docs orders %}x{% enddocs %}"},
			[]string{
				"schema.yml:3: there is no docs block ordrs (did you mean orders?)",
				`schema.yml:6: "mesure" is not a known role (did you mean measure?)`,
				`schema.yml:6: "summ" is not a known aggregate (did you mean sum?)`,
			},
		},
		"broken YAML": {
			map[string]string{"a.yml": "models:\n  - name: orders\n   description: \"x\n", "b.yml": "models:\n  - {name: orders, description: Fine}\n"},
			[]string{`a.yml:3: line 3 of a.yml is not valid YAML: could not find end character of double-quoted text (check the indentation and the quotes there)`},
		},
		"deep YAML": {
			map[string]string{"a.yml": strings.Repeat("[", 1000), "b.yml": strings.Repeat("- ", 1000) + "x", "c.yml": "a: " + strings.Repeat("&a ", 1000)},
			[]string{
				"a.yml:0: a.yml is nested too deeply and was not read (write lists and maps on lines of their own)",
				"b.yml:0: b.yml is nested too deeply and was not read (write lists and maps on lines of their own)",
				"c.yml:0: c.yml is nested too deeply and was not read (write lists and maps on lines of their own)",
			},
		},
		"a broken line of CSV": {
			map[string]string{"dictionary.csv": "table,column,description\norders,total,a \"b\" c\norders,total,In cents\n"},
			[]string{`dictionary.csv:2: line 2 of dictionary.csv is broken: bare " in non-quoted-field (put fields that contain the delimiter in quotes, and write a quote inside as "")`},
		},
		"a CSV without a header": {
			map[string]string{"dictionary.csv": "orders,total,In cents\n"},
			[]string{"dictionary.csv:1: the first line of dictionary.csv names no table or no description (start with: table,column,description,example_values)"},
		},
		"not text": {
			map[string]string{"docs.md": "caf\xe9", "schema.yml": "a\x00b"},
			[]string{
				"docs.md:0: docs.md is not UTF-8 text and was not read (save it as UTF-8)",
				"schema.yml:0: schema.yml is not UTF-8 text and was not read (save it as UTF-8)",
			},
		},
		"a large file": {
			map[string]string{"docs.md": strings.Repeat("x", maxFile+1)},
			[]string{"docs.md:0: docs.md is larger than 1 MiB and was not read (split it)"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := shop()
			if diff := cmp.Diff(c.want, lines(Augment(s, folder(c.files)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if name == "broken YAML" && s.Table("orders").Description != "Fine" || name == "a broken line of CSV" && s.Table("orders").Column("total").Description != "In cents" {
				t.Error("the rest was not read")
			}
		})
	}
}
