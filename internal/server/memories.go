package server

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/statistics"
)

type memoryList struct {
	Memories []desk.Remembered `json:"memories" doc:"The newest first; of a search the nearest."`
}

type memoryJudgement struct {
	Judgement string `json:"judgement" enum:"right,wrong"`
}

type forgotten struct {
	Memories int `json:"memories" doc:"How many there were, history included."`
}

type memoryRef struct {
	Memory string `path:"memory" doc:"The memory's id."`
}

func (s *Server) memoryRoutes() {
	handle(s.api, route{at: "GET /api/memories", id: "listMemories", tag: "Knowledge", summary: "What is remembered of you"}, s.listMemories)
	handle(s.api, route{at: "DELETE /api/memories", id: "forgetAll", tag: "Knowledge", summary: "Delete all that is remembered of you"}, s.forgetAll)
	handle(s.api, route{at: "GET /api/memories/export", id: "exportMemories", tag: "Knowledge", summary: "All memories as JSON, one on each line", answers: file("application/jsonl")}, s.exportMemories)
	handle(s.api, route{at: "POST /api/memories/{memory}/judge", id: "judgeMemory", tag: "Knowledge", summary: "Say that a memory is right or wrong; a wrong one counts no longer"}, s.judgeMemory)
	handle(s.api, route{at: "DELETE /api/memories/{memory}", id: "forgetMemory", tag: "Knowledge", summary: "Forget a memory, with what it took the place of"}, s.forgetMemory)
	handle(s.api, route{at: "GET /api/stats", id: "statistics", tag: "Plumb", summary: "How well questions were answered: verdicts, retries, memories, times, costs"}, s.readStatistics)
}

func (s *Server) listMemories(ctx context.Context, in *struct {
	Types   []string `query:"type" enum:"preference,fact,pattern,error_resolution,conversation" doc:"Only of these types, separated by commas."`
	History bool     `query:"history" doc:"Those that count no longer, too."`
	Search  string   `query:"search" maxLength:"1000" doc:"What they are to be about."`
	Offset  int      `query:"offset" minimum:"0" maximum:"100000" doc:"How many to pass over."`
	Limit   int      `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many at most."`
}) (*reply[memoryList], error) {
	found, err := s.memories.Memories(ctx, desk.MemoryFilter{Types: in.Types, History: in.History, Search: in.Search, Offset: in.Offset, Limit: in.Limit})
	return answer(memoryList{Memories: list(found)}, err)
}

func (s *Server) judgeMemory(ctx context.Context, in *struct {
	Memory string `path:"memory" doc:"The memory's id."`
	Body   memoryJudgement
}) (*reply[desk.Remembered], error) {
	return answer(s.memories.JudgeMemory(ctx, in.Memory, in.Body.Judgement))
}

func (s *Server) forgetMemory(ctx context.Context, in *memoryRef) (*none, error) {
	return replyNothing(s.memories.ForgetMemory(ctx, in.Memory))
}

func (s *Server) forgetAll(ctx context.Context, _ *struct {
	Confirm string `query:"confirm" required:"true" enum:"all" doc:"all, because it cannot be undone."`
}) (*reply[forgotten], error) {
	n, err := s.memories.ForgetAll(ctx)
	return answer(forgotten{n}, err)
}

func (s *Server) exportMemories(_ context.Context, _ *none) (*huma.StreamResponse, error) {
	return download("memories.jsonl", "application/jsonl", func(ctx context.Context, w io.Writer) error {
		return s.memories.ExportMemories(ctx, w)
	}), nil
}

func (s *Server) readStatistics(ctx context.Context, in *struct {
	Days int `query:"days" minimum:"0" maximum:"3650" doc:"Of how many days, back from now; 0 is all that is recorded."`
}) (*reply[statistics.Report], error) {
	r, err := s.memories.Statistics(ctx, in.Days)
	if err != nil {
		return nil, err
	}
	return answer(*r, nil)
}
