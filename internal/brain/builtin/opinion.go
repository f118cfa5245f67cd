package builtin

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/opinion"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Opinion is what the brain thinks of a statement that somebody else wrote for
// a question. answer is how it reads the question itself, or nil. It runs
// nothing but small searches for literals. The statement is there whatever happens
// here, so that a panic costs the opinion and not the answer.
func (b *Brain) Opinion(ctx context.Context, q brain.Question, sql string, answer *brain.Answer) (o opinion.Opinion) {
	defer func() {
		if p := recover(); p != nil {
			o = opinion.Opinion{Verdict: opinion.CannotSay, With: -1, Why: fmt.Sprintf("an internal error kept Plumb from reading this SQL: %v", p),
				Confidence: tuning.OpinionSaysNothing}
		}
	}()
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	b, q = b.hear(q)
	return b.second.Judge(ctx, q, sql, answer)
}

// looker looks for values in the database.
type looker struct {
	ix  *index.Index
	run Runner
}

// Holds searches a column for a text.
func (l looker) Holds(ctx context.Context, column int, text string, like, fold bool) (bool, error) {
	c := &l.ix.Columns[column]
	t := &l.ix.Tables[c.Table]
	name, from, literal := identifier(c.Name), identifier(t.Name), "'"+strings.ReplaceAll(text, "'", "''")+"'"
	if t.Schema != "" {
		from = identifier(t.Schema) + "." + from
	}
	if c.Type != table.Text {
		name = "CAST(" + name + " AS TEXT)"
	}
	if fold {
		name, literal = "lower("+name+")", "lower("+literal+")"
	}
	op := "="
	if like {
		op = "LIKE"
	}
	sql := fmt.Sprintf("SELECT 1 FROM %s WHERE %s %s %s LIMIT 1", from, name, op, literal)
	r, _, err := l.run.Query(ctx, sql, source.Limits{Time: source.Patient(ctx, tuning.LookupTime), Rows: 1, Bytes: 1 << 10})
	if err != nil {
		return false, err
	}
	defer r.Close()
	all, err := r.ReadAll()
	if err != nil {
		return false, err
	}
	return len(all.Rows) > 0, nil
}

func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
