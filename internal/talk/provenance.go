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
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// tellProvenance says where the last answer comes from: tables, columns,
// definitions, filters, how many rows, and how fresh they are.
func (t *Talk) tellProvenance(ctx context.Context, before *Turn, q answer.Question) (*answer.Draft, error) {
	c := before.Cell
	if c.Analysis == nil && before.Draft != nil && before.Draft.Reading() != nil && rowsBehind.MatchString(q.Text) {
		return nil, nil // the parser lists them
	}
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if tables := c.Tables(); len(tables) > 0 {
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
	if fresh := t.freshness(ctx, c.Tables()); fresh != "" {
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
		if len(tables) > 0 && !isAmong(of.Name, tables) {
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

// isAmong is true for a table that is named, with its schema or without.
func isAmong(table string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return name == table || strings.HasSuffix(name, "."+table) })
}

// maxSummarized is how many answers a summary has; it says how many it leaves out.
const maxSummarized = 20

// summarizesTalk are words for what was found so far. A message with none of them may
// want a summary of rows.
var summarizesTalk = lazyregexp.New(`(?i)\b(?:notebook|so far|session|conversation|findings?|found|we|everything|results?|answers?|this|that|it|all)\b`)

// summarize repeats the first sentence of each of the last answers. Each story is held
// against its rows once more; one that does not match them is left out.
func (t *Talk) summarize(ctx context.Context, before *Turn, q answer.Question) (*answer.Draft, error) {
	if (before == nil || before.Turn == nil) && !summarizesTalk.MatchString(q.Text) {
		return nil, nil
	}
	const most = 1000 // messages of a session
	cells, err := t.pastCells(ctx, most)
	if err != nil {
		return nil, err
	}
	cells = slices.DeleteFunc(cells, func(c session.Cell) bool { return c.Narrative == nil || c.Result == nil })
	if len(cells) == 0 {
		return told("There are no answers yet to sum up."), nil
	}
	first := max(0, len(cells)-maxSummarized)
	lines := []string{"So far:"}
	if first > 0 {
		lines[0] = fmt.Sprintf("The last %d of %d answers; %d before them left out:", maxSummarized, len(cells), first)
	}
	checked := 0
	for i, c := range cells[first:] {
		found, err := notebook.Verify(ctx, c)
		if err != nil {
			return nil, err
		}
		says := firstSentence(c.Narrative.Text)
		if !found.OK {
			says = "left out, because it does not match its rows; ask it again"
		} else if len(found.Notes) == 0 {
			checked++
		}
		lines = append(lines, fmt.Sprintf("%d. %s: %s", first+i+1, strings.TrimRight(c.Question, "?. "), says))
	}
	if n := len(cells) - first; checked == n {
		lines = append(lines, "All figures were checked against their rows again.")
	} else {
		lines = append(lines, fmt.Sprintf("The figures of %d of these %d answers were checked against their rows again.", checked, n))
	}
	return told(strings.Join(lines, "\n")), nil
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
