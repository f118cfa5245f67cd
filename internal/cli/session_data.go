package cli

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/sandbox"
	"github.com/plumbdata/plumb/internal/source"
)

// keepData is how long the tables of a session stay after their last use.
const keepData = 30 * 24 * time.Hour

// sessionData opens what plans work with: the data store of each session, and other
// connections. All are open until close.
type sessionData struct {
	app      *app
	settings *config.Config

	mu     sync.Mutex
	swept  bool
	stores map[string]*datastore.Store       // by session or notebook
	others map[string]*connection.Connection // by name
}

func (a *app) newSessionData(settings *config.Config) *sessionData {
	return &sessionData{app: a, settings: settings, stores: map[string]*datastore.Store{}, others: map[string]*connection.Connection{}}
}

// store is the data store of a session or a notebook.
func (d *sessionData) store(ctx context.Context, name string) (*datastore.Store, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.stores[name]; s != nil {
		return s, nil
	}
	folder := filepath.Join(d.settings.Folder, "data")
	if !d.swept {
		d.swept = true
		const most = 1000
		ownfile.Prune(folder, lockEnding, most)
		if _, err := datastore.Clean(folder, d.app.Now().Add(-keepData), nil); err != nil {
			d.app.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)})
		}
	}
	s, err := datastore.Open(ctx, datastore.Config{Folder: filepath.Join(folder, name), Clock: d.app.Now,
		Source: source.Config{Name: "session", Memory: int64(d.settings.Memory), Limits: limits(d.settings)}})
	if err != nil {
		return nil, err
	}
	d.app.diagnose(s.Diagnostics())
	d.stores[name] = s
	return s, nil
}

// source opens another connection, for a plan that reads several.
func (d *sessionData) source(ctx context.Context, name string) (analyze.Database, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c := d.others[name]; c != nil {
		return c, nil
	}
	spec, err := d.app.specNamed(d.settings, name) // a plan names connections, and never an address
	if err != nil {
		return nil, err
	}
	c, err := connection.Open(ctx, spec)
	if err != nil {
		return nil, err
	}
	d.others[name] = c
	return c, nil
}

// programs runs a program of a plan in the sandbox.
func (d *sessionData) programs(ctx context.Context, p sandbox.Program) (*sandbox.Result, error) {
	plans := d.settings.Plans.Trusted(d.settings)
	o := sandbox.Options{AllowMissing: plans.IncompleteSandbox}
	if p.Language == sandbox.Python && plans.Python != config.PythonOff {
		o.Python = plans.Python
		if o.Python == "" {
			o.Python = sandbox.FindPython()
		}
	}
	return sandbox.Run(ctx, p, o)
}

func (d *sessionData) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []error
	for _, s := range d.stores {
		all = append(all, s.Close())
	}
	for _, c := range d.others {
		all = append(all, c.Close())
	}
	clear(d.stores)
	clear(d.others)
	return errors.Join(all...)
}
