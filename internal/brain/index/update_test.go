package index

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// counted counts the statements about each table.
type counted struct {
	held
	asked map[string]int
}

func (v counted) Distinct(ctx context.Context, t *schema.Table, column string, limit int) ([]table.Value, error) {
	v.asked[t.Name]++
	return v.held.Distinct(ctx, t, column, limit)
}

// TestAnIndexIsUpdatedForWhatChanged reads tables whose rows changed, and no
// others, and is then the same as a new index.
func TestAnIndexIsUpdatedForWhatChanged(t *testing.T) {
	database := func(people, dogs, more string) *schema.Snapshot {
		s := shop("people: id* integer, city text\ndogs: id* integer, breed text" + more)
		s.Tables[0].Mark, s.Tables[1].Mark = people, dogs
		return s
	}
	first := held{"people.city": {"Oslo"}, "dogs.breed": {"Beagle"}, "cats.name": {"Tom"}}
	second := held{"people.city": {"Oslo"}, "dogs.breed": {"Beagle", "Collie"}, "cats.name": {"Tom"}}
	for _, c := range []struct {
		name   string
		before *schema.Snapshot
		after  *schema.Snapshot
		asked  map[string]int
	}{
		{"nothing", database("1", "1", ""), database("1", "1", ""), map[string]int{}},
		{"rows", database("1", "1", ""), database("1", "2", ""), map[string]int{"dogs": 1}},
		{"a new table", database("1", "2", ""), database("1", "2", "\ncats: id* integer, name text"), map[string]int{"cats": 1}},
		{"a source that cannot say", database("", "", ""), database("", "", ""), map[string]int{"people": 1, "dogs": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			old := first
			if c.before.Tables[1].Mark == c.after.Tables[1].Mark {
				old = second
			}
			dir := t.TempDir()
			if err := mustBuild(t, c.before, old).Save(dir, "db", "then"); err != nil {
				t.Fatal(err)
			}
			before, _, err := Load(dir, "db")
			if err != nil {
				t.Fatal(err)
			}
			now := counted{second, map[string]int{}}
			x, err := Update(t.Context(), c.after, now, before)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.asked, now.asked); d != "" {
				t.Error(d)
			}
			fresh := mustBuild(t, c.after, second)
			for what, d := range map[string]string{"tables": cmp.Diff(fresh.Tables, x.Tables), "columns": cmp.Diff(fresh.Columns, x.Columns),
				"values": cmp.Diff(fresh.stored.unpack(), x.stored.unpack()), "found": cmp.Diff(fresh.Values(span.Words("a Collie in Oslo")), x.Values(span.Words("a Collie in Oslo")))} {
				if d != "" {
					t.Error(what, d)
				}
			}
		})
	}
}

// sampled answers for tables t0, t1, …, each with ten rows of one text column.
type sampled struct {
	held
	samples, columns map[string]int
}

func (v sampled) Sample(_ context.Context, t *schema.Table, columns []string, _ int) ([]table.Row, error) {
	v.samples[t.Name]++
	var rows []table.Row
	for i := range 10 {
		row := table.Row{}
		for range columns {
			row = append(row, table.NewText(fmt.Sprintf("thing %s number %d", t.Name, i)))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (v sampled) Distinct(_ context.Context, t *schema.Table, column string, _ int) ([]table.Value, error) {
	v.columns[t.Name]++
	return []table.Value{table.NewText("all of " + t.Name)}, nil
}

// TestALargeSchemaIsReadTableByTable takes one statement for each table, and
// finds the values of every one; a table to preload is read in full.
func TestALargeSchemaIsReadTableByTable(t *testing.T) {
	const tables = largeSchema/2 + 1
	var text strings.Builder
	for i := range tables {
		fmt.Fprintf(&text, "t%d: id* integer, label text, remark text\n", i)
	}
	s := shop(text.String())
	s.Tables[7].Preload = true
	v := sampled{held{}, map[string]int{}, map[string]int{}}
	x, err := Build(t.Context(), s, v)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.samples) != tables-1 || v.samples["t7"] != 0 || v.samples["t8"] != 1 || len(v.columns) != 1 || v.columns["t7"] != 2 {
		t.Errorf("%d tables were sampled, in full %v", len(v.samples), v.columns)
	}
	for _, word := range []string{"thing t3 number 4", fmt.Sprintf("thing t%d number 9", tables-1), "all of t7"} {
		if found := x.Values(span.Words("rows of \"" + word + "\"")); len(found) == 0 || found[0].Text != word {
			t.Errorf("%s: found %+v", word, found)
		}
	}
	if x.Unfinished() {
		t.Errorf("%d columns are unread", len(x.Unread))
	}
}
