package server

import (
	"context"
	"net/http"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

type sessionList struct {
	Sessions []store.Session `json:"sessions" doc:"The newest first."`
}

type sessionView struct {
	Session store.Session  `json:"session"`
	Cells   []session.Cell `json:"cells"`
}

type auditList struct {
	Queries []store.Audit `json:"queries" doc:"The newest first."`
}

type sessionRef struct {
	ID string `path:"id" doc:"The session's id."`
}

func (s *Server) recordRoutes() {
	handle(s.api, route{at: "GET /api/sessions", id: "listSessions", tag: "Records", summary: "Conversations, of the page and of the terminal"}, s.listSessions)
	handle(s.api, route{at: "POST /api/sessions", id: "createSession", tag: "Records", summary: "Begin a conversation, as a notebook", status: http.StatusCreated}, s.createSession)
	handle(s.api, route{at: "GET /api/sessions/{id}", id: "getSession", tag: "Records", summary: "A conversation with its cells"}, s.getSession)
	handle(s.api, route{at: "POST /api/sessions/{id}/resume", id: "resumeSession", tag: "Records", summary: "Open a conversation as a notebook"}, s.resumeSession)
	handle(s.api, route{at: "POST /api/sessions/{id}/fork", id: "forkSession", tag: "Records", summary: "Begin a notebook with the cells of a conversation", status: http.StatusCreated}, s.forkSession)
	handle(s.api, route{at: "DELETE /api/sessions/{id}", id: "deleteSession", tag: "Records", summary: "Hide a conversation; the audit keeps what happened"}, s.deleteSession)
	handle(s.api, route{at: "GET /api/audit", id: "audit", tag: "Records", summary: "What was asked, tried, refused and answered"}, s.audit)
	handle(s.api, route{at: "GET /api/audit/{number}", id: "auditOne", tag: "Records", summary: "One audited question with its attempts"}, s.auditOne)
}

func (s *Server) listSessions(ctx context.Context, in *struct {
	After string `query:"after" doc:"The last one already read."`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"How many at most."`
}) (*reply[sessionList], error) {
	found, err := s.history.Sessions(ctx, in.After, in.Limit)
	return answer(sessionList{Sessions: list(found)}, err)
}

func (s *Server) createSession(ctx context.Context, in *struct{ Body newNotebook }) (*made[book], error) {
	return createdBook(s.notebooks.Create(ctx, in.Body.Name, in.Body.Source))
}

func (s *Server) getSession(ctx context.Context, in *sessionRef) (*reply[sessionView], error) {
	found, cells, err := s.history.Session(ctx, in.ID)
	v := sessionView{Session: found, Cells: make([]session.Cell, len(cells))}
	for i, c := range cells {
		v.Cells[i] = tidy(c)
	}
	return answer(v, err)
}

func (s *Server) resumeSession(ctx context.Context, in *sessionRef) (*reply[book], error) {
	return bookOf(s.history.Resume(ctx, in.ID))
}

func (s *Server) forkSession(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The session's id."`
	Body newName
}) (*made[book], error) {
	return createdBook(s.history.ForkSession(ctx, in.ID, in.Body.Name))
}

func (s *Server) deleteSession(ctx context.Context, in *sessionRef) (*none, error) {
	return replyNothing(s.history.DeleteSession(ctx, in.ID))
}

func (s *Server) audit(ctx context.Context, in *struct {
	Status   string `query:"status" enum:"open,success,failed,declined,canceled" doc:"Only those with this outcome."`
	Since    string `query:"since" doc:"A date or a time: 2026-01-31, or 2026-01-31T08:00:00Z." example:"2026-01-31"`
	Contains string `query:"contains" maxLength:"200" doc:"Text in the question."`
	Source   string `query:"source" doc:"The connection that was used."`
	After    string `query:"after" doc:"The id of the last one already read."`
	Limit    int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"How many at most."`
}) (*reply[auditList], error) {
	f := store.Filter{Status: store.Status(in.Status), Contains: in.Contains, Source: in.Source, After: in.After, Limit: in.Limit, Newest: true}
	if in.Since != "" {
		at, err := instant(in.Since)
		if err != nil {
			return nil, err
		}
		f.Since = at
	}
	found, err := s.history.Audit(ctx, f)
	v := auditList{Queries: make([]store.Audit, len(found))}
	for i, a := range found {
		v.Queries[i] = auditOf(a)
	}
	return answer(v, err)
}

func instant(text string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fault.New(badRequest, "%q is not a date or a time", text).WithHint("write 2026-01-31 or 2026-01-31T08:00:00Z")
}

func (s *Server) auditOne(ctx context.Context, in *struct {
	Number int64 `path:"number" minimum:"1" doc:"Questions are counted from 1."`
}) (*reply[store.Audit], error) {
	found, err := s.history.Audit(ctx, store.Filter{Number: in.Number, Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, notFound("there is no audited question %d", in.Number).WithHint("/api/audit lists those that there are")
	}
	return answer(auditOf(found[0]), nil)
}
