package tell

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// What stands beside a percentage is none: only the column that is one has the
// sign.
func TestOnlyPercentagesHaveTheSign(t *testing.T) {
	rows := []table.Row{{table.NewText("North"), table.NewInt(34)}, {table.NewText("South"), table.NewInt(12)}}
	columns := []table.Column{{Name: "region", Kind: table.Text}, {Name: "margin", Kind: table.Int}}
	for _, c := range []struct {
		margin meaning.Column
		sign   bool
	}{
		{meaning.Column{Role: meaning.RoleMeasure, Aggregate: meaning.Sum}, false},
		{meaning.Column{Role: meaning.RoleMeasure, Aggregate: meaning.Percent, Unit: "%"}, true},
	} {
		m := &meaning.Meaning{Columns: []meaning.Column{{Role: meaning.RoleDimension}, c.margin}}
		s := Tell(Finding{Question: "margin by region", Table: &table.Table{Columns: columns, Rows: rows}, Meaning: m})
		if strings.Contains(s.Text, "34.0%") != c.sign {
			t.Errorf("%v\n%s", c.margin, s.Text)
		}
	}
}
