package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/document/fetch"
	"github.com/plumbdata/plumb/internal/fault"
	knowledgelib "github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/store"
)

// pageDocuments is the documents as a page changes them. What a person adds there is their
// own (store.Local), and stands in the store alone; what the configuration names is changed
// there.
type pageDocuments struct {
	*library
	folder  string // of the files that were dropped
	exposed bool   // others can reach the page: no files of this machine, no credentials
}

func (a *app) pageDocuments(l *library, exposed bool) *pageDocuments {
	return &pageDocuments{library: l, folder: filepath.Join(a.settings.Folder, "uploads"), exposed: exposed}
}

// pageSource is what the store keeps of how a source is read.
type pageSource struct {
	Crawl   bool     `json:"crawl,omitempty"`
	Depth   int      `json:"depth,omitempty"`
	Pages   int      `json:"pages,omitempty"`
	Include []string `json:"include,omitempty"`
}

// read is what a page reads.
func (p *pageDocuments) read(context.Context) (desk.Library, error) { return p.open() }

// reach opens a place of the person's own. Private addresses are not reached, and where
// others can reach the page, no variable is read: they could have it sent to a server of
// their own.
func (p *pageDocuments) reach(ctx context.Context, place string, how pageSource) (libraryPlace, error) {
	o := fetch.Options{Accept: accepts(how.Include), Now: p.app.Now}
	if !p.exposed {
		o.Environment, o.SSH.Identity = p.app.env, p.app.env("PLUMB_SSH_KEY")
		if hosts := filepath.Join(p.app.Home, ".ssh", "known_hosts"); isFile(hosts) {
			o.SSH.KnownHosts = hosts
		}
	}
	if how.Crawl {
		c, err := p.app.config()
		if err != nil {
			return nil, err
		}
		o.Crawl = &fetch.Crawl{Depth: how.Depth, Pages: how.Pages, Links: linksOf(ctx, p.app.newExtractor(c))}
	}
	source, err := fetch.Open(ctx, place, o)
	if err != nil {
		return nil, err
	}
	scheme, _, _ := strings.Cut(strings.ToLower(place), "://")
	return fetched{Source: source, walks: scheme == "http" || scheme == "https"}, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Add adds a place of the person's own.
func (p *pageDocuments) Add(ctx context.Context, d desk.NewDocuments) (string, error) {
	place := strings.TrimSpace(d.Place)
	switch {
	case strings.HasPrefix(place, "text:") || !utf8.ValidString(place) || strings.ContainsFunc(place, unicode.IsControl):
		return "", fault.New(fault.Usage, "this is no place of documents").WithHint("give an address, a file, a folder or a glob")
	case config.Redact(place) != place:
		return "", fault.New(fault.Usage, "the address has a password in it").WithHint("write it as ${NAME} and set that variable where plumb start runs, or use plumb docs add")
	case fetch.IsLocal(place) && p.exposed:
		return "", fault.New(fault.Usage, "files of this machine cannot be added from a page that others can reach").WithHint("drop the files on the page, or add the folder on the machine: plumb docs add FOLDER")
	case fetch.IsLocal(place):
		if rest, ok := strings.CutPrefix(place, "~/"); ok {
			place = filepath.Join(p.app.Home, rest)
		}
		place = inDir(p.app.Dir, place)
	}
	how := pageSource{d.Crawl, d.Depth, d.Pages, d.Include}
	if err := checkIncludes(how.Include); err != nil {
		return "", err
	}
	at, err := p.reach(ctx, place, how)
	if err != nil {
		return "", err
	}
	if err := at.Close(); err != nil {
		return "", err
	}
	lib, err := p.open()
	if err != nil {
		return "", err
	}
	name, err := p.freeName(ctx, lib, cmp.Or(d.Name, nameForDocs(place)), place)
	if err != nil {
		return "", err
	}
	options, _ := json.Marshal(how) // plain data, which always has a JSON form
	return name, lib.AddSource(ctx, store.DocumentSource{Owner: store.Local, Name: name, Place: place, Options: options})
}

// freeName is a name that no other place has.
func (p *pageDocuments) freeName(ctx context.Context, lib *knowledgelib.Library, wanted, place string) (string, error) {
	if err := config.CheckName(wanted); err != nil {
		return "", fault.New(fault.Usage, "%.60q cannot be the name of documents", wanted).WithHint("use letters, digits, - and _, beginning with a letter")
	}
	known, err := lib.Statistics(ctx, store.Local)
	if err != nil {
		return "", err
	}
	taken := map[string]bool{desk.Uploads: true}
	for _, s := range known.Sources {
		if s.Owner == store.Local && s.Place == place {
			return s.Name, nil // the same once more
		}
		name, _, _ := strings.Cut(s.Name, "@")
		taken[name], taken[s.Name] = true, true
	}
	name := wanted
	for n := 2; taken[name]; n++ {
		name = wanted + "-" + strconv.Itoa(n)
	}
	return name, nil
}

// Keep keeps a file that was dropped, under its own name, readable by the person alone.
func (p *pageDocuments) Keep(ctx context.Context, name string, data []byte) (string, error) {
	name, err := fileNameOf(name)
	switch {
	case err != nil:
		return "", err
	case len(data) == 0:
		return "", fault.New(fault.Usage, "%s is empty", name).WithHint("choose another file")
	}
	if err := os.MkdirAll(p.folder, 0o700); err != nil {
		return "", cannotKeep(p.folder, err)
	}
	if err := ownfile.Replace(filepath.Join(p.folder, name), data); err != nil {
		return "", cannotKeep(p.folder, err)
	}
	lib, err := p.open()
	if err != nil {
		return "", err
	}
	return desk.Uploads, lib.AddSource(ctx, store.DocumentSource{Owner: store.Local, Name: desk.Uploads, Place: p.folder})
}

func cannotKeep(folder string, err error) error {
	return fault.Wrap(err, fault.Store, "the file cannot be kept in %s: %s", folder, ownfile.Cause(err)).WithHint("make room on the disk, or make the folder writable")
}

// fileNameOf is the name of a file, whatever folder it was in.
func fileNameOf(name string) (string, error) {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.TrimLeft(strings.TrimSpace(name), ".")
	const most = 120 // bytes
	if ending := filepath.Ext(name); len(name) > most && len(ending) < 12 {
		name = strings.ToValidUTF8(name[:most-len(ending)], "") + ending
	}
	if name == "" || len(name) > most || !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || strings.ContainsRune(`:*?"<>|`, r) }) {
		return "", fault.New(fault.Usage, "the file has a name that cannot be kept").WithHint("rename it, and drop it again")
	}
	return name, nil
}

// Take removes a file that was dropped.
func (p *pageDocuments) Take(_ context.Context, _, address string) error {
	name, err := fileNameOf(filepath.Base(filepath.FromSlash(address)))
	if err == nil {
		err = os.Remove(filepath.Join(p.folder, name))
	}
	if err != nil && !os.IsNotExist(err) {
		return fault.Wrap(err, fault.Store, "the file cannot be removed: %s", ownfile.Cause(err)).WithHint("remove it from %s yourself, and refresh", p.folder)
	}
	return nil
}

// Remove removes documents of the person's own.
func (p *pageDocuments) Remove(ctx context.Context, source string) error {
	lib, err := p.open()
	if err != nil {
		return err
	}
	s, err := p.find(ctx, lib, source)
	if err != nil {
		return err
	}
	if s.Owner != store.Local {
		return fault.New(fault.Usage, "the documents %s are set in the configuration", source).WithHint("plumb docs remove %s", source)
	}
	if err := lib.RemoveSource(ctx, store.Local, source); err != nil {
		return err
	}
	if source != desk.Uploads {
		return nil
	}
	if err := os.RemoveAll(p.folder); err != nil {
		return fault.Wrap(err, fault.Store, "the dropped files cannot be removed: %s", ownfile.Cause(err)).WithHint("remove %s yourself", p.folder)
	}
	return nil
}

func (p *pageDocuments) find(ctx context.Context, lib *knowledgelib.Library, name string) (knowledgelib.SourceState, error) {
	known, err := lib.Statistics(ctx, store.Local)
	if err != nil {
		return knowledgelib.SourceState{}, err
	}
	found := knowledgelib.SourceState{}
	for _, s := range known.Sources {
		if s.Name == name && (found.Name == "" || s.Owner == store.Local) {
			found = s
		}
	}
	if found.Name == "" {
		return found, fault.New(fault.NotFound, "there are no documents named %.60q", name).WithHint("they may have been removed")
	}
	return found, nil
}

// Refresh brings a source up to date, and makes the vectors of what is new.
func (p *pageDocuments) Refresh(ctx context.Context, source string, report func(knowledgelib.Progress)) (knowledgelib.Summary, error) {
	lib, err := p.open()
	if err != nil {
		return knowledgelib.Summary{}, err
	}
	s, err := p.find(ctx, lib, source)
	if err != nil {
		return knowledgelib.Summary{}, err
	}
	var done knowledgelib.Summary
	if s.Owner == store.Local {
		done, err = p.refreshOwn(ctx, lib, s, report)
	} else {
		done, err = p.refreshConfigured(ctx, source, report)
	}
	if err != nil {
		return done, err
	}
	_, err = lib.Embed(ctx, report)
	return done, err
}

func (p *pageDocuments) refreshOwn(ctx context.Context, lib *knowledgelib.Library, s knowledgelib.SourceState, report func(knowledgelib.Progress)) (knowledgelib.Summary, error) {
	var how pageSource
	_ = json.Unmarshal(s.Options, &how) // without, all of the place is read
	if s.Name != desk.Uploads && p.exposed && fetch.IsLocal(s.Place) {
		return knowledgelib.Summary{}, fault.New(fault.Usage, "files of this machine are not read from a page that others can reach").WithHint("refresh them on the machine")
	}
	if s.Name == desk.Uploads { // an empty folder is a place, too
		if err := os.MkdirAll(p.folder, fs.FileMode(0o700)); err != nil {
			return knowledgelib.Summary{}, cannotKeep(p.folder, err)
		}
	}
	place, err := p.reach(ctx, s.Place, how)
	if err != nil {
		return knowledgelib.Summary{}, err
	}
	defer place.Close()
	return lib.Refresh(ctx, store.Local, s.Name, place, report)
}

// refreshConfigured refreshes documents that the configuration names.
func (p *pageDocuments) refreshConfigured(ctx context.Context, stored string, report func(knowledgelib.Progress)) (knowledgelib.Summary, error) {
	c, err := config.Load(p.app.input())
	if err != nil {
		return knowledgelib.Summary{}, err
	}
	for _, s := range p.sources(c) {
		if s.Stored == stored {
			return p.refresh(ctx, c, s, report)
		}
	}
	return knowledgelib.Summary{}, fault.New(fault.NotFound, "the documents %s are no longer in the configuration", shownSource(stored)).WithHint("add them again: plumb docs add PLACE")
}
