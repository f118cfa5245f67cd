package modeltest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// maxBody bounds a request: as much as the largest of the providers takes.
const maxBody = 32 << 20

// Options are what a provider knows and insists on.
type Options struct {
	Models     []string // the models that there are; nil means that every name is one
	Key        string   // the one key that is right; "" means any
	Keyless    bool     // a key is not asked for, as with a local server
	Compatible bool     // OpenAI's format spoken by somebody else: fields of theirs are taken
	Unasked    bool     // of those: usage comes without being asked for, and asking is refused
	Ordered    bool     // of those: no words may follow results, and IDs of calls have nine letters or digits
	Thoughts   string   // of those: the field of thoughts, "" is reasoning_content
}

// Server is a scripted provider.
type Server struct {
	URL     string
	format  Format
	opts    Options
	http    *httptest.Server
	done    chan struct{} // closed by Close: ends what hangs
	closing sync.Once
	gate    gate

	mu       sync.Mutex
	steps    []Step
	used     []int
	requests []*Request
	arrived  chan struct{} // closed by the next request
	problems []string
}

// New starts a provider for a test. The test fails when a request is not what
// the next step wants, and when steps are left at its end.
func New(t testing.TB, f Format, steps ...Step) *Server {
	t.Helper()
	return NewWith(t, f, Options{}, steps...)
}

// NewWith is New for a provider with options.
func NewWith(t testing.TB, f Format, o Options, steps ...Step) *Server {
	t.Helper()
	s := Start(f, o, steps...)
	t.Cleanup(func() {
		s.Close()
		for _, p := range s.Problems() {
			t.Error(p)
		}
		for _, name := range s.Left() {
			t.Errorf("%s was never asked for", name)
		}
	})
	return s
}

// Start starts a provider that no test holds to its script: ask Problems and
// Left. Close ends it.
func Start(f Format, o Options, steps ...Step) *Server {
	s := &Server{format: f, opts: o, steps: steps, used: make([]int, len(steps)),
		done: make(chan struct{}), arrived: make(chan struct{})}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	return s
}

// Close ends the provider and whatever still hangs on it; a second time does
// nothing. A test may close it early, to be a provider that went away.
func (s *Server) Close() {
	s.closing.Do(func() {
		close(s.done)
		s.http.CloseClientConnections()
		s.http.Close()
	})
}

// Requests is what was asked so far.
func (s *Server) Requests() []*Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*Request(nil), s.requests...)
}

// Last is the newest request; nil when there is none.
func (s *Server) Last() *Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.requests) == 0 {
		return nil
	}
	return s.requests[len(s.requests)-1]
}

// Wait is the request of this number, from 1, when it has come. It may still
// be being answered. The error is the context's.
func (s *Server) Wait(ctx context.Context, number int) (*Request, error) {
	for {
		s.mu.Lock()
		next := s.arrived
		if 0 < number && number <= len(s.requests) {
			defer s.mu.Unlock()
			return s.requests[number-1], nil
		}
		s.mu.Unlock()
		select {
		case <-next:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Problems are the requests that no step wanted.
func (s *Server) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.problems...)
}

// Left names the steps that were not asked for as often as they should.
func (s *Server) Left() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for i := range s.steps {
		if s.left(i) > 0 && s.steps[i].Times != Always {
			names = append(names, s.stepName(i))
		}
	}
	return names
}

func (s *Server) left(i int) int {
	if s.steps[i].Times == Always {
		return 1
	}
	return max(s.steps[i].Times, 1) - s.used[i]
}

func (s *Server) stepName(i int) string {
	if s.steps[i].Name == "" {
		return fmt.Sprintf("step %d", i+1)
	}
	return fmt.Sprintf("step %d (%s)", i+1, s.steps[i].Name)
}

// ServeHTTP answers one request: what the provider would refuse is refused, and
// uses no step.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return // the client went away while it asked
	}
	req := &Request{
		Format: s.format, Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery,
		Header: r.Header.Clone(), Body: body, closed: make(chan struct{}),
	}
	wire := wireOf(s.format)
	refusal := wire.read(req, s.opts)
	if req.Force == "any" && len(req.Tools) == 1 {
		req.Force = req.Tools[0].Name // any one of one
	}
	if refusal == nil && len(body) > maxBody {
		refusal = &Failure{Kind: TooLarge}
	}
	s.record(req, refusal)
	if refusal != nil {
		wire.fail(w, req, *refusal)
		return
	}
	step, problem := s.next(req)
	if problem != "" {
		wire.fail(w, req, Failure{Kind: BadRequest, Message: "modeltest: " + problem})
		return
	}
	if step.Fail.set() {
		wire.fail(w, req, step.Fail)
		return
	}
	s.play(w, r, req, step, wire)
}

func (s *Server) record(r *Request, refusal *Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if refusal != nil {
		r.refused = refusal.words()
	}
	s.requests = append(s.requests, r)
	close(s.arrived)
	s.arrived = make(chan struct{})
}

// next finds the step for a request. Questions for vectors and for the list of
// models need no step: they have an answer of their own.
func (s *Server) next(r *Request) (Step, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := -1
	for i, step := range s.steps {
		if step.Times != Always && endpoint(step) == r.Endpoint && s.left(i) > 0 {
			first = i
			break
		}
	}
	if first >= 0 && misses(s.steps[first], r) == nil {
		s.used[first]++
		return s.steps[first], ""
	}
	for i, step := range s.steps {
		if step.Times == Always && endpoint(step) == r.Endpoint && misses(step, r) == nil {
			s.used[i]++
			return step, ""
		}
	}
	if first < 0 && r.Endpoint != Chat {
		return Step{Endpoint: r.Endpoint}, ""
	}
	problem := s.difference(first, r)
	s.problems = append(s.problems, problem)
	return Step{}, problem
}

func endpoint(s Step) Endpoint {
	if s.Endpoint == "" {
		return Chat
	}
	return s.Endpoint
}

// misses are the expectations that do not hold.
func misses(s Step, r *Request) []Want {
	var list []Want
	for _, w := range s.Want {
		if !w.holds(r) {
			list = append(list, w)
		}
	}
	return list
}

// difference says what was expected beside what came.
func (s *Server) difference(step int, r *Request) string {
	var b strings.Builder
	if step < 0 {
		b.WriteString("a request came after the last step of the script:\n")
	} else {
		fmt.Fprintf(&b, "a request is not what %s expects:\n", s.stepName(step))
		missed := misses(s.steps[step], r)
		for _, w := range s.steps[step].Want {
			mark := "  holds  "
			for _, m := range missed {
				if m == w {
					mark = "  MISSES "
				}
			}
			b.WriteString(mark + w.String() + "\n")
		}
		b.WriteString("it was:\n")
	}
	b.WriteString(indent(strings.TrimRight(r.Text(), "\n")))
	return b.String()
}
