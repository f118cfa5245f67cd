package server

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
)

type cellRef struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Cell string `path:"cell" doc:"The cell's id."`
}

func (s *Server) cellRoutes() {
	const at = " /api/notebooks/{id}/cells/{cell}"
	handle(s.api, route{at: "GET" + at, id: "getCell", tag: "Cells", summary: "A cell"}, s.getCell)
	handle(s.api, route{at: "DELETE" + at, id: "removeCell", tag: "Cells", summary: "Take a cell out of its notebook; it can be restored"}, s.removeCell)
	handle(s.api, route{at: "PATCH" + at, id: "changeCell", tag: "Cells", summary: "Move a cell, or rewrite a note"}, s.changeCell)
	handle(s.api, route{at: "POST" + at + "/restore", id: "restoreCell", tag: "Cells", summary: "Undo a removal"}, s.restoreCell)
	handle(s.api, route{at: "POST" + at + "/revert", id: "revertCell", tag: "Cells", summary: "Put back the answer that stood there before"}, s.revertCell)
	handle(s.api, route{at: "POST" + at + "/duplicate", id: "duplicateCell", tag: "Cells", summary: "The same cell once more, below it", status: http.StatusCreated}, s.duplicateCell)
	handle(s.api, route{at: "GET" + at + "/chart.svg", id: "chartSVG", tag: "Cells", summary: "The chart as a picture", answers: file("image/svg+xml")}, s.chartSVG)
	for _, f := range export.Formats() {
		media, _, _ := strings.Cut(f.Media, ";")
		answers := file(media)
		if f.Name == "json" {
			answers["200"].Content[media].Schema = &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeObject}}
		}
		handle(s.api, route{at: "GET" + at + "/data." + f.Name, id: "data" + strings.ToUpper(f.Name), tag: "Cells", summary: "All rows as " + f.Title, answers: answers}, s.exported(f))
	}
	handle(s.api, route{at: "GET" + at + "/rows", id: "rows", tag: "Cells", summary: "All rows, also of an answer that keeps only their hash"}, s.rows)
	handle(s.api, route{at: "GET" + at + "/readings/{reading}/rows", id: "preview", tag: "Cells", summary: "The first rows of another reading"}, s.preview)
	handle(s.api, route{at: "POST /api/notebooks/{id}/notes", id: "addNote", tag: "Cells", summary: "Put a note between cells", status: http.StatusCreated}, s.addNote)
}

func (s *Server) getCell(ctx context.Context, in *cellRef) (*reply[session.Cell], error) {
	return cellOf(s.cells.Cell(ctx, in.ID, in.Cell))
}

func (s *Server) removeCell(ctx context.Context, in *cellRef) (*none, error) {
	return replyNothing(s.cells.RemoveCell(ctx, in.ID, in.Cell))
}

type cellChange struct {
	Position *int    `json:"position,omitempty" minimum:"0" doc:"Its new position, from 0."`
	Note     *string `json:"note,omitempty" maxLength:"100000" doc:"The new text of a note, in Markdown."`
}

func (s *Server) changeCell(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Cell string `path:"cell" doc:"The cell's id."`
	Body cellChange
}) (*reply[session.Cell], error) {
	if in.Body.Position == nil && in.Body.Note == nil {
		return nil, fault.New(badRequest, "there is nothing to change").WithHint("give a position or a note")
	}
	if text := in.Body.Note; text != nil {
		if _, err := s.notes.Rewrite(ctx, in.ID, in.Cell, *text); err != nil {
			return nil, err
		}
	}
	if to := in.Body.Position; to != nil {
		if err := s.cells.MoveCell(ctx, in.ID, in.Cell, *to); err != nil {
			return nil, err
		}
	}
	return cellOf(s.cells.Cell(ctx, in.ID, in.Cell))
}

type restoration struct {
	Position *int `json:"position,omitempty" minimum:"0" doc:"Its new position, from 0; at the end when left out."`
}

func (s *Server) restoreCell(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Cell string `path:"cell" doc:"The cell's id."`
	Body restoration
}) (*reply[session.Cell], error) {
	at := -1
	if in.Body.Position != nil {
		at = *in.Body.Position
	}
	if err := s.cells.RestoreCell(ctx, in.ID, in.Cell, at); err != nil {
		return nil, err
	}
	return cellOf(s.cells.Cell(ctx, in.ID, in.Cell))
}

type reversion struct {
	To string `json:"to,omitempty" doc:"A later answer, to undo a revert; the previous one when left out."`
}

type reverted struct {
	Cell session.Cell `json:"cell"`
	Was  string       `json:"was" doc:"The answer that was replaced: reverting to it undoes this."`
}

func (s *Server) revertCell(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Cell string `path:"cell" doc:"The cell's id."`
	Body reversion
}) (*reply[reverted], error) {
	was, err := s.cells.RevertCell(ctx, in.ID, in.Cell, in.Body.To)
	if err != nil {
		return nil, err
	}
	c, err := s.cells.Cell(ctx, in.ID, in.Cell)
	return answer(reverted{tidy(c), was}, err)
}

func (s *Server) duplicateCell(ctx context.Context, in *cellRef) (*made[session.Cell], error) {
	c, err := s.cells.DuplicateCell(ctx, in.ID, in.Cell)
	return createdCell(in.ID, c, err)
}

func createdCell(notebook string, c session.Cell, err error) (*made[session.Cell], error) {
	r, err := cellOf(c, err)
	return isMade(r, err, func(c session.Cell) string { return place("notebooks", notebook, "cells", c.ID) })
}

type newNote struct {
	Text  string `json:"text" maxLength:"100000" doc:"Markdown." example:"# What we knew in May"`
	After string `json:"after,omitempty" doc:"The cell above it; at the end when left out."`
}

func (s *Server) addNote(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Body newNote
}) (*made[session.Cell], error) {
	c, err := s.notes.Note(ctx, in.ID, in.Body.Text, in.Body.After)
	return createdCell(in.ID, c, err)
}

func (s *Server) chartSVG(_ context.Context, in *struct {
	ID    string `path:"id" doc:"The notebook's id, slug or name."`
	Cell  string `path:"cell" doc:"The cell's id."`
	Theme string `query:"theme" enum:"light,dark" default:"light" doc:"The theme to draw it for."`
}) (*huma.StreamResponse, error) {
	return download(in.Cell+".svg", "image/svg+xml", func(ctx context.Context, w io.Writer) error {
		picture, err := s.results.ChartSVG(ctx, in.ID, in.Cell, in.Theme)
		if err != nil {
			return err
		}
		_, err = w.Write(picture)
		return err
	}), nil
}

// rows may come from running the statement again: where the hash is another
// than the cell's, the data has changed since.
func (s *Server) rows(ctx context.Context, in *cellRef) (*reply[session.Result], error) {
	r, err := s.results.Rows(ctx, in.ID, in.Cell)
	if r == nil {
		r = &session.Result{}
	}
	return answer(*r, err)
}

func (s *Server) preview(ctx context.Context, in *struct {
	ID      string `path:"id" doc:"The notebook's id, slug or name."`
	Cell    string `path:"cell" doc:"The cell's id."`
	Reading int    `path:"reading" minimum:"1" doc:"Which of the other readings, from 1."`
}) (*reply[session.Result], error) {
	r, err := s.results.Preview(ctx, in.ID, in.Cell, in.Reading)
	if r == nil {
		r = &session.Result{}
	}
	return answer(*r, err)
}

// exported gives the rows as a file.
func (s *Server) exported(f export.Format) func(context.Context, *cellRef) (*huma.StreamResponse, error) {
	return func(ctx context.Context, in *cellRef) (*huma.StreamResponse, error) {
		c, err := s.cells.Cell(ctx, in.ID, in.Cell)
		if err != nil {
			return nil, err
		}
		return download(notebook.FileName(c)+"."+f.Name, f.Media, func(ctx context.Context, w io.Writer) error {
			return s.results.ExportRows(ctx, in.ID, in.Cell, f, w)
		}), nil
	}
}
