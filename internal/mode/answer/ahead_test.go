package answer

import (
	"context"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// fitting is a database that answers one statement.
type fitting struct {
	dialect string
	checked []string
}

func (f *fitting) Name() string { return "test" }

func (f *fitting) Check(_ context.Context, sql string) (guard.Statement, error) {
	f.checked = append(f.checked, sql)
	return guard.Statement{}, nil
}

func (f *fitting) Run(context.Context, guard.Statement, source.Limits) (*table.Reader, error) {
	return (&table.Table{Columns: []table.Column{{Name: "pearson"}, {Name: "r_squared"}, {Name: "n"}},
		Rows: []table.Row{{table.NewFloat(0.25), table.NewFloat(0.0625), table.NewInt(27050)}}}).Reader(), nil
}

func (f *fitting) Schema(context.Context, connection.Depth) (*schema.Snapshot, error) {
	return &schema.Snapshot{Dialect: f.dialect}, nil
}

func TestTheDatabaseComputesOverAllRows(t *testing.T) {
	for name, c := range map[string]struct {
		dialect   string
		technique whatif.Technique
		cut       table.Cap
		said      bool
	}{
		"cut":            {"duckdb", whatif.Correlation, table.ByRows, true},
		"whole":          {"duckdb", whatif.Correlation, table.Whole, false},
		"by sums":        {"sqlite", whatif.Correlation, table.ByRows, true},
		"another engine": {"mysql", whatif.Correlation, table.ByRows, false},
		"a trend":        {"duckdb", whatif.Trend, table.ByRows, false},
	} {
		db := &fitting{dialect: c.dialect}
		turn := &Turn{m: &Mode{Database: db}, q: Question{Ahead: &whatif.Request{Technique: c.technique}}, Draft: &Draft{SQL: "SELECT spend, clicks FROM ads"},
			Table: &table.Table{Columns: []table.Column{{Name: "spend", Kind: table.Float}, {Name: "clicks", Kind: table.Int}}, Truncated: c.cut}}
		all := turn.overAll(t.Context())
		if said := all != nil && *all == (whatif.AllRows{Pearson: 0.25, Rows: 27050}); said != c.said ||
			said && !strings.Contains(db.checked[0], map[string]string{"duckdb": "corr(y, x)", "sqlite": "SQRT("}[c.dialect]) {
			t.Errorf("%s: %+v, %q", name, all, db.checked)
		}
	}
}

// A figure that the rows do not have is an assumption: what stands in for it is
// likely meant, at most.
func TestAFigureThatWasNotNamedIsLikelyAtMost(t *testing.T) {
	rows := &table.Table{Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "revenue", Kind: table.Int}},
		Rows: []table.Row{{table.NewText("North"), table.NewInt(10)}, {table.NewText("South"), table.NewInt(20)}}}
	for measure, want := range map[string]Outcome{"prices": Likely, "revenue": Sure, "": Sure} {
		draft := &Draft{Outcome: Sure, Confidence: 1}
		turn := &Turn{m: &Mode{Database: &fitting{dialect: "duckdb"}}, Draft: draft, Table: rows,
			q: Question{Ahead: &whatif.Request{Technique: whatif.Scale, Measure: measure, Change: whatif.Change{Factor: "1.1"}}}}
		if _, err := turn.lookAhead(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := turn.Draft.Outcome; got != want || (turn.Draft.Confidence == 1) != (want == Sure) || draft.Outcome != Sure {
			t.Errorf("%q: %s, %v", measure, got, turn.Draft.Confidence)
		}
		if n := len(turn.cell.Narrative.DataReferences); n != 4 {
			t.Errorf("%q: %d figures are checked", measure, n)
		}
	}
}
