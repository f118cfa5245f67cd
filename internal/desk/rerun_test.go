package desk

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
)

const webOrders = "SELECT channel, count(*) AS orders FROM sales WHERE channel = 'web' GROUP BY channel"

// explored puts an answer into a notebook that a model has found with several
// queries, as they are now.
func (p *place) explored(ref, story string, statements ...string) session.Cell {
	p.t.Helper()
	o, release, err := p.sources.use(p.t.Context(), "shop", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	defer release()
	c := session.Cell{Question: "what stands out?", CreatedAt: p.Clock(), SQL: &session.SQL{Query: statements[0], GeneratedBy: "test/model"},
		Reading: &session.Reading{Outcome: "likely"}, Narrative: &session.Narrative{Text: story, By: "test/model"}, Metadata: session.Metadata{Source: "shop", Model: "test/model"}}
	for i, sql := range statements {
		reader, _, err := o.conn.Query(p.t.Context(), sql, source.Limits{}.OrDefault())
		if err != nil {
			p.t.Fatal(err)
		}
		rows, err := reader.ReadAll()
		if err != nil {
			p.t.Fatal(err)
		}
		s := session.Evidence{Number: i + 1, Tool: "execute_query", SQL: sql, RowCount: int64(len(rows.Rows)), DataHash: rows.Hash()}
		if i == 0 {
			c.Result = session.ResultOf(rows, 1)
		} else {
			s.Result = session.ResultOf(rows, 1)
		}
		c.Sources = append(c.Sources, s)
	}
	c.ID = freshID("cell_")
	if err := p.Notebooks.Append(p.t.Context(), ref, c); err != nil {
		p.t.Fatal(err)
	}
	return c
}

// again runs a cell once more, and gives it as it stands then.
func (p *place) again(ref, cell string) (session.Cell, error) {
	p.t.Helper()
	_, _, err := p.Await(p.t.Context(), p.begin(Question{Notebook: ref, Replaces: cell, Again: true}).ID)
	return p.look(ref).Cells[0], err
}

func TestAnExploredAnswerIsRunAgainWithAllItsQueries(t *testing.T) {
	p := newPlace(t)
	b := p.create("Explored")
	const story = "shop leads with 2,400. The web has 20 orders."
	was := p.explored(b.ID, story, byChannel, webOrders)

	now, err := p.again(b.ID, was.ID)
	if err != nil {
		t.Fatal(err)
	}
	if now.Narrative == nil || now.Narrative.Text != story || now.Narrative.By != "test/model" || len(now.Sources) != 2 || len(now.Diagnostics) != 0 {
		t.Fatalf("nothing has changed: %+v %+v %+v", now.Narrative, now.Sources, now.Diagnostics)
	}
	refs := map[int]bool{}
	for _, r := range now.Narrative.DataReferences {
		refs[r.Query] = true
	}
	if !refs[0] || !refs[2] {
		t.Errorf("it refers to %v", now.Narrative.DataReferences)
	}

	p.sql("shop.db", "INSERT INTO sales VALUES (61, 0, 'web', '2024-12-01')") // one more order of the web, the same totals
	now, err = p.again(b.ID, was.ID)
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	for _, d := range now.Diagnostics {
		said += d.Message + "\n"
	}
	if now.Narrative == nil || now.Narrative.Text != "shop leads with 2,400." || !strings.Contains(said, "unsupported claims were removed") {
		t.Errorf("%+v, %s", now.Narrative, said)
	}
	if len(now.Sources) != 2 || now.Sources[1].DataHash == was.Sources[1].DataHash {
		t.Errorf("the evidence is that of before: %+v", now.Sources)
	}
	if f, err := notebook.Verify(t.Context(), now); err != nil || !f.OK {
		t.Errorf("what is kept does not hold: %+v, %v", f, err)
	}

	p.sql("shop.db", "UPDATE sales SET amount = amount + 1")
	if now, err = p.again(b.ID, was.ID); err != nil {
		t.Fatal(err)
	}
	said = now.Diagnostics[0].Message
	if now.Narrative == nil || strings.Contains(now.Narrative.Text, "2,400") || now.Narrative.By == "test/model" || !strings.Contains(said, "covers only the rows shown") {
		t.Errorf("%+v, %s", now.Narrative, said)
	}
}

func TestAQueryBehindAnAnswerThatCannotBeRunAgain(t *testing.T) {
	p := newPlace(t)
	p.sql("shop.db", "CREATE TABLE returns (id INTEGER PRIMARY KEY, reason TEXT); INSERT INTO returns VALUES (1, 'late'), (2, 'late')")
	b := p.create("Explored")
	const late = "SELECT reason, count(*) AS n FROM returns GROUP BY reason"
	was := p.explored(b.ID, "shop leads with 2,400. Late has 2.", byChannel, late)
	p.sql("shop.db", "DROP TABLE returns")
	if _, err := p.Schema(t.Context(), "shop", true); err != nil {
		t.Fatal(err)
	}
	now, err := p.again(b.ID, was.ID)
	if err == nil || !strings.Contains(err.Error(), "query 2, which the answer uses") || fault.Of(err).Hint == "" {
		t.Errorf("%v", err)
	}
	before, _ := was.Hash()
	if hash, _ := now.Hash(); hash != before {
		t.Errorf("what was there is not kept: %+v", now)
	}
}
