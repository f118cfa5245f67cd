package index

import (
	"testing"

	"github.com/plumbdata/plumb/internal/schema"
)

// Only what a document says counts: what names suggest is a guess.
func TestADocumentSaysWhatIsAveraged(t *testing.T) {
	for _, c := range []struct {
		column schema.Column
		want   string
	}{
		{schema.Column{Aggregate: "avg", Origins: &schema.Origins{Aggregate: "schema.yml:12"}}, "schema.yml"},
		{schema.Column{Aggregate: "sum", Origins: &schema.Origins{Aggregate: "schema.yml:12"}}, ""},
		{schema.Column{Aggregate: "avg", Origins: &schema.Origins{Unit: "schema.yml:12"}}, ""},
		{schema.Column{Aggregate: "avg"}, ""},
	} {
		if got := averagedBy(&c.column); got != c.want {
			t.Errorf("%+v: %q", c.column, got)
		}
	}
}
