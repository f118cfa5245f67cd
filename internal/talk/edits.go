package talk

import (
	"context"
	"path/filepath"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
)

// edit is a statement that a person wrote in place of Plumb's for a question.
type edit struct {
	Database string `json:"database"`
	After    string `json:"after,omitempty"` // of a follow-up: the statement that it changed, as a digest
	Question string `json:"question"`        // as Plain leaves it
	SQL      string `json:"sql"`
	Chosen   bool   `json:"chosen,omitempty"` // the person said that it is what the question means
}

// edits are those of one database. The next time the question is asked, the
// person's own statement answers, and Plumb's reading is offered, until they choose
// that.
type edits struct {
	shelf    shelf[edit]
	database string
}

const maxEdits = 500

func newEdits(folder, database string) edits {
	return edits{shelf: shelf[edit]{path: filepath.Join(folder, "edits.json"), most: maxEdits}, database: digest(database)}
}

// find is what the person wrote for a question after a statement, else for the
// question by itself, or nil.
func (e edits) find(question, after string) *edit {
	question, after = Plain(question), digestOf(after)
	var found *edit
	for _, x := range e.shelf.load() {
		switch {
		case x.Database != e.database || x.Question != question:
		case x.After == after:
			return &x
		case x.After == "":
			found = &x
		}
	}
	return found
}

func (e edits) keep(question, after, sql string) error {
	x := edit{Database: e.database, After: digestOf(after), Question: Plain(question), SQL: sql, Chosen: true}
	return e.shelf.put(x, func(o edit) bool { return o.Database == x.Database && o.After == x.After && o.Question == x.Question })
}

// choose remembers whether the person's own statement, if there is one, is what
// the question means.
func (e edits) choose(question, after, sql string) error {
	was := e.find(question, after)
	if was == nil || was.Chosen == (was.SQL == sql) {
		return nil
	}
	x := *was
	x.Chosen = was.SQL == sql
	return e.shelf.put(x, func(o edit) bool { return o.Database == x.Database && o.After == x.After && o.Question == x.Question })
}

// digestOf is nothing for nothing.
func digestOf(sql string) string {
	if sql == "" {
		return ""
	}
	return digest(sql)
}

// statement is the one of a turn; that of no turn is none.
func (t *Turn) statement() string {
	if t == nil {
		return ""
	}
	return statementOf(t.Turn)
}

func statementOf(t *answer.Turn) string {
	if t == nil || t.Draft == nil {
		return ""
	}
	return t.Draft.SQL
}

// Planner plans what the person has not written themselves.
func (t *Talk) Planner() answer.Planner { return t.mind }

// examples are the statements that people wrote for questions about the
// database, the newest last.
func (e edits) examples() []llm.Example {
	var list []llm.Example
	for _, x := range e.shelf.load() {
		if x.Database == e.database {
			list = append(list, llm.Example{Question: x.Question, SQL: x.SQL})
		}
	}
	return list
}

// editsPlanner is a planner that remembers what the person wrote themselves.
type editsPlanner struct {
	answer.Planner
	free  answer.Planner // reads without a model: to go back to, where their own is chosen
	edits edits
}

func (p editsPlanner) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	e := p.edits.find(r.Question, statementOf(r.Before))
	planner := p.Planner
	if e != nil && e.Chosen {
		planner = p.free
	}
	d, err := planner.Plan(ctx, r)
	switch {
	case err != nil && (e == nil || ctx.Err() != nil):
		return nil, err
	case err != nil: // their own statement needs nobody else
		d = &answer.Draft{Notes: []string{"no other reading is available: " + fault.Of(err).Message}}
	}
	if e != nil {
		own := answer.Draft{SQL: e.SQL, Sentence: "your own statement for this question", FollowUp: e.After != "", By: You}
		return withOwn(d, own, e.Chosen), nil
	}
	if r.Before != nil && r.Before.Draft != nil && r.Before.Draft.By == You && r.Before.Draft.Reading() == nil && d.By == mind.BuiltinName {
		d.Notes = append(d.Notes[:len(d.Notes):len(d.Notes)], "starting a new question: the SQL that you wrote could not be read back, so a follow-up can't modify it. Edit the SQL, or ask for all of it in one question")
	}
	return d, nil
}

// withOwn is a draft beside which the person's own statement is offered. It is
// the other way round where they chose that, or where the draft answers nothing.
func withOwn(d *answer.Draft, own answer.Draft, chosen bool) *answer.Draft {
	answers := d.Outcome == answer.Sure || d.Outcome == answer.Likely
	if answers && d.SQL == own.SQL {
		return d
	}
	if answers && !chosen {
		d.Others = append([]answer.Draft{own}, d.Others...)
		return d
	}
	own.Outcome, own.Confidence, own.Remembered, own.Cost, own.Others, own.Notes = answer.Sure, 1, true, d.Cost, d.Others, d.Notes
	if answers {
		own.Notes = nil // they are of the other statement
		read := *d
		read.Others = nil
		own.Others = append([]answer.Draft{read}, d.Others...)
	}
	return &own
}
