// Package config is what a person has set: files, environment and flags, as
// one typed value.
//
// Later sources win: built-in defaults, config.yaml in Plumb's home folder,
// the project's plumb.yaml, .env, the environment, flags. Each value has its
// origin. An unknown key is a fault that suggests the nearest one; a value of
// the wrong type is a fault that says what is expected, with file and line.
//
// Secrets are in the environment. A file refers to them as ${NAME}; a file that
// contains one is refused, and no message or text form of a configuration shows
// one.
package config

import (
	_ "embed"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Example is a configuration with every key, explained.
//
//go:embed example.yaml
var Example []byte

// Config is everything that can be set. The json tag of a field is its key in
// files; doc, default and min describe it to people, editors and the loader.
type Config struct {
	Active      string                `json:"active" doc:"The connection that is used when a command names none."`
	Connections map[string]Connection `json:"connections" doc:"The databases and files that Plumb may read, by name."`
	Limits      Limits                `json:"limits" doc:"The limits of every statement."`
	Memory      Size                  `json:"memory" default:"1GiB" min:"64MiB" doc:"Memory that an embedded engine may use."`
	Schema      Schema                `json:"schema" doc:"How the schema is read and shown to language models."`
	Models      Models                `json:"models" doc:"Which language models are used, and for what."`
	Plans       Plans                 `json:"plans" doc:"How analyses in several steps are run."`
	Documents   map[string]Documents  `json:"documents" doc:"Documents that questions may be answered from, by name."`
	Knowledge   Knowledge             `json:"knowledge" doc:"What answers questions beside the data."`
	Memories    Memories              `json:"memories" doc:"What is remembered of a person."`
	Server      Server                `json:"server" doc:"How the page is served."`

	// Folder is Plumb's home folder, Project that of plumb.yaml or "".
	Folder  string `json:"-"`
	Project string `json:"-"`
	// Diagnostics are findings that did not stop the loading.
	Diagnostics []fault.Diagnostic `json:"-"`

	home    string
	origins map[string]origin
	environ map[string]string
	dotenv  map[string]string // variables that .env set, and the lines
}

// Connection is one database, or files that are read like one.
type Connection struct {
	DSN            DSN      `json:"dsn" late:"yes" doc:"Where the data is: postgres://user:${PASSWORD}@host/db, duckdb:file, sqlite:file, a file, a glob, a folder, https://host/file or s3://bucket/path. Relative paths start from the folder of the file that contains this line."`
	Include        []string `json:"include,omitempty" doc:"Tables to include, as patterns for schema.table or table: * matches any characters, ? matches one, {a,b} matches either; case is ignored, except in double quotes. Empty means all that the login may read."`
	Exclude        []string `json:"exclude,omitempty" doc:"Tables to leave out, as patterns for schema.table or table. A pattern that matches no table is an error."`
	Preload        []string `json:"preload,omitempty" doc:"Tables of a large schema to know in full, at most 50: patterns as of include, or words in the names of tables and columns, such as sales. All their values are read, not only some, and language models see them where there is room."`
	Docs           string   `json:"docs,omitempty" late:"yes" doc:"Folder with schema.yml, docs.md, dictionary.csv and example SQL about this database."`
	AcceptWritable bool     `json:"accept_writable,omitempty" doc:"Use a login that can write. Sessions are read-only anyway."`
	Public         bool     `json:"public,omitempty" doc:"Others wrote the address: files are downloaded from public addresses only, and without your credentials."`
	Functions      []string `json:"functions,omitempty" doc:"User-defined functions that statements may call."`
}

// Limits bound one statement.
type Limits struct {
	Time  time.Duration `json:"time" default:"30s" min:"1ms" doc:"Time limit of a statement."`
	Rows  int           `json:"rows" default:"1000" min:"1" doc:"Maximum number of rows of a result."`
	Bytes Size          `json:"bytes" default:"16MiB" min:"1KiB" doc:"Maximum size of a result."`
}

// Schema says how the schema is read and shown.
type Schema struct {
	TokenBudget int           `json:"token_budget" default:"12000" min:"500" doc:"Token budget for the schema in a prompt; a larger schema is reduced to the tables relevant to the question."`
	Refresh     time.Duration `json:"refresh" default:"24h" min:"1s" doc:"Age at which a cached schema is read again even if nothing seems to have changed."`
}

// Plans says how analyses in several steps are run.
type Plans struct {
	Approve           string `json:"approve" default:"model" enum:"model|always|never" doc:"Which plans wait for your approval: those that a language model wrote (model), all (always) or none (never). Plumb's own only read, by documented methods."`
	Python            string `json:"python,omitempty" doc:"The Python 3 interpreter for programs of a language model, or off. Without it, the one that the machine has is used."`
	IncompleteSandbox bool   `json:"incomplete_sandbox,omitempty" doc:"Run programs of a language model even where this machine lacks a layer of the sandbox. Without it, they are refused there."`
}

// What plans.approve and plans.python may say.
const (
	ApproveModel  = "model"
	ApproveAlways = "always"
	ApproveNever  = "never"
	PythonOff     = "off"
)

// Server says how the page is served.
type Server struct {
	TrustedProxies []string `json:"trusted_proxies,omitempty" doc:"Addresses of proxies in front of plumb start, such as 10.0.0.5 or 10.0.0.0/8. Their X-Forwarded-For or Forwarded header sets the client's address; from others it is ignored."`
}

// Proxies are the trusted ones, as networks.
func (s Server) Proxies() ([]netip.Prefix, error) {
	var list []netip.Prefix
	for _, text := range s.TrustedProxies {
		p, err := netip.ParsePrefix(text)
		if a, single := netip.ParseAddr(text); single == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil || p.Addr().Is4In6() {
			return nil, fault.New(fault.Config, "server.trusted_proxies: %q is neither an address nor a network", shorten(text)).
				WithHint("for example 10.0.0.5, 10.0.0.0/8 or fd00::/8")
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

// DSN says where a database is. It may hold ${NAME} references, and one that
// came from the environment may hold a secret: its text forms show none.
type DSN string

func (d DSN) String() string { return Redact(string(d)) }

// GoString keeps secrets out of %#v.
func (d DSN) GoString() string { return d.String() }

// MarshalText keeps secrets out of JSON.
func (d DSN) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Connection finds a connection by name.
func (c *Config) Connection(name string) (Connection, error) {
	conn, ok := c.Connections[name]
	if !ok {
		f := fault.New(fault.NotFound, "there is no connection named %s", Redact(name))
		if names := c.Names(); len(names) > 0 {
			return Connection{}, f.WithHint("%s", fault.DidYouMean(name, "connections", names))
		}
		return Connection{}, f.WithHint("add one: plumb connect DSN --name NAME")
	}
	return conn, nil
}

// Rival is the connection whose secrets would be in the same variables as those
// of a connection of the given name, or "".
func (c *Config) Rival(name string) string {
	for _, other := range c.Names() {
		if other != name && envWord(other) == envWord(name) {
			return other
		}
	}
	return ""
}

// Names are the names of the connections, sorted.
func (c *Config) Names() []string {
	names := make([]string, 0, len(c.Connections))
	for n := range c.Connections {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Resolve is the DSN of a connection with its references replaced. It holds
// secrets: it must not be printed or stored.
func (c *Config) Resolve(name string) (string, error) {
	conn, err := c.Connection(name)
	if err != nil {
		return "", err
	}
	key := "connections." + name + ".dsn"
	from := c.origins[key]
	if conn.DSN == "" {
		return "", fault.New(fault.Config, "connection %s has no dsn", name).
			WithHint("plumb connect DSN --name %s", name)
	}
	dsn := string(conn.DSN)
	if from.file != "" {
		barred := ""
		if dsn, err = Expand(dsn, c.lookupFor(from, &barred)); barred != "" {
			return "", fault.New(fault.Config, "%s: %s refers to %s, and a project may not send your variables to an address of its choice", from, key, barred).
				WithHint("name the variable %s%s, or set it in .env beside plumb.yaml", envPrefix, barred)
		}
		if err != nil {
			return "", c.missing(err, key)
		}
	}
	if scheme, rest, ok := strings.Cut(dsn, ":"); ok && strings.HasPrefix(rest, "~/") {
		return scheme + ":" + c.underHome(rest), nil
	}
	return c.underHome(dsn), nil
}

// FromProject is true for a connection whose address a project's file says,
// which may come from anybody.
func (c *Config) FromProject(name string) bool { return c.origins["connections."+name+".dsn"].project }

// Trusted says how plans are run: a project's file, which may come from anybody,
// can only make that stricter.
func (p Plans) Trusted(c *Config) Plans {
	fromProject := func(key string) bool { return c.origins["plans."+key].project }
	if fromProject("approve") && p.Approve == ApproveNever {
		p.Approve = ApproveModel
	}
	if fromProject("python") && p.Python != PythonOff {
		p.Python = ""
	}
	if fromProject("incomplete_sandbox") {
		p.IncompleteSandbox = false
	}
	return p
}

// Base is the folder at which relative paths in the connection's DSN start.
func (c *Config) Base(name string) string { return c.origins["connections."+name+".dsn"].dir }

// Docs is the folder with the connection's documents, or "" when it has none.
func (c *Config) Docs(name string) (string, error) {
	conn, err := c.Connection(name)
	if err != nil || conn.Docs == "" {
		return "", err
	}
	key := "connections." + name + ".docs"
	from, folder := c.origins[key], conn.Docs
	if from.file != "" {
		if folder, err = expandPlain(folder, c.Lookup); err != nil {
			return "", c.missing(err, key)
		}
	}
	if folder = c.underHome(folder); !filepath.IsAbs(folder) {
		folder = filepath.Join(from.dir, folder)
	}
	return filepath.Clean(folder), nil
}

// Origin says where a value came from: "plumb.yaml:12", "environment
// PLUMB_LIMITS_ROWS", "--max-rows", "built-in default", or "" when nothing set
// it.
func (c *Config) Origin(key string) string { return c.origins[key].String() }

// Lookup finds what references stand for: in the environment, then in .env.
func (c *Config) Lookup(name string) (string, bool) {
	v, ok := c.environ[name]
	return v, ok
}

// lookupFor keeps a project from sending the person's secrets to an address of
// its choice: it may refer to PLUMB_… variables and to those of its own .env.
func (c *Config) lookupFor(from origin, barred *string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := c.Lookup(name)
		if ok && from.project && !strings.HasPrefix(name, envPrefix) && !has(c.dotenv, name) {
			*barred = name
			return "", false
		}
		return value, ok
	}
}

func (c *Config) underHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && c.home != "" {
		return filepath.Join(c.home, rest)
	}
	return path
}

// missing adds to the fault of a reference where the reference stands.
func (c *Config) missing(err error, key string) error {
	f := fault.Of(err)
	return fault.New(f.Code, "%s: %s: %s", c.origins[key], key, f.Message).WithHint("%s", f.Hint)
}

// Setting is one value with its key and where it came from.
type Setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

// Settings lists every value that is set, sections in their order and
// connections by name. Secrets are not shown.
func (c *Config) Settings() []Setting {
	var list []Setting
	for key, value := range values(c) {
		if from := c.Origin(key); from != "" {
			list = append(list, Setting{Key: key, Value: value, Origin: from})
		}
	}
	return list
}
