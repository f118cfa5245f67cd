// Package tool is what a language model may do with a database: look at its
// schema and at samples, run a query, and choose a chart. It defines the name,
// arguments and result of each tool for everything that serves them: a mode that
// uses a model, or a protocol for other programs.
//
// A tool only reads, and every statement passes the guard, including Plumb's own.
// The result of a tool is data, bounded in rows and bytes; it says what was left
// out.
package tool

import (
	"context"
	"embed"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

//go:embed *.md
var words embed.FS

// Database checks statements and runs those that have passed.
type Database interface {
	Name() string
	Check(ctx context.Context, sql string) (guard.Statement, error)
	Run(ctx context.Context, s guard.Statement, l source.Limits) (*table.Reader, error)
	Schema(ctx context.Context, need connection.Depth) (*schema.Snapshot, error)
}

// Tool is one thing that can be done.
type Tool struct {
	Name   string
	Words  string          // what it does and when to use it, for whoever calls it
	Schema json.RawMessage // of its arguments
	// Call does it. With an error the output still says which statement was
	// tried, if one was. Mendable tells whether the caller can do better.
	Call func(ctx context.Context, arguments json.RawMessage) (Output, error)
}

// Output is what a tool gives.
type Output struct {
	Text  string       // JSON, for whoever called
	Table *table.Table // the same with its types, for the program
	Query *Query       // the statement behind it, if there was one
	Chart *Chart       // of create_chart
	About []string     // the tables that it is about
}

// Query is a statement that a tool ran, or tried to.
type Query struct {
	SQL    string   // as it was asked for
	Ran    string   // as the guard rendered it
	Number int      // of a query that answered; charts refer to it
	Tables []string // that it reads
	Passed bool     // the guard let it run
	Check  time.Duration
	Run    time.Duration
}

// Chart is how the result of a query is drawn.
type Chart struct {
	Query int
	Kind  string          // bar, line, …, or custom
	Spec  json.RawMessage // Vega-Lite, checked against the rows
	Plan  *chart.Plan     // where Plumb chose the details
}

// Kit is the tools over one database for one caller. It remembers the results
// of its queries, so that a chart can be made of one. It may be used by many
// goroutines.
type Kit struct {
	database Database
	limits   source.Limits
	clock    func() time.Time
	tools    []Tool

	mu      sync.Mutex
	index   *schema.Index // over indexed
	indexed *schema.Snapshot
	queries int
	results map[int]*result
}

type result struct {
	table   *table.Table
	meaning *meaning.Meaning // nil where nobody said
}

const (
	maxKept  = 32      // results that charts can be made of
	maxBytes = 4 << 20 // of one result
)

// New makes the tools. Limits are those of a query.
func New(d Database, l source.Limits, clock func() time.Time) (*Kit, error) {
	l = l.OrDefault()
	l.Bytes = min(l.Bytes, maxBytes)
	k := &Kit{database: d, limits: l, clock: clock, results: map[int]*result{}}
	for _, add := range []func() (Tool, error){
		define(listSchemasForm, k.listSchemas), define(listTablesForm, k.listTables), define(searchTablesForm, k.searchTables),
		define(describeTableForm, k.describeTable), define(relationshipsForm, k.relationships), define(sampleDataForm, k.sampleData),
		define(sampleValuesForm, k.sampleValues), define(executeQueryForm, k.executeQuery), define(createChartForm, k.createChart),
	} {
		t, err := add()
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "a tool is invalid: %v", err)
		}
		k.tools = append(k.tools, t)
	}
	return k, nil
}

// Tools lists them, always in the same order.
func (k *Kit) Tools() []Tool { return k.tools }

// define makes a tool of a function: the form of its arguments gives the schema,
// and the file with the tool's name its words.
func define[T any](form *model.Form[T], call func(context.Context, T) (Output, error)) func() (Tool, error) {
	return func() (Tool, error) {
		name := form.Name
		text, err := words.ReadFile(name + ".md")
		if err != nil {
			return Tool{}, err
		}
		t, err := form.Tool()
		if err != nil {
			return Tool{}, err
		}
		return Tool{Name: name, Words: strings.TrimSpace(string(text)), Schema: t.Schema, Call: func(ctx context.Context, raw json.RawMessage) (Output, error) {
			if len(raw) == 0 {
				raw = json.RawMessage("{}")
			}
			arguments, err := form.Decode(raw)
			if err != nil {
				return Output{}, fault.Wrap(err, BadArguments, "the arguments of %s do not fit: %v", name, err).
					WithHint("call %s again with arguments that fit its schema", name)
			}
			return call(ctx, arguments)
		}}, nil
	}
}
