package server

import (
	"time"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// entry is a notebook in a listing.
type entry struct {
	ID      string    `json:"id"`
	Slug    string    `json:"slug"`
	Name    string    `json:"name"`
	Source  string    `json:"source,omitempty" doc:"The connection that it uses."`
	Cells   int       `json:"cells" doc:"How many there are."`
	Created time.Time `json:"created_at"`
	Updated time.Time `json:"updated_at"`
	Problem *Problem  `json:"problem,omitempty" doc:"Why it cannot be opened."`
	Found   string    `json:"found,omitempty" doc:"In a search: the first cell whose question or note matches, if the name does not."`
}

func entryOf(e desk.Entry) entry {
	return entry{ID: e.ID, Slug: e.Slug, Name: e.Name, Source: e.Source, Cells: e.Cells, Created: e.Created, Updated: e.Updated, Problem: problemOf(e.Problem), Found: e.Found}
}

// book is an open notebook: what was there up to an event. Following the events
// after it keeps it true.
type book struct {
	ID        string         `json:"id"`
	Slug      string         `json:"slug"`
	Name      string         `json:"name"`
	Source    string         `json:"source,omitempty" doc:"The connection that it uses."`
	Cells     int            `json:"cells" doc:"How many there are."`
	Created   time.Time      `json:"created_at"`
	Updated   time.Time      `json:"updated_at"`
	Problem   *Problem       `json:"problem,omitempty"`
	Session   string         `json:"session"`
	LastEvent int64          `json:"last_event" doc:"Follow the events from here."`
	Running   []desk.Turn    `json:"running" doc:"Running questions."`
	Contents  []session.Cell `json:"contents" doc:"The cells, in their order."`
	Staleness
	Earlier []string `json:"earlier" doc:"Cells that have a previous answer, which can be restored."`
}

// Staleness tells which cells are older than their tables, or than the answers that
// they follow. Its fields are part
// of a book, for which its name is exported.
type Staleness struct {
	Stale []string `json:"stale" doc:"Cells whose tables have changed their schema since they were made."`
	// Outdated are left out where there are none.
	Outdated []string `json:"outdated,omitempty" doc:"Follow-ups of answers that have changed since they were made."`
	Unsure   bool     `json:"unsure" doc:"There may be more: a source is not open yet, or is still being checked. Ask again."`
}

func stalenessOf(s desk.Staleness) Staleness {
	return Staleness{Stale: list(s.Stale), Outdated: s.Outdated, Unsure: s.Unsure}
}

func bookOf(b *desk.Book, err error) (*reply[book], error) {
	if err != nil {
		return nil, err
	}
	v := book{
		ID: b.ID, Slug: b.Slug, Name: b.Name, Source: b.Source, Cells: b.Entry.Cells, Created: b.Created, Updated: b.Updated, Problem: problemOf(b.Problem),
		Session: b.Session, LastEvent: b.LastEvent, Running: make([]desk.Turn, len(b.Running)), Contents: make([]session.Cell, len(b.Cells)), Staleness: stalenessOf(b.Staleness), Earlier: list(b.Earlier),
	}
	for i, c := range b.Cells {
		v.Contents[i] = tidy(c)
	}
	for i, t := range b.Running {
		if t.Drawn != nil {
			c := tidy(*t.Drawn)
			t.Drawn = &c
		}
		v.Running[i] = t
	}
	return &reply[book]{v}, nil
}

func cellOf(c session.Cell, err error) (*reply[session.Cell], error) { return answer(tidy(c), err) }

// tidy makes lists that are not there empty ones.
func tidy(c session.Cell) session.Cell {
	if c.Result != nil && (c.Result.Columns == nil || c.Result.ColumnTypes == nil) {
		r := *c.Result
		r.Columns, r.ColumnTypes = list(r.Columns), list(r.ColumnTypes)
		c.Result = &r
	}
	return c
}

// source is a connection.
type source struct {
	Name    string   `json:"name"`
	Driver  string   `json:"driver"`
	Where   string   `json:"where" doc:"Its address, without secrets."`
	Active  bool     `json:"active"`
	Origin  string   `json:"origin" doc:"Where it is configured."`
	Open    bool     `json:"open"`
	Problem *Problem `json:"problem,omitempty" doc:"Why it could not be opened last time."`
}

func sourceOf(s desk.Source) source {
	return source{Name: s.Name, Driver: s.Driver, Where: s.Where, Active: s.Active, Origin: s.Origin, Open: s.Open, Problem: problemOf(s.Problem)}
}

// schemaView is what is known of a database, for people.
type schemaView struct {
	Source    string        `json:"source"`
	Dialect   string        `json:"dialect"`
	Database  string        `json:"database"`
	Hash      string        `json:"hash" doc:"Changes when the structure does."`
	TakenAt   time.Time     `json:"taken_at"`
	Tables    []schemaTable `json:"tables"`
	Relations []relation    `json:"relations"`
}

type schemaTable struct {
	Schema      string         `json:"schema,omitempty"`
	Name        string         `json:"name"`
	Kind        string         `json:"kind"`
	Description string         `json:"description,omitempty"`
	Rows        int64          `json:"rows" doc:"Approximate; -1 when unknown."`
	Columns     []schemaColumn `json:"columns"`
	Unreadable  string         `json:"unreadable,omitempty" doc:"Why it cannot be read."`
}

type schemaColumn struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Kind        string   `json:"kind" doc:"What its values are, across all engines."`
	Role        string   `json:"role,omitempty" doc:"What it is for: key, time_dimension, categorical, measure_candidate or other."`
	Nullable    bool     `json:"nullable"`
	PrimaryKey  bool     `json:"primary_key"`
	Description string   `json:"description,omitempty"`
	Unit        string   `json:"unit,omitempty"`
	Min         string   `json:"min,omitempty"`
	Max         string   `json:"max,omitempty"`
	Distinct    int64    `json:"distinct,omitempty"`
	Samples     []string `json:"samples"`
}

type relation struct {
	FromTable   string   `json:"from_table"`
	FromColumns []string `json:"from_columns"`
	ToTable     string   `json:"to_table"`
	ToColumns   []string `json:"to_columns"`
	Declared    bool     `json:"declared" doc:"Declared by the database or a document; otherwise Plumb inferred it."`
}

func schemaOf(name string, s *schema.Snapshot) schemaView {
	v := schemaView{Source: name, Dialect: s.Dialect, Database: s.Database, Hash: schema.Hash(s), TakenAt: s.TakenAt, Tables: make([]schemaTable, len(s.Tables)), Relations: []relation{}}
	for i := range s.Tables {
		t := &s.Tables[i]
		v.Tables[i] = tableOf(t)
		for _, f := range t.ForeignKeys {
			to := schema.Table{Schema: f.RefSchema, Name: f.RefTable}
			v.Relations = append(v.Relations, relation{
				FromTable: t.QualifiedName(), FromColumns: list(f.Columns), ToTable: to.QualifiedName(), ToColumns: list(f.RefColumns), Declared: !f.Inferred,
			})
		}
	}
	return v
}

func tableOf(t *schema.Table) schemaTable {
	v := schemaTable{Schema: t.Schema, Name: t.Name, Kind: string(t.Kind), Description: t.About(), Rows: t.Rows, Columns: make([]schemaColumn, len(t.Columns)), Unreadable: t.Unsafe}
	key := map[string]bool{}
	for _, name := range t.PrimaryKey {
		key[name] = true
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		samples := c.Values
		if len(samples) == 0 {
			samples = c.Examples
		}
		v.Columns[i] = schemaColumn{
			Name: c.Name, Type: c.Type, Kind: c.Kind.String(), Role: string(c.Role), Nullable: c.Nullable, PrimaryKey: key[c.Name], Description: c.About(),
			Unit: c.Unit, Min: c.Min, Max: c.Max, Distinct: c.Distinct, Samples: list(samples),
		}
	}
	return v
}

func auditOf(a store.Audit) store.Audit {
	a.Attempts = list(a.Attempts)
	return a
}

// notFound is a fault for what is not there.
func notFound(format string, args ...any) *fault.Fault {
	return fault.New(fault.NotFound, format, args...)
}
