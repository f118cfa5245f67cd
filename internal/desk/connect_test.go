package desk

import (
	"context"
	"fmt"
	"testing"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
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

// TestAnAddressThatOthersTypedStaysPublic adds addresses on a page that others
// reach and on one that only the person does.
func TestAnAddressThatOthersTypedStaysPublic(t *testing.T) {
	for who, public := range map[source.Credentials]bool{source.CredentialsInAddress: true, source.CredentialsOfPerson: false} {
		p := newPlace(t)
		far := sqlite.Driver
		far.Name, far.Schemes, far.Remote = "far", nil, []string{"far"}
		far.Form.DSN = func(map[string]string) string { return "far://host/shop.db" }
		far.Open = func(ctx context.Context, c source.Config) (source.Source, error) {
			c.DSN = p.path("shop.db")
			return sqlite.Driver.Open(ctx, c)
		}
		p.drivers = append(p.drivers, far)
		p.open()
		build := p.Address
		p.Address = func(c *config.Config, name, dsn string) (connection.Spec, error) {
			spec, err := build(c, name, dsn)
			spec.Config.Credentials = who
			return spec, err
		}
		if _, err := p.AddSource(t.Context(), NewSource{Name: "x", Kind: "far", Properties: map[string]string{"path": "any"}}); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(p.Input())
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Connections["x"]; got.Public != public || got.DSN != "far://host/shop.db" {
			t.Errorf("%v: %+v", who, got)
		}
	}
}
