package duckdb

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb/engine"
)

// explain turns DuckDB's words into a fault. Where a name was not found, it
// says which one was probably meant, from the actual schema.
func (s *Source) explain(ctx context.Context, tables []string, sql string, f *engine.Failure) error {
	if s.options.Explain != nil {
		if err := s.options.Explain(f.Message); err != nil {
			return err
		}
	}
	switch {
	case f.Type == engine.Unopened:
		return openFault(s.path(ctx), f)
	case f.Subtype == engine.NoMatch:
		return fault.Wrap(f, fault.SQLError, "%s", firstLine(f.Message)).
			WithHint("see the column types in plumb schema, and convert with CAST(… AS …)")
	case f.Type == engine.Binder:
		if missing := s.missingColumn(ctx, tables, sql, f); missing != nil {
			return missing
		}
	case f.Type == engine.Catalog && f.Subtype == engine.MissingEntry && (f.Object == "Table" || f.Object == "View"):
		return fault.Wrap(f, fault.SQLError, "table %s not found", f.Name).
			WithHint("%s", fault.DidYouMean(f.Name, "tables", s.lastSchema(ctx).TableNames()))
	case f.Type == engine.Catalog && f.Subtype == engine.MissingEntry && strings.HasSuffix(f.Object, "Function"):
		missing := fault.Wrap(f, fault.SQLError, "function %s does not exist in DuckDB", f.Name)
		if n := fault.Nearest(f.Name, f.Candidates); n != "" {
			return missing.WithHint("did you mean %s?", n)
		}
		return missing.WithHint("use one of DuckDB's own functions")
	}
	return generalFault(f)
}

// missingColumn is the fault for a column that does not exist, or nil if the
// failure is about something else. DuckDB says so by a code only where the
// column has no table before it; elsewhere the place it points to is looked
// up in the schema.
func (s *Source) missingColumn(ctx context.Context, tables []string, sql string, f *engine.Failure) error {
	column := f.Name
	known := s.columnsOf(ctx, tables)
	if f.Subtype != engine.ColumnNotFound {
		column = lastNameAt(sql, f.Position)
		same := func(c string) bool { return strings.EqualFold(c, column) }
		if f.Subtype != "" || column == "" || len(known) == 0 || slices.ContainsFunc(known, same) {
			return nil
		}
	}
	missing := fault.Wrap(f, fault.SQLError, "column %s not found", column)
	if len(tables) > 0 {
		missing = fault.Wrap(f, fault.SQLError, "column %s not found in %s", column, short(tables))
	}
	candidates := append(slices.Clone(f.Candidates), known...)
	if n := fault.Nearest(column, candidates); n != "" {
		return missing.WithHint("did you mean %s?", n)
	}
	if len(tables) == 0 {
		candidates = f.Candidates
	}
	return missing.WithHint("%s", fault.DidYouMean(column, "columns", candidates))
}

// short names tables for people: those in the main schema without it.
func short(tables []string) string {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = strings.TrimPrefix(t, "main.")
	}
	return strings.Join(names, ", ")
}

// columnsOf lists the columns of the tables, or of all where none is given.
func (s *Source) columnsOf(ctx context.Context, tables []string) []string {
	snapshot := s.lastSchema(ctx)
	var columns []string
	if len(tables) == 0 {
		for i := range snapshot.Tables {
			columns = append(columns, snapshot.Tables[i].ColumnNames()...)
		}
	}
	for _, t := range tables {
		if found := snapshot.Table(t); found != nil {
			columns = append(columns, found.ColumnNames()...)
		}
	}
	return columns
}

// path names the data that could not be opened.
func (s *Source) path(ctx context.Context) string {
	if d, err := s.options.Data(ctx); err == nil && d.Path != "" {
		return d.Path
	}
	return s.options.Name
}

// lastSchema returns the schema as it was last seen, or else a quick look at it. What
// goes wrong here only costs a hint.
func (s *Source) lastSchema(ctx context.Context) *schema.Snapshot {
	if seen := s.seen.Load(); seen != nil {
		return seen
	}
	const limit = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, source.Patient(ctx, limit))
	defer cancel()
	snapshot, err := s.names(ctx)
	if err != nil {
		return &schema.Snapshot{}
	}
	return snapshot
}

// lastNameAt is the last part of the dotted name at a place in a statement.
func lastNameAt(sql string, position int) string {
	if position < 0 || position >= len(sql) {
		return ""
	}
	sql = sql[position:]
	for {
		name, rest := cutName(sql)
		dotted, ok := strings.CutPrefix(rest, ".")
		if name == "" || !ok {
			return name
		}
		sql = dotted
	}
}

// cutName cuts a name, quoted or not, from the front of the text.
func cutName(s string) (name, rest string) {
	if inner, ok := strings.CutPrefix(s, `"`); ok {
		for i := 0; i < len(inner); i++ {
			if inner[i] != '"' {
				continue
			}
			if strings.HasPrefix(inner[i:], `""`) {
				i++
				continue
			}
			return strings.ReplaceAll(inner[:i], `""`, `"`), inner[i+1:]
		}
		return "", s
	}
	end := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && r != '$' && r < 128 && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	})
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:]
}

// generalFault gives a failure its code, and its message without DuckDB's
// decorations; explain adds what is known of the data.
func generalFault(f *engine.Failure) error {
	message := firstLine(f.Message)
	switch f.Type {
	case engine.Parser, engine.Syntax:
		return fault.Wrap(f, fault.SQLParse, "the statement is not valid DuckDB SQL: %s", message).
			WithHint("check the spelling of the keywords and the end of the statement")
	case engine.NoMemory:
		return fault.Wrap(f, fault.Memory, "the statement exceeded its memory limit").
			WithHint("filter or aggregate before joining and sorting, or raise the memory limit")
	case engine.Interrupted:
		return fault.Wrap(f, fault.Canceled, "the statement was stopped")
	case engine.Permission:
		return fault.Wrap(f, fault.SQLError, "the session does not allow this: %s", message).
			WithHint("statements can read the connected data and nothing else")
	case engine.Refused:
		return fault.Wrap(f, fault.SQLError, "%s", message).WithHint("Plumb only reads: ask for the rows instead")
	case engine.Unopened:
		return fault.Wrap(f, fault.Connect, "DuckDB cannot open the data: %s", message).
			WithHint("check the path and the file's permissions")
	}
	return fault.Wrap(f, fault.SQLError, "%s", message).WithHint("%s", restOf(f.Message))
}

// firstLine is the message without the lists and drawings below it.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSuffix(strings.TrimSpace(s), "!")
}

// restOf is advice that DuckDB gives on the second line, where it is one
// plain sentence.
func restOf(s string) string {
	_, rest, _ := strings.Cut(strings.TrimSpace(s), "\n")
	rest = strings.TrimSpace(rest)
	if rest == "" || strings.ContainsAny(rest, "\n\t") {
		return "check the statement against plumb schema"
	}
	return rest
}

// decode reads a worker's account of a failure.
func decode(reason json.RawMessage) *engine.Failure {
	f := &engine.Failure{}
	if err := json.Unmarshal(reason, f); err != nil {
		return &engine.Failure{Message: string(reason), Position: -1}
	}
	return f
}
