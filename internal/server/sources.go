package server

import (
	"context"
	"net/http"

	"github.com/plumbdata/plumb/internal/desk"
)

type sourceList struct {
	Sources []source          `json:"sources"`
	Kinds   []desk.SourceKind `json:"kinds" doc:"The kinds of sources, with their form fields."`
}

type suggestions struct {
	Questions []string `json:"questions"`
}

type sourceName struct {
	Name string `path:"name" doc:"The connection's name."`
}

func (s *Server) sourceRoutes() {
	handle(s.api, route{at: "GET /api/sources", id: "listSources", tag: "Sources", summary: "Connected databases and files"}, s.listSources)
	handle(s.api, route{at: "POST /api/sources/test", id: "testSource", tag: "Sources", summary: "Connect, check that nothing can be written, and read the schema"}, s.testSource)
	handle(s.api, route{at: "POST /api/sources", id: "addSource", tag: "Sources", summary: "Keep a connection, and ask it from now on", status: http.StatusCreated}, s.addSource)
	handle(s.api, route{at: "POST /api/sources/{name}/use", id: "useSource", tag: "Sources", summary: "Ask this connection from now on"}, s.useSource)
	handle(s.api, route{at: "DELETE /api/sources/{name}", id: "removeSource", tag: "Sources", summary: "Forget a connection"}, s.removeSource)
	handle(s.api, route{at: "GET /api/files", id: "files", tag: "Sources", summary: "Folders, and files that can be connected",
		about: "Names, kinds and sizes; no file is opened. Where others can reach Plumb, this is 404."}, s.files)
	handle(s.api, route{at: "GET /api/schema", id: "schema", tag: "Sources", summary: "Tables, columns, what they are for, and how they hang together"}, s.schema)
	handle(s.api, route{at: "GET /api/suggestions", id: "suggestions", tag: "Sources", summary: "Questions that can be answered"}, s.suggestions)
}

func (s *Server) listSources(ctx context.Context, _ *none) (*reply[sourceList], error) {
	found, err := s.sources.ListSources(ctx)
	if err != nil {
		return nil, err
	}
	v := sourceList{Sources: make([]source, len(found)), Kinds: list(s.sources.SourceKinds())}
	for i, f := range found {
		v.Sources[i] = sourceOf(f)
	}
	for i := range v.Kinds {
		v.Kinds[i].Properties = list(v.Kinds[i].Properties)
	}
	return answer(v, nil)
}

func (s *Server) testSource(ctx context.Context, in *struct{ Body desk.NewSource }) (*reply[desk.SourceTest], error) {
	t, err := s.sources.TestSource(ctx, in.Body)
	t.Steps, t.Variables, t.Notes, t.Choices = list(t.Steps), list(t.Variables), list(t.Notes), list(t.Choices)
	return answer(t, err)
}

func (s *Server) addSource(ctx context.Context, in *struct{ Body desk.NewSource }) (*reply[source], error) {
	added, err := s.sources.AddSource(ctx, in.Body)
	return answer(sourceOf(added), err)
}

func (s *Server) useSource(ctx context.Context, in *sourceName) (*none, error) {
	return replyNothing(s.sources.UseSource(ctx, in.Name))
}

func (s *Server) removeSource(ctx context.Context, in *sourceName) (*none, error) {
	return replyNothing(s.sources.RemoveSource(ctx, in.Name))
}

func (s *Server) files(ctx context.Context, in *struct {
	Folder string `query:"folder" maxLength:"4096" doc:"Its path; the folder that Plumb was started in when left out. For a file, its folder is listed."`
}) (*reply[desk.Folder], error) {
	if !s.options.Folders {
		return nil, notFound("folders are not listed where others can reach Plumb").WithHint("write the path of the file or folder")
	}
	f, err := s.catalog.Folder(ctx, in.Folder)
	f.Entries = list(f.Entries)
	return answer(f, err)
}

func (s *Server) schema(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one when left out."`
	Fresh  bool   `query:"fresh" doc:"Read the database again."`
}) (*reply[schemaView], error) {
	found, err := s.catalog.Schema(ctx, in.Source, in.Fresh)
	if err != nil {
		return nil, err
	}
	name := in.Source
	if name == "" {
		o, err := s.status.Overview(ctx)
		if err != nil {
			return nil, err
		}
		name = o.Source
	}
	return answer(schemaOf(name, found), nil)
}

func (s *Server) suggestions(ctx context.Context, in *struct {
	Source string `query:"source" doc:"The connection; the active one when left out."`
}) (*reply[suggestions], error) {
	questions, err := s.catalog.Suggestions(ctx, in.Source)
	return answer(suggestions{Questions: list(questions)}, err)
}
