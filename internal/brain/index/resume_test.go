package index

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// tired reads nothing of some columns within the time of a statement, and
// counts what it is asked for.
type tired struct {
	held
	slow  map[string]bool
	asked map[string]int
}

func (v tired) Distinct(ctx context.Context, t *schema.Table, column string, limit int) ([]table.Value, error) {
	v.asked[column]++
	if v.slow[column] {
		return nil, fault.New(fault.SQLTimeout, "too slow")
	}
	return v.held.Distinct(ctx, t, column, limit)
}

const small = "people: id* integer, city text, name text, grade integer"

var peopled = held{"people.city": {"Oslo", "Bergen"}, "people.name": {"Ada", "Bo"}, "people.grade": {"1", "2"}}

// TestAnIndexIsFinishedLater reads what there was no time for, and nothing
// twice; then it is the index of a database that was quick.
func TestAnIndexIsFinishedLater(t *testing.T) {
	s := shop(small)
	whole := mustBuild(t, s, peopled)
	none, err := build(t.Context(), s, peopled, nil, false, 0)
	if err != nil || !none.Unfinished() || none.Cut == "" || !slices.Equal(none.Hurried, []string{"the values of 3 columns"}) || len(none.Values(span.Words("Oslo"))) != 0 {
		t.Fatalf("%+v, %v", none, err)
	}
	if len(none.Names(span.Words("people by city"))) == 0 {
		t.Error("without values it cannot be used")
	}
	slow := tired{peopled, map[string]bool{"city": true}, map[string]int{}}
	part, err := Resume(t.Context(), s, slow, none)
	if err != nil || !part.Unfinished() || len(part.Values(span.Words("Ada"))) == 0 || len(part.Values(span.Words("Oslo"))) != 0 {
		t.Fatalf("%+v, %v", part, err)
	}
	// It is kept between processes.
	dir := t.TempDir()
	if err := part.Save(dir, "k", "s"); err != nil {
		t.Fatal(err)
	}
	if part, _, err = Load(dir, "k"); err != nil {
		t.Fatal(err)
	}
	quick := tired{peopled, nil, map[string]int{}}
	all, err := Resume(t.Context(), s, quick, part)
	if err != nil || all.Unfinished() || all.Cut != "" || len(all.Hurried) > 0 {
		t.Fatalf("%+v, %v", all, err)
	}
	if d := cmp.Diff(map[string]int{"city": 1}, quick.asked); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(whole.Columns, all.Columns); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(whole.stored.unpack(), all.stored.unpack()); d != "" {
		t.Error(d)
	}
	if len(part.Values(span.Words("Oslo"))) != 0 {
		t.Error("the index before has changed")
	}
}

// TestAColumnThatIsAlwaysSlowEnds does not take time at every start for ever,
// and lets others go first.
func TestAColumnThatIsAlwaysSlowEnds(t *testing.T) {
	s := shop(small)
	slow := tired{peopled, map[string]bool{"city": true}, map[string]int{}}
	x, err := Build(t.Context(), s, slow)
	for err == nil && x.Unfinished() {
		x, err = Resume(t.Context(), s, slow, x)
	}
	if err != nil || x.Rounds != maxRounds || slow.asked["city"] != maxRounds || slow.asked["name"] != 1 || x.Cut == "" {
		t.Errorf("%d rounds, asked %v, cut %q, %v", x.Rounds, slow.asked, x.Cut, err)
	}
	x, err = build(t.Context(), s, slow, nil, false, 0)
	if err != nil {
		t.Fatal(err)
	}
	if x, err = Resume(t.Context(), s, slow, x); err != nil || len(x.Unread) != 1 || x.Columns[x.Unread[0]].Name != "city" {
		t.Errorf("%+v, %v", x, err)
	}
}

// TestWhatIsRefusedIsNotTriedAgain is about columns that no time would help.
func TestWhatIsRefusedIsNotTriedAgain(t *testing.T) {
	x := mustBuild(t, shop(small), broken{})
	if x.Unfinished() || x.Cut == "" {
		t.Errorf("%v, cut %q", x.Unread, x.Cut)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Resume(ctx, shop(small), peopled, x); err == nil {
		t.Error("an ended context is no error")
	}
}
