package guard_test

import (
	"context"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
)

// echo is a grammar that passes everything, to see what the guard itself does.
type echo struct{ pivots []guard.Pivot }

func (echo) Dialect() string { return "echo" }

func (e echo) Check(_ context.Context, sql string, _ *guard.Catalog) (guard.Finding, error) {
	return guard.Finding{SQL: sql, Tables: []string{"t"}, Columns: []string{"t.c"}, Pivots: e.pivots}, nil
}

func TestNoGrammarSeesImplausibleText(t *testing.T) {
	for name, sql := range map[string]string{
		"empty": " \n\t", "too long": "SELECT " + strings.Repeat("1,", guard.MaxSQL), "not UTF-8": "SELECT '\xff'",
		"NUL": "SELECT '\x00'", "deep": strings.Repeat("(", 100_000/2),
	} {
		_, err := guard.New(echo{}, nil).Check(t.Context(), sql)
		if f := fault.Of(err); f == nil || (f.Code != fault.Validation && f.Code != fault.SQLParse) || f.Hint == "" {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestJudgeSaysWhatAStatementUses(t *testing.T) {
	v := guard.New(echo{}, nil).Judge(t.Context(), "SELECT c FROM t")
	if !v.Allow || v.Code != "" || v.SQL != "SELECT c FROM t" || v.Tables[0] != "t" || v.Columns[0] != "t.c" {
		t.Errorf("%+v", v)
	}
}

func TestPivotedValuesAreLiterals(t *testing.T) {
	g := guard.New(echo{[]guard.Pivot{{Placeholder: "'?1'", Query: "SELECT v"}}}, nil)
	s, err := g.Check(t.Context(), "SELECT IN ('?1')")
	if err != nil {
		t.Fatal(err)
	}
	if q := s.Pivots(); len(q) != 1 || q[0].SQL() != "SELECT v" {
		t.Fatalf("%+v", q)
	}
	got, err := s.Pivoted([][]string{{"a", "b'); DROP TABLE t; --"}})
	if err != nil || got.SQL() != "SELECT IN ('a', 'b''); DROP TABLE t; --')" || len(got.Pivots()) != 0 {
		t.Errorf("%q, %v", got.SQL(), err)
	}
	two, err := guard.New(echo{[]guard.Pivot{{Placeholder: "'?1'", Query: "a"}, {Placeholder: "'?2'", Query: "b"}}}, nil).Check(t.Context(), "IN ('?1'), IN ('?2')")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := two.Pivoted([][]string{{"?2"}, {"x"}}); err != nil || got.SQL() != "IN ('?2'), IN ('x')" {
		t.Errorf("a value that looks like a placeholder gave %q, %v", got.SQL(), err)
	}
	if _, err := s.Pivoted([][]string{{}}); fault.CodeOf(err) != fault.EmptyResult {
		t.Errorf("no values: %v", err)
	}
	if _, err := s.Pivoted([][]string{make([]string, guard.MaxPivot+1)}); fault.CodeOf(err) != fault.Validation {
		t.Errorf("too many values: %v", err)
	}
	if _, err := s.Pivoted(nil); fault.CodeOf(err) != fault.Internal {
		t.Errorf("values left out: %v", err)
	}
}

func TestCatalogResolvesNames(t *testing.T) {
	c := &guard.Catalog{Snapshot: &schema.Snapshot{SearchPath: []string{"sales", "public"}, Tables: []schema.Table{
		{Schema: "public", Name: "orders"}, {Schema: "sales", Name: "orders"}, {Schema: "hr", Name: "staff"}, {Schema: "public", Name: "Mixed"},
		{Schema: "public", Name: "logged", Unsafe: "it calls f(), which may write"},
	}}}
	for _, x := range []struct {
		schema, name string
		fold         bool
		want, hint   string
	}{
		{"", "orders", false, "sales.orders", ""},
		{"public", "orders", false, "public.orders", ""},
		{"", "staff", false, "", "did you mean hr.staff?"},
		{"hr", "staff", false, "hr.staff", ""},
		{"", "mixed", false, "", "public.Mixed"},
		{"", "mixed", true, "public.Mixed", ""},
		{"", "ordrs", false, "", "did you mean orders?"},
		{"", "logged", false, "", "tables behind it"},
	} {
		got, err := c.Find(x.schema, x.name, x.fold)
		switch {
		case x.want != "" && (err != nil || got.QualifiedName() != x.want):
			t.Errorf("Find(%q, %q) = %v, %v", x.schema, x.name, got, err)
		case x.want == "" && (err == nil || !strings.Contains(fault.Of(err).Hint, x.hint)):
			t.Errorf("Find(%q, %q) = %v, %+v; want the hint %q", x.schema, x.name, got, fault.Of(err), x.hint)
		}
	}
}

func TestPosition(t *testing.T) {
	for offset, want := range map[int][2]int{0: {1, 1}, 3: {1, 4}, 4: {2, 1}, 7: {2, 3}, 99: {2, 5}} {
		if line, column := guard.Position("abc\ndé fg"[:9], offset); [2]int{line, column} != want {
			t.Errorf("Position(%d) = %d:%d, want %v", offset, line, column, want)
		}
	}
}
