// Package server puts a desk behind HTTP: JSON routes described by OpenAPI,
// streams of the events of a notebook, and the page.
//
// It contains no logic of its own. A stream reads the notebook's log at its
// client's pace, so that a slow client delays nobody and a disconnected one
// resumes where it stopped; a question belongs to its notebook, and outlives the
// request that asked it.
//
// The server is secure by default: it accepts only its own host names, refuses
// requests from other sites, and requires a token from other machines.
package server

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Options are what a server takes from outside.
type Options struct {
	Version string
	Page    fs.FS            // the built page; nil serves the API alone
	Token   TokenHash        // of the token that every request must carry; empty asks for none
	Login   *OneTimeLogin    // lets one browser in without the token; may be nil
	Hosts   []string         // names that the server answers to, besides those of this machine's loopback
	Log     *slog.Logger     // required
	Now     func() time.Time // required
	Random  io.Reader        // required; read by many at once
	Traces  *Tracer          // nil traces nothing
	Limits  Limits
	// TrustedProxies are where requests come from that were forwarded: what they
	// say of the client's address is believed.
	TrustedProxies []netip.Prefix

	// Folders lets pages list folders of this machine, to choose what to connect.
	// It is for those who are at the machine anyway.
	Folders bool
	// Ready says whether questions can be answered without waiting for
	// something to load; nil means always.
	Ready func() bool
	// Models says which language models there are, as JSON; nil where nobody can tell.
	Models func(ctx context.Context) (json.RawMessage, error)
	// Evaluations lists the runs that measured Plumb; nil where there are none.
	Evaluations func(ctx context.Context) ([]Evaluation, error)
}

// Limits bound what clients may take. Zero values mean the defaults.
type Limits struct {
	Rate    float64 // requests a second of one client; default 100
	Burst   int     // requests at once of one client; default 300
	Streams int     // open streams and sockets in all; default 2,000
	// ClientStreams are those of one client; default DefaultClientStreams.
	ClientStreams int
	Head          time.Duration // how long a client may take to say what it wants; default 10 s
	Body          time.Duration // how long it may take to send the rest; default 20 s
	Stall         time.Duration // how long a client may take nothing of what it is sent; default 15 s
	Pulse         time.Duration // how often an idle stream says that it is there; default 15 s
	Drain         time.Duration // how long running questions may take when the server ends; default 10 s
}

// DefaultClientStreams is more pages than one person has open.
const DefaultClientStreams = 64

func (l Limits) orDefaults() Limits {
	set(&l.Rate, 100)
	set(&l.Burst, 300)
	set(&l.Streams, 2000)
	set(&l.ClientStreams, DefaultClientStreams)
	set(&l.Head, 10*time.Second)
	set(&l.Body, 20*time.Second)
	set(&l.Stall, 15*time.Second)
	set(&l.Pulse, 15*time.Second)
	set(&l.Drain, 10*time.Second)
	return l
}

func set[T int | float64 | time.Duration](field *T, standard T) {
	if *field <= 0 {
		*field = standard
	}
}

// Evaluation is a run that measured Plumb.
type Evaluation struct {
	Name     string          `json:"name"`
	At       time.Time       `json:"at"`
	Settings json.RawMessage `json:"settings,omitempty"`
	Summary  json.RawMessage `json:"summary,omitempty"`
}

// Server is a desk behind HTTP.
type Server struct {
	notebooks     notebooks
	notebookFiles notebookFiles
	cells         cells
	notes         notes
	results       results
	turns         turns
	plans         plans
	terms         terms
	lessons       lessons
	documents     documents
	memories      memories
	sources       sources
	catalog       catalog
	history       history
	status        status

	options Options
	limits  Limits
	api     *api
	handler http.Handler
	metrics *metrics
	clients *clients
	frames  *frames

	life     context.Context // of every request
	closing  context.Context // ends when streams must
	close    context.CancelFunc
	draining atomic.Bool // no new work is taken
	naming   sync.Mutex  // held while a notebook is found for a question that names none
	streams  atomic.Int64
	sockets  sync.WaitGroup // those that net/http does not wait for
	tracing  sync.WaitGroup // those who follow questions for their traces
}

// New is a server over a desk. That the context ends stops nothing by itself:
// Serve ends in order.
func New(ctx context.Context, d Desk, o Options) *Server {
	s := &Server{notebooks: d, notebookFiles: d, cells: d, notes: d, results: d, turns: d, plans: d, terms: d, lessons: d, documents: d, memories: d, sources: d, catalog: d, history: d, status: d,
		options: o, limits: o.Limits.orDefaults(), metrics: newMetrics(), frames: newFrames()}
	s.life = context.WithoutCancel(ctx)
	s.closing, s.close = context.WithCancel(s.life)
	s.clients = newClients(s.limits.Rate, s.limits.Burst, o.Now)
	mux := http.NewServeMux()
	s.api = newAPI(mux, o.Version)
	s.routes()
	s.api.finish()
	s.plainRoutes(mux)
	s.handler = s.guard(mux)
	return s
}

// Handler answers requests.
func (s *Server) Handler() http.Handler { return s.handler }

// OpenAPI is the description of all routes.
func (s *Server) OpenAPI() ([]byte, error) { return s.api.document() }

func (s *Server) routes() {
	s.overviewRoutes()
	s.sourceRoutes()
	s.notebookRoutes()
	s.cellRoutes()
	s.turnRoutes()
	s.currentRoutes()
	s.analysisRoutes()
	s.planRoutes()
	s.glossaryRoutes()
	s.documentRoutes()
	s.memoryRoutes()
	s.recordRoutes()
	s.describePlainRoutes()
}

// plainRoutes are those that are not JSON in and out.
func (s *Server) plainRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/ws", s.socket)
	mux.HandleFunc("GET /metrics", s.serveMetrics)
	mux.HandleFunc("GET /openapi.json", s.serveOpenAPI)
	mux.Handle("GET /docs", documentation("index.html"))
	mux.Handle("GET /docs/docs.js", documentation("docs.js"))
	mux.Handle("GET /docs/docs.css", documentation("docs.css"))
	mux.Handle("GET /docs/inter.woff2", font(s.options.Page))
	mux.Handle("/", s.fallback(mux))
}
