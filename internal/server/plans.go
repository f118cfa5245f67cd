package server

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

type planList struct {
	Plans []desk.SavedPlan `json:"plans" doc:"By name."`
}

type tableList struct {
	Tables []desk.MadeTable `json:"tables" doc:"By name."`
}

type artifactList struct {
	Artifacts []session.Artifact `json:"artifacts" doc:"The oldest first."`
}

// newPlan names the answer whose plan is kept.
type newPlan struct {
	Name   string `json:"name" minLength:"1" maxLength:"80" example:"drop"`
	Shared bool   `json:"shared,omitempty" doc:"Save it in the project, for everybody who works on it."`
}

func (s *Server) planRoutes() {
	handle(s.api, route{at: "GET /api/plans", id: "listPlans", tag: "Plans", summary: "The saved plans"}, s.listPlans)
	handle(s.api, route{at: "POST /api/notebooks/{id}/cells/{cell}/plan", id: "savePlan", tag: "Plans", summary: "Save the plan behind an answer", about: "To run it again, ask with replay."}, s.savePlan)
	handle(s.api, route{at: "GET /api/notebooks/{id}/cells/{cell}/plan.json", id: "planFile", tag: "Plans", summary: "The plan behind an answer as a file, which plumb plan run takes", answers: file("application/json")}, s.planExport("json", "application/json"))
	handle(s.api, route{at: "GET /api/notebooks/{id}/cells/{cell}/plan.sql", id: "planScript", tag: "Plans", summary: "The code of all steps of the plan behind an answer, to read", answers: file("text/plain")}, s.planExport("sql", "text/plain; charset=utf-8"))
	handle(s.api, route{at: "DELETE /api/plans/{name}", id: "removePlan", tag: "Plans", summary: "Remove a saved plan"}, s.removePlan)
	handle(s.api, route{at: "GET /api/notebooks/{id}/tables", id: "listTables", tag: "Plans", summary: "The tables that the plans of a notebook have made, with where they come from"}, s.listTables)
	handle(s.api, route{at: "GET /api/notebooks/{id}/tables/{table}", id: "tableRows", tag: "Plans", summary: "Rows of such a table"}, s.tableRows)
	handle(s.api, route{at: "GET /api/notebooks/{id}/artifacts", id: "listArtifacts", tag: "Plans", summary: "What the answers of a notebook have made, with where it comes from"}, s.listArtifacts)
}

func (s *Server) listPlans(ctx context.Context, _ *struct{}) (*reply[planList], error) {
	found, err := s.plans.ListPlans(ctx)
	return answer(planList{Plans: list(found)}, err)
}

func (s *Server) savePlan(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Cell string `path:"cell" doc:"The cell's id."`
	Body newPlan
}) (*reply[desk.SavedPlan], error) {
	saved, err := s.plans.SavePlan(ctx, in.ID, in.Cell, in.Body.Name, in.Body.Shared)
	return answer(saved, err)
}

func (s *Server) removePlan(ctx context.Context, in *struct {
	Name string `path:"name" doc:"The plan's name."`
}) (*none, error) {
	return replyNothing(s.plans.RemovePlan(ctx, in.Name))
}

func (s *Server) listTables(ctx context.Context, in *struct {
	ID string `path:"id" doc:"The notebook's id, slug or name."`
}) (*reply[tableList], error) {
	found, err := s.plans.Tables(ctx, in.ID)
	return answer(tableList{Tables: list(found)}, err)
}

func (s *Server) tableRows(ctx context.Context, in *struct {
	ID    string `path:"id" doc:"The notebook's id, slug or name."`
	Table string `path:"table" doc:"The table's name."`
}) (*reply[session.Result], error) {
	rows, err := s.plans.TableRows(ctx, in.ID, in.Table)
	if err != nil {
		return nil, err
	}
	return answer(*rows, nil)
}

func (s *Server) listArtifacts(ctx context.Context, in *struct {
	ID string `path:"id" doc:"The notebook's id, slug or name."`
}) (*reply[artifactList], error) {
	found, err := s.plans.Artifacts(ctx, in.ID)
	return answer(artifactList{Artifacts: list(found)}, err)
}

// planExport gives the plan behind a cell as a file that is called after the question.
func (s *Server) planExport(format, media string) func(context.Context, *cellRef) (*huma.StreamResponse, error) {
	return func(ctx context.Context, in *cellRef) (*huma.StreamResponse, error) {
		c, err := s.cells.Cell(ctx, in.ID, in.Cell)
		if err != nil {
			return nil, err
		}
		return download(notebook.FileName(c)+".plan."+format, media, func(ctx context.Context, w io.Writer) error {
			return s.plans.ExportPlan(ctx, in.ID, in.Cell, format, w)
		}), nil
	}
}
