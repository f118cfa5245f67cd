package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/document/fetch"
	"github.com/plumbdata/plumb/internal/fault"
	knowledgelib "github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/reach"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/vector"
)

// library is the documents that the configuration names, with what a person added on the
// page. It is opened when it is first needed, and serves many goroutines.
type library struct {
	app  *app
	kept *sqlite.Store
	open func() (*knowledgelib.Library, error)

	mu      sync.Mutex
	looked  map[string]time.Time // when local places were looked at, by the names in the store
	running chan struct{}        // is closed when the refresh that runs has ended; nil where none does
}

// newLibrary prepares the library. Vectors may be nil: then passages are found by their
// words alone.
func (a *app) newLibrary(c *config.Config, kept *sqlite.Store, vectors vector.Store) *library {
	return &library{app: a, kept: kept, looked: map[string]time.Time{}, open: sync.OnceValues(func() (*knowledgelib.Library, error) {
		most := min(runtime.GOMAXPROCS(0), 4)
		parts := knowledgelib.Parts{Store: kept, Extractor: a.newExtractor(c), Folder: filepath.Join(c.Folder, "locks"), Workers: most, Now: a.Now}
		if e, err := account.Sentences(); err == nil && vectors != nil {
			parts.Embedder, parts.Vectors, parts.VectorsName = e, vectors, "files"
			if c.Knowledge.Vectors != "" {
				parts.VectorsName = reach.WithoutSecrets(string(c.Knowledge.Vectors))
			}
		}
		return knowledgelib.Open(parts)
	})}
}

// librarySource is a source of documents of the configuration.
type librarySource struct {
	Name        string // as people know it
	Stored      string // in the store, which serves several projects
	Place       string // "" for text
	FromProject bool
	Local       bool
	Settings    config.Documents
}

// sources are those of the configuration, by their names.
func (l *library) sources(c *config.Config) []librarySource {
	var list []librarySource
	for _, name := range c.Libraries() {
		if s, err := sourceOf(c, name); err == nil {
			list = append(list, s)
		}
	}
	return list
}

func sourceOf(c *config.Config, name string) (librarySource, error) {
	place, fromProject, err := c.Place(name)
	if err != nil {
		return librarySource{}, err
	}
	s := librarySource{Name: name, Stored: name, Place: place, FromProject: fromProject, Settings: c.Documents[name]}
	s.Local = place == "" || fetch.IsLocal(place)
	if fromProject {
		s.Stored += projectMark + shortHash(c.Project)
	}
	return s, nil
}

// projectMark stands between the name of a source that a project names, and the project.
const projectMark = "@"

// shownSource is the name of a source in the store as people know it.
func shownSource(stored string) string {
	name, _, _ := strings.Cut(stored, projectMark)
	return name
}

func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

// sourceNote is what the store keeps of how a source was last read.
type sourceNote struct {
	Settings string    `json:"settings"` // a hash of how it is read
	Tried    time.Time `json:"tried,omitzero"`
	Failure  string    `json:"failure,omitempty"` // why the last listing was not complete
}

func noteOf(s store.DocumentSource) sourceNote {
	var n sourceNote
	_ = json.Unmarshal(s.Options, &n) // of another form: it is read again
	return n
}

// settingsHash changes with what is read, and how.
func (s librarySource) settingsHash() string {
	x := s.Settings
	x.Refresh = 0
	b, _ := json.Marshal(x) // plain data, which always has a JSON form
	return shortHash(s.Place + "\x00" + string(b))
}

// shownPlace is where the documents are, without secrets.
func (s librarySource) shownPlace() string {
	if s.Place == "" {
		return "text"
	}
	return config.DSN(s.Place).String()
}

// Times between two looks at a place.
const (
	refreshAge = time.Hour       // of remote ones, if nothing else is said
	retryAge   = 5 * time.Minute // after a failure
	lookAge    = time.Second     // of local ones
	lookMost   = 30 * time.Second
	embedMost  = 10 * time.Second // of a question's time for the vectors of new passages
)

// stored are the sources as the store knows them, by their names there.
func (l *library) stored(ctx context.Context) (map[string]store.DocumentSource, error) {
	list, err := l.kept.DocumentSources(ctx, store.Shared)
	known := map[string]store.DocumentSource{}
	for _, s := range list {
		known[s.Name] = s
	}
	return known, err
}

// isDue says whether a source should be looked at before a question is answered from it.
func (l *library) isDue(s librarySource, known store.DocumentSource, isKnown bool) bool {
	note, now := noteOf(known), l.app.Now()
	if !isKnown || note.Settings != s.settingsHash() {
		return true
	}
	if s.Local {
		l.mu.Lock()
		defer l.mu.Unlock()
		return time.Since(l.looked[s.Stored]) > lookAge
	}
	age := refreshAge
	if s.Settings.Refresh > 0 {
		age = s.Settings.Refresh
	}
	if note.Failure != "" || known.RefreshedAt.IsZero() {
		return now.Sub(note.Tried) >= min(age, retryAge)
	}
	return now.Sub(known.RefreshedAt) >= age
}

// refresh brings one source up to date.
func (l *library) refresh(ctx context.Context, c *config.Config, s librarySource, report func(knowledgelib.Progress)) (knowledgelib.Summary, error) {
	lib, err := l.open()
	if err != nil {
		return knowledgelib.Summary{}, err
	}
	known, err := l.stored(ctx)
	if err != nil {
		return knowledgelib.Summary{}, err
	}
	source := known[s.Stored]
	note := sourceNote{Settings: s.settingsHash(), Tried: l.app.Now()}
	if noteOf(source).Settings != note.Settings {
		source.RefreshedAt = time.Time{}
	}
	source.Owner, source.Name, source.Place = store.Shared, s.Stored, s.shownPlace()
	keep := func() error {
		source.Options, _ = json.Marshal(note) // plain data, which always has a JSON form
		return lib.AddSource(ctx, source)
	}
	if err := keep(); err != nil {
		return knowledgelib.Summary{}, err
	}
	place, err := l.place(ctx, c, s)
	if err != nil {
		note.Failure = fault.Of(err).Message
		_ = keep() // what went wrong is returned
		return knowledgelib.Summary{}, err
	}
	defer place.Close()
	done, err := lib.Refresh(ctx, store.Shared, s.Stored, place, report)
	if err != nil {
		return done, err
	}
	l.mu.Lock()
	l.looked[s.Stored] = time.Now()
	l.mu.Unlock()
	if done.Complete {
		return done, nil
	}
	note.Failure = "it could not be read to its end"
	if i := slices.IndexFunc(done.Diagnostics, func(d fault.Diagnostic) bool { return d.Severity == fault.Warning }); i >= 0 {
		note.Failure = done.Diagnostics[i].Message
	}
	return done, keep()
}

// look brings up to date what a question may be answered from. What cannot be refreshed is
// said once in a while, and what was read of it before is searched.
func (l *library) look(ctx context.Context, c *config.Config, list []librarySource, report func(knowledgelib.Progress), warn func(fault.Diagnostic)) {
	known, err := l.stored(ctx)
	if err != nil {
		warn(fault.Of(err).Diagnostic(fault.Warning))
		return
	}
	changed := false
	embedding := func(knowledgelib.Progress) {}
	for _, s := range list {
		before, isKnown := known[s.Stored]
		if !l.isDue(s, before, isKnown) || ctx.Err() != nil {
			continue
		}
		bounded, cancel := ctx, func() {}
		if !before.RefreshedAt.IsZero() { // there is something to answer from
			bounded, cancel = context.WithTimeout(ctx, lookMost)
		}
		shown := report
		if !before.RefreshedAt.IsZero() { // it is quick, mostly
			shown = nil
		} else if report != nil {
			embedding = report
		}
		done, err := l.refresh(bounded, c, s, shown)
		cancel()
		changed = changed || done.Read+done.Gone > 0
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			f := fault.Of(err)
			warn(fault.Diagnostic{Severity: fault.Warning, Code: f.Code, Message: "the documents " + s.Name + " could not be refreshed: " + f.Message, Hint: f.Hint})
		default:
			for _, d := range notable(s.Name, done, isKnown) {
				warn(d)
			}
		}
	}
	if changed {
		l.embed(ctx, embedding)
	}
}

// notable is what somebody who asks a question should hear of a refresh.
func notable(name string, done knowledgelib.Summary, isKnown bool) []fault.Diagnostic {
	if done.Complete && (isKnown || done.Failed == 0) {
		return nil
	}
	if len(done.Diagnostics) == 0 {
		return nil
	}
	d := done.Diagnostics[0]
	d.Severity, d.Message = fault.Warning, "documents "+name+": "+d.Message
	if done.Failed > 1 {
		d.Hint = "plumb docs list " + name + " shows all that could not be read"
	}
	return []fault.Diagnostic{d}
}

// embed makes the vectors of new passages, as far as a question has time for it.
func (l *library) embed(ctx context.Context, report func(knowledgelib.Progress)) {
	lib, err := l.open()
	if err != nil {
		return
	}
	timed, cancel := context.WithTimeout(ctx, embedMost)
	defer cancel()
	_, _ = lib.Embed(timed, report) // what is left is found by its words, and made the next time
}

// lookBeside is look for a server: it goes on by itself, and is waited for only so long.
func (l *library) lookBeside(ctx, life context.Context, c *config.Config, list []librarySource, most time.Duration, warn func(fault.Diagnostic)) {
	l.mu.Lock()
	running := l.running
	if running == nil {
		running = make(chan struct{})
		l.running = running
		go func() {
			defer func() {
				l.mu.Lock()
				l.running = nil
				l.mu.Unlock()
				close(running)
			}()
			l.look(life, c, list, nil, warn)
		}()
	}
	l.mu.Unlock()
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-running:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// wait waits for the refresh that runs.
func (l *library) wait() {
	l.mu.Lock()
	running := l.running
	l.mu.Unlock()
	if running != nil {
		<-running
	}
}
