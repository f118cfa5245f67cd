package server

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
)

// What only a server runs into.
const (
	unauthorized fault.Code = "UNAUTHORIZED"     // the token is missing or wrong
	forbidden    fault.Code = "FORBIDDEN"        // another site, or an unknown name of this server
	tooMany      fault.Code = "RATE_LIMITED"     // one client asks too much
	tooLarge     fault.Code = "TOO_LARGE"        // the body of a request
	badRequest   fault.Code = "BAD_REQUEST"      // a request that does not fit the route
	ending       fault.Code = "SHUTTING_DOWN"    // the server is about to end
	notAllowed   fault.Code = "NOT_ALLOWED"      // a method that the route does not have
	wrongType    fault.Code = "NOT_JSON"         // a body of another type
	tooSlow      fault.Code = "REQUEST_TOO_SLOW" // the body did not come in time
)

var statuses = map[fault.Code]int{
	unauthorized: http.StatusUnauthorized,
	forbidden:    http.StatusForbidden,
	tooMany:      http.StatusTooManyRequests,
	tooLarge:     http.StatusRequestEntityTooLarge,
	badRequest:   http.StatusBadRequest,
	ending:       http.StatusServiceUnavailable,
	notAllowed:   http.StatusMethodNotAllowed,
	wrongType:    http.StatusUnsupportedMediaType,
	tooSlow:      http.StatusRequestTimeout,

	fault.NotFound:    http.StatusNotFound,
	fault.Usage:       http.StatusBadRequest,
	fault.Config:      http.StatusConflict,
	fault.SchemaStale: http.StatusConflict,
	fault.Writable:    http.StatusConflict,
	fault.Canceled:    http.StatusConflict,
	fault.DocConflict: http.StatusConflict,
	fault.Connect:     http.StatusBadGateway,
	fault.Lost:        http.StatusBadGateway,
	fault.SQLTimeout:  http.StatusGatewayTimeout,
	desk.Busy:         http.StatusTooManyRequests,
	fault.Internal:    http.StatusInternalServerError,
	fault.Store:       http.StatusInternalServerError,
	fault.StoreFull:   http.StatusInsufficientStorage,
}

// statusOf is the HTTP status of a fault. What has a code of its own is about
// what was asked; what has none of ours is a mistake.
func statusOf(code fault.Code) int {
	if status, ok := statuses[code]; ok {
		return status
	}
	if strings.HasPrefix(string(code), "LLM_") {
		return http.StatusBadGateway
	}
	return http.StatusUnprocessableEntity
}

// Problem is what went wrong, and what to do next.
type Problem struct {
	Code      fault.Code `json:"code" doc:"The kind of failure."`
	Message   string     `json:"message" doc:"What happened, and why."`
	Hint      string     `json:"hint,omitempty" doc:"What to do next."`
	RequestID string     `json:"request_id,omitempty" doc:"The id of the request in the server's log."`
}

// Failure is the body of every answer that is not a success.
type Failure struct {
	status  int
	cause   error
	Problem Problem `json:"error"`
}

func (f *Failure) Error() string  { return f.Problem.Message }
func (f *Failure) GetStatus() int { return f.status }
func (f *Failure) Unwrap() error  { return f.cause }

// failure says an error to a client. What is a mistake in Plumb itself shows
// nothing of its inside: the log has it, under the request's id.
func failure(ctx context.Context, err error) *Failure {
	f := fault.Of(err)
	p := Problem{Code: f.Code, Message: f.Message, Hint: f.Hint, RequestID: requestOf(ctx).id}
	if f.Code == fault.Internal {
		p.Message, p.Hint = "something went wrong inside Plumb", "the log of plumb start says more, under this request's id"
	}
	requestOf(ctx).setFault(f)
	return &Failure{status: statusOf(f.Code), cause: err, Problem: p}
}

// problemOf is a fault beside something that is there all the same.
func problemOf(f *fault.Fault) *Problem {
	if f == nil {
		return nil
	}
	return &Problem{Code: f.Code, Message: f.Message, Hint: f.Hint}
}

// refuse answers with a failure where no route has begun to answer: as JSON, to
// a person who expects the page.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := failure(r.Context(), err)
	w.Header().Set("Cache-Control", "no-store") // whatever the route has set already
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		say(w, f)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_ = encodeJSON(w, f)
}

// encodeJSON writes without escapes for HTML: what is served is never a page.
func encodeJSON(w interface{ Write([]byte) (int, error) }, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
