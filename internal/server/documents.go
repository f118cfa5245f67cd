package server

import (
	"context"
	"net/http"

	"github.com/plumbdata/plumb/internal/desk"
)

// maxUpload bounds a file that is dropped on a page.
const maxUpload = 32 << 20

// uploads is the one route whose body is a file and not JSON.
const uploads = "/api/uploads"

type documentList struct {
	Documents []desk.Document `json:"documents"`
	Next      string          `json:"next,omitempty" doc:"Where the next page begins, as after; left out at the end."`
}

type foundPassages struct {
	Passages []desk.FoundPassage `json:"passages" doc:"The best first."`
}

type documentsRef struct {
	Source string `path:"source" doc:"The name of the documents."`
}

const keeping = "The body is the file, as application/octet-stream: its name tells its type, its content is checked. At most 32 MB. " +
	"Answers when the file is kept; the source's work tells what becomes of it."

func (s *Server) documentRoutes() {
	const tag = "Documents"
	handle(s.api, route{at: "GET /api/documents", id: "listDocumentSources", tag: tag, summary: "Where documents come from, and how their refreshes stand"}, s.listDocumentSources)
	handle(s.api, route{at: "POST /api/documents", id: "addDocuments", tag: tag, summary: "Add a place of documents, and begin to read it", status: http.StatusAccepted}, s.addDocuments)
	handle(s.api, route{at: "POST " + uploads, id: "uploadDocument", tag: tag, summary: "Keep a file as a document, and begin to read it", about: keeping, status: http.StatusAccepted, bytes: maxUpload}, s.uploadDocument)
	handle(s.api, route{at: "DELETE /api/documents/{source}", id: "removeDocuments", tag: tag, summary: "Remove documents; nothing is removed at their place"}, s.removeDocuments)
	handle(s.api, route{at: "POST /api/documents/{source}/refresh", id: "refreshDocuments", tag: tag, summary: "Read what has changed", status: http.StatusAccepted}, s.refreshDocuments)
	handle(s.api, route{at: "POST /api/documents/{source}/stop", id: "stopDocuments", tag: tag, summary: "Stop a refresh; what was read stays", status: http.StatusAccepted}, s.stopDocuments)
	handle(s.api, route{at: "GET /api/documents/{source}/contents", id: "listDocuments", tag: tag, summary: "The documents of a source, with what could not be read"}, s.listDocuments)
	handle(s.api, route{at: "DELETE /api/documents/{source}/contents/{document}", id: "removeDocument", tag: tag, summary: "Remove a file that was uploaded"}, s.removeDocument)
	handle(s.api, route{at: "GET /api/passages", id: "findPassages", tag: tag, summary: "Find passages by words and by meaning"}, s.findPassages)
	handle(s.api, route{at: "GET /api/passages/{passage}", id: "openPassage", tag: tag, summary: "A passage with what stands around it, as a citation opens it"}, s.openPassage)
}

func (s *Server) listDocumentSources(ctx context.Context, _ *none) (*reply[desk.Documents], error) {
	return answer(s.documents.Documents(ctx))
}

func (s *Server) addDocuments(ctx context.Context, in *struct{ Body desk.NewDocuments }) (*reply[desk.DocumentSource], error) {
	return answer(s.documents.AddDocuments(ctx, in.Body))
}

func (s *Server) uploadDocument(ctx context.Context, in *struct {
	Name    string `query:"name" required:"true" minLength:"1" maxLength:"200" doc:"The name of the file; its ending tells the type." example:"handbook.pdf"`
	RawBody []byte `contentType:"application/octet-stream"`
}) (*reply[desk.DocumentSource], error) {
	return answer(s.documents.KeepDocument(ctx, in.Name, in.RawBody))
}

func (s *Server) removeDocuments(ctx context.Context, in *documentsRef) (*none, error) {
	return replyNothing(s.documents.RemoveDocuments(ctx, in.Source))
}

func (s *Server) refreshDocuments(ctx context.Context, in *documentsRef) (*reply[desk.DocumentSource], error) {
	return answer(s.documents.RefreshDocuments(ctx, in.Source))
}

func (s *Server) stopDocuments(ctx context.Context, in *documentsRef) (*reply[desk.DocumentSource], error) {
	return answer(s.documents.StopDocuments(ctx, in.Source))
}

func (s *Server) listDocuments(ctx context.Context, in *struct {
	Source string `path:"source" doc:"The name of the documents."`
	After  string `query:"after" doc:"The id of the last one already read."`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"How many at most."`
}) (*reply[documentList], error) {
	found, err := s.documents.ListDocuments(ctx, in.Source, in.After, in.Limit)
	v := documentList{Documents: list(found)}
	if len(found) == in.Limit {
		v.Next = found[len(found)-1].ID
	}
	return answer(v, err)
}

func (s *Server) removeDocument(ctx context.Context, in *struct {
	Source   string `path:"source" doc:"The name of the documents."`
	Document string `path:"document" doc:"The id of the document."`
}) (*none, error) {
	return replyNothing(s.documents.RemoveDocument(ctx, in.Source, in.Document))
}

func (s *Server) findPassages(ctx context.Context, in *struct {
	Query  string `query:"q" required:"true" minLength:"1" maxLength:"4000" doc:"What they are to say something about."`
	Source string `query:"source" doc:"Of these documents only."`
	Limit  int    `query:"limit" minimum:"1" maximum:"50" default:"10" doc:"How many at most."`
}) (*reply[foundPassages], error) {
	found, err := s.documents.FindPassages(ctx, in.Query, in.Source, in.Limit)
	return answer(foundPassages{Passages: list(found)}, err)
}

func (s *Server) openPassage(ctx context.Context, in *struct {
	Passage string `path:"passage" doc:"The passage's id, as a citation gives it."`
	Around  int    `query:"around" minimum:"0" maximum:"50" default:"3" doc:"How many blocks before and behind it."`
}) (*reply[desk.Passage], error) {
	return answer(s.documents.OpenPassage(ctx, in.Passage, in.Around))
}
