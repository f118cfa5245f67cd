package desk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// changesOf are what became of the cells of a notebook after an event, in short.
func (p *place) changesOf(ref string, after int64, count int) string {
	p.t.Helper()
	var list []string
	for e, err := range p.Follow(p.t.Context(), ref, after) {
		if err != nil {
			p.t.Fatal(err)
		}
		if e.Kind == session.NotebookChanged {
			text := kindsOf([]Event{e}, e.Turn)
			list = append(list, strings.TrimPrefix(text, "notebook.changed:"))
		}
		if len(list) == count {
			break
		}
	}
	return strings.Join(list, " ")
}

func TestCellsAreMovedRemovedRestoredAndNoted(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	var cells []session.Cell
	for _, q := range []string{"one", "two", "three", "four"} {
		cells = append(cells, p.ask(Question{Notebook: b.ID, Text: q}))
	}
	start := p.look(b.ID).LastEvent
	do := func(what string, err error, now string) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		want(t, what, inShort(p.look(b.ID)), now)
	}
	ctx := t.Context()
	do("move down", p.MoveCell(ctx, b.ID, cells[0].ID, 2), "two, three, one, four")
	do("move up", p.MoveCell(ctx, b.ID, cells[3].ID, 0), "four, two, three, one")
	do("remove", p.RemoveCell(ctx, b.ID, cells[1].ID), "four, three, one")
	do("undo", p.RestoreCell(ctx, b.ID, cells[1].ID, 1), "four, two, three, one")
	note, err := p.Note(ctx, b.ID, "  # Why\nbecause ", cells[1].ID)
	do("note", err, "four, two, note # Why\nbecause, three, one")
	changed, err := p.Rewrite(ctx, b.ID, note.ID, "other words")
	do("rewrite", err, "four, two, note other words, three, one")
	if changed.ID != note.ID {
		t.Error("a note that is rewritten stays the same note")
	}
	copied, err := p.DuplicateCell(ctx, b.ID, cells[1].ID)
	do("duplicate", err, "four, two, two, note other words, three, one")
	if copied.ID == cells[1].ID || copied.Result == nil {
		t.Errorf("got %+v", copied)
	}
	do("remove a note", p.RemoveCell(ctx, b.ID, note.ID), "four, two, two, three, one")
	if err := p.Rename(ctx, b.ID, "Other"); err != nil {
		t.Error(err)
	}
	want(t, "changes", p.changesOf(b.ID, start, 9), "moved moved removed restored+cell noted+cell noted+cell added+cell removed renamed")

	// A page that was away for all of this shows the same as one that was not.
	l := newLedger()
	events, err := p.kept.Events(ctx, b.Session, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := l.add(e); err != nil {
			t.Fatal(err)
		}
	}
	now := p.look(b.ID)
	var ids []string
	for _, c := range now.Cells {
		ids = append(ids, c.ID)
		if hash, _ := c.Hash(); hash != l.hash[c.ID] {
			t.Errorf("the log has another cell %s", c.ID)
		}
	}
	want(t, "by the log", strings.Join(l.order, " ")+" "+l.name, strings.Join(ids, " ")+" Other")

	// After a restart a removed note comes back as it was last.
	p.open()
	do("undo after a restart", p.RestoreCell(ctx, b.ID, note.ID, -1), "four, two, two, three, one, note other words")
}

// TestAnAnswerCanGoBack: what takes the place of an answer leaves it where it can
// be put back, step by step, also after a restart.
func TestAnAnswerCanGoBack(t *testing.T) {
	p := newPlace(t)
	first := p.ask(Question{Text: "total by channel"})
	b, err := p.Current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	other := p.ask(Question{Notebook: b.ID, Text: "another"})
	ask := func(text string) session.Cell {
		t.Helper()
		return p.ask(Question{Notebook: b.ID, Text: text, Replaces: first.ID})
	}
	back := func(to, now string, earlier bool) (was string) {
		t.Helper()
		was, err := p.RevertCell(t.Context(), b.ID, first.ID, to)
		if err != nil {
			t.Fatal(err)
		}
		look := p.look(b.ID)
		want(t, "cells", inShort(look), now+", another")
		if got := slices.Contains(look.Earlier, first.ID); got != earlier {
			t.Errorf("%s: earlier %v", now, look.Earlier)
		}
		return was
	}
	if look := p.look(b.ID); len(look.Earlier) > 0 {
		t.Errorf("earlier answers of new cells: %v", look.Earlier)
	}
	ask("two")
	ask("three")
	three := back("", "two", true)
	p.open()
	back("", "total by channel", false)
	restored, err := p.Cell(t.Context(), b.ID, first.ID)
	if err != nil || restored.Result == nil || restored.Result.DataHash != first.Result.DataHash || !restored.CreatedAt.Equal(first.CreatedAt) {
		t.Errorf("the first answer is %+v, %v", restored, err)
	}
	_, err = p.RevertCell(t.Context(), b.ID, first.ID, "")
	refused(t, err, fault.NotFound)
	back(three, "three", true)
	back("", "two", true)
	ask("four") // what was left is left for good
	_, err = p.RevertCell(t.Context(), b.ID, first.ID, three)
	refused(t, err, fault.NotFound)
	back("", "two", true)
	for _, cell := range []string{other.ID, "cell_x"} {
		_, err = p.RevertCell(t.Context(), b.ID, cell, "")
		refused(t, err, fault.NotFound)
	}
	p.open()
	want(t, "after a restart", inShort(p.look(b.ID)), "two, another")
}

func TestVersionsAreBounded(t *testing.T) {
	v := versions{}.after(session.ChangedPayload{Change: session.Added, Cell: "c"})
	for i := range 3 * maxVersions {
		v = v.after(session.ChangedPayload{Change: session.Replaced, Cell: "c", Recorded: fmt.Sprint(i)})
	}
	if len(v.list) != maxVersions || v.now() != fmt.Sprint(3*maxVersions-1) || v.before() != fmt.Sprint(3*maxVersions-2) {
		t.Errorf("got %+v", v)
	}
	v = v.after(session.ChangedPayload{Change: session.Replaced, Cell: "c"}) // by another program
	if v.now() != "" || v.before() != fmt.Sprint(3*maxVersions-1) {
		t.Errorf("got %+v", v)
	}
}

func TestCellsThatAreNotThere(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	c := p.ask(Question{Notebook: b.ID, Text: "one"})
	_, noteErr := p.Note(t.Context(), b.ID, "x", "cell_x")
	_, emptyErr := p.Note(t.Context(), b.ID, " \n", "")
	_, longErr := p.Note(t.Context(), b.ID, strings.Repeat("x", maxNote+1), "")
	_, rewriteErr := p.Rewrite(t.Context(), b.ID, c.ID, "x")
	_, copyErr := p.DuplicateCell(t.Context(), b.ID, "cell_x")
	_, svgErr := p.ChartSVG(t.Context(), b.ID, "cell_x", "")
	for name, x := range map[string]struct {
		err  error
		code fault.Code
	}{
		"remove":             {p.RemoveCell(t.Context(), b.ID, "cell_x"), fault.NotFound},
		"restore":            {p.RestoreCell(t.Context(), b.ID, "cell_x", 0), fault.NotFound},
		"restore what is in": {p.RestoreCell(t.Context(), b.ID, c.ID, 0), fault.Usage},
		"move":               {p.MoveCell(t.Context(), b.ID, "cell_x", 0), fault.NotFound},
		"note after":         {noteErr, fault.NotFound}, "empty note": {emptyErr, fault.Usage}, "long note": {longErr, fault.Usage},
		"rewrite an answer": {rewriteErr, fault.Usage}, "duplicate": {copyErr, fault.NotFound}, "chart": {svgErr, fault.NotFound},
	} {
		t.Run(name, func(t *testing.T) { refused(t, x.err, x.code) })
	}
	want(t, "cells", inShort(p.look(b.ID)), "one")
}

func TestRowsAndPictures(t *testing.T) {
	p := newPlace(t)
	c := p.ask(Question{Text: "total by channel"})
	one := p.ask(Question{Text: "suppliers"})
	b, _ := p.Current(t.Context())
	csv, _ := export.Find("csv")
	var out strings.Builder
	if err := p.ExportRows(t.Context(), b.ID, c.ID, csv, &out); err != nil {
		t.Fatal(err)
	}
	want(t, "csv", out.String(), "channel,total\nshop,2400\nweb,1260\n")
	picture, err := p.ChartSVG(t.Context(), b.ID, c.ID, "dark")
	if err != nil || !strings.HasPrefix(string(picture), "<svg dark=true>") {
		t.Errorf("got %s, %v", picture, err)
	}
	refused(t, p.ExportRows(t.Context(), b.ID, one.ID, csv, &out), fault.EmptyResult)
	_, err = p.ChartSVG(t.Context(), b.ID, one.ID, "")
	refused(t, err, fault.EmptyResult)
}

// TestOtherProgramsChangeTheNotebook: what the command line does with the file
// is seen by whoever follows.
func TestOtherProgramsChangeTheNotebook(t *testing.T) {
	p := newPlace(t, func(c *Config) { c.Bounds.Look = 1 })
	b := p.create("Sales")
	mine := p.ask(Question{Notebook: b.ID, Text: "mine"})
	start := p.look(b.ID).LastEvent
	theirs := mine
	theirs.ID, theirs.Question = "cell_theirs", "theirs"
	s := p.Config.Notebooks
	for _, err := range []error{s.Append(t.Context(), "sales", theirs), s.DeleteCell(t.Context(), "sales", mine.ID), s.Rename(t.Context(), "sales", "Revenue")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	got := p.changesOf(b.ID, start, 3)
	want(t, "changes", got, "removed added+cell renamed")
	// A removal by others while nobody looked is no reason to bring the cell back.
	p.open()
	want(t, "cells", inShort(p.look(b.ID)), "theirs")
	if err := p.RestoreCell(t.Context(), b.ID, mine.ID, 0); err != nil {
		t.Error(err)
	}
	want(t, "cells", inShort(p.look("Revenue")), "mine, theirs")
}

// A long result is not kept in its cell; its rows can be had all the same.
func TestRowsOfALongResult(t *testing.T) {
	p := newPlace(t)
	p.write("home/config.yaml", "active: shop\nlimits:\n  rows: 5000\nconnections:\n  shop:\n    dsn: sqlite:"+p.path("shop.db")+"\n")
	long := "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 3000) SELECT i FROM n"
	c := p.ask(Question{Text: "many", SQL: long})
	if c.Result.Data != nil || c.Result.RowCount != 3000 {
		t.Fatalf("%d rows, %d bytes kept", c.Result.RowCount, len(c.Result.Data))
	}
	book, err := p.Current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		r, err := p.Rows(t.Context(), book.ID, c.ID)
		if err != nil || r.RowCount != 3000 || r.DataHash != c.Result.DataHash || len(r.Data) < 3000 {
			t.Errorf("%s: %+v, %v", when, r, err)
		}
	}
	check("from memory")
	p.past = newPastTurns()
	check("run again")
}
