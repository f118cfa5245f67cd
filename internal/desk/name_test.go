package desk

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
)

// TestANotebookIsNamedAfterItsFirstQuestion also tells those who follow.
func TestANotebookIsNamedAfterItsFirstQuestion(t *testing.T) {
	p := newPlace(t)
	b := p.create("")
	p.ask(Question{Notebook: b.ID, SQL: countAll})
	p.ask(Question{Notebook: b.ID, Text: "who are our suppliers?"}) // nobody knows
	want(t, "nothing was answered", p.look(b.ID).Name, "Notebook")

	turn := p.begin(Question{Notebook: b.ID, Text: "revenue by channel in every year that we have been in business?"})
	var names []string
	for _, e := range p.until(t.Context(), b.ID, turn.After, turn.ID) {
		var c session.ChangedPayload
		if err := json.Unmarshal(e.Payload, &c); err != nil {
			t.Fatal(err)
		}
		if e.Kind == session.NotebookChanged && c.Change == session.Renamed {
			names = append(names, c.Name)
		}
	}
	const name = "Revenue by channel in every year that we have been in…"
	want(t, "told", strings.Join(names, "|"), name)
	want(t, "named", p.look(b.ID).Name, name)
	list, err := p.List(t.Context(), "every year")
	if err != nil || len(list) != 1 || list[0].Name != name {
		t.Errorf("%+v, %v", list, err)
	}
	p.ask(Question{Notebook: b.ID, Text: "by month"})
	want(t, "the second question", p.look(b.ID).Name, name)

	// What a person says stands, and also "Notebook" may be what they say.
	for _, own := range []string{"Mine", "Notebook"} {
		b := p.create("")
		if err := p.Rename(t.Context(), b.ID, own); err != nil {
			t.Fatal(err)
		}
		p.ask(Question{Notebook: b.ID, Text: "by month"})
		want(t, "a name of its own", p.look(b.ID).Name, own)
	}
	given := p.create("Given")
	p.ask(Question{Notebook: given.ID, Text: "by month"})
	want(t, "given", p.look(given.ID).Name, "Given")
}
