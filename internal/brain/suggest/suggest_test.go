package suggest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// library is an index of two tables: loans belong to members.
func library() *index.Index {
	text := func(table int, name string, enum ...string) index.Column {
		c := index.Column{Table: table, Name: name, Words: strings.Fields(name), Kind: index.Text}
		for _, v := range enum {
			c.Enum = append(c.Enum, index.Value{Text: v})
		}
		return c
	}
	key := func(table int, name string) index.Column {
		return index.Column{Table: table, Name: name, Words: []string{"id"}, Kind: index.Number}
	}
	ix := &index.Index{
		Columns: []index.Column{{Table: -1, Name: "*"},
			key(0, "id"), text(0, "full name"), text(0, "town", "MIA", "Oban"),
			key(1, "id"), key(1, "member_id"),
			{Table: 1, Name: "taken_on", Words: []string{"taken"}, Kind: index.Time, Form: index.Native, Min: "2021-03-01", Max: "2024-06-30"},
			{Table: 1, Name: "fee_cents", Words: []string{"fee", "cents"}, Kind: index.Number, Measure: true},
			text(1, "state", "back", "out"),
		},
		Tables: []index.Table{
			{Name: "member", Words: []string{"member"}, Columns: []int{1, 2, 3}, PrimaryKey: []int{1}, Display: []int{2}, Rows: 100},
			{Name: "loans", Words: []string{"loans"}, Columns: []int{4, 5, 6, 7, 8}, PrimaryKey: []int{4}, Display: []int{4}, Rows: 9000},
			{Name: "empty", Words: []string{"empty"}},
			{Name: "x9", Words: []string{"x9"}, Rows: 4},
		},
		Keys: []index.Key{{From: []int{5}, To: []int{1}}},
	}
	ix.Columns[1].Primary, ix.Columns[4].Primary, ix.Columns[5].Foreign = true, true, true
	return ix
}

func TestProposalsAreWhatPeopleAsk(t *testing.T) {
	var got []string
	for _, p := range proposals(library()) {
		got = append(got, p.text)
	}
	want := []string{
		"Which five members have the highest total fee of loans?",
		"What was the total fee of loans per month in 2023?",
		"Which five members have the most loans?",
		"What is the total fee of loans by state?",
		"How many members are there per town?",
		"How many members have the town Oban?",
		"How many loans were there per month in 2023?",
		"What is the total fee of loans for each member?",
		"How many loans are there per state?",
		"How many loans have the state back?",
		"How many loans does each member have?",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Figures that documents define come first, and only where they are understood.
func TestDefinedFiguresAreProposed(t *testing.T) {
	ix := library()
	fees := &index.Figure{Op: index.SumOf, Of: &index.Amount{Column: 7}, Table: 1}
	ix.Terms = []index.Term{
		{Called: "overdue", Meaning: &index.Meaning{Table: 1}},
		{Called: "goodwill"},
		{Called: "takings", Meaning: &index.Meaning{Figure: fees}},
	}
	list := proposals(ix)
	if list[0].text != "What was the takings per month in 2023?" || list[2].text != "What is the takings by state?" {
		t.Errorf("%q, %q", list[0].text, list[2].text)
	}
	plain := &form.Query{Tables: []int{1}}
	if list[0].isMeant(plain) {
		t.Error("a reading that leaves the term out is taken for it")
	}
	plain.Plain = &form.Plain{Terms: []string{"takings"}}
	if !list[0].isMeant(plain) {
		t.Error("a reading that follows the term is not taken for it")
	}
}

func TestRankingsSayByWhat(t *testing.T) {
	ix := library()
	ix.Terms = []index.Term{{Called: "takings", Meaning: &index.Meaning{Figure: &index.Figure{Op: index.SumOf, Of: &index.Amount{Column: 7}, Table: 1}}}}
	for _, c := range []struct {
		table  int
		number string
		best   bool
		want   []string
	}{
		{0, "5", true, []string{"takings", "total fee of loans", "number of loans"}},
		{0, "1", false, []string{"takings", "total fee of loans", "number of loans"}},
		{1, "5", true, nil}, // loans have no names
	} {
		var got []string
		for _, r := range Rankings(ix, c.table, c.number, c.best) {
			got = append(got, r.By)
			if q := r.Query; q.Limit.Text != c.number || q.Order[0].Desc != c.best || !slices.Equal(q.Tables, []int{0, 1}) || len(q.Select) < 2 {
				t.Errorf("%s: %+v", r.By, q)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// reader is a brain that answers some questions.
type reader func(text string) (*brain.Answer, error)

func (r reader) Read(_ context.Context, q brain.Question) (*brain.Answer, error) { return r(q.Text) }

func TestOnlyWhatIsAnsweredIsSuggested(t *testing.T) {
	read := func(o brain.Outcome, sql string, q *form.Query) (*brain.Answer, error) {
		r := brain.Reading{SQL: sql}
		if q != nil {
			r.Form = q
		}
		return &brain.Answer{Outcome: o, Readings: []brain.Reading{r}}, nil
	}
	perState := &form.Query{Tables: []int{1}, Group: []*form.Expr{{Op: form.Column, Column: 8}}}
	answers := reader(func(text string) (*brain.Answer, error) {
		switch text {
		case "How many members are there per town?":
			return read(brain.Likely, "found", nil)
		case "Which five members have the most loans?":
			return read(brain.Unsure, "found", nil)
		case "What is the total fee of loans by state?":
			return read(brain.Sure, "found", perState) // it forgets the fee
		case "How many loans are there per state?":
			return read(brain.Sure, "found", perState)
		case "How many members have the town Oban?":
			return read(brain.Sure, "empty", nil)
		case "How many loans were there per month in 2023?":
			return read(brain.Sure, "broken", nil)
		case "What is the total fee of loans for each member?":
			return nil, errors.New("no")
		}
		return &brain.Answer{Outcome: brain.Declined}, nil
	})
	run := func(_ context.Context, sql string) (bool, error) {
		if sql == "broken" {
			return false, errors.New(sql)
		}
		return sql == "found", nil
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	both := []string{"How many members are there per town?", "How many loans are there per state?"}
	for _, c := range []struct {
		name  string
		ctx   context.Context
		most  int
		late  bool
		want  []string
		whole bool
	}{
		{"all that are answered", t.Context(), 6, false, both, true},
		{"no more than are asked for", t.Context(), 1, false, both[:1], true},
		{"a slow machine finds one all the same", t.Context(), 6, true, both[:1], false},
		{"whoever asked is gone", ended, 6, false, []string{"How many loans are there?", "How many members are there?"}, false},
	} {
		tried := Tried{}
		whole := Try(c.ctx, library(), answers, time.Time{}, run, tried, c.most, func() bool { return c.late })
		if got := Answered(library(), tried, 99); !slices.Equal(got, c.want) || whole != c.whole {
			t.Errorf("%s: got %q, whole %v", c.name, got, whole)
		}
	}
}
