package cli

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/demo"
	"github.com/plumbdata/plumb/internal/document/extract"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/files"
	"github.com/plumbdata/plumb/internal/source/postgres"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

// drivers are the engines that this program is built with.
var drivers = connection.Drivers{postgres.Driver, duckdb.Driver, sqlite.Driver, files.Driver}

// limitFlags bound a statement, from the command line.
type limitFlags struct {
	commands []*cobra.Command // that take them
	rows     string
	bytes    string
	time     string
}

func (l *limitFlags) add(c *cobra.Command) {
	l.commands = append(l.commands, c)
	c.Flags().StringVar(&l.rows, "max-rows", "", "maximum number of rows (default 1000)")
	c.Flags().StringVar(&l.bytes, "max-bytes", "", "maximum size of the result, such as 64MiB (default 16MiB)")
	c.Flags().StringVar(&l.time, "timeout", "", "time limit for the statement, such as 5s (default 30s)")
}

// settings are the flags that were given; the configuration checks them as it
// checks files.
func (l *limitFlags) settings() []config.Flag {
	var flags []config.Flag
	for _, f := range []struct{ flag, key, value string }{
		{"max-rows", "limits.rows", l.rows}, {"max-bytes", "limits.bytes", l.bytes}, {"timeout", "limits.time", l.time},
	} {
		given := func(c *cobra.Command) bool { return c.Flags().Changed(f.flag) }
		if slices.ContainsFunc(l.commands, given) {
			flags = append(flags, config.Flag{Name: "--" + f.flag, Key: f.key, Value: f.value})
		}
	}
	return flags
}

func addDB(c *cobra.Command, db *string) {
	c.Flags().StringVar(db, "db", "", "connection name or DSN (default: the active connection)")
}

func (a *app) input() config.Input {
	return config.Input{Environ: a.Environ, Home: a.Home, Dir: a.Dir, Flags: append(a.limits.settings(), a.mode.settings()...)}
}

// config loads the configuration once.
func (a *app) config() (*config.Config, error) {
	if a.settings != nil {
		return a.settings, nil
	}
	c, err := config.Load(a.input())
	if err != nil {
		return nil, err
	}
	a.diagnose(c.Diagnostics)
	a.settings = c
	return c, nil
}

// open connects to what --db says: a connection's name or a DSN. Empty means
// the active connection, else the demo warehouse beside us.
func (a *app) open(ctx context.Context, db string) (*connection.Connection, error) {
	spec, err := a.spec(db)
	if err != nil {
		return nil, err
	}
	return connection.Open(ctx, spec)
}

func (a *app) spec(db string) (connection.Spec, error) {
	c, err := a.config()
	if err != nil {
		return connection.Spec{}, err
	}
	return a.specOf(c, db)
}

// specOf is spec by a configuration that may be newer than the one that the
// program began with.
func (a *app) specOf(c *config.Config, db string) (connection.Spec, error) {
	if db == "" {
		db = c.Active
	}
	if db == "" {
		db = demoPath
		if !a.demoHere() {
			if names := c.Names(); len(names) > 0 {
				return connection.Spec{}, fault.New(fault.NotFound, "no connection is active").
					WithHint("choose one with plumb sources use NAME: %s", strings.Join(names, ", "))
			}
			return connection.Spec{}, fault.New(fault.NotFound, "no data is connected yet").
				WithHint("connect yours with plumb connect DSN (or Connect on the page), or try the demo with plumb demo")
		}
	}
	if _, ok := c.Connections[db]; ok {
		return a.specNamed(c, db)
	}
	if db == c.Active {
		_, err := a.checkActiveName()
		return connection.Spec{}, err
	}
	return a.adHoc(c, db)
}

// demoPath is where the demo warehouse is asked when no connection is active.
var demoPath = filepath.Join("warehouse", demo.FileName)

func (a *app) demoHere() bool {
	_, err := os.Stat(filepath.Join(a.Dir, demoPath))
	return err == nil
}

// specNamed is a connection of the configuration.
func (a *app) specNamed(c *config.Config, name string) (connection.Spec, error) {
	conn := c.Connections[name]
	dsn, err := c.Resolve(name)
	if err != nil {
		return connection.Spec{}, err
	}
	docs, err := c.Docs(name)
	if err != nil {
		return connection.Spec{}, err
	}
	spec, err := a.build(c, name, dsn, c.Base(name))
	if err != nil {
		return connection.Spec{}, err
	}
	if docs != "" {
		if err := isFolder(docs); err != nil {
			return connection.Spec{}, err
		}
		spec.Docs = docs
	}
	spec.Filter = source.Filter{Include: conn.Include, Exclude: conn.Exclude}
	spec.Functions, spec.Preload = conn.Functions, conn.Preload
	switch {
	case conn.Public:
		spec.Config.Credentials = source.CredentialsInAddress
	case c.FromProject(name):
		spec.Config.Credentials = source.CredentialsByHost
	default:
		spec.Config.Credentials = source.CredentialsOfPerson
	}
	return spec, nil
}

// adHoc is a DSN from the command line.
func (a *app) adHoc(c *config.Config, dsn string) (connection.Spec, error) {
	actual, err := expand(c, dsn)
	if err != nil {
		return connection.Spec{}, err
	}
	spec, err := a.build(c, nameFor(dsn), actual, a.Dir)
	spec.Config.Credentials = source.CredentialsOfPerson
	if fault.CodeOf(err) == fault.NotFound && len(c.Connections) > 0 {
		f := fault.Of(err)
		return spec, fault.New(fault.NotFound, "%s is neither a connection nor an existing file", hideSecrets(dsn)).
			WithHint("%s", fault.DidYouMean(dsn, "connections", c.Names())+"; "+f.Hint)
	}
	return spec, err
}

func (a *app) build(c *config.Config, name, dsn, base string) (connection.Spec, error) {
	driver, resolved, err := drivers.Resolve(dsn, base)
	if err != nil {
		f := fault.Of(err)
		return connection.Spec{}, fault.New(f.Code, "%s", strings.ReplaceAll(f.Message, dsn, hideSecrets(dsn))).WithHint("%s", f.Hint)
	}
	return connection.Spec{
		Driver: driver,
		Config: source.Config{
			DSN: resolved, Name: name, Memory: int64(c.Memory), Limits: limits(c), Cache: filepath.Join(c.Folder, "cache"), Settings: filepath.Join(c.Folder, "files"), Environment: a.env,
		},
		Identity: config.Redact(resolved),
		Docs:     documentsBeside(resolved, c.Project),
		Cache:    schema.Cache{Dir: filepath.Join(c.Folder, "cache")},
		Refresh:  c.Schema.Refresh,
		Now:      a.Now,
	}, nil
}

// hideSecrets is a DSN without secrets, also one that is none but may hold one.
func hideSecrets(dsn string) string {
	if at := strings.LastIndexByte(dsn, '@'); at >= 0 && strings.Contains(dsn[:at], ":") && !strings.Contains(dsn, "://") {
		return "***" + dsn[at:]
	}
	return config.Redact(dsn)
}

func limits(c *config.Config) source.Limits {
	return source.Limits{Time: c.Limits.Time, Rows: c.Limits.Rows, Bytes: int64(c.Limits.Bytes)}.OrDefault()
}

// documentsBeside finds documents that lie beside the data, or in the project.
// Example queries count beside the data alone: a project may hold any SQL.
func documentsBeside(path, project string) string {
	beside := ""
	if info, err := os.Stat(path); err == nil {
		beside = path
		if !info.IsDir() {
			beside = filepath.Dir(path)
		}
	}
	documents := []string{"schema.yml", "schema.yaml", "docs.md", "dictionary.csv"}
	switch {
	case holdsFile(beside, append(documents, "*.sql", "examples/*.sql", "queries/*.sql")):
		return beside
	case holdsFile(project, documents):
		return project
	}
	return ""
}

// holdsFile is true for a folder with a regular file that matches a pattern.
func holdsFile(dir string, patterns []string) bool {
	if dir == "" {
		return false
	}
	for _, pattern := range patterns {
		found, _ := fs.Glob(os.DirFS(dir), pattern)
		for _, name := range found {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				return true
			}
		}
	}
	return false
}

// RunWorkerIfAsked turns this process into the worker of an embedded engine, or into
// the inside of the sandbox, if it was started as one, and then does not return.
func RunWorkerIfAsked() {
	sandbox.RunIfAsked(extract.Readers())
	duckdb.RunWorkerIfAsked()
	sqlite.RunWorkerIfAsked()
}
