package require

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/kenneltest"
)

func TestIdentifiersAreRead(t *testing.T) {
	s := &schema.Snapshot{Dialect: "sqlite"}
	for _, name := range []string{"metrics_1", "metrics_2"} {
		s.Tables = append(s.Tables, schema.Table{Name: name, Rows: 20, PrimaryKey: []string{"id"}, Columns: []schema.Column{{Name: "id", Kind: table.Int}, {Name: "city", Kind: table.Text},
			{Name: "m12_" + name, Kind: table.Float}, {Name: "m13_" + name, Kind: table.Float}}})
	}
	ix, err := index.Build(t.Context(), s, kenneltest.Values{})
	if err != nil {
		t.Fatal(err)
	}
	linker := link.New(ix, kenneltest.Pieces{})
	for _, c := range []saying{
		{"total m12_metrics_1", Identifier, "SELECT SUM(m13_metrics_1) FROM metrics_1", "SELECT SUM(m12_metrics_1) FROM metrics_1", "SUM(m12_metrics_1)"},
		{"average m12_metrics_2 by city", Identifier, "SELECT city, AVG(m13_metrics_1) FROM metrics_1 GROUP BY city", "SELECT city, AVG(m12_metrics_2) FROM metrics_2 GROUP BY city", "FROM metrics_2"},
	} {
		c.holds(t, ix, linker)
	}
}
