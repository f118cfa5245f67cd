package modeltest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

var faultChecks = []check{
	{"errors of the provider", (*suite).failures},
	{"errors that are not the provider's own", (*suite).foreign},
	{"wrong key", (*suite).wrongKey},
	{"unknown model", (*suite).unknownModel},
	{"retry after", (*suite).retryAfter},
	{"redirect to another host", (*suite).redirect},
	{"nobody listens", (*suite).unreachable},
}

var streamChecks = []check{
	{"cut stream", (*suite).cut},
	{"stream that ends early", (*suite).early},
	{"cut in a tool call", (*suite).cutCall},
	{"empty stream", (*suite).empty},
	{"malformed event", (*suite).badEvent},
	{"oversized event", (*suite).oversized},
	{"error in the stream", (*suite).errorIn},
	{"slow stream", (*suite).slow},
	{"hung stream, cancelled", (*suite).hung},
	{"hung stream, past its deadline", (*suite).deadline},
	{"hung before the first byte", (*suite).hungFirst},
	{"consumer breaks off", (*suite).breaksOff},
	{"cancelled before", (*suite).cancelledBefore},
}

// codes that an error of the provider may become.
var failureCodes = map[FailureKind][]fault.Code{
	MissingKey:   {model.Auth},
	Forbidden:    {model.Auth, model.UnknownModel}, // OpenAI says both in one
	RateLimit:    {model.RateLimit},
	Quota:        {model.RateLimit, model.Auth, model.BadRequest}, // a bill unpaid has no code of its own
	Overloaded:   {model.Overloaded},
	ServerError:  {model.Overloaded},
	GatewayTime:  {model.Timeout, model.Overloaded},
	ContextSize:  {model.ContextSize},
	TooLarge:     {model.ContextSize, model.BadRequest},
	BadRequest:   {model.BadRequest},
	Withheld:     {model.Refusal, model.BadRequest},
	WrongKey:     {model.Auth},
	UnknownModel: {model.UnknownModel},
}

// failed collects a stream that must fail with one of the codes, and whose
// words must hold neither the key nor what the person asked.
func (s *suite) failed(server *Server, m model.Model, r model.Request, codes ...fault.Code) error {
	s.Helper()
	c := collect(s.Context(), m, r)
	s.isFault(server, c.err, codes...)
	if c.err != nil && c.stop != "" {
		s.Errorf("an error came, and the stop reason %s too", c.stop)
	}
	return c.err
}

func (s *suite) isFault(server *Server, err error, codes ...fault.Code) {
	s.Helper()
	if err == nil {
		s.Errorf("it did not fail, want one of %v", codes)
		return
	}
	f := fault.Of(err)
	if !slices.Contains(codes, f.Code) {
		s.Errorf("the code is %s, want one of %v: %v", f.Code, codes, err)
	}
	words := err.Error() + "\n" + f.Message + "\n" + f.Hint
	if strings.Contains(words, "zebras") || strings.Contains(words, "Szymanski") {
		s.Errorf("the error repeats what was asked: %s", words)
	}
	if last := server.Last(); last != nil && last.Key != "" {
		for _, secret := range []string{last.Key, starred(last.Key)} {
			if secret != "***" && strings.Contains(words, secret) {
				s.Error("the error holds the key")
			}
		}
	}
	if f.Hint == "" && f.Code != fault.Canceled {
		s.Errorf("the error does not say what to do next: %v", err)
	}
}

func (s *suite) failures() {
	for _, kind := range strings.Fields(failureKinds) {
		codes := failureCodes[FailureKind(kind)]
		if codes == nil {
			continue
		}
		step := Failing(FailureKind(kind))
		if step.Fail.Kind == BadRequest {
			step.Fail.Message = "the message \"" + question + "\" is not good"
		}
		server, m := s.serve(step)
		s.failed(server, m, ask(), codes...)
	}
}

// foreign are answers of proxies and gateways, which know no provider's format.
func (s *suite) foreign() {
	html := "<html><body><h1>Oops: " + question + "</h1></body></html>"
	for _, c := range []struct {
		status int
		body   string
		codes  []fault.Code
	}{
		{401, html, []fault.Code{model.Auth}},
		{403, html, []fault.Code{model.Auth}},
		{429, "", []fault.Code{model.RateLimit}},
		{400, html, []fault.Code{model.BadRequest}},
		{500, html, []fault.Code{model.Overloaded}},
		{502, html, []fault.Code{model.Overloaded}},
		{503, "", []fault.Code{model.Overloaded}},
		{200, html, []fault.Code{model.Malformed, model.CutStream}},
		{200, "", []fault.Code{model.Malformed, model.CutStream}},
	} {
		server, m := s.serve(Step{Fail: Failure{Status: c.status, Body: c.body, Header: http.Header{"Content-Type": {"text/html"}}}})
		s.failed(server, m, ask(), c.codes...)
	}
}

func (s *suite) wrongKey() {
	if s.has(Keyless) {
		s.Skip("the provider asks for no key")
	}
	o := s.options()
	o.Key = "the-only-right-key"
	server, m := s.serveWith(o)
	s.failed(server, m, ask(), model.Auth)
}

func (s *suite) unknownModel() {
	o := s.options()
	o.Models = []string{"another-model"}
	server, m := s.serveWith(o)
	err := s.failed(server, m, ask(), model.UnknownModel)
	if err != nil && !strings.Contains(err.Error(), m.Info().ID) {
		s.Errorf("the error does not name the model: %v", err)
	}
}

func (s *suite) retryAfter() {
	for _, kind := range []FailureKind{RateLimit, Overloaded} {
		step := Failing(kind)
		step.Fail.RetryAfter = 7 * time.Second
		server, m := s.serve(step)
		err := s.failed(server, m, ask(), failureCodes[kind]...)
		expect(s, "wait", model.RetryAfter(err), 7*time.Second)
		expect(s, "number of requests", len(server.Requests()), 1)
	}
}

// redirect sends the adapter somewhere else: neither the key nor the question
// may go there.
func (s *suite) redirect() {
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		elsewhere.Add(1)
		w.WriteHeader(http.StatusTeapot)
	}))
	defer other.Close()
	server, m := s.serve(Step{Fail: Failure{Status: http.StatusTemporaryRedirect, Header: http.Header{"Location": {other.URL}}}})
	s.failed(server, m, ask(), model.Network, model.BadRequest, model.Malformed, model.CutStream, model.UnknownModel)
	expect(s, "number of requests elsewhere", elsewhere.Load(), 0)
}

func (s *suite) unreachable() {
	server := Start(s.format, s.options())
	server.Close()
	s.failed(server, s.newModel(server.URL), ask(), model.Network)
}

// mishap serves an answer with something wrong after its first words.
func (s *suite) mishap(kind MishapKind) (*Server, model.Model) {
	s.Helper()
	return s.mishapAt(Mishap{Kind: kind, Said: true})
}

func (s *suite) mishapAt(m Mishap) (*Server, model.Model) {
	s.Helper()
	step := Text("One ", "two ", "three")
	step.Mishap = m
	return s.serve(step)
}

func (s *suite) cut() {
	for after := range 3 {
		server, m := s.mishapAt(Mishap{Kind: Cut, After: after})
		s.failed(server, m, ask(), model.CutStream)
	}
	server, m := s.mishapAt(Mishap{Kind: Cut, After: 1, Said: true})
	s.failed(server, m, ask(), model.CutStream)
}

func (s *suite) early() {
	server, m := s.mishap(Ends)
	s.failed(server, m, ask(), model.CutStream)
}

// cutCall ends a stream inside the arguments: half a call is never whole.
func (s *suite) cutCall() {
	r := s.tooled()
	for _, kind := range []MishapKind{Cut, Ends} {
		step := Calls(
			model.Call{ID: "call_1", Name: "plan_query", Arguments: json.RawMessage(`{"sql":"DELETE FROM t","limit":1}`)},
			model.Call{ID: "call_2", Name: "plan_query", Arguments: json.RawMessage(`{"sql":"SELECT 2","limit":1}`)},
		)
		step.Mishap = Mishap{Kind: kind, Said: true}
		server, m := s.serve(step)
		reply, err := model.Generate(s.Context(), m, r)
		s.isFault(server, err, model.CutStream)
		if reply != nil && len(reply.Calls()) > 0 {
			s.Errorf("calls came out of a cut stream: %+v", reply.Calls())
		}
	}
}

func (s *suite) empty() {
	server, m := s.mishapAt(Mishap{Kind: Ends})
	s.failed(server, m, ask(), model.CutStream, model.Malformed)
}

func (s *suite) badEvent() {
	server, m := s.mishap(BadEvent)
	s.failed(server, m, ask(), model.Malformed)
}

func (s *suite) oversized() {
	server, m := s.mishap(Oversized)
	s.failed(server, m, ask(), model.Malformed)
}

func (s *suite) errorIn() {
	for _, kind := range []FailureKind{Overloaded, RateLimit, ServerError} {
		step := Text("One ", "two")
		step.Mishap = Mishap{Kind: ErrorIn, Said: true, Fail: kind}
		server, m := s.serve(step)
		s.failed(server, m, ask(), failureCodes[kind]...)
	}
}

func (s *suite) slow() {
	step := Text("One ", "two ", "three")
	step.Slow = 5 * time.Millisecond
	_, m := s.serve(step)
	expect(s, "text", s.good(m, ask()).text(), "One two three")
}

func (s *suite) hung() {
	server, m := s.mishap(Hung)
	ctx, cancel := context.WithCancel(s.Context())
	defer cancel()
	var err error
	for chunk, e := range m.Stream(ctx, ask()) {
		if chunk.Text != "" {
			cancel()
		}
		err = e
	}
	s.isFault(server, err, fault.Canceled)
	<-server.Last().Closed()
}

func (s *suite) deadline() {
	server, m := s.mishap(Hung)
	ctx, expire := expiring(s.Context())
	var err error
	for chunk, e := range m.Stream(ctx, ask()) {
		if chunk.Text != "" {
			expire()
		}
		err = e
	}
	s.isFault(server, err, model.Timeout)
	<-server.Last().Closed()
}

func (s *suite) hungFirst() {
	server, m := s.mishapAt(Mishap{Kind: Hung})
	ctx, expire := expiring(s.Context())
	go func() {
		for server.Last() == nil {
			time.Sleep(time.Millisecond)
		}
		expire()
	}()
	c := collect(ctx, m, ask())
	s.isFault(server, c.err, model.Timeout)
	<-server.Last().Closed()
}

// expiring is a context whose deadline passes when the check says so, so that
// no check depends on how fast the machine is.
func expiring(parent context.Context) (context.Context, func()) {
	done := make(chan struct{})
	return expired{parent, done}, sync.OnceFunc(func() { close(done) })
}

type expired struct {
	context.Context
	done chan struct{}
}

func (e expired) Done() <-chan struct{} { return e.done }

func (e expired) Err() error {
	select {
	case <-e.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func (s *suite) breaksOff() {
	server, m := s.mishap(Hung)
	for _, err := range m.Stream(s.Context(), ask()) {
		if err != nil {
			s.Error(err)
		}
		break
	}
	<-server.Last().Closed()
}

func (s *suite) cancelledBefore() {
	server := Start(s.format, s.options())
	defer server.Close()
	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	c := collect(ctx, s.newModel(server.URL), ask())
	s.isFault(server, c.err, fault.Canceled)
	expect(s, "number of requests", len(server.Requests()), 0)
}
