package talk

import (
	"context"
	"fmt"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// maxAnswers is how many answers of a conversation become tables.
const maxAnswers = 100

// Tables opens the data store of the conversation, with its answers as the tables
// answer_1, answer_2, … beside those that plans have made. Answers get there when the
// store is first used after them.
func (t *Talk) Tables(ctx context.Context) (*datastore.Store, error) {
	if t.Analyzer.Data == nil {
		return nil, fault.New(fault.Usage, "there is no data store here").WithHint("start a conversation with plumb")
	}
	data, err := t.Analyzer.Data(ctx)
	if err != nil {
		return nil, err
	}
	list, err := t.pastCells(ctx, maxAnswers)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		if err := keepAnswer(ctx, data, c); err != nil {
			t.Warn(fault.Of(err).Diagnostic(fault.Warning)) // the others are there
		}
	}
	return data, nil
}

// keepAnswer makes a table of an answer, once. Its rows are those that the cell has.
func keepAnswer(ctx context.Context, data *datastore.Store, c session.Cell) error {
	rows, kept, err := c.Result.Table()
	if !kept || err != nil {
		return err
	}
	name := fmt.Sprintf("answer_%d", c.Context.Position+1)
	if _, err := data.Table(name); fault.CodeOf(err) != fault.NotFound {
		return err
	}
	r := datastore.Record{Name: name, Description: c.Question, Turn: c.ID, Language: "answer", By: c.Metadata.Model, Published: true}
	if c.SQL != nil {
		r.SQL = c.SQL.Query
		for _, table := range c.SQL.Tables {
			r.Sources = append(r.Sources, c.Metadata.Source+"."+table)
		}
	}
	_, err = data.Put(ctx, r, rows.Reader())
	return err
}
