package server

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// question is what is asked: words, another reading of an answer, another chart
// of its rows, or a look ahead from them.
type question struct {
	Notebook string           `json:"notebook,omitempty" doc:"Id, slug or name; when left out, that of the questions asked by programs, or, with parent or replaces, the one that was changed last."`
	Question string           `json:"question,omitempty" maxLength:"4000" example:"revenue by region in 2025"`
	Source   string           `json:"source,omitempty" doc:"The connection; the notebook's own when left out."`
	Parent   string           `json:"parent,omitempty" doc:"The cell that it follows."`
	Replaces string           `json:"replaces,omitempty" doc:"The cell that the answer replaces."`
	Reading  int              `json:"reading,omitempty" minimum:"1" doc:"Answer parent or replaces with this other reading, from 1."`
	Answers  []int            `json:"answers,omitempty" maxItems:"3" doc:"Answer parent or replaces with these choices for what its question leaves open, one for each of reading.unsaid, from 1; 0 skips one."`
	Again    bool             `json:"again,omitempty" doc:"Run the statement of replaces again."`
	Chart    string           `json:"chart,omitempty" doc:"Show the rows of parent, or those of replaces in their place, as this kind of chart: bar, line, area, scatter, histogram, heatmap, pie or table." example:"line"`
	WhatIf   json.RawMessage  `json:"whatif,omitempty" doc:"Compute a what-if from the rows of parent: an object such as {\"technique\": \"forecast\", \"horizon\": {\"count\": 3, \"unit\": \"month\"}}, or words."`
	Explore  bool             `json:"explore,omitempty" doc:"Let a model investigate before it answers."`
	Plan     bool             `json:"plan,omitempty" doc:"Let a model plan several steps, which are approved before they run."`
	Replay   string           `json:"replay,omitempty" doc:"Run this saved plan." example:"drop"`
	Values   []desk.PlanValue `json:"values,omitempty" maxItems:"20" doc:"Other values of the parameters of the saved plan."`
	Defaults bool             `json:"take_defaults,omitempty" doc:"Do not ask back what the question leaves open: take the first choice, and state it."`
	Mode     string           `json:"mode,omitempty" enum:"all_in,chat_rag,data_analyst" doc:"What answers: data, documents and general talk (all_in), documents and general talk (chat_rag), or data alone (data_analyst); what is configured when left out."`
	Now      string           `json:"now,omitempty" doc:"The date to use as today, such as 2026-01-31." example:"2026-01-31"`
}

func (q question) forDesk() desk.Question {
	return desk.Question{
		Plan: q.Plan, Replay: q.Replay, Values: q.Values,
		Notebook: q.Notebook, Text: q.Question, Source: q.Source, Parent: q.Parent, Replaces: q.Replaces, Reading: q.Reading, Answers: q.Answers, Unattended: q.Defaults,
		Again: q.Again, Chart: q.Chart, WhatIf: q.WhatIf, Explore: q.Explore, Now: q.Now, Mode: q.Mode,
	}
}

// statement is SQL that a person wrote.
type statement struct {
	Notebook string `json:"notebook,omitempty" doc:"Id, slug or name; when left out, that of the questions asked by programs, or, with parent or replaces, the one that was changed last."`
	SQL      string `json:"sql" minLength:"1" maxLength:"100000" doc:"A single read-only statement. The guard refuses all others." example:"SELECT count(*) FROM orders"`
	Question string `json:"question,omitempty" maxLength:"4000" doc:"What it answers."`
	Parent   string `json:"parent,omitempty" doc:"The cell that it follows."`
	Replaces string `json:"replaces,omitempty" doc:"The cell that the answer replaces."`
	Source   string `json:"source,omitempty" doc:"The connection; the notebook's own when left out."`
}

func (q statement) forDesk() desk.Question {
	return desk.Question{Notebook: q.Notebook, Text: q.Question, SQL: q.SQL, Parent: q.Parent, Replaces: q.Replaces, Source: q.Source}
}

const asking = "Answers at once with 202 and the turn, or, with Accept: text/event-stream, with the turn's events until it has ended. " +
	"The turn goes on whatever becomes of the request; its cell ends up in the notebook. 429 means that too many questions wait."

const watching = "Sends what happened after an id, and then what happens. Last-Event-ID, which browsers send by themselves, or after resumes exactly there. " +
	"A client that is too slow is sent lagging with the id to go on from. While nothing happens a comment comes every 15 seconds."

func (s *Server) turnRoutes() {
	handle(s.api, route{at: "POST /api/ask", id: "ask", tag: "Questions", summary: "Ask a question", about: asking, answers: s.turnAnswers()}, s.ask)
	handle(s.api, route{at: "POST /api/run-sql", id: "runSQL", tag: "Questions", summary: "Run a statement, with chart and story", about: asking, answers: s.turnAnswers()}, s.runSQL)
	handle(s.api, route{at: "POST /api/notebooks/{id}/refresh", id: "refresh", tag: "Questions", summary: "Run cells again: those given, else the stale and outdated ones, else all", about: "A follow-up is asked again where the answer that it is built on has another statement by now.", status: http.StatusAccepted}, s.refresh)
	handle(s.api, route{at: "POST /api/turns/{turn}/cancel", id: "cancel", tag: "Questions", summary: "Stop a question, down to the database", status: http.StatusAccepted}, s.cancel)
	handle(s.api, route{at: "POST /api/turns/{turn}/decide", id: "decide", tag: "Questions", summary: "Approve, change or reject a plan that waits", status: http.StatusAccepted}, s.decide)
	handle(s.api, route{at: "GET /api/notebooks/{id}/events", id: "events", tag: "Questions", summary: "What happens in a notebook, as it happens", about: watching, answers: map[string]*huma.Response{
		"200": {Description: "Server-sent events: id, event (the kind) and data (an Event)", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: s.api.ref("Event")}}},
	}}, s.events)
}

// turnAnswers describes both ways to ask.
func (s *Server) turnAnswers() map[string]*huma.Response {
	return map[string]*huma.Response{
		"200": {Description: "With Accept: text/event-stream: the turn's events, until it has ended", Content: map[string]*huma.MediaType{"text/event-stream": {Schema: s.api.ref("Event")}}},
		"202": {Description: "The question is at work; its events are in the notebook's log", Content: map[string]*huma.MediaType{"application/json": {Schema: s.api.schema(desk.Turn{})}}},
	}
}

func (s *Server) ask(ctx context.Context, in *struct{ Body question }) (*huma.StreamResponse, error) {
	return s.begin(ctx, in.Body.forDesk())
}

func (s *Server) runSQL(ctx context.Context, in *struct{ Body statement }) (*huma.StreamResponse, error) {
	return s.begin(ctx, in.Body.forDesk())
}

// begin asks, and answers with the turn or, to whoever accepts them, with its
// events. The turn continues whatever happens to the request.
func (s *Server) begin(ctx context.Context, q desk.Question) (*huma.StreamResponse, error) {
	turn, err := s.beginTurn(ctx, q)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		r, w := humago.Unwrap(ctx)
		w.Header().Set("Plumb-Turn", turn.ID)
		if !strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusAccepted)
			_ = encodeJSON(w, turn)
			return
		}
		s.follow(w, r, turn.Notebook, turn.After, func(e desk.Event) (send, last bool) {
			mine := e.Turn == turn.ID
			return mine, mine && e.Kind == session.TurnEnded
		})
	}}, nil
}

// beginTurn begins a turn.
func (s *Server) beginTurn(ctx context.Context, q desk.Question) (desk.Turn, error) {
	if s.draining.Load() {
		return desk.Turn{}, fault.New(ending, "Plumb is shutting down and takes no new questions").WithHint("restart it, and ask again")
	}
	if q.Notebook == "" {
		b, err := s.defaultNotebook(ctx, q)
		if err != nil {
			return desk.Turn{}, err
		}
		q.Notebook = b.ID
	}
	turn, err := s.turns.Ask(ctx, q)
	if err == nil {
		s.metrics.turn(q)
		s.traceTurn(ctx, turn)
	}
	return turn, err
}

// defaultNotebook is the notebook of a question that names none: the one that was changed
// last if it goes on from a cell there, else that of programs.
func (s *Server) defaultNotebook(ctx context.Context, q desk.Question) (*desk.Book, error) {
	if q.Parent != "" || q.Replaces != "" {
		return s.notebooks.Current(ctx)
	}
	return s.programs(ctx, q.Source)
}

type refreshment struct {
	Cells []string `json:"cells,omitempty" maxItems:"1000" doc:"Ids of the cells to run again."`
}

type refreshing struct {
	Turns []desk.Turn `json:"turns"`
	Left  []string    `json:"left" doc:"Cells that did not fit into the queue: try again when some turns have ended."`
}

func (s *Server) refresh(ctx context.Context, in *struct {
	ID   string `path:"id" doc:"The notebook's id, slug or name."`
	Body refreshment
}) (*reply[refreshing], error) {
	b, err := s.notebooks.Open(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	cells := refreshable(b, in.Body.Cells)
	v := refreshing{Turns: []desk.Turn{}, Left: []string{}}
	for i, c := range cells {
		turn, err := s.beginTurn(ctx, desk.Question{Notebook: in.ID, Replaces: c, Again: true})
		if err != nil && i == 0 {
			return nil, err
		}
		if err != nil {
			v.Left = append(v.Left, cells[i:]...)
			break
		}
		v.Turns = append(v.Turns, turn)
	}
	return answer(v, nil)
}

// refreshable are the cells that a refresh means: those given, each after the
// outdated ones that it is built on; else those that are stale or outdated, else
// all.
func refreshable(b *desk.Book, given []string) []string {
	on := map[string]string{}
	var all, stale []string
	for _, c := range b.Cells {
		on[c.ID] = c.Context.RefinementOf
		// Plans that are not Plumb's own would wait for approval, each by itself.
		if c.SQL != nil || c.Analysis != nil && c.Result != nil && c.Analysis.Plan.Own() {
			all = append(all, c.ID)
		}
		if slices.Contains(b.Stale, c.ID) || slices.Contains(b.Outdated, c.ID) {
			stale = append(stale, c.ID)
		}
	}
	if len(given) == 0 && len(stale) > 0 {
		return stale
	}
	if len(given) == 0 {
		return all
	}
	var cells []string
	for _, id := range given {
		line := []string{id}
		for before := on[id]; slices.Contains(b.Outdated, before) && !slices.Contains(line, before); before = on[before] {
			line = append(line, before)
		}
		for _, id := range slices.Backward(line) {
			if !slices.Contains(cells, id) {
				cells = append(cells, id)
			}
		}
	}
	return cells
}

func (s *Server) cancel(ctx context.Context, in *struct {
	Turn string `path:"turn" doc:"The turn's id." example:"query_7fq2m4k1x0c3b5na"`
}) (*none, error) {
	return replyNothing(s.turns.Cancel(ctx, in.Turn))
}

func (s *Server) decide(ctx context.Context, in *struct {
	Turn string `path:"turn" doc:"The turn's id." example:"query_7fq2m4k1x0c3b5na"`
	Body desk.Decision
}) (*none, error) {
	return replyNothing(s.turns.Decide(ctx, in.Turn, in.Body))
}

func (s *Server) events(_ context.Context, in *struct {
	ID          string `path:"id" doc:"The notebook's id, slug or name."`
	LastEventID int64  `header:"Last-Event-ID" minimum:"0" doc:"The last event that was seen; what follows it is sent."`
	After       int64  `query:"after" minimum:"0" doc:"The same for the first connection."`
}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		r, w := humago.Unwrap(ctx)
		if r.Method == http.MethodHead {
			s.wouldFollow(w, r, in.ID)
			return
		}
		s.follow(w, r, in.ID, max(in.LastEventID, in.After), func(desk.Event) (send, last bool) { return true, false })
	}}, nil
}
