package server

import (
	"context"
	"encoding/json"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// analysisQuestion is a question of a program that wants one answer back.
type analysisQuestion struct {
	Question string `json:"question" minLength:"1" maxLength:"4000" example:"revenue by region in 2025"`
	Source   string `json:"source,omitempty" doc:"The connection; the notebook's own when left out." example:"warehouse"`
	Notebook string `json:"notebook,omitempty" doc:"Id, slug or name; that of questions asked by programs when left out."`
}

type analysis struct {
	QueryID  string            `json:"query_id" doc:"Its audit."`
	Notebook string            `json:"notebook" doc:"The notebook that contains the answer."`
	CellID   string            `json:"cell_id,omitempty"`
	Status   store.Status      `json:"status" enum:"open,success,failed,declined,canceled"`
	Answer   string            `json:"answer" doc:"In words; every figure in it was found in the rows." example:"In 2025, South had the highest revenue, 2.03 million."`
	FinalSQL string            `json:"final_sql" doc:"The statement that answered." example:"SELECT region, sum(revenue) AS revenue FROM orders GROUP BY region"`
	Columns  []string          `json:"columns" example:"[\"region\",\"revenue\"]"`
	Rows     json.RawMessage   `json:"rows" doc:"Each an array of values in the order of the columns."`
	RowCount int64             `json:"row_count"`
	Chart    json.RawMessage   `json:"chart_spec,omitempty" doc:"Vega-Lite."`
	Attempts []analysisAttempt `json:"attempts"`
	Trace    []string          `json:"trace" doc:"generate, validate, execute, fix_1, …"`
	Failure  string            `json:"failure_reason,omitempty" doc:"Why there is no answer."`
	// What a person sees beside the answer.
	Reading     *session.Reading   `json:"reading,omitempty" doc:"How the question was read, the confidence, and the other readings."`
	Diagnostics []fault.Diagnostic `json:"diagnostics" doc:"Remarks on the answer."`
}

type analysisAttempt struct {
	Number           int     `json:"attempt_number"`
	SQL              string  `json:"sql"`
	ValidationOK     bool    `json:"validation_ok"`
	ValidationReason string  `json:"validation_reason,omitempty"`
	ExecutionOK      bool    `json:"execution_ok"`
	DBError          string  `json:"db_error,omitempty"`
	ExecutionMS      float64 `json:"execution_ms"`
	RowCount         int64   `json:"row_count"`
}

func (s *Server) analysisRoutes() {
	handle(s.api, route{at: "POST /analysis/ask", id: "analysisAsk", tag: "Questions", summary: "Ask a question and wait for its answer",
		about: "A question that has no answer is answered with 200 too: status says what became of it, and failure_reason why."}, s.analyse)
}

func (s *Server) analyse(ctx context.Context, in *struct{ Body analysisQuestion }) (*reply[analysis], error) {
	turn, err := s.beginTurn(ctx, desk.Question{Notebook: in.Body.Notebook, Text: in.Body.Question, Source: in.Body.Source, Unattended: true})
	if err != nil {
		return nil, err
	}
	cell, audit, err := s.turns.Await(ctx, turn.ID)
	if err != nil {
		return nil, err
	}
	v := analysisOf(cell, audit)
	v.Notebook = turn.Notebook
	return answer(v, nil)
}

func analysisOf(c session.Cell, a store.Audit) analysis {
	v := analysis{
		QueryID: a.ID, CellID: c.ID, Status: a.Status, Answer: a.Answer, FinalSQL: a.FinalSQL, Columns: []string{}, Rows: json.RawMessage("[]"),
		Attempts: []analysisAttempt{}, Trace: list(c.Metadata.Trace), Reading: c.Reading, Diagnostics: list(c.Diagnostics),
	}
	if v.Answer == "" && c.Narrative != nil {
		v.Answer = c.Narrative.Text
	}
	if r := c.Result; r != nil {
		v.Columns, v.RowCount = list(r.Columns), r.RowCount
		if r.Data != nil {
			v.Rows = r.Data
		}
	}
	if c.Chart != nil {
		v.Chart = c.Chart.Spec
	}
	for _, t := range a.Attempts {
		v.Attempts = append(v.Attempts, analysisAttempt{
			Number: t.Number, SQL: t.SQL, ValidationOK: t.ValidationOK, ValidationReason: t.ValidationReason,
			ExecutionOK: t.ExecutionOK, DBError: t.DBError, ExecutionMS: t.ExecutionMS, RowCount: t.RowCount,
		})
	}
	if a.Status != store.StatusSuccess {
		v.Failure = reason(c, a)
	}
	return v
}

// reason says why there is no answer: what the cell says of itself, else what
// became of the last attempt.
func reason(c session.Cell, a store.Audit) string {
	for _, d := range c.Diagnostics {
		if d.Severity == fault.Error {
			return d.Message
		}
	}
	if c.Reading != nil && c.Reading.Missing != "" {
		return c.Reading.Missing
	}
	if c.Reading != nil && c.Reading.Question != "" {
		return c.Reading.Question
	}
	if n := len(a.Attempts); n > 0 {
		last := a.Attempts[n-1]
		if last.DBError != "" {
			return last.DBError
		}
		return last.ValidationReason
	}
	return a.Answer
}
