package analyze

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/execute"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/sandbox"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// How much a step reads into memory.
const (
	maxRead      = 1_000_000 // rows
	maxReadBytes = 256 << 20
)

// stepLimits are those of a statement whose rows stay in memory.
func (t *Turn) stepLimits() source.Limits {
	l := t.m.Limits
	l.Rows, l.Bytes, l.Time = maxRead, maxReadBytes, execute.DefaultStepTime
	return l
}

// read runs a statement on a source, under its guard. Its rows go to the data store
// where steps share tables.
func (t *Turn) read(ctx context.Context, s plan.Step, _ []method.Named) (*execute.Made, error) {
	db, err := t.database(ctx, s.Source)
	if err != nil {
		return nil, err
	}
	code, err := t.plan.Filled(s)
	if err != nil {
		return nil, err
	}
	statement, err := db.Check(ctx, code)
	if err != nil {
		return nil, err
	}
	limits := t.stepLimits()
	if t.data != nil {
		most := t.data.Limits()
		limits.Rows, limits.Bytes = int(most.Rows)+1, most.Bytes // the store says what is too much for it
	}
	rows, err := db.Run(ctx, statement, limits)
	if err != nil {
		return nil, err
	}
	if t.data != nil {
		from := statement.Tables()
		for i := range from {
			from[i] = db.Name() + "." + from[i]
		}
		return t.put(ctx, s, from, rows)
	}
	all, err := rows.ReadAll()
	if err != nil {
		return nil, err
	}
	if all.Truncated != table.Whole {
		return nil, fault.New(fault.ResultTruncated, "step %d reads more than %d rows", s.Number, len(all.Rows)).WithHint("narrow it down, or add up in the statement")
	}
	return &execute.Made{Table: all, Tables: statement.Tables()}, nil
}

// database is the one that a step reads.
func (t *Turn) database(ctx context.Context, name string) (Database, error) {
	if name == "" || name == t.m.Database.Name() {
		return t.m.Database, nil
	}
	if t.m.Sources == nil {
		return nil, fault.New(fault.NotFound, "there is no connection %q here", name).WithHint("this plan can read %s only", t.m.Database.Name())
	}
	return t.m.Sources(ctx, name)
}

// combine runs a statement on the tables of other steps, in the data store.
func (t *Turn) combine(ctx context.Context, s plan.Step, _ []method.Named) (*execute.Made, error) {
	if t.data == nil {
		return nil, noStore(s)
	}
	code, err := t.plan.Filled(s)
	if err != nil {
		return nil, err
	}
	if err := t.makeRoom(ctx, s); err != nil {
		return nil, err
	}
	r, err := t.data.Make(ctx, t.recordOf(s, nil), code)
	if err != nil {
		return nil, t.orEmpty(s, err)
	}
	return t.checked(s, r)
}

func noStore(s plan.Step) error {
	return fault.New(fault.Usage, "step %d works on tables of other steps, and there is no data store here", s.Number).WithHint("ask for it in a conversation, or on the page")
}

// compute runs a method of Plumb's own.
func (t *Turn) compute(ctx context.Context, s plan.Step, in []method.Named) (*execute.Made, error) {
	in, err := t.loadAll(ctx, in)
	if err != nil {
		return nil, err
	}
	out, err := method.Run(ctx, s.Method, method.Input{Tables: in, Arguments: s.Arguments})
	if err != nil {
		return nil, err
	}
	made := &execute.Made{Table: out.Table, Found: out}
	if t.data != nil {
		stored, err := t.put(ctx, s, nil, out.Table.Reader())
		if err != nil {
			return nil, err
		}
		made.Hash = stored.Hash
	}
	return made, nil
}

// program runs foreign code in the sandbox.
func (t *Turn) program(ctx context.Context, s plan.Step, in []method.Named) (*execute.Made, error) {
	switch {
	case t.data == nil:
		return nil, noStore(s)
	case t.m.Programs == nil:
		return nil, fault.New(fault.Usage, "step %d is a program, and programs are not run here", s.Number).WithHint("ask for a plan of SQL alone")
	}
	in, err := t.loadAll(ctx, in)
	if err != nil {
		return nil, err
	}
	code, err := t.plan.Filled(s)
	if err != nil {
		return nil, err
	}
	p := sandbox.Program{Language: sandbox.Language(s.Language), Code: code, Tables: map[string]*table.Table{}}
	for _, n := range in {
		p.Tables[n.Name] = n.Table
	}
	out, err := t.m.Programs(ctx, p)
	if err != nil {
		return nil, t.orEmpty(s, err)
	}
	for _, v := range out.Values {
		if err := t.data.Set(ctx, s.Number, v.Name, json.RawMessage(table.AppendJSON(nil, v.Value))); err != nil {
			return nil, err
		}
	}
	if text := strings.TrimSpace(out.Printed); text != "" {
		if err := t.data.Note(ctx, s.Number, text); err != nil {
			return nil, err
		}
	}
	at := slices.IndexFunc(out.Tables, func(n sandbox.Named) bool { return n.Name == s.Output })
	if at < 0 {
		return nil, fault.New(fault.EmptyResult, "the program of step %d gave no table %s", s.Number, s.Output).WithHint("it has to end with emit(%q, …)", s.Output)
	}
	return t.put(ctx, s, nil, out.Tables[at].Table.Reader())
}

// orEmpty says that a step failed because there is nothing to work on, where that is so.
func (t *Turn) orEmpty(s plan.Step, err error) error {
	for _, name := range s.Inputs {
		r, missing := t.data.Table(name)
		if missing != nil || r.Rows > 0 {
			continue
		}
		return fault.Wrap(err, fault.EmptyResult, "step %d found no rows, so step %d has nothing to work on", r.Step, s.Number).WithHint("the step failed with: %s", fault.Of(err).Message)
	}
	return err
}

// recordOf says where the table of a step comes from.
func (t *Turn) recordOf(s plan.Step, from []string) datastore.Record {
	if from == nil {
		from = s.Inputs
	}
	last := t.plan.Last()
	return datastore.Record{Name: s.Output, Description: s.Goal, Step: s.Number, Turn: t.books.Query.ID, Sources: from, SQL: s.Code, Language: string(s.Language), By: t.plan.By, Published: s.Output == last.Output}
}

// put keeps the rows of a step in the data store.
func (t *Turn) put(ctx context.Context, s plan.Step, from []string, rows *table.Reader) (*execute.Made, error) {
	if err := t.makeRoom(ctx, s); err != nil {
		_ = rows.Close()
		return nil, err
	}
	r, err := t.data.Put(ctx, t.recordOf(s, from), rows)
	if err != nil {
		return nil, err
	}
	return t.checked(s, r)
}

// makeRoom removes the table that an earlier plan made under this name: of a plan that is
// run again, the newest tables stay.
func (t *Turn) makeRoom(ctx context.Context, s plan.Step) error {
	r, err := t.data.Table(s.Output)
	switch {
	case fault.CodeOf(err) == fault.NotFound:
		return nil
	case err != nil:
		return err
	case r.Turn == t.books.Query.ID && r.Step == s.Number:
		return nil
	}
	return t.data.Drop(ctx, s.Output)
}

// checked is what a step made in the store, if it has the columns that are expected.
func (t *Turn) checked(s plan.Step, r datastore.Record) (*execute.Made, error) {
	for _, want := range s.Columns {
		if !slices.ContainsFunc(r.Columns, func(c datastore.Column) bool { return strings.EqualFold(c.Name, want) }) {
			var names []string
			for _, c := range r.Columns {
				names = append(names, c.Name)
			}
			return nil, fault.New(fault.Validation, "step %d should make a column %s, and made %s", s.Number, want, strings.Join(names, ", ")).WithHint("name the column %s in the statement or the program", want)
		}
	}
	return &execute.Made{Kept: true, Rows: r.Rows, Hash: r.Hash, Tables: r.Sources}, nil
}

// loadAll fills in the tables that are in the store.
func (t *Turn) loadAll(ctx context.Context, in []method.Named) ([]method.Named, error) {
	list := slices.Clone(in)
	for i, n := range list {
		rows, err := t.load(ctx, n.Name, n.Table, t.stepLimits())
		if err != nil {
			return nil, err
		}
		if rows.Truncated != table.Whole {
			return nil, fault.New(fault.ResultTruncated, "the table %s has more than %d rows, too many for a program", n.Name, len(rows.Rows)).WithHint("add up or narrow it down in a step of SQL first")
		}
		list[i].Table = rows
	}
	return list, nil
}

// load is a table that is there, or is read from the store.
func (t *Turn) load(ctx context.Context, name string, there *table.Table, l source.Limits) (*table.Table, error) {
	if there != nil {
		return there, nil
	}
	return readAll(ctx, t.data, name, l)
}

func readAll(ctx context.Context, data *datastore.Store, name string, l source.Limits) (*table.Table, error) {
	rows, err := data.Query(ctx, fmt.Sprintf("SELECT * FROM %s", name), l)
	if err != nil {
		return nil, err
	}
	return rows.ReadAll()
}

const (
	// maxKept is how many bytes of rows are kept with an event.
	maxKept = 256 << 10
	// worthKeeping is how long a step must take for a larger table to be kept: to run
	// another again costs less.
	worthKeeping = time.Second
)

// keep lets an interrupted plan go on after this step. What it says is the event of the
// step's end.
func (t *Turn) keep(ctx context.Context, s plan.Step, m *execute.Made, took time.Duration) (session.StepPayload, error) {
	p := session.StepPayload{Step: s.Number, Output: s.Output, Rows: int(m.Rows), TookMS: turn.Milliseconds(took)}
	if was := t.plan.Step(s.Number); was != nil && was.Code != s.Code {
		p.Code = s.Code
	}
	if m.Table == nil || t.data != nil || s.Output == t.plan.Last().Output {
		return p, nil
	}
	p.Result = session.ResultOf(m.Table, took.Milliseconds())
	if len(p.Result.Data) <= maxKept {
		return p, nil
	}
	p.Result = nil
	if took < worthKeeping || t.m.Data == nil {
		return p, nil
	}
	data, err := t.m.Data(ctx)
	if err != nil {
		return p, err
	}
	_, err = data.Put(ctx, t.recordOf(s, m.Tables), m.Table.Reader())
	return p, err
}

// made is what a step of an interrupted plan has made already, and what earlier plans
// left in the store.
func (t *Turn) made(ctx context.Context, name string) (*execute.Made, error) {
	own := slices.ContainsFunc(t.plan.Steps, func(s plan.Step) bool { return s.Output == name })
	if own && !t.q.Resume {
		return nil, nil
	}
	if p, ok := t.finished[name]; ok && own && p.Result != nil {
		rows, kept, err := p.Result.Table()
		if kept && err == nil {
			return &execute.Made{Table: rows, Rows: int64(len(rows.Rows))}, nil
		}
	}
	if t.m.Data == nil {
		return nil, nil
	}
	data, err := t.m.Data(ctx)
	if err != nil {
		return nil, err
	}
	r, err := data.Table(name)
	if fault.CodeOf(err) == fault.NotFound || err == nil && own && r.Turn != t.books.Query.ID {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := &execute.Made{Kept: true, Rows: r.Rows, Hash: r.Hash, Tables: r.Sources}
	if t.data == nil { // of a plan in memory
		m.Table, err = readAll(ctx, data, name, t.stepLimits())
	}
	return m, err
}

// write lets the plan's author write a step.
func (t *Turn) write(ctx context.Context, s plan.Step, in []method.Named, failed error) (string, error) {
	w := Work{Plan: t.plan, Step: s, Failed: failed}
	for _, n := range in {
		if n.Table == nil && t.data != nil {
			const some = 5
			rows, err := t.data.Preview(ctx, n.Name, some)
			if err != nil {
				return "", err
			}
			n.Table = rows
		}
		w.Inputs = append(w.Inputs, n)
	}
	if t.data != nil {
		notes, err := t.data.Notes()
		if err != nil {
			return "", err
		}
		for _, n := range notes {
			w.Notes = append(w.Notes, n.Text)
		}
	}
	code, spent, err := t.q.Author.Write(ctx, w)
	t.spend(spent)
	return code, err
}

// retryable says which failures of a step its author may repair: what is wrong with the
// code, and not what is wrong with the machine or the source. Code that asked for what it
// may not use is not given another try.
func retryable(err error) bool {
	var f *fault.Fault
	if !errors.As(err, &f) {
		return false
	}
	switch f.Code {
	case fault.SQLError, fault.SQLParse, fault.Validation, fault.EmptyResult, fault.NotFound:
		return true
	}
	return sandbox.Retryable(err)
}
