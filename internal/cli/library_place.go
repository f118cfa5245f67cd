package cli

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/document/extract"
	"github.com/plumbdata/plumb/internal/document/fetch"
	"github.com/plumbdata/plumb/internal/fault"
	knowledgelib "github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/sandbox"
)

// libraryPlace is a place with what has to be closed.
type libraryPlace interface {
	knowledgelib.Place
	io.Closer
}

// place opens where the documents of a source are. What a project's file says reaches
// nothing outside of the project's folder, and no private host.
func (l *library) place(ctx context.Context, c *config.Config, s librarySource) (libraryPlace, error) {
	if s.Place == "" {
		if strings.TrimSpace(s.Settings.Text) == "" {
			return nil, fault.New(fault.Config, "the documents %s have neither a place nor a text", s.Name).WithHint("set documents.%s.place in the configuration", s.Name)
		}
		return fetched{Source: fetch.Given(fetch.Text{Name: s.Name + ".md", Data: []byte(s.Settings.Text)})}, nil
	}
	if s.FromProject && s.Local {
		if err := staysInside(c.Project, s); err != nil {
			return nil, err
		}
	}
	o := fetch.Options{Environment: c.Variables(s.Name), Accept: accepts(s.Settings.Include), Now: l.app.Now}
	if !c.ProjectAllows(s.Name) {
		o.Allowed = s.Settings.Allow
	}
	if !s.FromProject {
		o.SSH.Identity = l.app.env("PLUMB_SSH_KEY")
	}
	o.SSH.KnownHosts = filepath.Join(l.app.Home, ".ssh", "known_hosts")
	if _, err := os.Stat(o.SSH.KnownHosts); err != nil {
		o.SSH.KnownHosts = ""
	}
	if u, err := url.Parse(s.Place); err == nil && s.Settings.HostKey != "" {
		o.SSH.HostKeys = map[string]string{u.Hostname(): s.Settings.HostKey}
	}
	if s.Settings.Crawl {
		o.Crawl = &fetch.Crawl{Depth: s.Settings.Depth, Pages: s.Settings.Pages, Hosts: s.Settings.Hosts, Links: linksOf(ctx, l.app.newExtractor(c))}
	}
	source, err := fetch.Open(ctx, s.Place, o)
	if err != nil {
		return nil, err
	}
	scheme, _, _ := strings.Cut(s.Place, "://")
	return fetched{Source: source, walks: slices.Contains([]string{"http", "https"}, strings.ToLower(scheme))}, nil
}

// staysInside refuses a place of a project's file that is not in the project's folder.
func staysInside(folder string, s librarySource) error {
	outside := fault.New(fault.Config, "the project's file names the documents %s at %s, which is outside of the project's folder", s.Name, s.shownPlace()).
		WithHint("a project reads its own files only; add the place yourself with plumb docs add")
	if strings.Contains(s.Place, "://") {
		return outside
	}
	real := func(path string) string {
		for rest := ""; ; {
			if at, err := filepath.EvalSymlinks(path); err == nil {
				return filepath.Join(at, rest)
			}
			if filepath.Dir(path) == path {
				return filepath.Join(path, rest)
			}
			path, rest = filepath.Dir(path), filepath.Join(filepath.Base(path), rest)
		}
	}
	below, err := filepath.Rel(real(folder), real(filepath.Clean(s.Place)))
	if err != nil || !filepath.IsLocal(below) {
		return outside
	}
	return nil
}

// readable are the endings of documents that can be read.
var readable = []string{".pdf", ".docx", ".xlsx", ".xlsm", ".pptx", ".html", ".htm", ".xhtml", ".md", ".markdown", ".txt", ".text", ".csv", ".tsv"}

// accepts says which files of a folder or a site are read. Patterns are about the name,
// and with a slash about the path.
func accepts(patterns []string) func(name string) bool {
	return func(name string) bool {
		name = strings.ToLower(name)
		if len(patterns) == 0 {
			ending := path.Ext(name)
			return ending == "" || slices.Contains(readable, ending)
		}
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			whole := path.Base(name)
			if strings.Contains(pattern, "/") {
				whole = name
			}
			ok, err := path.Match(strings.ToLower(pattern), whole)
			return err == nil && ok
		})
	}
}

// checkIncludes refuses patterns that cannot be read.
func checkIncludes(patterns []string) error {
	for _, p := range patterns {
		if _, err := path.Match(p, "x"); err != nil {
			return fault.New(fault.Usage, "--include %.80s is no pattern", p).WithHint("for example: --include '*.pdf'")
		}
	}
	return nil
}

// newExtractor reads documents, those of larger formats in a sandboxed process.
func (a *app) newExtractor(c *config.Config) knowledgelib.Extractor {
	return extract.New(extract.Options{Sandbox: sandbox.Options{AllowMissing: c.Plans.Trusted(c).IncompleteSandbox}})
}

// linksOf finds the links of a page for a crawl.
func linksOf(ctx context.Context, reader knowledgelib.Extractor) func(name string, data []byte) ([]string, error) {
	return func(name string, data []byte) ([]string, error) {
		d, _, err := reader.Extract(ctx, name, "", data)
		if err != nil {
			return nil, err
		}
		return d.Links, nil
	}
}

// fetched is a place that is fetched from, as a library reads it.
type fetched struct {
	fetch.Source
	walks bool
}

func (f fetched) Walks() bool { return f.walks }

func (f fetched) List(ctx context.Context, known map[string]knowledgelib.Item) iter.Seq2[knowledgelib.Item, error] {
	before := map[string]fetch.Item{}
	for address, i := range known {
		before[address] = itemOf(i)
	}
	return func(yield func(knowledgelib.Item, error) bool) {
		for i, err := range f.Source.List(ctx, before) {
			kept, _ := json.Marshal(i) // plain data, which always has a JSON form
			if !yield(knowledgelib.Item{Address: i.Address, Name: i.Name, Media: i.Media, Mark: i.Mark, Modified: i.Modified, Kept: kept}, err) {
				return
			}
		}
	}
}

func (f fetched) Read(ctx context.Context, i knowledgelib.Item) ([]byte, error) {
	return f.Source.Read(ctx, itemOf(i))
}

// itemOf is an item as the place gave it.
func itemOf(i knowledgelib.Item) fetch.Item {
	var x fetch.Item
	if json.Unmarshal(i.Kept, &x) != nil || x.Address == "" {
		x = fetch.Item{Address: i.Address, Name: i.Name, Size: -1, Mark: i.Mark, Modified: i.Modified, Media: i.Media}
	}
	return x
}
