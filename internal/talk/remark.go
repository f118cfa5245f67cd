package talk

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// remark is what Plumb says to a message that asks nothing of the rows.
type remark struct {
	words     string   // which a language model may say in its own
	list      []string // which stands below them, whoever says them
	suggested []string
	// unsure says that the message may ask something after all: it is read as a question
	// unless a model says that it does not.
	unsure bool
}

// draft is the answer that the remark is.
func (r *remark) draft() *answer.Draft {
	d := told(strings.Join(append([]string{r.words}, r.list...), "\n"))
	d.Suggested = r.suggested
	return d
}

// general is what Plumb says to greetings, thanks and questions about itself, as the
// rules of the parser know them; nil for other messages.
func (t *Talk) general(before *Turn, q answer.Question) *remark {
	return t.remarkBy(reply.General, before, q)
}

func (t *Talk) remarkBy(say func(*index.Index, brain.Question) string, before *Turn, q answer.Question) *remark {
	ix := t.index()
	if ix == nil {
		return nil
	}
	asked := brain.Question{Text: q.Text, Now: q.Now}
	if before != nil && before.Draft != nil {
		asked.Before = before.Draft.Reading()
	}
	words := say(ix, asked)
	if words == "" {
		return nil
	}
	return &remark{words: words}
}

// greet lets a model reply to a message that the exemplars take for a greeting, if it
// begins like one: others may ask something ("how is the tent doing"). Without a model
// the parser replies, which knows greetings by their words.
func (t *Talk) greet(ctx context.Context, before *Turn, q answer.Question) (*answer.Draft, error) {
	if !t.models.Replies() {
		return nil, nil
	}
	own := t.general(before, q)
	if own == nil {
		if own = t.remarkBy(reply.Greeting, before, q); own == nil {
			return nil, nil
		}
		own.unsure = true
	}
	return t.inWords(ctx, before, q, own)
}

// replyTime is how long a model may take for a reply.
const replyTime = 8 * time.Second

// inWords lets a model say a remark in its own words, from what Plumb knows. Where there
// is no model, where it fails or is slow, and where it says what it cannot know, the
// remark stands. It is nil for a message that is to be read as a question.
func (t *Talk) inWords(ctx context.Context, before *Turn, q answer.Question, own *remark) (*answer.Draft, error) {
	if !t.models.Replies() {
		return own.draft(), nil
	}
	s, err := t.Connection.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	m := llm.Message{Text: q.Text, Known: t.known(s), Own: own.words, Listed: strings.Join(own.list, "\n")}
	if before != nil {
		m.Before = before.Question
	}
	timed, cancel := context.WithTimeout(ctx, source.Patient(ctx, replyTime))
	defer cancel()
	text, by, spent, err := t.models.Reply(timed, m)
	q.Spend(spent)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	why := fault.Diagnostic{Severity: fault.Info, Code: turn.StoryCut, Message: "Plumb's own words stand in for the model's, which could not be checked"}
	switch {
	case own.unsure && text == "":
		return nil, nil
	case err != nil:
		f := fault.Of(err)
		why = fault.Diagnostic{Severity: fault.Warning, Code: f.Code, Message: "Plumb's own words stand in for the model's: " + f.Message, Hint: f.Hint}
	case text == "": // it asks something of the rows, says the model
		return own.draft(), nil
	default:
		if why.Hint = t.object(text, m, s); why.Hint == "" {
			said := remark{words: text, list: own.list, suggested: own.suggested}
			d := said.draft()
			d.By = by
			return d, nil
		}
	}
	d := own.draft()
	d.Findings = []fault.Diagnostic{why}
	return d, nil
}

// known is what Plumb knows of the data, in short, for a model.
func (t *Talk) known(s *schema.Snapshot) string {
	tables, days := describeData(s), t.describeDays(s, nil)
	parts := []string{fmt.Sprintf("The connection is %s, in %s.", t.Connection.Name(), s.Dialect), tables.words}
	parts = append(parts, tables.list...)
	parts = append(append(parts, days.words), days.list...)
	return strings.Join(parts, "\n")
}

var (
	// claims are words that say something of rows, which a reply has not seen.
	claims = lazyregexp.New(`(?i)\b(?:gr[eo]w(?:s|ing|n|th)?|ris(?:e|es|ing|en)|rose|f[ae]ll(?:s|ing|en)?|increas\w*|decreas\w*|declin\w*|drop\w*|higher|lower|more than|less than|fewer|most|best|worst|largest|smallest|highest|lowest|top|average|trend\w*)\b`)
	// proper are words that may be names: of things, and of tables and columns.
	proper = lazyregexp.New(`\p{L}[\p{L}\d]*(?:[_.][\p{L}\d]+)+|\p{Lu}[\p{L}\d]*`)
)

// alwaysKnown are names that a reply may have. Days are checked with the figures.
const alwaysKnown = "Plumb SQL I I'm I'll English CSV Excel JSON Markdown Parquet DuckDB PostgreSQL SQLite " +
	"January February March April May June July August September October November December"

// object says what a model cannot know that says something: figures and dates that are not
// those of the tables, names that it was not given, and what rows would show. It is ""
// where there is nothing to object to.
func (t *Talk) object(text string, m llm.Message, s *schema.Snapshot) string {
	if strings.Contains(text, "://") || strings.Contains(text, "```") {
		return "it has a link or code"
	}
	if word := claims.FindString(text); word != "" {
		return fmt.Sprintf("%q says something of the rows, which were not read", word)
	}
	given := strings.ToLower(strings.Join([]string{m.Text, m.Known, m.Own, m.Listed, alwaysKnown}, " "))
	for _, at := range proper.FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		if !beginsSentence(text, at[0]) && !strings.Contains(given, strings.ToLower(word)) {
			return fmt.Sprintf("%q is nothing that Plumb knows of", word)
		}
	}
	r := story.Check(text, tablesAsRows(s), story.Context{Question: m.Text, Now: t.Today()})
	if bad := r.Unsupported(); len(bad) > 0 {
		return cmp.Or(bad[0].Reason, bad[0].Text)
	}
	return ""
}

// beginsSentence is true for a place at which a capital says nothing.
func beginsSentence(text string, at int) bool {
	before := strings.TrimRightFunc(text[:at], func(r rune) bool { return unicode.IsSpace(r) || r == '“' || r == '"' })
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".!?:")
}

// tablesAsRows is what is known of the tables as rows, which figures are held against.
func tablesAsRows(s *schema.Snapshot) *table.Table {
	rows := &table.Table{Columns: []table.Column{{Name: "table", Kind: table.Text}, {Name: "rows", Kind: table.Int}, {Name: "columns", Kind: table.Int},
		{Name: "first_day", Kind: table.Date}, {Name: "last_day", Kind: table.Date}}}
	for i := range s.Tables {
		of := &s.Tables[i]
		row := table.Row{table.NewText(of.Name), table.Value{}, table.NewInt(int64(len(of.Columns))), table.Value{}, table.Value{}}
		if of.Rows >= 0 {
			row[1] = table.NewInt(of.Rows)
		}
		for j := range of.Columns {
			if first, last, ok := daysOf(&of.Columns[j]); ok {
				row[3], row[4] = dayValue(first), dayValue(last)
				break
			}
		}
		rows.Rows = append(rows.Rows, row)
	}
	return rows
}

func dayValue(text string) table.Value {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return table.Value{}
	}
	const seconds = 24 * 60 * 60
	return table.NewDate(day.Unix() / seconds)
}
