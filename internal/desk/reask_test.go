package desk

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
)

// TestFollowUpsOfWhatChanged: when an answer changes, what is built on it is
// outdated, with what is built on that; run again, each fits what it follows.
func TestFollowUpsOfWhatChanged(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	parent := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	p.ask(Question{Notebook: b.ID, Text: "total by month", Parent: parent.ID}) // stands on its own
	web := p.ask(Question{Notebook: b.ID, Text: "only web", Parent: parent.ID})
	bars := p.ask(Question{Notebook: b.ID, Chart: "bar", Parent: parent.ID})
	line := p.ask(Question{Notebook: b.ID, Chart: "line", Parent: web.ID})
	outdated := func() string { return strings.Join(p.look(b.ID).Outdated, " ") }
	want(t, "at first", outdated(), "")

	p.ask(Question{Notebook: b.ID, Replaces: parent.ID, Again: true})
	want(t, "run again, the same rows", outdated(), "")

	p.ask(Question{Notebook: b.ID, Replaces: parent.ID, SQL: byMonth})
	all := strings.Join([]string{web.ID, line.ID, bars.ID}, " ")
	want(t, "edited", outdated(), all)
	found, err := p.Stale(t.Context(), b.ID)
	if err != nil || strings.Join(found.Outdated, " ") != all {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := p.RevertCell(t.Context(), b.ID, parent.ID, ""); err != nil {
		t.Fatal(err)
	}
	want(t, "put back", outdated(), "")
	p.ask(Question{Notebook: b.ID, Replaces: parent.ID, SQL: byMonth})

	// All at once: each waits for what it is built on.
	var turns []Turn
	for _, id := range p.look(b.ID).Outdated {
		turns = append(turns, p.begin(Question{Notebook: b.ID, Replaces: id, Again: true}))
	}
	now := map[string]session.Cell{}
	for _, turn := range turns {
		c, _, err := p.Await(t.Context(), turn.ID)
		if err != nil {
			t.Fatal(err)
		}
		now[turn.Replaces] = c
	}
	want(t, "run again", outdated(), "")
	want(t, "the chart of what was edited", now[bars.ID].SQL.Run(), byMonth)
	want(t, "its question", now[bars.ID].Question, bars.Question)
	want(t, "the follow-up is read again", now[web.ID].SQL.Query, countAll) // it cannot change a statement that nobody has read
	want(t, "and the chart of it shows that", now[line.ID].SQL.Query, countAll)
	want(t, "it still follows", now[line.ID].Context.RefinementOf, web.ID)
}

// TestFollowUpsOfNewRows: what is run again after its parent fits it, whoever
// asks first.
func TestFollowUpsOfNewRows(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	parent := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	web := p.ask(Question{Notebook: b.ID, Text: "only web", Parent: parent.ID})
	p.sql("shop.db", "INSERT INTO sales VALUES (1000, 5000, 'web', '2024-05-05')")
	p.ask(Question{Notebook: b.ID, Replaces: parent.ID, Again: true})
	want(t, "other rows", strings.Join(p.look(b.ID).Outdated, " "), web.ID)
	read := p.brain.questions()
	first := p.begin(Question{Notebook: b.ID, Replaces: parent.ID, Again: true})
	second := p.begin(Question{Notebook: b.ID, Replaces: web.ID, Again: true})
	for _, turn := range []Turn{first, second} {
		if _, _, err := p.Await(t.Context(), turn.ID); err != nil {
			t.Fatal(err)
		}
	}
	want(t, "run again", strings.Join(p.look(b.ID).Outdated, " "), "")
	if p.brain.questions() != read {
		t.Error("a statement that still fits was read again")
	}
}
