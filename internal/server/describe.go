package server

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// eventKinds says what each kind of event carries.
var eventKinds = []struct {
	name    string
	kind    session.Kind
	payload any
}{
	{"SessionStarted", session.Started, session.StartedPayload{}},
	{"QuestionAsked", session.QuestionAsked, session.AskedPayload{}},
	{"StageEntered", session.StageEntered, session.StagePayload{}},
	{"SQLDrafted", session.SQLDrafted, session.StatementPayload{}},
	{"SQLChecked", session.SQLChecked, session.StatementPayload{}},
	{"SQLRan", session.SQLRan, session.StatementPayload{}},
	{"ToolCalled", session.ToolCalled, session.CalledPayload{}},
	{"ToolAnswered", session.ToolAnswered, session.AnsweredPayload{}},
	{"PhaseEntered", session.PhaseEntered, session.PhasePayload{}},
	{"PlanProposed", session.PlanProposed, session.PlanPayload{}},
	{"StepStarted", session.StepStarted, session.StepPayload{}},
	{"StepFinished", session.StepFinished, session.StepPayload{}},
	{"StepFailed", session.StepFailed, session.StepPayload{}},
	{"DocumentsSearched", session.Searched, session.SearchedPayload{}},
	{"MemoryRecalled", session.Recalled, session.RecalledPayload{}},
	{"ModelEscalated", session.Escalated, session.EscalatedPayload{}},
	{"AnswerDrawn", session.AnswerDrawn, session.DrawnPayload{}},
	{"AnswerJudged", session.Judged, session.JudgedPayload{}},
	{"CellRecorded", session.CellRecorded, session.RecordedPayload{}},
	{"Diagnosed", session.Diagnosed, fault.Diagnostic{}},
	{"TurnEnded", session.TurnEnded, session.EndedPayload{}},
	{"NotebookChanged", session.NotebookChanged, session.ChangedPayload{}},
	{"SessionHidden", session.Hidden, none{}},
}

// vocabulary is what fields of other packages' types may say.
var vocabulary = map[string]map[string][]any{
	"StageEnteredPayload":    {"stage": {session.Waiting, session.Connecting, session.Thinking, session.Searching, session.Executing, session.Correcting, session.Narrating, session.Rendering}},
	"PhaseEnteredPayload":    {"phase": {session.Idle, session.Planning, session.AwaitingApproval, session.ExecutingPlan, session.PlanFailed}},
	"Diagnostic":             {"severity": {fault.Error, fault.Warning, fault.Info}},
	"DiagnosedPayload":       {"severity": {fault.Error, fault.Warning, fault.Info}},
	"NotebookChangedPayload": {"change": {session.Added, session.Replaced, session.Removed, session.Restored, session.Moved, session.Noted, session.Renamed}},
	"Audit":                  {"status": {store.StatusOpen, store.StatusSuccess, store.StatusFailed, store.StatusDeclined, store.StatusCanceled}},
}

// spellOut puts the words into the document.
func (a *api) spellOut() {
	for name, fields := range vocabulary {
		for field, list := range fields {
			a.registry.Map()[name].Properties[field].Enum = list
		}
	}
}

// schema is a reference to the description of a value's type.
func (a *api) schema(v any) *huma.Schema { return a.registry.Schema(reflect.TypeOf(v), true, "") }

// payload describes what an event carries; in a question's events, also of
// which turn.
func (a *api) payload(name string, v any) *huma.Schema {
	return a.extendSchema(name+"Payload", v, map[string]*huma.Schema{"turn?": text()})
}

// union adds a named choice between schemas.
func (a *api) union(name, description string, of []*huma.Schema) {
	a.registry.Map()[name] = &huma.Schema{Description: description, OneOf: of}
}

// object adds a named object; a property whose name ends in ? may be missing.
func (a *api) object(name string, properties map[string]*huma.Schema) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for key, p := range properties {
		if bare, optional := strings.CutSuffix(key, "?"); optional {
			s.Properties[bare] = p
		} else {
			s.Properties[key] = p
			s.Required = append(s.Required, key)
		}
	}
	slices.Sort(s.Required)
	a.registry.Map()[name] = s
	return a.ref(name)
}

func text() *huma.Schema { return &huma.Schema{Type: huma.TypeString} }

func only(value string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: []any{value}}
}

func integerSchema() *huma.Schema { return &huma.Schema{Type: huma.TypeInteger, Format: "int64"} }

// describePlainRoutes puts into the document what does not come from handlers'
// types: events, by kind, and the messages of the socket.
func (s *Server) describePlainRoutes() {
	a := s.api
	var events []*huma.Schema
	cell := a.schema(session.Cell{})
	for _, k := range eventKinds {
		events = append(events, a.object(k.name+"Event", map[string]*huma.Schema{
			"id": integerSchema(), "kind": only(string(k.kind)), "at": {Type: huma.TypeString, Format: "date-time"}, "turn?": text(),
			"payload": a.payload(k.name, k.payload), "cell?": cell,
		}))
	}
	a.union("Event", "What happened in a notebook, with the cell that it brought.", events)

	follow := a.object("FollowMessage", map[string]*huma.Schema{"type": only("follow"), "notebook": text(), "after?": integerSchema(), "ref?": {}})
	choose := a.object("ChooseMessage", map[string]*huma.Schema{"type": only("choose"), "notebook?": text(), "cell": text(), "reading": integerSchema(), "ref?": {}})
	cancel := a.object("CancelMessage", map[string]*huma.Schema{"type": only("cancel"), "turn": text(), "ref?": {}})
	ask := a.message("AskMessage", "ask", question{})
	run := a.message("RunSQLMessage", "run_sql", statement{})
	a.union("ClientMessage", "What a client says over the socket.", []*huma.Schema{follow, ask, run, choose, cancel})

	event := a.object("EventMessage", map[string]*huma.Schema{"type": only("event"), "notebook": text(), "event": a.ref("Event")})
	accepted := a.object("AcceptedMessage", map[string]*huma.Schema{"type": only("accepted"), "ref?": {}, "turn": a.schema(desk.Turn{})})
	failed := a.object("ErrorMessage", map[string]*huma.Schema{"type": only("error"), "ref?": {}, "error": a.schema(Problem{})})
	here := a.object("HereMessage", map[string]*huma.Schema{"type": only("here")})
	lagging := a.object("LaggingMessage", map[string]*huma.Schema{"type": only("lagging"), "notebook": text(), "after": integerSchema()})
	a.union("ServerMessage", "What the server says over the socket.", []*huma.Schema{event, here, lagging, accepted, failed})

	a.spellOut()

	plain := func(path, id, tag, summary, mediaType string, schema *huma.Schema) {
		s.api.DocumentOperation(&huma.Operation{Method: "GET", Path: path, OperationID: id, Tags: []string{tag}, Summary: summary, Responses: map[string]*huma.Response{
			"200": {Description: "OK", Content: map[string]*huma.MediaType{mediaType: {Schema: schema}}},
		}})
	}
	plain("/metrics", "metrics", "Plumb", "Figures for Prometheus", "text/plain", text())
	plain("/openapi.json", "openapi", "Plumb", "This document", "application/json", &huma.Schema{Type: huma.TypeObject})
	s.api.DocumentOperation(&huma.Operation{
		Method: "GET", Path: "/api/ws", OperationID: "socket", Tags: []string{"Questions"},
		Summary:     "The same both ways, over a WebSocket",
		Description: "Each message is one JSON value: clients send ClientMessage, the server sends ServerMessage.",
		Responses:   map[string]*huma.Response{"101": {Description: "The connection is a WebSocket now"}},
	})
}

// message describes a body that travels over the socket, with its type.
func (a *api) message(name, kind string, body any) *huma.Schema {
	return a.extendSchema(name, body, map[string]*huma.Schema{"type": only(kind), "ref?": {}})
}

// extendSchema adds a named object that has the fields of a type, and more.
func (a *api) extendSchema(name string, v any, more map[string]*huma.Schema) *huma.Schema {
	of := huma.SchemaFromType(a.registry, reflect.TypeOf(v))
	for key, p := range of.Properties {
		if !slices.Contains(of.Required, key) {
			key += "?"
		}
		more[key] = p
	}
	return a.object(name, more)
}
