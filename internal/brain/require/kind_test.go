package require

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

// The runs among activities are those of that type, and a standard deviation is not of
// the standard ones.
func TestKindsOfRows(t *testing.T) {
	s := &schema.Snapshot{Dialect: "sqlite", Tables: []schema.Table{{Name: "activity", Rows: 100, PrimaryKey: []string{"activity_id"}, Columns: []schema.Column{
		{Name: "activity_id", Kind: table.Int}, {Name: "activity_type", Kind: table.Text}, {Name: "distance", Kind: table.Float, Role: schema.Measure}}}}}
	ix, err := index.Build(t.Context(), s, kenneltest.Values{"activity.activity_type": {"Run", "Ride", "Standard"}})
	if err != nil {
		t.Fatal(err)
	}
	linker := link.New(ix, kenneltest.Pieces{})
	for _, c := range []saying{
		{"how many runs longer than 15", Value, "SELECT COUNT(*) FROM activity WHERE distance > 15", "SELECT COUNT(*) FROM activity WHERE distance > 15 AND activity_type = 'Run'", "activity_type = 'Run'"},
		{"what distance did i ride", Value, "SELECT SUM(distance) FROM activity", "SELECT SUM(distance) FROM activity WHERE activity_type = 'Ride'", "activity_type = 'Ride'"},
	} {
		c.holds(t, ix, linker)
	}
	found := Find(ix, linker.Read("standard deviation of distance", kenneltest.Today, nil), nil)
	if slices.ContainsFunc(found, func(r *Requirement) bool { return r.Kind == Value }) {
		t.Error("a standard deviation is of standard activities")
	}
}
