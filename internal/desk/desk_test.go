package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// kindsOf are the events of a turn, in short.
func kindsOf(events []Event, turn string) string {
	var list []string
	for _, e := range events {
		if e.Turn != turn {
			continue
		}
		var p struct{ Stage, Change, Outcome, Reason string }
		_ = json.Unmarshal(e.Payload, &p)
		name := string(e.Kind)
		for _, more := range []string{p.Stage, p.Change, p.Outcome} {
			if more != "" {
				name += ":" + more
			}
		}
		if e.Cell != nil {
			name += "+cell"
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

// until reads the events of a notebook up to the end of a turn.
func (p *place) until(ctx context.Context, ref string, after int64, turn string) []Event {
	p.t.Helper()
	var list []Event
	for e, err := range p.Follow(ctx, ref, after) {
		if err != nil {
			p.t.Error(err)
			return list
		}
		list = append(list, e)
		if e.Kind == session.TurnEnded && e.Turn == turn {
			return list
		}
	}
	return list
}

func TestAskedQuestionIsAnsweredInItsNotebook(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	turn := p.begin(Question{Notebook: "sales", Text: "  total by\nchannel "})
	if turn.Notebook != b.ID || turn.Session != b.Session || turn.Question != "total by channel" || turn.Source != "shop" || turn.After < b.LastEvent {
		t.Errorf("got %+v", turn)
	}
	events := p.until(t.Context(), b.ID, turn.After, turn.ID)
	want(t, "events", kindsOf(events, turn.ID), "question.asked stage:thinking stage:connecting stage:thinking sql.drafted sql.checked stage:executing sql.ran stage:narrating "+
		"stage:rendering answer.judged cell.recorded notebook.changed:added+cell turn.ended:sure")
	c, audit, err := p.Await(t.Context(), turn.ID)
	if err != nil || c.Result == nil || c.Result.RowCount != 2 || audit.Status != store.StatusSuccess || audit.CellID != c.ID || audit.Source != "shop" {
		t.Errorf("got %+v, %+v, %v", c, audit, err)
	}
	now := p.look("Sales")
	want(t, "cells", inShort(now), "total by channel")
	if now.LastEvent != events[len(events)-1].ID || len(now.Running) != 0 || now.Source != "shop" || now.Entry.Cells != 1 {
		t.Errorf("got %+v", now.Entry)
	}
	if events[0].ID <= turn.After {
		t.Error("the turn begins before it begins")
	}
	again := p.until(t.Context(), b.ID, turn.After, turn.ID)
	if a, _ := json.Marshal(again); true {
		b, _ := json.Marshal(events)
		want(t, "the same from the store", string(a), string(b))
	}
}

func TestFollowUpKnowsWhatWasBefore(t *testing.T) {
	p := newPlace(t)
	first := p.ask(Question{Text: "total by channel"})
	other := p.ask(Question{Text: "how many"})
	second := p.ask(Question{Text: "only web", Parent: first.ID})
	if second.SQL == nil || second.SQL.Query != onlyWeb || second.Context.ParentCellID != first.ID || second.Context.RefinementOf != first.ID {
		t.Errorf("got %+v", second)
	}
	b, err := p.Current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want(t, "the follow-up stands below its parent", inShort(b), "total by channel, only web, how many")

	// As another process knows it: from the notebook.
	p.open()
	third := p.ask(Question{Notebook: b.ID, Text: "only web please", Parent: first.ID})
	if third.SQL == nil || third.SQL.Query != onlyWeb {
		t.Errorf("after a restart: %+v", third.SQL)
	}
	want(t, "cells", inShort(p.look(b.ID)), "total by channel, only web, only web please, how many")
	_ = other
}

func TestOutcomesWithoutAnswerAreCells(t *testing.T) {
	p := newPlace(t)
	c := p.ask(Question{Text: "which suppliers"})
	if c.Reading.Outcome != "declined" || c.Reading.Missing == "" {
		t.Errorf("got %+v", c.Reading)
	}
	c = p.ask(Question{SQL: "SELECT nope FROM sales"})
	if c.Reading.Outcome != "failed" || c.Question != "SELECT nope FROM sales" {
		t.Errorf("got %+v", c.Reading)
	}
	c = p.ask(Question{SQL: "DELETE FROM sales"})
	if c.Reading.Outcome != "failed" || c.Metadata.Attempts[0].Status != "refused" {
		t.Errorf("got %+v", c.Metadata)
	}
}

func TestWhatIsWrongWithAQuestionIsSaidAtOnce(t *testing.T) {
	p := newPlace(t)
	answered := p.ask(Question{Text: "total by channel"})
	declined := p.ask(Question{Text: "suppliers"})
	here, err := p.Current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	note, err := p.Note(t.Context(), here.ID, "a note", "")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		q    Question
		code fault.Code
	}{
		"empty":                 {Question{Text: " \n"}, fault.Usage},
		"no words":              {Question{Text: "?!"}, fault.Usage},
		"too long":              {Question{Text: strings.Repeat("word ", maxQuestion)}, fault.Usage},
		"no such notebook":      {Question{Notebook: "nowhere", Text: "how many"}, fault.NotFound},
		"no such parent":        {Question{Text: "how many", Parent: "cell_x"}, fault.NotFound},
		"no such cell":          {Question{Text: "how many", Replaces: "cell_x"}, fault.NotFound},
		"no such source":        {Question{Text: "how many", Source: "nowhere"}, fault.NotFound},
		"after a note":          {Question{Text: "how many", Parent: note.ID}, fault.Usage},
		"answers to nothing":    {Question{Parent: answered.ID, Answers: []int{1}}, fault.Usage},
		"no such reading":       {Question{Parent: answered.ID, Reading: 1}, fault.Usage},
		"reading of nothing":    {Question{Text: "x", Reading: 1}, fault.Usage},
		"nothing to run again":  {Question{Replaces: declined.ID, Again: true}, fault.Usage},
		"again of nothing":      {Question{Again: true}, fault.Usage},
		"no such chart":         {Question{Parent: answered.ID, Chart: "lines"}, fault.Usage},
		"chart of nothing":      {Question{Parent: declined.ID, Chart: "bar"}, fault.Usage},
		"what-if of nothing":    {Question{WhatIf: json.RawMessage(`{"technique":"trend"}`)}, fault.Usage},
		"no such technique":     {Question{Parent: answered.ID, WhatIf: json.RawMessage(`{"technique":"magic"}`)}, fault.Usage},
		"several things":        {Question{Parent: answered.ID, Chart: "bar", SQL: "SELECT 1"}, fault.Usage},
		"empty statement":       {Question{SQL: "  "}, fault.Usage},
		"not a day":             {Question{Text: "how many", Now: "tomorrow"}, fault.Usage},
		"nobody explores":       {Question{Text: "look around", Explore: true}, fault.Usage},
		"a very long statement": {Question{SQL: strings.Repeat("x", maxStatement+1)}, fault.Usage},
	} {
		_, err := p.Ask(t.Context(), c.q)
		t.Run(name, func(t *testing.T) { refused(t, err, c.code) })
	}
	if b, err := p.Current(t.Context()); err != nil || len(b.Cells) != 3 {
		t.Errorf("something was begun: %+v, %v", b, err)
	}
}

func TestThingsDoneWithAnAnswer(t *testing.T) {
	p := newPlace(t)
	first := p.ask(Question{Text: "total by month"})
	line := p.ask(Question{Parent: first.ID, Chart: "Bar"})
	if line.Chart.Kind != "bar" || line.Question != "total by month as a bar chart" || line.Derivation == nil || *line.Derivation != (session.Derivation{Question: "total by month", Chart: "bar"}) || line.Context.ParentCellID != first.ID {
		t.Errorf("got %+v %q", line.Chart, line.Question)
	}
	ahead := p.ask(Question{Parent: first.ID, WhatIf: json.RawMessage(`{"technique":"trend","horizon":{"count":3}}`)})
	if ahead.WhatIf == nil || ahead.WhatIf.Technique != "trend" || ahead.Question != "trend: total by month" {
		t.Errorf("got %+v %q %+v", ahead.WhatIf, ahead.Question, ahead.Diagnostics)
	}
	words := p.ask(Question{Parent: first.ID, WhatIf: json.RawMessage(`"what is the trend for the next 2 months?"`)})
	if words.WhatIf == nil || words.WhatIf.Technique != "trend" {
		t.Errorf("got %+v %+v", words.WhatIf, words.Diagnostics)
	}
	// A statement of the person's own takes the cell's place and keeps what it was.
	edited := p.ask(Question{Replaces: first.ID, SQL: byChannel})
	p.remembers("total by month", byChannel, byMonth)
	if edited.ID != first.ID || edited.SQL.Query != byMonth || edited.SQL.UserSQLOverride != byChannel || !edited.SQL.EditedByUser || edited.Question != first.Question {
		t.Errorf("got %+v %+v", edited.SQL, edited)
	}
	reset := p.ask(Question{Replaces: first.ID, SQL: byMonth})
	if reset.ID != first.ID || reset.SQL.Query != byMonth || reset.SQL.EditedByUser || reset.SQL.UserSQLOverride != "" || reset.Reading.Outcome != "sure" || reset.Reading.Sentence != first.Reading.Sentence {
		t.Errorf("got %+v", reset.SQL)
	}
	p.remembers("total by month", byMonth, "")
	b, _ := p.Current(t.Context())
	want(t, "cells", inShort(b), "total by month, total by month as a bar chart, trend: total by month, forecast: total by month")
	if b.Cells[0].ID != first.ID || b.Cells[1].Context.ParentCellID != first.ID {
		t.Error("the thread has lost its head")
	}
	// Where it stands it stays, and nothing follows itself.
	drawn := p.ask(Question{Parent: line.ID, Replaces: line.ID, Chart: "line"})
	if drawn.ID != line.ID || drawn.Chart.Kind != "line" || drawn.Context.ParentCellID != first.ID {
		t.Errorf("got %+v %+v", drawn.Chart, drawn.Context)
	}
	_, err := p.Ask(t.Context(), Question{Text: "round", Replaces: first.ID, Parent: line.ID})
	refused(t, err, fault.Usage)
	// Another question in its place.
	asked := p.ask(Question{Replaces: first.ID, Text: "how many"})
	if asked.ID != first.ID || asked.SQL.Query != countAll {
		t.Errorf("got %+v", asked)
	}
}

// TestAStatementInPlaceOfAQuestion: the cell says that nothing was asked in words,
// whatever becomes of its statement.
func TestAStatementInPlaceOfAQuestion(t *testing.T) {
	p := newPlace(t)
	written, asked := p.ask(Question{SQL: byChannel}), p.ask(Question{Text: "total by month"})
	for name, c := range map[string]struct {
		q    Question
		want bool
	}{
		"written":   {Question{SQL: byMonth}, true},
		"rewritten": {Question{Replaces: written.ID, Text: written.Question, SQL: byMonth}, true},
		"run again": {Question{Replaces: written.ID, Again: true}, true},
		"refused":   {Question{SQL: "DELETE FROM sales"}, true},
		"edited":    {Question{Replaces: asked.ID, SQL: byChannel}, false},
		"named":     {Question{Text: "the total", SQL: byChannel}, false},
		"drawn":     {Question{Parent: written.ID, Chart: "bar"}, false},
	} {
		if got := p.ask(c.q); got.SQL == nil || got.SQL.AsQuestion != c.want {
			t.Errorf("%s: %+v", name, got.SQL)
		}
	}
}

// TestAnotherChartInPlace: another kind of chart changes the answer that it is of,
// whether it was chosen or asked for in words; log and audit have both.
func TestAnotherChartInPlace(t *testing.T) {
	p := newPlace(t)
	first := p.ask(Question{Text: "total by month"})
	for _, c := range []struct {
		q                    Question
		asked, kind, heading string
	}{
		{Question{Replaces: first.ID, Chart: "pie"}, "total by month as a pie chart", "pie", "total by month"},
		{Question{Parent: first.ID, Text: "Show as a line please"}, "Show as a line please", "line", "total by month"},
		{Question{Parent: first.ID, Text: "columns"}, "columns", "bar", "total by month"},
	} {
		turn := p.begin(c.q)
		got, audit, err := p.Await(t.Context(), turn.ID)
		if err != nil || turn.Replaces != first.ID || turn.Parent != "" || audit.Question != c.asked {
			t.Fatalf("%+v: %+v, audit %q, %v", c.q, turn, audit.Question, err)
		}
		if got.ID != first.ID || got.Chart.Kind != c.kind || got.Chart.AutoDetected || got.Question != c.heading || got.Context.RefinementOf != "" {
			t.Errorf("%+v: got %s %+v %q %+v", c.q, got.ID, got.Chart, got.Question, got.Context)
		}
		if got.Narrative.Text != first.Narrative.Text || got.Reading.Outcome != first.Reading.Outcome || got.SQL.GeneratedBy != first.SQL.GeneratedBy {
			t.Errorf("%+v: the answer is another: %+v %+v %+v", c.q, got.Narrative, got.Reading, got.SQL)
		}
	}
	b, _ := p.Current(t.Context())
	want(t, "cells", inShort(b), "total by month")
	if _, err := p.again(b.ID, first.ID); err != nil {
		t.Fatal(err)
	}
	if kind := p.look(b.ID).Cells[0].Chart.Kind; kind != "bar" {
		t.Errorf("run again it is a %s", kind)
	}
	if was, err := p.RevertCell(t.Context(), b.ID, first.ID, ""); err != nil || was == "" {
		t.Errorf("%q, %v", was, err)
	}
	// Words that want more than a chart, or nothing to draw, are questions.
	p.ask(Question{Parent: first.ID, Text: "only web as a pie"})
	want(t, "cells", inShort(p.look(b.ID)), "total by month, only web as a pie")
}

// TestAFollowUpStandsBelow: whatever becomes of a follow-up, it comes below what it
// follows and the follow-ups before it; a new question comes last.
func TestAFollowUpStandsBelow(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	p.ask(Question{Notebook: b.ID, Text: "how many"})
	p.ask(Question{Notebook: b.ID, Text: "suppliers", Parent: first.ID})
	p.ask(Question{Notebook: b.ID, Text: "only web", Parent: first.ID})
	p.ask(Question{Notebook: b.ID, Text: "by month"})
	// Someone moved the first follow-up far away: it is one all the same.
	now := p.look(b.ID)
	if err := p.MoveCell(t.Context(), b.ID, now.Cells[1].ID, 4); err != nil {
		t.Fatal(err)
	}
	last := p.ask(Question{Notebook: b.ID, Text: "only shop", Parent: first.ID})
	want(t, "cells", inShort(p.look(b.ID)), "total by channel, only web, how many, by month, suppliers, only shop")
	if last.Context.RefinementOf != first.ID {
		t.Errorf("got %+v", last.Context)
	}
}

// TestAnEditedFollowUp: what the person wrote answers after the answer that they
// changed, and nowhere else.
func TestAnEditedFollowUp(t *testing.T) {
	p := newPlace(t)
	first, other := p.ask(Question{Text: "by channel"}), p.ask(Question{Text: "by month"})
	next := p.ask(Question{Text: "only web", Parent: first.ID})
	if next.Context.RefinementOf != first.ID || next.SQL.Query != onlyWeb {
		t.Fatalf("got %+v %+v", next.Context, next.SQL)
	}
	p.ask(Question{Replaces: next.ID, SQL: byMonth})
	for _, c := range []struct{ parent, statement, own string }{{first.ID, byMonth, onlyWeb}, {other.ID, countAll, ""}, {"", countAll, ""}} {
		again := p.ask(Question{Text: "only web", Parent: c.parent})
		if again.SQL.Query != c.statement || offered(again) != c.own || c.own != "" && again.Context.RefinementOf != first.ID {
			t.Errorf("after %q: got %+v, %+v", c.parent, again.SQL, again.Context)
		}
	}
	p.ask(Question{Replaces: next.ID, SQL: onlyWeb})
	if again := p.ask(Question{Text: "only web", Parent: first.ID}); again.SQL.Query != onlyWeb || offered(again) != "" {
		t.Errorf("changed back: got %+v", again.SQL)
	}
}

// offered is the statement of the first other reading.
func offered(c session.Cell) string {
	if len(c.Reading.Others) == 0 {
		return ""
	}
	return c.Reading.Others[0].SQL
}

// remembers asks a question beside, and expects a statement, and another one
// that is offered: when it is chosen it is the other way round from then on.
func (p *place) remembers(question, sql, own string) {
	p.t.Helper()
	b := p.create("")
	c := p.ask(Question{Notebook: b.ID, Text: question})
	if c.SQL == nil || c.SQL.Query != sql || offered(c) != own {
		p.t.Errorf("%q is answered by %+v, with %q", question, c.SQL, offered(c))
	}
	if own != "" {
		p.ask(Question{Notebook: b.ID, Replaces: c.ID, Reading: 1})
		if c = p.ask(Question{Notebook: b.ID, Text: question}); c.SQL.Query != own || offered(c) != sql {
			p.t.Errorf("%q is answered by %+v, with %q, after a choice", question, c.SQL, offered(c))
		}
	}
	if err := p.Delete(p.t.Context(), b.ID); err != nil {
		p.t.Error(err)
	}
}

func TestReadingsAreChosen(t *testing.T) {
	for _, restarted := range []bool{false, true} {
		p := newPlace(t)
		open := p.ask(Question{Text: "which total"})
		if open.Reading.Outcome != "unsure" || len(open.Reading.Others) != 2 {
			t.Fatalf("got %+v", open.Reading)
		}
		b, _ := p.Current(t.Context())
		if restarted {
			p.open()
		}
		for i, rows := range []int64{2, 3} { // months beyond the first few are not read
			if r, err := p.Preview(t.Context(), b.ID, open.ID, i+1); err != nil || r.RowCount != rows || r.Data == nil {
				t.Errorf("the first rows of reading %d: %+v, %v", i+1, r, err)
			}
		}
		_, err := p.Preview(t.Context(), b.ID, open.ID, 3)
		refused(t, err, fault.NotFound)
		chosen := p.ask(Question{Notebook: b.ID, Replaces: open.ID, Reading: 2})
		if chosen.ID != open.ID || chosen.SQL == nil || chosen.SQL.Query != byMonth || chosen.Question != "which total" {
			t.Errorf("restarted %t: got %+v", restarted, chosen)
		}
		want(t, "cells", inShort(p.look(b.ID)), "which total")
		// It is remembered.
		again := p.ask(Question{Notebook: b.ID, Text: "Which total?"})
		if again.SQL == nil || again.SQL.Query != byMonth || !again.Reading.Remembered {
			t.Errorf("restarted %t: got %+v", restarted, again.Reading)
		}
	}
}

// What a question leaves open is asked, answered in place, remembered, and can be changed.
func TestWhatIsUnsaidIsAnswered(t *testing.T) {
	for _, restarted := range []bool{false, true} {
		p := newPlace(t)
		open := p.ask(Question{Text: "large sales"})
		if open.Reading.Outcome != "unsure" || open.Result != nil || len(open.Reading.Unsaid) != 1 || open.Reading.Question != "From where on?" {
			t.Fatalf("got %+v", open.Reading)
		}
		b, _ := p.Current(t.Context())
		if restarted {
			p.open()
		}
		for _, answers := range [][]int{{3}, {-1}, {1, 1}} {
			turn := p.begin(Question{Notebook: b.ID, Replaces: open.ID, Answers: answers})
			_, _, err := p.Await(t.Context(), turn.ID)
			refused(t, err, fault.Usage)
		}
		if one := p.ask(Question{Notebook: b.ID, Text: "large sales of a program", Unattended: true}); one.SQL == nil || one.SQL.Query != byChannel || one.Reading.Unsaid[0].Said {
			t.Errorf("nobody can be asked: %+v", one.Reading)
		}
		skipped := p.ask(Question{Notebook: b.ID, Replaces: open.ID, Answers: []int{0}})
		if skipped.ID != open.ID || skipped.SQL == nil || skipped.SQL.Query != byChannel || skipped.Reading.Unsaid[0].Said {
			t.Errorf("restarted %t: skipped gives %+v", restarted, skipped.Reading)
		}
		said := p.ask(Question{Notebook: b.ID, Replaces: open.ID, Answers: []int{2}})
		if said.ID != open.ID || said.SQL == nil || said.SQL.Query != byMonth || !said.Reading.Unsaid[0].Said || said.Question != "large sales" {
			t.Errorf("restarted %t: said gives %+v", restarted, said.Reading)
		}
		if again := p.ask(Question{Notebook: b.ID, Text: "the large ones"}); again.SQL == nil || again.SQL.Query != byMonth {
			t.Errorf("restarted %t: it is not remembered: %+v", restarted, again.Reading)
		}
		want(t, "cells", inShort(p.look(b.ID)), "large sales, large sales of a program, the large ones")
	}
}

func TestRunAgain(t *testing.T) {
	p := newPlace(t)
	first := p.ask(Question{Text: "total by channel"})
	child := p.ask(Question{Text: "only web", Parent: first.ID})
	before := p.brain.questions()
	p.sql("shop.db", "INSERT INTO sales VALUES (1000, 5, 'fair', '2025-01-01')")
	again := p.ask(Question{Replaces: first.ID, Again: true})
	if again.ID != first.ID || again.Result.RowCount != 3 || again.SQL.Query != byChannel || again.Reading.Sentence != first.Reading.Sentence {
		t.Errorf("got %+v", again)
	}
	if p.brain.questions() != before {
		t.Error("the question was read again")
	}
	// What cannot be run any more stays.
	p.sql("shop.db", "ALTER TABLE sales RENAME COLUMN channel TO way")
	turn := p.begin(Question{Replaces: child.ID, Again: true})
	events := p.until(t.Context(), turn.Notebook, turn.After, turn.ID)
	last := events[len(events)-1]
	if !strings.Contains(string(last.Payload), `"outcome":"failed"`) || !strings.Contains(string(last.Payload), "kept") {
		t.Errorf("got %s", last.Payload)
	}
	now, err := p.Cell(t.Context(), turn.Notebook, child.ID)
	if err != nil || now.Result == nil {
		t.Errorf("it is gone: %+v, %v", now, err)
	}
	// Neither now nor after a restart does the one that failed appear.
	p.open()
	want(t, "cells", inShort(p.look(turn.Notebook)), "total by channel, only web")
}

func TestAskOfADatabaseThatIsNotThere(t *testing.T) {
	p := newPlace(t)
	p.write("home/config.yaml", "active: gone\nconnections:\n  gone:\n    dsn: sqlite:"+p.path("gone.db")+"\n")
	turn := p.begin(Question{Text: "how many"})
	events := p.until(t.Context(), turn.Notebook, turn.After, turn.ID)
	want(t, "events", kindsOf(events, turn.ID), "question.asked stage:thinking stage:connecting diagnostic turn.ended:failed")
	_, audit, err := p.Await(t.Context(), turn.ID)
	if fault.CodeOf(err) != fault.NotFound && fault.CodeOf(err) != fault.Connect || audit.Status != store.StatusFailed {
		t.Errorf("got %v, %+v", err, audit)
	}
	list, err := p.ListSources(t.Context())
	if err != nil || len(list) != 1 || list[0].Problem == nil || list[0].Open {
		t.Errorf("got %+v, %v", list, err)
	}
}

func TestNotebooksGoOn(t *testing.T) {
	p := newPlace(t)
	a, b := p.create("One"), p.create("")
	want(t, "made up", b.Name, "Notebook")
	want(t, "made up again", p.create("").Name, "Notebook 2")
	if _, err := p.Create(t.Context(), "one", ""); fault.CodeOf(err) != fault.Usage {
		t.Errorf("got %v", err)
	}
	for i := range 3 {
		p.ask(Question{Notebook: a.ID, Text: fmt.Sprint("question ", i)})
	}
	if err := p.Rename(t.Context(), a.ID, "First of all"); err != nil {
		t.Fatal(err)
	}
	now := p.look("first-of-all")
	if now.ID != a.ID || now.Session != a.Session {
		t.Errorf("got %+v", now.Entry)
	}
	fork, err := p.Fork(t.Context(), a.ID, "", now.Cells[1].ID)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "fork", fork.Name+": "+inShort(fork), "First of all 2: question 0, question 1")
	if fork.Session == a.Session || fork.ID == a.ID {
		t.Error("a fork has a life of its own")
	}
	list, err := p.List(t.Context(), "FIRST all")
	if err != nil || len(list) != 2 {
		t.Errorf("got %+v, %v", list, err)
	}
	if err := p.Delete(t.Context(), fork.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Open(t.Context(), fork.ID); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("got %v", err)
	}
	for _, format := range []string{"html", "md", "ipynb", "json"} {
		var out strings.Builder
		if err := p.Export(t.Context(), a.ID, format, &out); err != nil || !strings.Contains(out.String(), "question 2") {
			t.Errorf("%s: %v", format, err)
		}
	}
	if err := p.Export(t.Context(), a.ID, "pdf", nil); fault.CodeOf(err) != fault.Usage {
		t.Errorf("got %v", err)
	}
}

func TestADeletedNotebookComesBack(t *testing.T) {
	p := newPlace(t)
	c := p.ask(Question{Text: "which total", SQL: "SELECT 1 AS one"})
	b, err := p.Current(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Delete(t.Context(), b.Name); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Open(t.Context(), b.ID); fault.CodeOf(err) != fault.NotFound {
		t.Fatalf("a deleted notebook is opened: %v", err)
	}
	for range 2 { // twice is once
		back, err := p.Restore(t.Context(), b.ID)
		if err != nil {
			t.Fatal(err)
		}
		if back.Name != b.Name || back.Session != b.Session || len(back.Cells) != 1 || back.Cells[0].ID != c.ID {
			t.Errorf("came back as %+v", back)
		}
	}
	p.ask(Question{Notebook: b.ID, SQL: "SELECT 2 AS two"}) // and it can be gone on with
	if _, err := p.Restore(t.Context(), "notebook_other"); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("a notebook that was never there: %v", err)
	}
	if err := p.Delete(t.Context(), b.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Create(t.Context(), b.Name, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Restore(t.Context(), b.ID); fault.CodeOf(err) != fault.Usage {
		t.Errorf("two notebooks of one name: %v", err)
	}
}
