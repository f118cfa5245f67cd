package talk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
)

// StoredTables is what the tables that a conversation has made are called, as a source. No
// connection can have that name.
const StoredTables = "tables of the conversation"

// tableNames are words that may name such a table: identifiers, and what is said to be a
// table.
var tableNames = lazyregexp.New(`(?i)\b(?:(?:the )?table |rows (?:in|of) )?([a-z]\w*)\b`)

// askStored answers a question about a table that the conversation has made, such as
// answer_2, which it names. The question is read as one about those tables alone. It is nil
// for another question.
func (t *Talk) askStored(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	if t.Plans.Brain == nil || t.Analyzer.Data == nil || q.SQL != "" {
		return nil, nil
	}
	names := namesOfTables(q.Text)
	text := strings.TrimRight(strings.TrimSpace(q.Text), "?!. ")
	if before != nil {
		q.Before = before.Turn
	}
	if len(names) == 0 && t.isStored(before) && len(strings.Fields(text)) <= maxFragment && fragment.MatchString(text) {
		return t.decline(ctx, before, q, fmt.Sprintf("Plumb cannot change an answer about a table of the conversation by “%s”. Ask the whole question, with the name of the table.", text), 1)
	}
	if len(names) == 0 {
		return nil, nil
	}
	known, err := t.Connection.Schema(ctx, connection.Structure)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(known.Tables, func(of schema.Table) bool {
			return strings.EqualFold(of.Name, name) || slices.ContainsFunc(of.Columns, func(c schema.Column) bool { return strings.EqualFold(c.Name, name) })
		})
	})
	if len(names) == 0 {
		return nil, nil
	}
	data, err := t.Tables(ctx)
	if err != nil {
		return nil, nil // there is none: the question is one about the database
	}
	if !slices.ContainsFunc(names, func(name string) bool { _, err := data.Table(name); return err == nil }) {
		return nil, nil
	}
	return t.overStored(ctx, data, before, q)
}

// overStored asks a question of the tables of the data store.
func (t *Talk) overStored(ctx context.Context, data *datastore.Store, before *Turn, q answer.Question) (*Turn, error) {
	conn, err := connection.Open(ctx, connection.Spec{Driver: data.Driver(), Config: source.Config{Name: StoredTables}, Identity: StoredTables, Now: t.Clock})
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	b, err := t.Plans.Brain(ctx, conn)
	if err != nil {
		return nil, err
	}
	s, err := conn.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	c := t.Config
	c.Connection, c.Brain, c.Identity, c.Models, c.Plans = conn, b, t.Identity+" "+StoredTables, nil, Plans{}
	q.Before = nil
	made, err := New(c, s).Put(ctx, nil, q)
	if made != nil {
		made.Before = before
	}
	return made, err
}

// isStored is true for a turn about such tables, seen from the database.
func (t *Talk) isStored(of *Turn) bool {
	return of != nil && of.Turn != nil && of.Cell.Metadata.Source == StoredTables && t.Connection.Name() != StoredTables
}

// ofDatabase is the last turn of a conversation that is about its database.
func (t *Talk) ofDatabase(before *Turn) *Turn {
	for t.isStored(before) {
		before = before.Before
	}
	return before
}

// namesOfTables are the words of a message that may name a table of the conversation.
func namesOfTables(text string) []string {
	var list []string
	for _, m := range tableNames.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[1], "_") || m[0] != m[1] {
			list = append(list, m[1])
		}
	}
	return list
}
