package config

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// Names of the files that are read.
const (
	FileName    = "config.yaml" // in Plumb's home folder
	ProjectFile = "plumb.yaml"  // in the working directory or above it
	dotEnvFile  = ".env"
)

// maxFile bounds every file that is read.
const maxFile = 256 << 10

// Input is where a configuration is loaded from. Nothing else is consulted.
type Input struct {
	Environ []string // NAME=value, as os.Environ gives it
	Home    string   // the person's home directory
	Dir     string   // the working directory
	Flags   []Flag   // what the command line says
}

// Flag is a value from the command line. Lists are separated by commas.
type Flag struct {
	Name  string // as typed: --max-rows
	Key   string // limits.rows
	Value string
}

// setting is one value on its way into a Config.
type setting struct {
	key  string
	text string
	list []string
	from origin
}

// origin is where a value came from.
type origin struct {
	file string // as shown to people, when it came from a file with references
	line int
	name string // of a variable, flag or default
	dir  string // at which relative paths start

	// project says that it came with the folder that somebody works in, which
	// may be a stranger's: it can add, but not loosen or redirect what is the
	// person's own.
	project bool
}

func (o origin) String() string {
	if o.file != "" {
		return o.file + ":" + strconv.Itoa(o.line)
	}
	return o.name
}

// Folder is Plumb's home folder: $PLUMB_HOME, or .plumb in the person's home.
func (in Input) Folder() (string, error) {
	folder := in.environ()["PLUMB_HOME"]
	switch {
	case folder == "" && in.Home == "":
		return "", fault.New(fault.Config, "Plumb's home folder is unknown: neither PLUMB_HOME nor HOME is set").
			WithHint("export PLUMB_HOME=/path/to/a/folder")
	case folder == "":
		return filepath.Join(in.Home, ".plumb"), nil
	case strings.HasPrefix(folder, "~/") && in.Home != "":
		return filepath.Join(in.Home, folder[2:]), nil
	case !filepath.IsAbs(folder):
		return filepath.Join(in.Dir, folder), nil
	}
	return filepath.Clean(folder), nil
}

// Load reads every source and merges them. Files that do not exist are no
// fault.
func Load(in Input) (*Config, error) {
	folder, err := in.Folder()
	if err != nil {
		return nil, err
	}
	project := in.findProject()
	c := &Config{
		Folder: folder, Project: project, home: in.Home,
		origins: map[string]origin{}, environ: in.environ(),
	}
	settings := defaults()
	files := []string{filepath.Join(folder, FileName)}
	if project != "" {
		files = append(files, filepath.Join(project, ProjectFile))
	}
	for i, file := range files {
		more, err := in.readYAML(file)
		if err != nil {
			return nil, err
		}
		for k := range more {
			more[k].from.project = i > 0
		}
		settings = append(settings, more...)
	}
	sources := map[string]string{}
	if err := c.addDotEnv(in, sources); err != nil {
		return nil, err
	}
	fromEnviron, err := environSettings(c.environ, sources, settings, in.Dir)
	if err != nil {
		return nil, err
	}
	settings = c.withoutProxiesOfProject(append(settings, fromEnviron...))
	c.dotenv = sources
	if err := refuseRedirect(settings); err != nil {
		return nil, err
	}
	if err := keepsPolicy(settings); err != nil {
		return nil, err
	}
	for _, f := range in.Flags {
		s, err := textSetting(f.Key, f.Value, origin{name: f.Name, dir: in.Dir})
		if err != nil {
			return nil, err
		}
		settings = append(settings, s)
	}
	if err := c.apply(settings); err != nil {
		return nil, err
	}
	return c, c.check()
}

func (c *Config) apply(settings []setting) error {
	for _, s := range settings {
		f, ok := fieldAt(s.key)
		if ok && !f.late && s.from.file != "" {
			var err error
			if s, err = s.expand(c.Lookup); err != nil {
				return err
			}
		}
		if err := assign(c, s); err != nil {
			return err
		}
		c.origins[s.key] = s.from
	}
	return nil
}

// expand replaces references in a value that is needed at once.
func (s setting) expand(lookup func(string) (string, bool)) (setting, error) {
	located := func(err error) error {
		f := fault.Of(err)
		return fault.New(f.Code, "%s: %s: %s", s.from, s.key, f.Message).WithHint("%s", f.Hint)
	}
	var err error
	if s.text, err = expandPlain(s.text, lookup); err != nil {
		return s, located(err)
	}
	s.list = slices.Clone(s.list)
	for i, item := range s.list {
		if s.list[i], err = expandPlain(item, lookup); err != nil {
			return s, located(err)
		}
	}
	return s, nil
}

// check holds what no single value can show to be wrong.
func (c *Config) check() error {
	if _, err := c.Server.Proxies(); err != nil {
		f := fault.Of(err)
		return fault.New(f.Code, "%s: %s", c.origins[trustedProxies], f.Message).WithHint("%s", f.Hint)
	}
	taken := map[string]string{}
	for _, name := range c.Names() {
		if other, ok := taken[envWord(name)]; ok {
			return fault.New(fault.Config, "the connections %s and %s would share the variables PLUMB_%s_…", other, name, envWord(name)).
				WithHint("rename one of them")
		}
		taken[envWord(name)] = name
		// Opening a stranger's folder must not weaken the person's own guard.
		dsn := c.origins["connections."+name+".dsn"]
		for _, key := range []string{"accept_writable", "functions"} {
			from := c.origins["connections."+name+"."+key]
			if from.project && !dsn.project && dsn != (origin{}) {
				return fault.New(fault.Config, "%s: connections.%s.%s may only be set where the connection's dsn is set, in %s", from, name, key, dsn.place()).
					WithHint("move the line to %s", dsn.place())
			}
		}
	}
	return nil
}

// refuseRedirect refuses a project's setting that would lead a connection of the
// person's own somewhere else.
func refuseRedirect(settings []setting) error {
	own := map[string]origin{}
	for _, s := range settings {
		if !strings.HasPrefix(s.key, "connections.") || !strings.HasSuffix(s.key, ".dsn") {
			continue
		}
		first, ok := own[s.key]
		if ok && s.from.project {
			return fault.New(fault.Config, "%s: %s is set in %s, and a project may not redirect it", s.from, s.key, first.place()).
				WithHint("give the project's connection another name")
		}
		if !s.from.project {
			own[s.key] = s.from
		}
	}
	return nil
}

const trustedProxies = "server.trusted_proxies"

// withoutProxiesOfProject leaves out whom a project would have the person's
// server trust.
func (c *Config) withoutProxiesOfProject(settings []setting) []setting {
	return slices.DeleteFunc(settings, func(s setting) bool {
		barred := s.key == trustedProxies && s.from.project
		if barred {
			c.Diagnostics = append(c.Diagnostics, fault.New(fault.Config, "%s: %s is ignored: a project may not decide what your server trusts", s.from, s.key).
				WithHint("move it to config.yaml in Plumb's home folder").Diagnostic(fault.Warning))
		}
		return barred
	})
}

// place is the file or the variable that something came from, without a line.
func (o origin) place() string {
	if o.file != "" {
		return o.file
	}
	return o.name
}

func (in Input) environ() map[string]string {
	env := make(map[string]string, len(in.Environ))
	for _, e := range in.Environ {
		if name, value, ok := strings.Cut(e, "="); ok {
			env[name] = value
		}
	}
	return env
}

// findProject walks up from the working directory to the first folder with a
// plumb.yaml, and no further than the home directory or the root.
func (in Input) findProject() string {
	if in.Dir == "" {
		return ""
	}
	for dir := filepath.Clean(in.Dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ProjectFile)); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) || dir == filepath.Clean(in.Home) {
			return ""
		}
	}
}

// show is a path as people would type it from where they are.
func (in Input) show(path string) string {
	if rel, err := filepath.Rel(in.Dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	if rel, err := filepath.Rel(in.Home, path); err == nil && in.Home != "" && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}

func (in Input) readYAML(path string) ([]setting, error) {
	data, err := readFile(path, in.show(path))
	if err != nil {
		return nil, err
	}
	return parseYAML(data, in.show(path), filepath.Dir(path))
}

// readFile reads a regular file of bounded size; one that does not exist is
// empty.
func readFile(path, shown string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(shown, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fault.New(fault.Config, "%s is not a file", shown).WithHint("move it away, or put a file in its place")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(shown, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, unreadable(shown, err)
	}
	if len(data) > maxFile {
		return nil, fault.New(fault.Config, "%s is larger than %s", shown, Size(maxFile)).
			WithHint("a configuration is a few lines; is this the right file?")
	}
	return data, nil
}

func unreadable(shown string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fault.Wrap(err, fault.Config, "%s cannot be read: %s", shown, err).
		WithHint("check its owner and permissions")
}
