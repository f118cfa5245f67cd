package desk

import (
	"context"
	"fmt"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

// noted is a source that has something to say of its data.
type noted struct {
	source.Source
	source.Prober
	notes []fault.Diagnostic
}

func (n noted) Problems() []fault.Diagnostic { return n.notes }

// TestATestSaysHowDataWasRead shows what plumb connect shows.
func TestATestSaysHowDataWasRead(t *testing.T) {
	for _, c := range []struct {
		name        string
		notes, want int
		last        string
	}{
		{"nothing", 0, 0, ""},
		{"a few", 2, 2, "column 2 is read as numbers"},
		{"as many as fit", mostNotes, mostNotes, "column 20 is read as numbers"},
		{"more", mostNotes + 5, mostNotes + 1, "there are 5 more notes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t)
			speaking := sqlite.Driver
			speaking.Name, speaking.Schemes = "speaking", []string{"speaking"}
			speaking.Form.DSN = func(v map[string]string) string { return "speaking:" + v["path"] }
			speaking.Open = func(ctx context.Context, c2 source.Config) (source.Source, error) {
				s, err := sqlite.Driver.Open(ctx, c2)
				if err != nil {
					return nil, err
				}
				n := noted{Source: s, Prober: s.(source.Prober)}
				for i := range c.notes {
					n.notes = append(n.notes, fault.Diagnostic{Severity: fault.Info, Message: fmt.Sprintf("column %d is read as numbers", i+1)})
				}
				return n, nil
			}
			p.drivers = append(p.drivers, speaking)
			p.open()
			got, err := p.TestSource(t.Context(), NewSource{Name: "x", Kind: "speaking", Properties: map[string]string{"path": p.path("shop.db")}})
			if err != nil || !got.OK || len(got.Notes) != c.want || got.Notes == nil {
				t.Fatalf("%+v, %v", got, err)
			}
			if c.last != "" && got.Notes[len(got.Notes)-1].Message != c.last {
				t.Errorf("the last is %q, want %q", got.Notes[len(got.Notes)-1].Message, c.last)
			}
		})
	}
}
