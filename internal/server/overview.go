package server

import (
	"context"
	"encoding/json"

	"github.com/plumbdata/plumb/internal/desk"
)

type health struct {
	OK      bool   `json:"ok"`
	Version string `json:"version"`
	Ready   bool   `json:"ready" doc:"Everything is loaded; questions are answered without delay."`
}

type configView struct {
	Version       string      `json:"version"`
	Source        string      `json:"source" doc:"The active connection, or empty."`
	FirstRun      bool        `json:"first_run" doc:"No data is connected yet."`
	Brain         desk.Brain  `json:"brain"`
	Limits        desk.Limits `json:"limits" doc:"The limits of every statement."`
	Usage         desk.Usage  `json:"usage" doc:"Usage of models this month."`
	TokenRequired bool        `json:"token_required"`
	Folders       bool        `json:"folders" doc:"Whether folders of this machine can be listed."`
}

type evaluations struct {
	Runs []Evaluation `json:"runs"`
}

func (s *Server) overviewRoutes() {
	handle(s.api, route{at: "GET /api/health", id: "health", tag: "Plumb", summary: "Is it there?"}, s.health)
	handle(s.api, route{at: "GET /api/config", id: "config", tag: "Plumb", summary: "How Plumb stands: what is asked, who answers"}, s.config)
	handle(s.api, route{at: "GET /api/models", id: "models", tag: "Plumb", summary: "Which language models can be used"}, s.models)
	handle(s.api, route{at: "GET /api/evals", id: "evals", tag: "Plumb", summary: "Runs that measured Plumb"}, s.evaluations)
}

func (s *Server) health(context.Context, *none) (*reply[health], error) {
	return answer(health{OK: true, Version: s.options.Version, Ready: s.options.Ready == nil || s.options.Ready()}, nil)
}

func (s *Server) config(ctx context.Context, _ *none) (*reply[configView], error) {
	o, err := s.status.Overview(ctx)
	return answer(configView{
		Version: o.Version, Source: o.Source, FirstRun: o.FirstRun, Brain: o.Brain, Limits: o.Limits, Usage: o.Usage, TokenRequired: s.options.Token != "", Folders: s.options.Folders,
	}, err)
}

func (s *Server) models(ctx context.Context, _ *none) (*reply[json.RawMessage], error) {
	if s.options.Models == nil {
		return nil, notFound("this server cannot list models").WithHint("plumb models lists them")
	}
	return answer(s.options.Models(ctx))
}

func (s *Server) evaluations(ctx context.Context, _ *none) (*reply[evaluations], error) {
	if s.options.Evaluations == nil {
		return answer(evaluations{Runs: []Evaluation{}}, nil)
	}
	runs, err := s.options.Evaluations(ctx)
	return answer(evaluations{Runs: list(runs)}, err)
}
