package server

import (
	"context"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/learning"
)

type termList struct {
	Terms []glossary.Term `json:"terms" doc:"By name."`
}

// newTerm is what a person says of a term.
type newTerm struct {
	Name       string   `json:"name" minLength:"1" maxLength:"80" example:"net revenue"`
	Definition string   `json:"definition,omitempty" maxLength:"2000" doc:"For people."`
	Formula    string   `json:"formula,omitempty" maxLength:"2000" doc:"How it is computed, in the words of definitions."`
	Synonyms   []string `json:"synonyms,omitempty" maxItems:"20"`
	Owner      string   `json:"owner,omitempty" maxLength:"80"`
	Columns    []string `json:"columns,omitempty" maxItems:"40" doc:"The tables and columns that it stands for."`
}

type termDecision struct {
	Status string `json:"status" enum:"approved,rejected"`
	Reason string `json:"reason,omitempty" maxLength:"2000"`
}

type ruleChange struct {
	On   bool   `json:"on" doc:"Whether answers follow it."`
	Text string `json:"text,omitempty" maxLength:"2000" doc:"Other words for what it says."`
}

// termRef names a term of a source.
type termRef struct {
	Source string `query:"source" doc:"The connection; the active one if it is left out."`
	Term   string `path:"term" doc:"The term's name."`
}

func (s *Server) glossaryRoutes() {
	handle(s.api, route{at: "GET /api/glossary", id: "listTerms", tag: "Knowledge", summary: "The terms of a source's glossary"}, s.listTerms)
	handle(s.api, route{at: "POST /api/glossary", id: "saveTerm", tag: "Knowledge", summary: "Add or change a term, which approves it"}, s.saveTerm)
	handle(s.api, route{at: "POST /api/glossary/find", id: "findTerms", tag: "Knowledge", summary: "Find terms in schema, documents and semantic layers, and propose them"}, s.findTerms)
	handle(s.api, route{at: "POST /api/glossary/{term}/decide", id: "decideTerm", tag: "Knowledge", summary: "Approve or reject a term"}, s.decideTerm)
	handle(s.api, route{at: "DELETE /api/glossary/{term}", id: "removeTerm", tag: "Knowledge", summary: "Remove a term with its history"}, s.removeTerm)
	handle(s.api, route{at: "GET /api/taught", id: "listTaught", tag: "Knowledge", summary: "What corrections have taught: rules, corrections, verified questions"}, s.listTaught)
	handle(s.api, route{at: "PATCH /api/taught/rules/{id}", id: "changeRule", tag: "Knowledge", summary: "Switch a rule on or off, or change its words"}, s.changeRule)
	handle(s.api, route{at: "DELETE /api/taught/{id}", id: "unlearn", tag: "Knowledge", summary: "Remove a rule, a correction or a verified question"}, s.unlearn)
	handle(s.api, route{at: "POST /api/notebooks/{id}/cells/{cell}/verify", id: "verifyAnswer", tag: "Knowledge", summary: "Keep the statement of an answer as the one for its question"}, s.verifyAnswer)
}

func (s *Server) listTerms(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one if it is left out."`
}) (*reply[termList], error) {
	found, err := s.terms.Terms(ctx, in.Source)
	return answer(termList{Terms: list(found)}, err)
}

func (s *Server) saveTerm(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one if it is left out."`
	Body   newTerm
}) (*reply[glossary.Term], error) {
	b := in.Body
	saved, err := s.terms.SaveTerm(ctx, in.Source, glossary.Term{Name: b.Name, Definition: b.Definition, Formula: b.Formula, Synonyms: b.Synonyms, Owner: b.Owner, Columns: b.Columns})
	return answer(saved, err)
}

func (s *Server) findTerms(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one if it is left out."`
}) (*reply[termList], error) {
	found, err := s.terms.FindTerms(ctx, in.Source)
	return answer(termList{Terms: list(found)}, err)
}

func (s *Server) decideTerm(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one if it is left out."`
	Term   string `path:"term" doc:"The term's name, or its id as answers name it."`
	Body   termDecision
}) (*reply[glossary.Term], error) {
	decided, err := s.terms.DecideTerm(ctx, in.Source, in.Term, glossary.Status(in.Body.Status), in.Body.Reason)
	return answer(decided, err)
}

func (s *Server) removeTerm(ctx context.Context, in *termRef) (*none, error) {
	return replyNothing(s.terms.RemoveTerm(ctx, in.Source, in.Term))
}

func (s *Server) listTaught(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one if it is left out."`
}) (*reply[desk.Taught], error) {
	found, err := s.lessons.Taught(ctx, in.Source)
	found.Rules, found.Corrections, found.Verified = list(found.Rules), list(found.Corrections), list(found.Verified)
	return answer(found, err)
}

func (s *Server) changeRule(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one if it is left out."`
	ID     string `path:"id" doc:"The rule's id."`
	Body   ruleChange
}) (*reply[learning.Rule], error) {
	changed, err := s.lessons.ChangeRule(ctx, in.Source, in.ID, in.Body.On, in.Body.Text)
	return answer(changed, err)
}

func (s *Server) unlearn(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one if it is left out."`
	ID     string `path:"id" doc:"The id of the rule, the correction or the question."`
}) (*none, error) {
	return replyNothing(s.lessons.Unlearn(ctx, in.Source, in.ID))
}

func (s *Server) verifyAnswer(ctx context.Context, in *cellRef) (*reply[learning.Pair], error) {
	kept, err := s.lessons.VerifyAnswer(ctx, in.ID, in.Cell)
	return answer(kept, err)
}
