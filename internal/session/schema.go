package session

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/plumbdata/plumb/internal/jsonschema"
	"github.com/plumbdata/plumb/internal/table"
)

// CellSchema is the JSON schema of a cell.
func CellSchema() []byte { return SchemaOf(Cell{}, "Plumb cell", nil) }

// SchemaOf describes the JSON of a struct, and of the structs in it. Words say
// what fields mean, by "Type.key"; those of a cell are known.
func SchemaOf(v any, title string, words map[string]string) []byte {
	all := maps.Clone(cellWords)
	maps.Copy(all, words)
	refine := func(owner reflect.Type, f jsonschema.Field, s *jsonschema.Schema) error {
		name := owner.Name() + "." + f.Name
		if form, ok := schemaForms[name]; ok {
			*s = form
		}
		if form, ok := schemaForms[name+"[]"]; ok {
			s.Items = &form
		}
		s.Description = all[name]
		return nil
	}
	s, err := jsonschema.Reflector{Refine: refine, Define: true}.Of(reflect.TypeOf(v))
	if err != nil { // cells are plain data
		return []byte("{}")
	}
	s.Dialect, s.Title = "https://json-schema.org/draft/2020-12/schema", title
	return s.Text()
}

// schemaForms are the fields that hold less than their types allow.
var schemaForms = map[string]jsonschema.Schema{
	"Cell.id":                       {Type: "string", MinLength: "1"},
	"Reading.outcome":               oneOf("sure", "likely", "unsure", "declined", "edited", "failed"),
	"Reading.confidence":            {Type: "number", Minimum: "0", Maximum: "1"},
	"Attempt.status":                oneOf("ran", "refused", "failed"),
	"Result.row_count":              {Type: "integer", Minimum: "0"},
	"Result.column_types[]":         oneOf(kinds()...),
	"Result.data":                   {Type: "array", MaxItems: json.Number(strconv.Itoa(MaxRows)), Items: &jsonschema.Schema{Type: "array"}},
	"Chart.spec":                    {Type: "object"},
	"Chart.plan":                    {Type: "object"},
	"DataReference.at":              {Type: "integer", Minimum: "0"},
	"DataReference.rows[]":          {Type: "integer", Minimum: "0"},
	"DataReference.among[]":         {Type: "integer", Minimum: "0"},
	"DataReference.query":           {Type: "integer", Minimum: "1"},
	"Evidence.number":               {Type: "integer", Minimum: "1"},
	"Evidence.row_count":            {Type: "integer", Minimum: "0"},
	"Evidence.data_hash":            {Type: "string", Pattern: "^sha256:"},
	"Citation.number":               {Type: "integer", Minimum: "1"},
	"Citation.at":                   {Type: "integer", Minimum: "0"},
	"Citation.end":                  {Type: "integer", Minimum: "0"},
	"Citation.hash":                 {Type: "string", Pattern: "^sha256:"},
	"Known.origin":                  oneOf("remembered", "recalled", "approved", "learned", "verified"),
	"JudgedPayload.decision":        oneOf("accept", "reject", "retry"),
	"JudgedFinding.aspect":          oneOf("relevance", "grounding", "completeness", "hallucination"),
	"Metadata.mode":                 oneOf("data", "documents", "both", "general"),
	"Diagnostic.severity":           oneOf("error", "warning", "info"),
	"Metadata.now":                  {Type: "string", Format: "date"},
	"Metadata.retry_count":          {Type: "integer", Minimum: "0"},
	"WhatIf.sample_size":            {Type: "integer", Minimum: "0"},
	"Result.data_hash":              {Type: "string", Pattern: "^sha256:"},
	"Metadata.cost_usd":             {Type: "number", Minimum: "0"},
	"Tokens.input":                  {Type: "integer", Minimum: "0"},
	"Tokens.output":                 {Type: "integer", Minimum: "0"},
	"Lineage.conversation_position": {Type: "integer", Minimum: "0"},
	"Metadata.agent_steps":          {Type: "integer", Minimum: "0"},
	"Other.probability":             {Type: "number", Minimum: "0", Maximum: "1"},
	"Result.execution_time_ms":      {Type: "integer", Minimum: "0"},
}

func oneOf(values ...string) jsonschema.Schema { return jsonschema.Schema{Enum: values} }

func kinds() []string {
	var names []string
	for k := table.Null; k.String() != "unknown"; k++ {
		names = append(names, k.String())
	}
	return slices.Clip(names)
}
