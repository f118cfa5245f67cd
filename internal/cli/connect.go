package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/files"
)

func (a *app) connectCommand() *cobra.Command {
	var name string
	var conn config.Connection
	var include, exclude, preload, read []string
	c := &cobra.Command{
		Use:   "connect DSN",
		Short: "Connect to a database, a file or a folder, and remember it",
		Long: `Connect to a database, a file or a folder, and remember it.

DSN is postgres://user@host/database, duckdb:FILE, sqlite:FILE, a database
file, a data file (csv, tsv, json, jsonl, xlsx, parquet), a glob, a folder,
https://host/FILE, s3://bucket/FILE or s3://bucket/FOLDER/. A remote file is
downloaded once, and again when it has changed. For buckets that are not
public, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.

The login must not be able to write: Plumb attempts a harmless write, which the
database must refuse. If it is not refused, Plumb stops and prints the
statements that create a read-only login. --accept-writable connects anyway;
sessions are still read-only.

Patterns of --include and --exclude match schema.table or table: * matches any
characters, ? matches one, {a,b} matches either. They ignore case, except in
double quotes. A pattern that matches no table is an error.

--preload names the tables of a large schema that matter most: all their values
are read, not only some. It takes the same patterns, and words in the names of
tables and columns.

--read changes how a file is read, and is saved in plumb.files.yaml beside the
data, or in Plumb's home folder where that is not possible: 'COLUMN: READING',
or 'FILE/COLUMN: READING' where several files have the column. A reading is
text, number, number 1.234,5, number 1,234.5, date, date day first, date month
first, date DD.MM.YYYY, time, boolean, or auto, which leaves it to Plumb. For a
whole file, 'FILE: READING' takes rows, columns (of columns that are periods),
added amounts, running totals (of running totals over such columns), indicator
columns, indicator rows (of figures that rows name), with footer, without footer
(of notes and totals at the end), one table, separate tables (of files of one
shape) or encoding windows-1252.

Passwords are not stored: a password in the DSN is replaced by a reference to an
environment variable, written ${NAME}. PGPASSWORD is sent only to the server
that PGHOST and PGPORT name, and an entry of ~/.pgpass only to its host.`,
		Example: `  plumb connect postgres://analyst@db.example.com/shop --name shop
  plumb connect warehouse/data.duckdb
  plumb connect 'exports/*.parquet' --name exports
  plumb connect https://data.example.com/prices.csv
  plumb connect sales.csv --read 'amount: number 1.234,5' --read 'zip: text'`,
		GroupID: "data",
		Args:    exactly(1, "one DSN: a database address, a file, a folder or a link to a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if name == "" {
				name = nameFor(args[0])
			}
			conn.Include, conn.Exclude, conn.Preload = patterns(include), patterns(exclude), patterns(preload)
			readings, err := parseReadings(read)
			if err != nil {
				return err
			}
			return a.connect(cmd.Context(), name, args[0], conn, readings)
		},
	}
	c.Flags().StringVar(&name, "name", "", "the connection's name (default: from the database's or file's name)")
	c.Flags().BoolVar(&conn.AcceptWritable, "accept-writable", false, "connect even if the login can write")
	c.Flags().StringVar(&conn.Docs, "docs", "", "folder with schema.yml, docs.md, dictionary.csv and example SQL about the data")
	c.Flags().StringArrayVar(&include, "include", nil, "only tables that match these patterns, such as sales.*")
	c.Flags().StringArrayVar(&exclude, "exclude", nil, "leave out tables that match these patterns, such as app_users or {users,logins}")
	c.Flags().StringArrayVar(&read, "read", nil, "how to read a column of a file, such as 'amount: text'")
	c.Flags().StringArrayVar(&preload, "preload", nil, "tables of a large schema to know in full: patterns, or words such as sales")
	return c
}

func parseReadings(texts []string) ([]source.ReadAs, error) {
	var list []source.ReadAs
	for _, text := range texts {
		r, err := files.ParseReading(text)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// patterns are those of flags that may be repeated, and hold several each.
func patterns(flags []string) (all []string) {
	for _, list := range flags {
		all = append(all, source.SplitPatterns(list)...)
	}
	return all
}

func (a *app) connect(ctx context.Context, name, dsn string, conn config.Connection, readings []source.ReadAs) error {
	if err := config.CheckName(name); err != nil {
		return err
	}
	c, err := a.config()
	if err != nil {
		return err
	}
	if rival := c.Rival(name); rival != "" {
		return fault.New(fault.Usage, "%s is too similar to the connection %s: their passwords would share one variable", name, rival).
			WithHint("choose another name with --name")
	}
	stored, secrets := config.ExtractSecrets(name, dsn)
	actual, err := expand(c, dsn)
	if err != nil {
		return err
	}
	spec, err := a.build(c, name, actual, a.Dir)
	if err != nil {
		return err
	}
	if len(readings) > 0 && spec.Driver.Name != files.Driver.Name {
		return fault.New(fault.Usage, "--read is for files, and %s is not one", hideSecrets(dsn)).WithHint("a database says itself what its columns are")
	}
	spec.Config.Credentials, spec.Config.Readings = source.CredentialsOfPerson, readings
	spec.Filter, spec.Strict = source.Filter{Include: conn.Include, Exclude: conn.Exclude}, true
	spec.Preload = conn.Preload
	if conn.Docs != "" {
		conn.Docs = inDir(a.Dir, conn.Docs)
		if err := isFolder(conn.Docs); err != nil {
			return err
		}
		spec.Docs = conn.Docs
	}
	for _, p := range slices.Concat(conn.Include, conn.Exclude, conn.Preload) {
		if err := source.CheckPattern(p); err != nil {
			return err
		}
	}
	if spec.Driver.IsPath(spec.Config.DSN) {
		stored = spec.Driver.Schemes[0] + ":" + spec.Config.DSN // a path: absolute, so that it works from everywhere
	}
	conn.DSN = config.DSN(stored)
	if old, ok := c.Connections[name]; ok && old.DSN != conn.DSN {
		return fault.New(fault.Usage, "%s is already the connection to %s", name, old.DSN).
			WithHint("choose another name with --name, or plumb sources remove %s first", name)
	} else if ok {
		conn.Functions = old.Functions // an administrator's, which no flag sets
	}

	p := a.progress()
	defer p.End()
	p.Step("connecting", 0, 0)
	spec.Config.Progress = func(file string, done, total int64) { p.Step("downloading "+file, int(done), int(max(total, 0))) }
	open, err := connection.Open(ctx, spec)
	if err != nil {
		return err
	}
	defer open.Close()
	p.Step("checking that nothing can be written", 0, 0)
	writable := open.ProbeWrite(ctx)
	if writable != nil && (fault.CodeOf(writable) != fault.Writable || !conn.AcceptWritable) {
		return writable
	}
	p.Step("reading the schema", 0, 0)
	s, err := open.Schema(ctx, connection.Fresh)
	if err != nil {
		return err
	}
	kept, err := open.KeepReadings()
	if err != nil {
		return err
	}
	edits := []config.Edit{config.Put(name, conn), config.Activate(name)}
	if err := config.Update(ctx, a.input(), edits...); err != nil {
		return err
	}
	p.End()
	if err := a.showConnection(open, s, secrets, writable != nil); err != nil {
		return err
	}
	if len(kept) > 0 && !a.json {
		a.out.Done(a.Stdout, "how to read the files is saved in %s", strings.Join(kept, ", "))
	}
	if err := a.checkActive(name); err != nil || a.json {
		return err
	}
	return a.reportActive(c, name)
}

// reportActive says what questions go to from now on, and how to go back to
// what was asked before.
func (a *app) reportActive(before *config.Config, name string) error {
	now, err := config.Load(a.input())
	if err != nil || now.Active != name {
		return err // checkActive has said why
	}
	next := "plumb schema"
	switch {
	case before.Active == name:
	case before.Active != "":
		next += "\nplumb sources use " + before.Active + ", to switch back"
	case a.demoHere() && len(now.Connections) == 1:
		next += "\n--db " + demoPath + ", to use the demo"
	}
	a.out.Done(a.Stdout, "%s is now the active connection", name)
	a.notes.Next(a.Stdout, next)
	return nil
}

// expand replaces the references of a DSN from the command line. One without
// any is taken as it was typed.
func expand(c *config.Config, dsn string) (string, error) {
	if !strings.Contains(dsn, "${") {
		return dsn, nil
	}
	return config.Expand(dsn, c.Lookup)
}

func isFolder(path string) error {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return fault.New(fault.NotFound, "%s is not a folder", path).WithHint("name the folder that holds schema.yml, docs.md or dictionary.csv")
	}
	return nil
}

func (a *app) showConnection(c *connection.Connection, s *schema.Snapshot, secrets []config.Secret, writable bool) error {
	columns := 0
	for _, t := range s.Tables {
		columns += len(t.Columns)
	}
	if a.json {
		variables := []string{}
		for _, secret := range secrets {
			variables = append(variables, secret.Variable)
		}
		return a.writeJSON(a.Stdout, map[string]any{"name": c.Name(), "kind": c.Kind(), "dialect": s.Dialect, "tables": len(s.Tables),
			"columns": columns, "read_only_login": !writable, "variables": variables})
	}
	a.out.Done(a.Stdout, "%s: %s with %s and %s", c.Name(), c.Kind(), count(len(s.Tables), "table"), count(columns, "column"))
	if len(s.Tables) == 0 {
		a.notes.Diagnostic(a.Stderr, c.NoTables().Diagnostic(fault.Warning))
	}
	if writable {
		a.notes.Diagnostic(a.Stderr, fault.New(fault.Writable, "this login can write; Plumb's sessions are read-only anyway").
			WithHint("a read-only login is safer").Diagnostic(fault.Warning))
	} else {
		a.out.Done(a.Stdout, "read-only: a test write was refused, as it should be")
	}
	for _, secret := range secrets {
		a.notes.Diagnostic(a.Stderr, fault.New(fault.Config, "the password is not stored; set %s to it before the next start", secret.Variable).
			WithHint("export %s=…   (or set it in .env)", secret.Variable).Diagnostic(fault.Warning))
	}
	a.diagnose(c.Diagnostics())
	return nil
}

// nameFor makes a connection's name from a DSN: the database's name, or the
// file's without its ending. A file called data says no more than its folder.
func nameFor(dsn string) string {
	base, _, _ := strings.Cut(dsn, "?")
	base = strings.TrimRight(strings.SplitN(base, ",", 2)[0], "/")
	if _, rest, ok := strings.Cut(base, "dbname="); ok {
		base = strings.Fields(rest + " x")[0]
	}
	folder := filepath.Base(filepath.Dir(base))
	if base = filepath.Base(base); strings.HasPrefix(base, "data.") && len(folder) > 1 {
		base = folder
	}
	if _, rest, ok := strings.Cut(base, ":"); ok {
		base = rest
	}
	base, _, _ = strings.Cut(base, ".")
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return -1
	}, base)
	name = strings.ToLower(strings.Trim(name, "-_"))
	if config.CheckName(name) != nil {
		return "data"
	}
	return name
}
