package server

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/session"
)

type currentCell struct {
	Cell string `path:"cell_id" doc:"The cell's id."`
}

// currentRoutes are about the notebook that was changed last, for programs that
// know of one only.
func (s *Server) currentRoutes() {
	handle(s.api, route{at: "GET /api/notebook", id: "currentNotebook", tag: "Current notebook", summary: "The notebook that was changed last"}, s.currentNotebook)
	handle(s.api, route{at: "GET /api/notebook/{cell_id}", id: "currentCell", tag: "Current notebook", summary: "A cell of it"}, s.currentCell)
	handle(s.api, route{at: "DELETE /api/notebook/{cell_id}", id: "removeCurrentCell", tag: "Current notebook", summary: "Take a cell out of it"}, s.removeCurrentCell)
	handle(s.api, route{at: "POST /api/notebook/refresh", id: "refreshCurrentCell", tag: "Current notebook", summary: "Run a cell of it again", answers: s.turnAnswers()}, s.refreshCurrentCell)
}

type whose struct {
	Own bool `query:"own" doc:"Leave out the notebooks of questions that programs ask without naming one."`
}

func (s *Server) currentNotebook(ctx context.Context, in *whose) (*reply[book], error) {
	if in.Own {
		return bookOf(s.ownNotebook(ctx))
	}
	return bookOf(s.notebooks.Current(ctx))
}

func (s *Server) currentCell(ctx context.Context, in *currentCell) (*reply[session.Cell], error) {
	b, err := s.notebooks.Current(ctx)
	if err != nil {
		return nil, err
	}
	return cellOf(s.cells.Cell(ctx, b.ID, in.Cell))
}

func (s *Server) removeCurrentCell(ctx context.Context, in *currentCell) (*none, error) {
	b, err := s.notebooks.Current(ctx)
	if err != nil {
		return nil, err
	}
	return replyNothing(s.cells.RemoveCell(ctx, b.ID, in.Cell))
}

type oneCell struct {
	Cell string `json:"cell_id" doc:"The cell's id."`
}

func (s *Server) refreshCurrentCell(ctx context.Context, in *struct{ Body oneCell }) (*huma.StreamResponse, error) {
	return s.begin(ctx, desk.Question{Replaces: in.Body.Cell, Again: true})
}
