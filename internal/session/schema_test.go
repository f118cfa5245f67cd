package session

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

func compileCellSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(CellSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("cell.json", v); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("cell.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// everyKind is a cell of each kind that is recorded.
func everyKind() map[string]Cell {
	at := time.Date(2026, 2, 6, 14, 30, 0, 123456000, time.UTC)
	full := example()
	full.Reading = &Reading{Outcome: "likely", Confidence: 0.7, Sentence: "s", Clauses: []Clause{{"measure", "total"}}, Assumptions: []string{"a"},
		Others: []Other{{Sentence: "o", Offer: "by month", SQL: "SELECT 2", Probability: 0.2, By: "you"}}, Remembered: true}
	full.Meaning = &meaning.Meaning{
		Row: meaning.Row{Kind: meaning.RowGroup, Noun: "region", Plural: "regions", Table: "region"},
		Columns: []meaning.Column{{Name: "region", Label: "region", Role: meaning.RoleDimension, Entity: "region", Origins: []meaning.Origin{{Table: "region", Column: "name"}}},
			{Name: "total", Label: "revenue", Role: meaning.RoleMeasure, Aggregate: meaning.Sum, Unit: "EUR", Additivity: meaning.Additive, Period: &meaning.Period{Grain: meaning.Year, Name: "2025", Start: at}}},
		Filters: []meaning.Filter{{Op: meaning.Within, Text: "in 2025", Period: &meaning.Period{Start: at, End: at}}},
		Order:   []meaning.Order{{Column: 1, Label: "revenue", Desc: true, Of: meaning.RoleMeasure}}, Limit: meaning.Limit{Rows: 5, Per: []string{"month"}},
	}
	full.SQL.Tables = []string{"opportunities"}
	full.SQL.AsQuestion = true
	full.Derivation = &Derivation{Question: "q", Chart: "bar"}
	full.Chart.Kind, full.Chart.Plan = "line", json.RawMessage(`{"kind":"line"}`)
	full.Narrative.Unverified, full.Narrative.By = []string{"Maybe."}, "builtin"
	full.Narrative.DataReferences[0].Rows, full.Narrative.DataReferences[0].Columns = []int{0, 1}, []string{"quarter"}
	full.WhatIf = &WhatIf{Technique: "trend", Assumptions: []string{"a"}, Caveats: []string{"c"}, SampleSize: 12, Fit: json.RawMessage(`{"r2":0.9}`), Result: full.Result}
	full.Narrative.DataReferences[0].Query = 2
	full.Sources = []Evidence{{Number: 1, Tool: "execute_query", SQL: "SELECT 1", Tables: []string{"opportunities"}, RowCount: 2, DataHash: "sha256:e3b0c442"},
		{Number: 2, Tool: "list_tables", RowCount: 5, Truncated: true, DataHash: "sha256:aa", Result: full.Result}}
	full.Metadata.Attempts = []Attempt{{"SELECT x", "refused", "no"}, {"SELECT 1", "ran", ""}}
	full.Metadata.Timings, full.Metadata.Tokens, full.Metadata.CostUSD = &Timings{Plan: 0.5, Total: 3}, &Tokens{100, 20}, 0.01
	full.Metadata.Trace, full.Metadata.Now, full.Metadata.Source = []string{"generate"}, "2026-02-06", "shop"
	full.Diagnostics = []fault.Diagnostic{{Severity: fault.Info, Code: fault.VizFallback, Message: "m", Hint: "h", File: "f", Line: 3}}
	value := Cell{ID: "cell_2", CreatedAt: at, Question: "How many?", SQL: &SQL{Query: "SELECT 1"}, Chart: &Chart{Kind: "value"},
		Result: ResultOf(&table.Table{Columns: []table.Column{{Name: "n", Kind: table.Float}}, Rows: []table.Row{{table.NewFloat(1)}}}, 1)}
	empty := Cell{ID: "cell_3", CreatedAt: at, Question: "None?", SQL: &SQL{Query: "SELECT 1"}, Result: ResultOf(&table.Table{Columns: []table.Column{{Name: "n", Kind: table.Int}}}, 1)}
	large := Cell{ID: "cell_4", CreatedAt: at, Question: "All?", SQL: &SQL{Query: "SELECT 1"}, Result: &Result{Columns: []string{"n"}, ColumnTypes: []string{"integer"}, RowCount: 5000, DataHash: "sha256:aa", Truncated: true}}
	return map[string]Cell{
		"full": full, "bare": {ID: "cell_1", CreatedAt: at, Question: "hello"}, "value": value, "empty": empty, "large": large,
		"declined": {ID: "cell_5", CreatedAt: at, Reading: &Reading{Outcome: "declined", Missing: "suppliers", Suggested: []string{"?"}}},
		"unsure":   {ID: "cell_6", CreatedAt: at, Reading: &Reading{Outcome: "unsure", Question: "Which one?"}},
		"failed":   {ID: "cell_7", CreatedAt: at, Reading: &Reading{Outcome: "failed"}, Metadata: Metadata{Attempts: []Attempt{{"x", "failed", "no"}}}},
		"note":     {ID: "cell_9", CreatedAt: at, Note: "# Why\n\nBecause of *this*."},
		"edited":   {ID: "cell_8", CreatedAt: at, Reading: &Reading{Outcome: "edited", Confidence: 1}, SQL: &SQL{Query: "SELECT 1", EditedByUser: true, UserSQLOverride: "SELECT 2"}},
	}
}

func TestEveryKindOfCellFitsTheSchema(t *testing.T) {
	schema := compileCellSchema(t)
	for name, c := range everyKind() {
		b, err := c.Canonical()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v\n%s", name, err, b)
		}
	}
}

func TestWhatIsNoCellDoesNotFitTheSchema(t *testing.T) {
	schema := compileCellSchema(t)
	c := everyKind()["full"]
	b, err := c.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"unknown key":     {`{"id":`, `{"colour":"blue","id":`},
		"no question":     {`"question":`, `"asked":`},
		"no such outcome": {`"outcome":"likely"`, `"outcome":"perhaps"`},
		"not a time":      {`"created_at":"2026-02-06T14:30:00Z"`, `"created_at":"yesterday"`},
		"unknown type":    {`"column_types":["date","decimal"]`, `"column_types":["date","money"]`},
		"row as object":   {`"data":[[`, `"data":[{},[`},
	} {
		changed := strings.Replace(string(b), change[0], change[1], 1)
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(changed))
		if err != nil || changed == string(b) {
			t.Fatalf("%s: %v", name, err)
		}
		if schema.Validate(v) == nil {
			t.Errorf("%s: it fits", name)
		}
	}
}

// TestSchemaExplainsEveryField keeps the words and the fields together.
func TestSchemaExplainsEveryField(t *testing.T) {
	var s struct {
		Properties map[string]struct{ Description string }
		Defs       map[string]struct {
			Properties map[string]struct{ Description string }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(CellSchema(), &s); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for key, p := range s.Properties {
		known["Cell."+key] = p.Description != ""
	}
	for name, d := range s.Defs {
		for key, p := range d.Properties {
			known[name+"."+key] = p.Description != ""
		}
	}
	for name, explained := range known {
		if !explained {
			t.Errorf("%s has no description", name)
		}
	}
	for name := range cellWords {
		if _, ok := known[name]; !ok {
			t.Errorf("%s is described, but there is no such field", name)
		}
	}
	for name := range schemaForms {
		if _, ok := known[strings.TrimSuffix(name, "[]")]; !ok {
			t.Errorf("%s has a form, but there is no such field", name)
		}
	}
}
