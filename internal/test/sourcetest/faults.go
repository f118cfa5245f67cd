package sourcetest

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
)

// testReadOnly hands writes to the session as if the guard had passed them.
func testReadOnly(t *testing.T, e Engine) {
	if len(e.Writes) == 0 {
		t.Error("the engine names no statements that its session must refuse")
	}
	db := e.Setup(t, e.shop()...)
	before := e.must(t, db.Source, "SELECT * FROM orders ORDER BY id").Hash()
	open := guard.New(AnyGrammar(db.Source.Grammar().Dialect()), nil)
	for _, sql := range e.Writes {
		s, err := open.Check(t.Context(), sql)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read(t, db.Source, s, source.Limits{}); err == nil {
			t.Errorf("the session ran %s", sql)
		} else if f := fault.Of(err); f.Code == fault.Internal || f.Message == "" {
			t.Errorf("%s gave the fault %s: %s", sql, f.Code, f.Message)
		}
		if after := e.must(t, db.Source, "SELECT * FROM orders ORDER BY id").Hash(); after != before {
			t.Fatalf("%s changed the data", sql)
		}
	}
	if _, err := read(t, db.Source, guard.Statement{}, source.Limits{}); err == nil {
		t.Error("the zero Statement ran")
	}
	if p, ok := db.Source.(source.Prober); ok {
		if err := p.ProbeWrite(t.Context()); err != nil {
			t.Errorf("the read-only login counts as writable: %v", err)
		}
	}
}

// testFaults makes the mistakes that people make. There is no introspection
// before them: the hints must come all the same.
func testFaults(t *testing.T, e Engine) {
	src := e.Setup(t, e.shop()...).Source
	open := guard.New(AnyGrammar(src.Grammar().Dialect()), nil)
	for _, c := range []struct {
		sql  string
		code fault.Code
		hint string // part of it
	}{
		{"SELECT revnue FROM orders", fault.SQLError, "revenue"},
		{"SELECT o.revnue FROM orders AS o", fault.SQLError, "revenue"},
		{"SELECT id FROM ordrs", fault.SQLError, "orders"},
		{"SELECT FROM WHERE", fault.SQLParse, ""},
		{"SELEC id FROM orders", fault.SQLParse, ""},
	} {
		s, err := open.Check(t.Context(), c.sql)
		if err != nil {
			t.Fatal(err)
		}
		_, err = read(t, src, s, source.Limits{})
		f := fault.Of(err)
		switch {
		case f == nil:
			t.Errorf("%s ran", c.sql)
		case f.Code != c.code || !strings.Contains(f.Hint, c.hint):
			t.Errorf("%s gave %s: %s (hint: %q); want %s with a hint of %q", c.sql, f.Code, f.Message, f.Hint, c.code, c.hint)
		}
	}
	if got := e.must(t, src, "SELECT count(*) AS n FROM orders"); got.Rows[0][0].String() != "500" {
		t.Errorf("after the faults orders has %v rows", got.Rows[0][0])
	}
}
