package mind

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
)

// warehouse is a schema of many tables.
func warehouse(tables int) *schema.Snapshot {
	s := &schema.Snapshot{Database: "wide", Dialect: "duckdb"}
	for i := range tables {
		s.Tables = append(s.Tables, schema.Table{Schema: "main", Name: fmt.Sprintf("filler_%d", i), Columns: []schema.Column{{Name: "id", Type: "BIGINT"}, {Name: "note", Type: "VARCHAR"}}})
	}
	s.Tables[0].Name, s.Tables[tables-1].Name = "invoices", "customers"
	return s
}

func TestAModelSeesTheTablesThatMatter(t *testing.T) {
	small := NewModels(Config{Budget: 12_000}, nil, warehouse(3), nil)
	shown := func(m *Models, r answer.Request) string {
		t.Helper()
		text, found := m.selectSchema(t.Context(), r)
		if found != nil {
			t.Errorf("found %+v", found)
		}
		return text
	}
	if text := shown(small, answer.Request{Question: "anything"}); !strings.Contains(text, "filler_1") || !strings.Contains(text, "invoices") {
		t.Errorf("a small schema is not whole: %s", text)
	}
	large := NewModels(Config{Budget: 1000}, nil, warehouse(400), nil)
	one := shown(large, answer.Request{Question: "How many invoices have customers?"})
	other := shown(large, answer.Request{Question: "customers with invoices"})
	if !strings.Contains(one, "invoices") || !strings.Contains(one, "customers") || schema.Tokens(one) > 1000 {
		t.Errorf("got %d tokens: %s", schema.Tokens(one), one)
	}
	if one != other {
		t.Errorf("the same tables give other bytes:\n%s\n%s", one, other)
	}
	// A follow-up does not name what it is about.
	before := &answer.Turn{Cell: session.Cell{Question: "How many invoices are there?"}}
	if text := shown(large, answer.Request{Question: "only the newest", Before: before}); !strings.Contains(text, "invoices") {
		t.Errorf("a follow-up has lost its table: %s", text)
	}
}

// waiting is a brain that reads until nobody wants to know any more.
type waiting struct{ stopped chan struct{} }

func (w waiting) Read(ctx context.Context, _ brain.Question) (*brain.Answer, error) {
	<-ctx.Done()
	close(w.stopped)
	return nil, ctx.Err()
}

// The built-in brain reads a question while a model thinks about it, and stops
// when the model fails.
func TestASecondOpinionThatNobodyWantsIsStopped(t *testing.T) {
	r, err := route.New(route.Config{
		Clock:  route.Clock{Now: time.Now, AfterFunc: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }},
		Chains: map[route.Task]route.Chain{route.SQLGeneration: {Models: []string{"a/b"}}},
		Open:   func(string) (model.Model, error) { return nil, fault.New(model.Auth, "no key") },
	})
	if err != nil {
		t.Fatal(err)
	}
	w := waiting{make(chan struct{})}
	m := NewModels(Config{Router: r, Budget: 12_000}, &Builtin{Reader: answer.Reader{Brain: w}}, warehouse(3), nil)
	past := func(context.Context) ([]session.Cell, error) { return nil, nil }
	if _, err := m.Plan(t.Context(), answer.Request{Question: "anything", Past: past}); fault.CodeOf(err) != model.Auth {
		t.Errorf("got %v", err)
	}
	<-w.stopped
}

func TestThePersonsOwnStatementsAreExamples(t *testing.T) {
	s := warehouse(3)
	s.Documents.Examples = []schema.Example{{Question: "from the folder", SQL: "SELECT 0"}}
	var edits []llm.Example
	for i := range 2 * maxEdits {
		edits = append(edits, llm.Example{Question: fmt.Sprint(i), SQL: fmt.Sprint("SELECT ", i)})
	}
	m := NewModels(Config{Budget: 12_000}, nil, s, func(context.Context, string) []llm.Example { return edits })
	list := m.examples(t.Context(), "?")
	if len(list) != maxEdits+1 || list[0].SQL != "SELECT 9" || list[maxEdits-1].SQL != "SELECT 5" || list[maxEdits].SQL != "SELECT 0" {
		t.Errorf("got %v", list)
	}
}
