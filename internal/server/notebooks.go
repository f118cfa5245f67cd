package server

import (
	"context"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/plumbdata/plumb/internal/desk"
)

type entries struct {
	Notebooks []entry `json:"notebooks" doc:"The last changed first."`
}

type notebookRef struct {
	ID string `path:"id" doc:"The notebook's id, slug or name."`
}

func (s *Server) notebookRoutes() {
	handle(s.api, route{at: "GET /api/notebooks", id: "listNotebooks", tag: "Notebooks", summary: "All notebooks"}, s.listNotebooks)
	handle(s.api, route{at: "POST /api/notebooks", id: "createNotebook", tag: "Notebooks", summary: "Begin a notebook", status: http.StatusCreated}, s.createNotebook)
	handle(s.api, route{at: "GET /api/notebooks/{id}", id: "openNotebook", tag: "Notebooks", summary: "A notebook with its cells"}, s.openNotebook)
	handle(s.api, route{at: "GET /api/notebooks/{id}/stale", id: "staleCells", tag: "Notebooks", summary: "The cells that are older than their tables, or than the answers that they follow"}, s.staleCells)
	handle(s.api, route{at: "PATCH /api/notebooks/{id}", id: "renameNotebook", tag: "Notebooks", summary: "Give a notebook another name"}, s.renameNotebook)
	handle(s.api, route{at: "DELETE /api/notebooks/{id}", id: "deleteNotebook", tag: "Notebooks", summary: "Delete a notebook"}, s.deleteNotebook)
	handle(s.api, route{at: "POST /api/notebooks/{id}/restore", id: "restoreNotebook", tag: "Notebooks", summary: "Undo the deletion of a notebook, by its id"}, s.restoreNotebook)
	handle(s.api, route{at: "POST /api/notebooks/{id}/fork", id: "forkNotebook", tag: "Notebooks", summary: "Begin a notebook with the cells of another", status: http.StatusCreated}, s.forkNotebook)
	handle(s.api, route{at: "GET /api/notebooks/{id}/export", id: "exportNotebook", tag: "Notebooks", summary: "A notebook as a file", answers: file(
		"text/html", "text/markdown", "application/x-ipynb+json", "application/json")}, s.exportNotebook)
}

func (s *Server) listNotebooks(ctx context.Context, in *struct {
	Search string `query:"search" maxLength:"200" doc:"Text in the name, a question or an answer."`
}) (*reply[entries], error) {
	found, err := s.notebooks.List(ctx, in.Search)
	v := entries{Notebooks: make([]entry, len(found))}
	for i, e := range found {
		v.Notebooks[i] = entryOf(e)
	}
	return answer(v, err)
}

// newNotebook is what a notebook begins with; everything may be left out.
type newNotebook struct {
	Name   string `json:"name,omitempty" maxLength:"200" doc:"If empty, the notebook is named after its first answered question." example:"Pipeline review"`
	Source string `json:"source,omitempty" doc:"The connection that it uses; the active one when left out." example:"warehouse"`
}

func (s *Server) createNotebook(ctx context.Context, in *struct{ Body newNotebook }) (*made[book], error) {
	return createdBook(s.notebooks.Create(ctx, in.Body.Name, in.Body.Source))
}

func createdBook(b *desk.Book, err error) (*made[book], error) {
	r, err := bookOf(b, err)
	return isMade(r, err, func(b book) string { return place("notebooks", b.ID) })
}

func (s *Server) openNotebook(ctx context.Context, in *notebookRef) (*reply[book], error) {
	return bookOf(s.notebooks.Open(ctx, in.ID))
}

func (s *Server) staleCells(ctx context.Context, in *notebookRef) (*reply[Staleness], error) {
	found, err := s.notebooks.Stale(ctx, in.ID)
	return answer(stalenessOf(found), err)
}

type newName struct {
	Name string `json:"name" minLength:"1" maxLength:"200" example:"Pipeline review"`
}

func (s *Server) renameNotebook(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Body newName
}) (*reply[entry], error) {
	if err := s.notebookFiles.Rename(ctx, in.ID, in.Body.Name); err != nil {
		return nil, err
	}
	b, err := s.notebooks.Open(ctx, in.ID)
	if err != nil { // it was referred to by the name that it no longer has
		b, err = s.notebooks.Open(ctx, in.Body.Name)
	}
	if err != nil {
		return nil, err
	}
	return answer(entryOf(b.Entry), nil)
}

func (s *Server) deleteNotebook(ctx context.Context, in *notebookRef) (*none, error) {
	return replyNothing(s.notebookFiles.Delete(ctx, in.ID))
}

func (s *Server) restoreNotebook(ctx context.Context, in *notebookRef) (*reply[book], error) {
	return bookOf(s.notebookFiles.Restore(ctx, in.ID))
}

type fork struct {
	Name string `json:"name" maxLength:"200" doc:"If empty, a name is generated." example:"Another way"`
	Cell string `json:"cell,omitempty" doc:"The last cell to copy; all when left out."`
}

func (s *Server) forkNotebook(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Body fork
}) (*made[book], error) {
	return createdBook(s.notebookFiles.Fork(ctx, in.ID, in.Body.Name, in.Body.Cell))
}

var exports = map[string]struct{ mediaType, extension string }{
	"html":  {"text/html; charset=utf-8", "html"},
	"md":    {"text/markdown; charset=utf-8", "md"},
	"ipynb": {"application/x-ipynb+json", "ipynb"},
	"json":  {"application/json", "json"},
}

// nameOf is what a notebook is called, for its file. One that cannot be found is
// refused when it is written.
func (s *Server) nameOf(ctx context.Context, ref string) string {
	list, err := s.notebooks.List(ctx, "")
	at := slices.IndexFunc(list, func(e desk.Entry) bool { return e.ID == ref || e.Slug == ref })
	if err != nil || at < 0 || list[at].Name == "" {
		return ref
	}
	return list[at].Name
}

func (s *Server) exportNotebook(ctx context.Context, in *struct {
	ID     string `path:"id" doc:"The notebook's id, slug or name."`
	Format string `query:"format" enum:"html,md,ipynb,json" default:"html" doc:"A page with live charts, Markdown, a notebook for Jupyter, or Plumb's own file."`
}) (*huma.StreamResponse, error) {
	kind := exports[in.Format]
	return download(s.nameOf(ctx, in.ID)+"."+kind.extension, kind.mediaType, func(ctx context.Context, w io.Writer) error {
		return s.notebooks.Export(ctx, in.ID, in.Format, w)
	}), nil
}

// file describes an answer that is not JSON.
func file(types ...string) map[string]*huma.Response {
	content := map[string]*huma.MediaType{}
	for _, t := range types {
		content[t] = &huma.MediaType{Schema: text()}
		if t == "application/json" {
			content[t].Schema = &huma.Schema{Type: huma.TypeObject}
		}
	}
	return map[string]*huma.Response{"200": {Description: "The file", Content: content}}
}

// download streams a file that a browser keeps and never shows: what is in it
// is not of this site.
func download(name, mediaType string, write func(context.Context, io.Writer) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		r, w := humago.Unwrap(ctx)
		name = strings.Map(func(c rune) rune {
			if c < ' ' || strings.ContainsRune(`/\:"`, c) {
				return '-'
			}
			return c
		}, name)
		begun := &begins{w: w, first: func() {
			w.Header().Set("Content-Type", mediaType)
			w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		}}
		err := write(r.Context(), begun)
		switch {
		case err == nil:
			_, _ = begun.Write(nil)
		case !begun.yes:
			refuse(w, r, err)
		default:
			// Half a file must not look like a whole one.
			failure(r.Context(), err)
			panic(http.ErrAbortHandler)
		}
	}}
}

// begins calls first before the first byte.
type begins struct {
	w     io.Writer
	first func()
	yes   bool
}

func (b *begins) Write(p []byte) (int, error) {
	if !b.yes {
		b.yes = true
		b.first()
	}
	return b.w.Write(p)
}
