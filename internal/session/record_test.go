package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

func TestRecordedCellsComeBack(t *testing.T) {
	folder := t.TempDir()
	s := start(t, newLog(openStore(t, folder), never))
	var want []Cell
	for i := range 5 {
		c := example()
		c.Question = fmt.Sprintf("question %d", i)
		c, err := s.Record(t.Context(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Context.Position != i || c.ID == "" || c.CreatedAt.IsZero() {
			t.Fatalf("recorded as %+v", c)
		}
		want = append(want, c)
	}
	again := resume(t, newLog(openStore(t, folder), never), s.ID())
	var got []Cell
	for after := ""; ; after = got[len(got)-1].ID {
		page, err := again.Cells(t.Context(), after, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		got = append(got, page...)
	}
	hashes := func(cells []Cell) (list []string) {
		for _, c := range cells {
			h, err := c.Hash()
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, h)
		}
		return list
	}
	if d := cmp.Diff(hashes(want), hashes(got)); d != "" {
		t.Fatalf("cells (-want +got):\n%s", d)
	}
	last, err := again.LastCells(t.Context(), 2)
	if err != nil || len(last) != 2 || last[0].ID != want[4].ID || last[1].ID != want[3].ID {
		t.Fatalf("the last cells are %+v, %v", last, err)
	}
	one, err := again.Cell(t.Context(), want[2].ID)
	if err != nil || one.Question != "question 2" {
		t.Fatalf("%+v, %v", one, err)
	}
	elsewhere := start(t, again.log)
	for _, id := range []string{"", "cell_none", want[2].ID} {
		if _, err := elsewhere.Cell(t.Context(), id); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("cell %q of another session: %v", id, err)
		}
	}
	next, err := again.Record(t.Context(), example(), nil)
	if err != nil || next.Context.Position != 5 {
		t.Fatalf("the next cell is at %d, %v", next.Context.Position, err)
	}
}

// TestRecordFromEverywhere records in one session from two processes, and
// finds every cell once, in its place, with its event.
func TestRecordFromEverywhere(t *testing.T) {
	folder := t.TempDir()
	s := start(t, newLog(openStore(t, folder), never))
	other := resume(t, newLog(openStore(t, folder), never), s.ID())
	const writers, each = 4, 6
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for range each {
				if _, err := []*Session{s, other}[w%2].Record(t.Context(), example(), nil); err != nil {
					t.Errorf("Record: %v", err)
				}
			}
		})
	}
	group.Wait()
	cells, err := s.Cells(t.Context(), "", 1000)
	if err != nil || len(cells) != writers*each {
		t.Fatalf("%d cells, %v", len(cells), err)
	}
	events := take(t, s, s.Info().LastEvent, writers*each)
	for i, c := range cells {
		var p RecordedPayload
		if err := json.Unmarshal(events[i].Payload, &p); err != nil || events[i].Kind != string(CellRecorded) {
			t.Fatalf("event %+v, %v", events[i], err)
		}
		if h, _ := c.Hash(); c.Context.Position != i || p != (RecordedPayload{c.ID, i, h}) {
			t.Fatalf("cell %s at %d was announced as %+v", c.ID, c.Context.Position, p)
		}
	}
}

func TestRecordRefusals(t *testing.T) {
	st := openStore(t, t.TempDir())
	l := NewLog(st, Options{Clock: func() time.Time { return time.Unix(1, 0) }, NewID: func(prefix string) string { return prefix + "always" }})
	s := start(t, l)
	bad := example()
	bad.Chart.Spec = json.RawMessage(`{"mark":`)
	if _, err := s.Record(t.Context(), bad, nil); fault.CodeOf(err) != fault.BadData {
		t.Errorf("a broken chart: %v", err)
	}
	if _, err := s.Record(t.Context(), example(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(t.Context(), example(), nil); !errors.Is(err, store.ErrConflict) {
		t.Errorf("an id given twice: %v", err)
	}
	if events, err := st.Events(t.Context(), s.ID(), 0, 0); err != nil || len(events) != 2 {
		t.Errorf("%d events, %v; a refused cell must not be announced", len(events), err)
	}
}

// altered is a store in which someone has touched the cells.
type altered struct{ store.Store }

func (a altered) Cells(ctx context.Context, f store.Filter) ([]store.Cell, error) {
	cells, err := a.Store.Cells(ctx, f)
	for i := range cells {
		cells[i].Body = json.RawMessage(`{"id":"other"}`)
	}
	return cells, err
}

func TestAlteredCellsAreFoundOut(t *testing.T) {
	st := openStore(t, t.TempDir())
	s := start(t, newLog(st, never))
	c, err := s.Record(t.Context(), example(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resume(t, newLog(altered{st}, never), s.ID()).Cell(t.Context(), c.ID); fault.CodeOf(err) != fault.Store {
		t.Fatalf("got %v", err)
	}
}
