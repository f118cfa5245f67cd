package talk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// tellProvenance says where the last answer comes from: tables, columns,
// definitions, filters, how many rows, and how fresh they are.
func (t *Talk) tellProvenance(ctx context.Context, before *Turn, _ answer.Question) (*answer.Draft, error) {
	c := before.Cell
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if tables := tablesRead(c); len(tables) > 0 {
		say("“%s” was answered from %s in %s.", c.Question, english.JoinList(tables, "and"), t.Connection.Name())
	} else {
		say("“%s” was answered from %s.", c.Question, t.Connection.Name())
	}
	if columns := origins(c.Meaning); len(columns) > 0 {
		say("It uses the columns %s.", english.JoinList(columns, "and"))
	}
	if c.Reading != nil && c.Reading.Sentence != "" {
		say("It was read as: %s.", strings.TrimRight(c.Reading.Sentence, "."))
	}
	for _, a := range before.Draft.Assumptions {
		say("%s.", strings.TrimRight(fault.Begin(a), "."))
	}
	if n, ok := t.rowsBehind(ctx, before); ok {
		say("%s rows of the data are behind it.", story.GroupDigits(fmt.Sprint(n)))
	}
	if a := c.Analysis; a != nil {
		for _, s := range a.Plan.Steps {
			say("Step %d: %s.", s.Number, s.Goal)
		}
	}
	if fresh := t.freshness(ctx, tablesRead(c)); fresh != "" {
		say("%s", fresh)
	}
	if c.Result != nil {
		say("The statement ran on %s and gave %s; /sql shows it, and plumb replay runs it again.", c.CreatedAt.Format("2 January 2006 at 15:04 MST"), count(c.Result.RowCount, "row"))
	}
	return told(strings.Join(lines, " ")), nil
}

func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return story.GroupDigits(fmt.Sprint(n)) + " " + noun + "s"
}

func tablesRead(c session.Cell) []string {
	var list []string
	if c.SQL != nil {
		list = append(list, c.SQL.Tables...)
	}
	for _, s := range c.Sources {
		list = append(list, s.Tables...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// origins are the stored columns that a result comes from, those of its filters
// included.
func origins(m *meaning.Meaning) []string {
	if m == nil {
		return nil
	}
	var list []string
	add := func(o meaning.Origin) {
		if o.Column == "" {
			return
		}
		name := o.Column
		if o.Table != "" {
			name = o.Table + "." + o.Column
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for _, c := range m.Columns {
		for _, o := range c.Origins {
			add(o)
		}
	}
	for _, f := range m.Filters {
		add(f.Column)
	}
	return list
}

// RowCounter writes the statement that counts the rows behind a reading.
type RowCounter interface {
	RowsBehind(r *brain.Reading) (sql string, ok bool)
}

func (t *Talk) rowsBehind(ctx context.Context, before *Turn) (int64, bool) {
	counter, ok := t.Brain.(RowCounter)
	if !ok || before.Draft == nil || before.Draft.Reading() == nil {
		return 0, false
	}
	sql, ok := counter.RowsBehind(before.Draft.Reading())
	if !ok {
		return 0, false
	}
	rows, err := t.read(ctx, sql, 1)
	if err != nil || len(rows.Rows) != 1 {
		return 0, false
	}
	return rows.Rows[0][0].Int64()
}

// read runs a statement of Plumb's own, under the guard.
func (t *Talk) read(ctx context.Context, sql string, most int) (*table.Table, error) {
	rows, _, err := t.Connection.Query(ctx, sql, source.Limits{Time: t.Limits.Time, Rows: most, Bytes: t.Limits.Bytes})
	if err != nil {
		return nil, err
	}
	return rows.ReadAll()
}

// freshness says until when the data of some tables go, as their newest dates say.
func (t *Talk) freshness(ctx context.Context, tables []string) string {
	s, err := t.Connection.Schema(ctx, connection.Full)
	if err != nil {
		return ""
	}
	newest, where := "", ""
	for i := range s.Tables {
		of := &s.Tables[i]
		if len(tables) > 0 && !slices.ContainsFunc(tables, func(name string) bool { return name == of.Name || strings.HasSuffix(name, "."+of.Name) }) {
			continue
		}
		for _, c := range of.Columns {
			if c.Role == schema.TimeDimension && len(c.Max) >= len("2006-01-02") && c.Max > newest {
				newest, where = c.Max, of.Name+"."+c.Name
			}
		}
	}
	if newest == "" {
		return ""
	}
	return fmt.Sprintf("The newest date in %s is %s.", where, newest[:len("2006-01-02")])
}

// maxSummarized is how many answers a summary looks back on.
const maxSummarized = 8

// summarize repeats the first sentence of each of the last answers, which was
// checked against its rows when it was written.
func (t *Talk) summarize(ctx context.Context, _ *Turn, _ answer.Question) (*answer.Draft, error) {
	cells, err := t.pastCells(ctx, maxSummarized)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, c := range cells {
		if c.Narrative == nil || c.Result == nil {
			continue
		}
		lines = append(lines, fmt.Sprintf("%d. %s: %s", len(lines)+1, strings.TrimRight(c.Question, "?. "), firstSentence(c.Narrative.Text)))
	}
	if len(lines) == 0 {
		return told("There are no answers yet to sum up."), nil
	}
	return told("So far:\n" + strings.Join(lines, "\n")), nil
}

var sentenceEnd = lazyregexp.New(`[.!?] [A-Z]`)

func firstSentence(text string) string {
	if at := sentenceEnd.FindStringIndex(text); at != nil {
		return text[:at[0]+1]
	}
	return text
}

// nothingElse are messages that want the same once more, and no change of it.
var nothingElse = lazyregexp.New(`(?i)^(?:please |can you |could you |now |ok |and )*(?:run|do|try|refresh|rerun|repeat|redo|execute|update|recompute|recalculate|reload)(?: (?:it|that|this|the (?:same )?(?:query|question|last one|answer|report|numbers?)))?(?: (?:again|once more|one more time|now|please))*[.!? ]*$|^(?:again|once more|same again|one more time)[.!? ]*$`)

func saysNothingElse(text string) bool { return nothingElse.MatchString(strings.TrimSpace(text)) }
