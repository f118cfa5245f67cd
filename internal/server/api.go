package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/plumbdata/plumb/internal/fault"
)

const refPrefix = "#/components/schemas/"

// api registers routes so that each describes itself.
type api struct {
	huma.API
	registry huma.Registry
	once     sync.Once
	text     []byte
	err      error
}

func newAPI(mux *http.ServeMux, version string) *api {
	registry := huma.NewMapRegistry(refPrefix, schemaName)
	format := huma.Format{
		Marshal:   func(w io.Writer, v any) error { return encodeJSON(w, v) },
		Unmarshal: json.Unmarshal,
	}
	config := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Plumb", Version: version,
				Description: "Ask questions of your data, and follow what happens. Errors are always a Failure.",
			},
			Components: &huma.Components{
				Schemas: registry,
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"token": {Type: "http", Scheme: "bearer", Description: "Needed where plumb start says so."},
				},
			},
			Security: []map[string][]string{{}, {"token": {}}},
			Servers:  []*huma.Server{{URL: "/", Description: "The Plumb that serves this document"}},
			Tags:     tags,
		},
		Formats:       map[string]huma.Format{"application/json": format, "json": format},
		DefaultFormat: "application/json",
		Transformers:  []huma.Transformer{asFailure},
	}
	a := &api{registry: registry}
	a.API = humago.New(mux, config)
	registry.Schema(reflect.TypeFor[Failure](), true, "")
	return a
}

// tags say what the groups of routes are about.
var tags = []*huma.Tag{
	{Name: "Questions", Description: "Asking, and following what happens. A turn belongs to its notebook and outlives the request that began it."},
	{Name: "Notebooks", Description: "Lists of cells, each in a file of its own."},
	{Name: "Cells", Description: "Answers and notes in a notebook."},
	{Name: "Current notebook", Description: "The notebook that was changed last, for programs that know of one only."},
	{Name: "Sources", Description: "Databases and files. Requests name connections, never addresses; nothing is ever written to them."},
	{Name: "Plans", Description: "Saved plans, and the tables that the steps of plans have made."},
	{Name: "Knowledge", Description: "What is known beside the data: the terms of the business, what corrections have taught, and what is remembered of you."},
	{Name: "Documents", Description: "What can be looked up: where documents come from, and their passages. Their texts are data, never instructions or HTML."},
	{Name: "Records", Description: "What happened: conversations, and the audit of every question with all its attempts."},
	{Name: "Plumb", Description: "How this Plumb stands."},
}

// schemaName names a type in the document. Two packages have attempts, tokens
// and timings: those of the audit say so.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := huma.DefaultSchemaNamer(t, hint)
	switch {
	case strings.HasSuffix(t.PkgPath(), "/brain"):
		return "Vocabulary" + name
	case strings.HasSuffix(t.PkgPath(), "/statistics"):
		return "Statistics" + name
	case !strings.HasSuffix(t.PkgPath(), "/store"):
		return name
	case name == "Session":
		return "SessionEntry"
	case name != "Audit":
		return "Audit" + name
	}
	return name
}

// DocumentOperation adds an operation to the document, with our own errors.
func (a *api) DocumentOperation(op *huma.Operation) {
	op.Responses["default"] = &huma.Response{
		Description: "What went wrong, and what to do next",
		Content:     map[string]*huma.MediaType{"application/json": {Schema: a.ref("Failure")}},
	}
	a.OpenAPI().AddOperation(op)
}

func (a *api) ref(name string) *huma.Schema { return &huma.Schema{Ref: refPrefix + name} }

// asFailure turns what the router itself finds wrong into a Failure.
func asFailure(ctx huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	ctx.SetHeader("Content-Type", "application/json")
	code := badRequest
	switch m.Status {
	case http.StatusUnsupportedMediaType:
		code = wrongType
	case http.StatusInternalServerError:
		code = fault.Internal
	}
	f := fault.New(code, "%s", m.Detail)
	for _, e := range m.Errors[:min(len(m.Errors), 3)] {
		f.Message += fmt.Sprintf("; %s: %s", strings.TrimPrefix(e.Location, "body."), e.Message)
	}
	answer := failure(ctx.Context(), f.WithHint("/docs describes this route"))
	answer.status = m.Status
	return answer, nil
}

// finish drops from the document what is not said that way here: lists are
// never null, and errors have one shape.
func (a *api) finish() {
	schemas := a.registry.Map()
	delete(schemas, "ErrorModel")
	delete(schemas, "ErrorDetail")
	for _, s := range schemas {
		a.settle(s)
	}
}

func (a *api) settle(s *huma.Schema) {
	if s == nil {
		return
	}
	if s.Type == huma.TypeArray {
		s.Nullable = false
	}
	a.settle(s.Items)
	for _, p := range s.Properties {
		a.settle(p)
	}
	for _, one := range slices.Concat(s.OneOf, s.AnyOf) {
		a.settle(one)
	}
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		a.settle(values)
	}
}

// document is the description as JSON, written once.
func (a *api) document() ([]byte, error) {
	a.once.Do(func() {
		var raw []byte
		if raw, a.err = json.Marshal(a.OpenAPI()); a.err != nil {
			return
		}
		var b bytes.Buffer
		if a.err = json.Indent(&b, raw, "", "  "); a.err == nil {
			b.WriteByte('\n')
			a.text = b.Bytes()
		}
	})
	return a.text, a.err
}

// route is how an operation is described.
type route struct {
	at      string // method and path
	id      string
	tag     string
	summary string
	about   string // what a summary cannot say; may be empty
	bytes   int    // that its body may have; 0 is maxBody
	status  int    // 0: 200, or 204 without a body
	// answers describes those that are not JSON of the handler's type.
	answers map[string]*huma.Response
}

// handle registers an operation. Every error is returned as a Failure.
func handle[I, O any](a *api, r route, f func(context.Context, *I) (*O, error)) {
	method, path, _ := strings.Cut(r.at, " ")
	op := huma.Operation{
		OperationID: r.id, Method: method, Path: path, Tags: []string{r.tag}, Summary: r.summary, Description: r.about,
		DefaultStatus: r.status, Responses: r.answers,
		MaxBodyBytes:    int64(cmp.Or(r.bytes, maxBody)) + 1, // the body is in memory already, and at most that
		BodyReadTimeout: -1,
	}
	huma.Register(a, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := f(ctx, in)
		if err != nil {
			return nil, failure(ctx, err)
		}
		return out, nil
	})
}

// reply is an answer with a body.
type reply[T any] struct{ Body T }

func answer[T any](v T, err error) (*reply[T], error) {
	if err != nil {
		return nil, err
	}
	return &reply[T]{v}, nil
}

// made is an answer with something new, and where it is.
type made[T any] struct {
	Location string `header:"Location" doc:"Where it is."`
	Body     T
}

// isMade is the answer of a route that made something.
func isMade[T any](r *reply[T], err error, at func(T) string) (*made[T], error) {
	if err != nil {
		return nil, err
	}
	return &made[T]{at(r.Body), r.Body}, nil
}

// place is the path of something that people may have named.
func place(parts ...string) string {
	path := "/api"
	for _, p := range parts {
		path += "/" + url.PathEscape(p)
	}
	return path
}

// none is the input of a route that takes nothing, and the output of one that
// returns nothing.
type none struct{}

func replyNothing(err error) (*none, error) {
	if err != nil {
		return nil, err
	}
	return &none{}, nil
}

// list is never null in JSON.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
