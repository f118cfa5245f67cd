package turntest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// Events are those of the last question, in the log, in short.
func (b *Bench) Events() []string {
	b.T.Helper()
	all, err := b.Kept.Events(b.T.Context(), b.Session.ID(), 0, 0)
	if err != nil {
		b.T.Fatal(err)
	}
	var list []string
	for _, e := range all {
		if e.Kind == string(session.QuestionAsked) {
			list = nil
		}
		list = append(list, inShort(b.T, session.Kind(e.Kind), e.Payload))
	}
	return list
}

// Seen are the events of the last question that were watched, in short.
func (b *Bench) Seen() []string {
	b.T.Helper()
	var list []string
	for _, e := range b.Watched {
		payload, err := json.Marshal(e.Payload)
		if err != nil {
			b.T.Fatal(err)
		}
		if e.Kind == session.QuestionAsked {
			list = nil
		}
		list = append(list, inShort(b.T, e.Kind, payload))
	}
	return list
}

// inShort is an event as one line without its ids.
func inShort(t *testing.T, kind session.Kind, payload []byte) string {
	t.Helper()
	var p struct {
		Stage, Step, Outcome, Tool string
		OK                         bool
		Rows, Query                int
	}
	if kind != session.QuestionAsked {
		if err := json.Unmarshal(payload, &p); err != nil {
			t.Fatal(err)
		}
	}
	switch kind {
	case session.StageEntered:
		return p.Stage
	case session.SQLDrafted:
		return p.Step
	case session.SQLChecked, session.SQLRan:
		if !p.OK {
			return p.Step + " failed"
		}
		return p.Step
	case session.ToolCalled:
		return p.Tool
	case session.ToolAnswered:
		switch {
		case !p.OK:
			return "failed"
		case p.Query > 0:
			return fmt.Sprintf("query %d: %d rows", p.Query, p.Rows)
		}
		return fmt.Sprintf("%d rows", p.Rows)
	case session.TurnEnded:
		return "ended " + p.Outcome
	}
	return string(kind)
}

// Audit is that of the last question.
func (b *Bench) Audit() store.Audit {
	b.T.Helper()
	list, err := b.Kept.Audit(b.T.Context(), store.Filter{Session: b.Session.ID(), Newest: true, Limit: 1})
	if err != nil || len(list) != 1 {
		b.T.Fatal(list, err)
	}
	return list[0]
}

// Cells are those of the session, the oldest first.
func (b *Bench) Cells() []session.Cell {
	b.T.Helper()
	list, err := b.Session.Cells(b.T.Context(), "", 0)
	if err != nil {
		b.T.Fatal(err)
	}
	return list
}

// Attempts are those of an audit, in short.
func Attempts(a store.Audit) []string {
	var list []string
	for i, x := range a.Attempts {
		said := "failed"
		switch {
		case x.Number != i+1:
			said = fmt.Sprintf("out of order: %d", x.Number)
		case !x.ValidationOK && x.ValidationReason != "" && !x.ExecutionOK:
			said = "refused"
		case x.ExecutionOK && x.DBError == "":
			said = fmt.Sprintf("ran: %d rows", x.RowCount)
		case x.DBError == "":
			said = "failed without a reason"
		}
		list = append(list, said)
	}
	return list
}

// Lines compares lists of words given as one line.
func Lines(t *testing.T, what string, got []string, want string) {
	t.Helper()
	if g := strings.Join(got, " · "); g != want {
		t.Errorf("%s:\n got %s\nwant %s", what, g, want)
	}
}

// Codes are those of diagnostics.
func Codes(list []fault.Diagnostic) []string {
	var out []string
	for _, x := range list {
		out = append(out, string(x.Code))
	}
	return out
}
