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
		Long: `Serve Plumb's page and its API until Ctrl-C. Running questions may finish first;
answers are saved in notebooks.

Without --addr, only this machine can reach the server. With an address that
other machines can reach, or a name given with --host, every request needs a
token. The token is created at the first start and shown once; only its hash is
saved, in Plumb's home folder. --token creates a new one, and requires it on
this machine as well. Anyone with the token can do what you can do on the page:
ask questions, and connect to what this machine can reach. Data files are
downloaded for them from public addresses only. Traffic is not encrypted: on a network that you do not trust, use a TLS proxy or ssh -L.
server.trusted_proxies in config.yaml lists the proxies whose client addresses
are trusted, so that clients behind a proxy do not share one rate limit.

The Host header must name this machine, the address in --addr or a name given
with --host; requests from pages of other sites are refused.

The API is described at /docs and /openapi.json; Prometheus metrics are at
/metrics. Traces are sent to OTEL_EXPORTER_OTLP_ENDPOINT if it is set.
--log json or --log text writes every request to standard error.`,
		Example: "  plumb start --open\n  plumb start --db sales.csv\n  plumb start --addr 0.0.0.0:7586",
		GroupID: "data",
		Args:    exactly(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.share < 1 {
				return fault.New(fault.Usage, "--client-streams %d is too low for a page", f.share).WithHint("the number of streams per client address, for example %d", server.DefaultClientStreams)
			}
			return a.start(cmd.Context(), f)
		},
	}
	addDB(c, &f.db)
	addModel(c, &f.model)
	a.mode.add(c)
	addNow(c, &f.now)
	c.Flags().StringVar(&f.addr, "addr", "", "address and port to listen on (default "+standardAddr+", or another port if that is taken)")
	c.Flags().StringSliceVar(&f.hosts, "host", nil, "another host name for this server, such as behind a proxy")
	c.Flags().BoolVar(&f.open, "open", false, "open the page in your browser")
	c.Flags().BoolVar(&f.token, "token", false, "create a new token, and require it on this machine as well")
	c.Flags().IntVar(&f.share, "client-streams", server.DefaultClientStreams, "maximum number of open pages and streams per client address; raise it if many people share one")
	c.Flags().StringVar(&f.log, "log", "", "log every request to standard error, as json or text")
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
	d, closeAll, err := a.openDesk(ctx, f.model, today, isExposed(f, l.Addr()))
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
		Folders: !isExposed(f, l.Addr()), Traces: a.tracer(ctx), Ready: ready.Load, Models: a.modelsJSON, Evaluations: a.evaluations,
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
		if err := d.Recover(ctx); err != nil && ctx.Err() == nil {
			log.Error("interrupted questions could not be recovered", "error", err)
		}
		_, _ = d.Suggestions(ctx, "") // what goes wrong is said to whoever asks
		ready.Store(true)
	})
	defer warm.Wait()
	if !a.json {
		stop := context.AfterFunc(ctx, func() {
			a.notes.Note(a.Stderr, "stopping when running questions have finished; press Ctrl-C again to stop at once")
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
	if !isExposed(f, addr) && !f.token {
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

// isExposed is true for a server that other machines can reach: one that
// has another name is, through a proxy for example.
func isExposed(f startFlags, addr net.Addr) bool { return !isLoopback(addr) || len(f.hosts) > 0 }

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
			a.out.Note(a.Stdout, "using another port: something else, perhaps another Plumb, is listening on %s", standardAddr)
		}
		switch {
		case token != "":
			a.out.Next(a.Stdout, "open "+pageAt(addr, "token", token)+"\nthe token is shown only this once; programs send it as Authorization: Bearer")
		case hash != "":
			a.out.Next(a.Stdout, "it requires the token that was shown when it was created; plumb start --token creates a new one")
		}
		if !isLoopback(addr) {
			a.diagnose([]fault.Diagnostic{fault.New(fault.Config, "other machines can reach this address, and traffic is not encrypted").
				WithHint("on a network that you do not trust, use a TLS proxy").Diagnostic(fault.Warning)})
		}
		if web.Files() == nil {
			a.diagnose([]fault.Diagnostic{fault.New(fault.NotFound, "this Plumb was built without its page").
				WithHint("the API works, and %s/docs describes it", plain).Diagnostic(fault.Warning)})
		}
		a.out.Note(a.Stdout, "press Ctrl-C to stop")
	}
}

// pageAt is the address of the page, with something in it for the server.
func pageAt(addr net.Addr, with ...string) string {
	at := url.URL{Scheme: "http", Host: browserAddr(addr), Path: "/"}
	if len(with) == 2 {
		at.RawQuery = url.Values{with[0]: {with[1]}}.Encode()
	}
	return at.String()
}

// browserAddr is the address as a browser takes it: that of the machine where
// all of its addresses are served.
func browserAddr(addr net.Addr) string {
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
