package cli

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/server"
	"github.com/plumbdata/plumb/web"
)

// startFlags say where the page is served, and to whom.
type startFlags struct {
	addr  string
	hosts []string
	open  bool
	token bool
	log   string
	share int // streams of one client; 0 means the default
	db    string
	model string
	now   string
}

// standardAddr is where the page is unless told otherwise: this machine alone.
const standardAddr = "127.0.0.1:7586"

func (a *app) startCommand() *cobra.Command {
	var f startFlags
	c := &cobra.Command{
		Use:   "start",
		Short: "Serve the page: notebooks in your browser",
		Long: `Serve Plumb's page and its API, until Ctrl-C. Questions that run then may
finish; what was answered is in the notebooks.

Without --addr only this machine can reach it. With an address that others can
reach, or a name that --host gives it, everybody needs a token: it is made at the
first start, shown once, and only its hash is kept, in Plumb's home folder.
--token makes a new one, and asks for it on this machine as well. Who has it may
do what you may on the page: ask, and connect what this machine can reach.
Traffic is not encrypted: over a network that you do not trust, put a proxy with
TLS in front of it, or use ssh -L. server.trusted_proxies in config.yaml names
proxies that may say whom they ask for, so that people do not share one
allowance of requests.

Requests must come to a name of this machine, to the one in --addr or to one
that --host names; pages of other sites are refused.

The API is described at /docs and /openapi.json; figures for Prometheus are at
/metrics. Traces go to OTEL_EXPORTER_OTLP_ENDPOINT if that is set, and nowhere
otherwise. --log json or --log text writes every request to standard error.`,
		Example: "  plumb start --open\n  plumb start --db sales.csv\n  plumb start --addr 0.0.0.0:7586",
		GroupID: "data",
		Args:    exactly(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.share < 1 {
				return fault.New(fault.Usage, "--client-streams %d leaves no page a stream", f.share).WithHint("say how many one address may have, for example %d", server.DefaultClientStreams)
			}
			return a.start(cmd.Context(), f)
		},
	}
	addDB(c, &f.db)
	addModel(c, &f.model)
	addNow(c, &f.now)
	c.Flags().StringVar(&f.addr, "addr", "", "address and port to listen on (default "+standardAddr+", or another port if that is taken)")
	c.Flags().StringSliceVar(&f.hosts, "host", nil, "another name that this server is reached by, behind a proxy for example")
	c.Flags().BoolVar(&f.open, "open", false, "open the page in your browser")
	c.Flags().BoolVar(&f.token, "token", false, "make a new token, and ask for it on this machine as well")
	c.Flags().IntVar(&f.share, "client-streams", server.DefaultClientStreams, "pages and streams that may be open from one address; raise it where many people share one")
	c.Flags().StringVar(&f.log, "log", "", "write every request to standard error, as json or text")
	return c
}

// start serves until the context ends. The listener comes first and nothing
// heavy before it, so that a browser that is opened at once finds it.
func (a *app) start(ctx context.Context, f startFlags) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	today, err := (&askFlags{now: f.now}).clock()
	if err != nil {
		return err
	}
	log, err := a.serverLog(f.log)
	if err != nil {
		return err
	}
	l, err := listen(f.addr)
	if err != nil {
		return err
	}
	defer l.Close()
	d, closeAll, err := a.openDesk(ctx, f.model, today)
	if err != nil {
		return err
	}
	defer closeAll()
	d.Broke = func(what any, stack []byte) { log.Error("panic", "panic", what, "stack", string(stack)) }
	if f.db != "" {
		if err := a.askFirst(ctx, d, c, f.db); err != nil {
			return err
		}
	}
	// A token is made when nothing can go wrong any more before it is shown.
	token, hash, err := a.serverToken(c, f, l.Addr())
	if err != nil {
		return err
	}
	proxies, err := c.Server.Proxies()
	if err != nil {
		return err
	}
	var ready atomic.Bool
	o := server.Options{
		Version: Version, Page: web.Files(), Token: hash, Hosts: hostNames(f, hash), Log: log, Now: a.Now, Random: rand.Reader, TrustedProxies: proxies,
		Folders: !reachedByOthers(f, l.Addr()), Traces: a.tracer(ctx), Ready: ready.Load, Models: a.modelsJSON, Evaluations: a.evaluations,
		Limits: server.Limits{ClientStreams: f.share},
	}
	address, remove, closed := "", func() {}, error(nil)
	if f.open {
		address, remove, closed = a.wayIn(&o, l.Addr(), token)
	}
	defer remove()
	s := server.New(ctx, d, o)
	a.welcome(f, l.Addr(), token, hash)
	if f.open {
		if closed == nil {
			closed = a.browse(address)
		}
		if closed != nil { // the person can still open the address
			a.diagnose([]fault.Diagnostic{fault.Of(closed).Diagnostic(fault.Warning)})
		}
	}
	var warm sync.WaitGroup
	warm.Go(func() {
		_, _ = d.Suggestions(ctx, "") // what goes wrong is said to whoever asks
		ready.Store(true)
	})
	defer warm.Wait()
	if !a.json {
		stop := context.AfterFunc(ctx, func() {
			a.notes.Note(a.Stderr, "ending; questions that run may finish, and Ctrl-C once more ends at once")
		})
		defer stop()
	}
	return s.Serve(ctx, l)
}

// listen takes the address; of the standard one the port may be another.
func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", orStandard(addr))
	if addr == "" && errors.Is(err, syscall.EADDRINUSE) {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		f := fault.Wrap(err, fault.Usage, "Plumb cannot listen on %s: %v", orStandard(addr), cause(err))
		return nil, f.WithHint("choose another address, for example --addr 127.0.0.1:0 for any free port")
	}
	return l, nil
}

func orStandard(addr string) string {
	if addr == "" {
		return standardAddr
	}
	return addr
}

// cause is what the system says, without what was said already.
func cause(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// askFirst makes what --db says the data that is asked when nothing is named. It
// must be there.
func (a *app) askFirst(ctx context.Context, d *desk.Work, c *config.Config, db string) error {
	spec, err := a.specOf(c, db)
	if err != nil {
		return err
	}
	conn, err := connection.Open(ctx, spec)
	if err != nil {
		return err
	}
	if err := conn.Close(); err != nil {
		return err
	}
	name := spec.Config.Name
	d.Spec = func(c *config.Config, source string) (connection.Spec, error) {
		if source == "" || source == name {
			source = db
		}
		return a.specOf(c, source)
	}
	return nil
}

// serverToken is the token of this server, if it needs one: new, or known by
// its hash alone.
func (a *app) serverToken(c *config.Config, f startFlags, addr net.Addr) (token string, hash server.TokenHash, err error) {
	if !reachedByOthers(f, addr) && !f.token {
		return "", "", nil
	}
	path := filepath.Join(c.Folder, "server-token")
	if !f.token {
		if hash, err = server.ReadToken(path); hash != "" || err != nil {
			return "", hash, err
		}
	}
	if token, hash, err = server.NewToken(rand.Reader); err != nil {
		return "", "", err
	}
	return token, hash, hash.Keep(path)
}

// reachedByOthers is true for a server that other machines can reach: one that
// has another name is, through a proxy for example.
func reachedByOthers(f startFlags, addr net.Addr) bool { return !isLoopback(addr) || len(f.hosts) > 0 }

func isLoopback(addr net.Addr) bool {
	at, err := netip.ParseAddrPort(addr.String())
	return err == nil && at.Addr().Unmap().IsLoopback()
}

// hostNames are the names that the server answers to besides those of loopback.
// The machine's own name counts where a token is needed: on a local network
// others can claim it.
func hostNames(f startFlags, hash server.TokenHash) []string {
	names := f.hosts
	if host, _, err := net.SplitHostPort(f.addr); err == nil && host != "" {
		names = append(names, host)
	}
	if name, err := os.Hostname(); err == nil && hash != "" {
		names = append(names, name)
	}
	return names
}

// welcome says where the page is, and who may see it.
func (a *app) welcome(f startFlags, addr net.Addr, token string, hash server.TokenHash) {
	plain := strings.TrimSuffix(pageAt(addr), "/")
	if a.json {
		_ = a.writeJSON(a.Stdout, map[string]any{"url": plain, "token": token, "token_required": hash != ""})
	} else {
		a.out.Done(a.Stdout, "Plumb is at %s", plain)
		if f.addr == "" && !strings.HasSuffix(plain, standardAddr) {
			a.out.Note(a.Stdout, "at another port than usual: something else, perhaps another Plumb, listens at %s", standardAddr)
		}
		switch {
		case token != "":
			a.out.Next(a.Stdout, "open "+pageAt(addr, "token", token)+"\nthe token is shown only now; programs send it as Authorization: Bearer")
		case hash != "":
			a.out.Next(a.Stdout, "it needs the token that was shown when it was made; plumb start --token makes a new one")
		}
		if !isLoopback(addr) {
			a.diagnose([]fault.Diagnostic{fault.New(fault.Config, "others can reach this address, and traffic is not encrypted").
				WithHint("over a network that you do not trust, put a proxy with TLS in front of it").Diagnostic(fault.Warning)})
		}
		if web.Files() == nil {
			a.diagnose([]fault.Diagnostic{fault.New(fault.NotFound, "this Plumb was built without its page").
				WithHint("the API is there, and %s/docs describes it", plain).Diagnostic(fault.Warning)})
		}
		a.out.Note(a.Stdout, "Ctrl-C ends it")
	}
}

// pageAt is the address of the page, with something in it for the server.
func pageAt(addr net.Addr, with ...string) string {
	at := url.URL{Scheme: "http", Host: shownAddr(addr), Path: "/"}
	if len(with) == 2 {
		at.RawQuery = url.Values{with[0]: {with[1]}}.Encode()
	}
	return at.String()
}

// shownAddr is the address as a browser takes it: that of the machine where
// all of its addresses are served.
func shownAddr(addr net.Addr) string {
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil || !at.Addr().IsUnspecified() {
		return addr.String()
	}
	host := "127.0.0.1"
	if name, err := os.Hostname(); err == nil {
		host = name
	}
	_, port, _ := net.SplitHostPort(addr.String())
	return net.JoinHostPort(host, port)
}

func (a *app) serverLog(format string) (*slog.Logger, error) {
	every := &slog.HandlerOptions{Level: slog.LevelInfo}
	switch format {
	case "":
		return slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelError})), nil
	case "text":
		return slog.New(slog.NewTextHandler(a.Stderr, every)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(a.Stderr, every)), nil
	}
	return nil, fault.New(fault.Usage, "--log takes json or text").WithHint("for example: plumb start --log json")
}

// tracer sends traces where the person has said, in the variables that all
// programs use for it.
func (a *app) tracer(ctx context.Context) *server.Tracer {
	endpoint := a.env("OTEL_EXPORTER_OTLP_ENDPOINT")
	if endpoint == "" || strings.EqualFold(a.env("OTEL_SDK_DISABLED"), "true") {
		return nil
	}
	service := a.env("OTEL_SERVICE_NAME")
	if service == "" {
		service = "plumb"
	}
	return server.NewTracer(ctx, endpoint, a.env("OTEL_EXPORTER_OTLP_HEADERS"), service, Version, rand.Reader)
}

// modelsJSON is what plumb models --json says, by the configuration as it is
// now.
func (a *app) modelsJSON(ctx context.Context) (json.RawMessage, error) {
	var b bytes.Buffer
	p := a.Process
	p.Stdout, p.Stderr = &b, io.Discard
	once := newApp(p)
	once.json, once.servers = true, a.servers
	if err := once.listModels(ctx); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
