package demo

import (
	"database/sql"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// properties is as much of dbt's format as the documents use.
type properties struct {
	Version int
	Models  []struct {
		Name        string
		Description string
		Columns     []struct {
			Name        string
			Description string
			Tests       []any
		}
	}
}

func readProperties(t *testing.T) properties {
	t.Helper()
	build(t)
	text, err := os.ReadFile(filepath.Join(built.dir, "schema.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var p properties
	if err := yaml.Unmarshal(text, &p); err != nil {
		t.Fatal(yaml.FormatError(err, false, true))
	}
	return p
}

func readDictionary(t *testing.T) [][]string {
	t.Helper()
	build(t)
	f, err := os.Open(filepath.Join(built.dir, "dictionary.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if header := strings.Join(records[0], ","); header != "table,column,description,example_values" {
		t.Fatalf("header %s", header)
	}
	return records[1:]
}

// actualColumns are the columns of all tables and views as "table.column".
func actualColumns(t *testing.T, db *sql.DB) []string {
	return column(t, db, `SELECT table_name || '.' || column_name FROM duckdb_columns()
		WHERE database_name = 'warehouse' AND schema_name = 'main' ORDER BY 1`)
}

func TestDictionaryDescribesExactlyTheColumns(t *testing.T) {
	db := warehouse(t)
	var described []string
	for _, r := range readDictionary(t) {
		if r[2] == "" || r[3] == "" {
			t.Errorf("%s.%s: a description or example is missing", r[0], r[1])
		}
		described = append(described, r[0]+"."+r[1])
	}
	slices.Sort(described)
	actual := actualColumns(t, db)
	for _, c := range described {
		if !slices.Contains(actual, c) {
			t.Errorf("%s is described and does not exist", c)
		}
	}
	for _, c := range actual {
		if !slices.Contains(described, c) {
			t.Errorf("%s exists and is not described", c)
		}
	}
	if len(described) != len(slices.Compact(described)) {
		t.Error("a column is described twice")
	}
}

func TestDictionaryExamplesAreInTheData(t *testing.T) {
	db := warehouse(t)
	for _, r := range readDictionary(t) {
		for example := range strings.SplitSeq(r[3], ";") {
			query := fmt.Sprintf(`SELECT count(*)::VARCHAR FROM %q WHERE trim(%q::VARCHAR) = %s`, r[0], r[1], quote(strings.TrimSpace(example)))
			if column(t, db, query)[0] == "0" {
				t.Errorf("%s.%s is never %q", r[0], r[1], example)
			}
		}
	}
}

func TestSchemaNamesOnlyWhatExists(t *testing.T) {
	db := warehouse(t)
	p := readProperties(t)
	actual := actualColumns(t, db)
	var models []string
	for _, m := range p.Models {
		models = append(models, m.Name)
		if m.Description == "" {
			t.Errorf("%s has no description", m.Name)
		}
		for _, c := range m.Columns {
			if !slices.Contains(actual, m.Name+"."+c.Name) {
				t.Errorf("%s.%s does not exist", m.Name, c.Name)
			}
		}
	}
	tables := column(t, db, `SELECT DISTINCT table_name FROM duckdb_columns()
		WHERE database_name = 'warehouse' AND schema_name = 'main'`)
	slices.Sort(models)
	slices.Sort(tables)
	if p.Version != 2 || !slices.Equal(models, tables) {
		t.Errorf("version %d with models %v, want 2 with %v", p.Version, models, tables)
	}
}

// Descriptions that differ would be reported as a conflict between documents.
func TestDocumentsAgree(t *testing.T) {
	db := warehouse(t)
	words := map[string]string{}
	for _, r := range readDictionary(t) {
		words[r[0]+"."+r[1]] = r[2]
	}
	tables := map[string]string{}
	for _, m := range readProperties(t).Models {
		tables[m.Name] = m.Description
		for _, c := range m.Columns {
			if c.Description != words[m.Name+"."+c.Name] {
				t.Errorf("schema.yml and dictionary.csv differ on %s.%s", m.Name, c.Name)
			}
		}
	}
	const separator = "\t"
	comments := column(t, db, `SELECT table_name || '.' || column_name || chr(9) || comment FROM duckdb_columns()
		WHERE database_name = 'warehouse' AND comment IS NOT NULL`)
	if len(comments) == 0 {
		t.Error("no column has a comment")
	}
	for _, c := range comments {
		name, comment, _ := strings.Cut(c, separator)
		if comment != words[name] {
			t.Errorf("the comment on %s is not what dictionary.csv says", name)
		}
	}
	comments = column(t, db, `SELECT table_name || chr(9) || coalesce(comment, '') FROM duckdb_tables() WHERE database_name = 'warehouse'
		UNION ALL SELECT view_name || chr(9) || coalesce(comment, '') FROM duckdb_views() WHERE database_name = 'warehouse' AND NOT internal`)
	for _, c := range comments {
		name, comment, _ := strings.Cut(c, separator)
		if comment != tables[name] {
			t.Errorf("the comment on %s is not what schema.yml says", name)
		}
	}
}

// Every test that schema.yml names must hold on the data.
func TestSchemaTestsHold(t *testing.T) {
	db := warehouse(t)
	kinds := map[string]int{}
	for _, m := range readProperties(t).Models {
		for _, c := range m.Columns {
			for _, test := range c.Tests {
				kind, query := breaches(t, m.Name, c.Name, test)
				kinds[kind]++
				if n := column(t, db, query)[0]; n != "0" {
					t.Errorf("%s.%s: %s is broken by %s rows", m.Name, c.Name, kind, n)
				}
			}
		}
	}
	for _, kind := range []string{"unique", "not_null", "accepted_values", "relationships"} {
		if kinds[kind] == 0 {
			t.Errorf("no test of kind %s", kind)
		}
	}
}

// breaches is the kind of a dbt test and the query that counts the rows against it.
func breaches(t *testing.T, table, name string, test any) (kind, query string) {
	t.Helper()
	from := fmt.Sprintf("FROM %q WHERE %q IS ", table, name)
	switch test := test.(type) {
	case string:
		if test == "not_null" {
			return test, "SELECT count(*)::VARCHAR " + from + "NULL"
		}
		return test, fmt.Sprintf("SELECT (count(*) - count(DISTINCT %q))::VARCHAR ", name) + from + "NOT NULL"
	case map[string]any:
		if args, ok := test["accepted_values"].(map[string]any); ok {
			var values []string
			for _, v := range args["values"].([]any) {
				values = append(values, quote(fmt.Sprint(v)))
			}
			return "accepted_values", "SELECT count(*)::VARCHAR " + from + fmt.Sprintf("NOT NULL AND %q NOT IN (%s)", name, strings.Join(values, ", "))
		}
		if args, ok := test["relationships"].(map[string]any); ok {
			to := strings.TrimSuffix(strings.TrimPrefix(args["to"].(string), "ref('"), "')")
			return "relationships", "SELECT count(*)::VARCHAR " + from + fmt.Sprintf("NOT NULL AND %q NOT IN (SELECT %q FROM %q)", name, args["field"], to)
		}
	}
	t.Fatalf("%s.%s: test %v is not known", table, name, test)
	return "", ""
}

func TestExamplesRun(t *testing.T) {
	db := warehouse(t)
	if len(Examples) != 3 {
		t.Errorf("%d examples to show, want 3", len(Examples))
	}
	all := examples()
	if len(all) < 6 || len(all) > 10 {
		t.Errorf("%d examples, want 6 to 10", len(all))
	}
	for _, e := range all {
		if !strings.HasSuffix(e.Question, "?") || strings.HasPrefix(e.Question, "-") {
			t.Errorf("%q is not a question", e.Question)
		}
		if n := column(t, db, "SELECT count(*)::VARCHAR FROM ("+e.SQL+")")[0]; n == "0" {
			t.Errorf("%s: no rows", e.Question)
		}
	}
}

// docs.md tells the story that the generator was told.
func TestDocsTellTheStory(t *testing.T) {
	build(t)
	text, err := os.ReadFile(filepath.Join(built.dir, "docs.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{
		Company, FirstDay, LastDay, PriceRiseDay, LaunchDay, LaunchCategory, LaunchProduct, BadRegion, BadQuarterFrom, BadQuarterTo,
		OutageFrom, OutageTo, TrackingGapFrom, TrackingGapTo, "household " + TwiceHousehold, "net revenue", "active customer",
	} {
		if !strings.Contains(strings.ToLower(string(text)), strings.ToLower(words)) {
			t.Errorf("docs.md does not mention %q", words)
		}
	}
}
