package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	knowledgelib "github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) docsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "docs",
		Aliases: []string{"documents"},
		Short:   "Documents that questions are answered from: add, refresh, search, show",
		Long: `Handbooks, policies, reports: what they say answers questions that the data
cannot, and is held against figures of the data. Each sentence of such an answer
names the passage that it rests on.

PLACE is a file, a folder with all below it, a glob such as 'handbook/**/*.pdf',
https://host/page, s3://bucket/prefix, ftp://host/folder or sftp://user@host/folder.
PDF, Word, Excel, PowerPoint, HTML, Markdown, text and CSV are read.

Files and folders are looked at whenever a question may be answered from them;
what is on other machines, when it is older than documents.NAME.refresh, an hour
if nothing is set. Only what has changed is read again.`,
		Example: "  plumb docs add handbook.md\n  plumb ask \"When is revenue recognised?\"\n  plumb docs",
		GroupID: "data",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.withLibrary(c.Context(), a.listLibrary)
		},
	}
	c.AddCommand(a.docsAddCommand(),
		&cobra.Command{Use: "refresh [NAME]", Short: "Read what has changed, of one source or of all", Example: "  plumb docs refresh handbook", Args: atMost(1, "the name of documents, or nothing for all"),
			RunE: func(c *cobra.Command, args []string) error {
				return a.withLibrary(c.Context(), func(ctx context.Context, s *searched) error { return a.refreshDocs(ctx, s, args) })
			}},
		&cobra.Command{Use: "remove NAME", Short: "Forget documents; their files are not touched", Example: "  plumb docs remove handbook", Args: exactly(1, "the name of documents"),
			RunE: func(c *cobra.Command, args []string) error {
				return a.withLibrary(c.Context(), func(ctx context.Context, s *searched) error { return a.removeDocs(ctx, s, args[0]) })
			}},
		a.docsListCommand(), a.docsShowCommand(), a.docsSearchCommand(), a.docsTablesCommand(),
	)
	return c
}

// withLibrary opens the documents for a command.
func (a *app) withLibrary(ctx context.Context, do func(context.Context, *searched) error) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer kept.Close()
	vectors, err := a.openVectors(ctx, c)
	if err != nil { // words find them all the same
		a.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)})
	} else {
		defer vectors.Close()
	}
	return do(ctx, &searched{library: a.newLibrary(c, kept, vectors), config: c})
}

// docsLine is one source in a listing.
type docsLine struct {
	Name      string     `json:"name"`
	Place     string     `json:"place"`
	Documents int        `json:"documents"`
	Failed    int        `json:"failed"`
	Passages  int        `json:"passages"`
	State     string     `json:"state"`
	Refreshed *time.Time `json:"refreshed_at,omitempty"`
	Origin    string     `json:"origin"` // where it is set
}

func (a *app) docsLines(ctx context.Context, s *searched) ([]docsLine, error) {
	lib, err := s.open()
	if err != nil {
		return nil, err
	}
	counted, err := lib.Statistics(ctx, store.Local)
	if err != nil {
		return nil, err
	}
	states := map[string]knowledgelib.SourceState{}
	for _, x := range counted.Sources {
		states[x.Owner+"\x00"+x.Name] = x
	}
	line := func(name, stored, owner, origin, place string) (docsLine, error) {
		x, ok := states[owner+"\x00"+stored]
		l := docsLine{Name: name, Place: place, Documents: x.Documents, Passages: x.Passages, Origin: origin, State: "up to date"}
		note := noteOf(x.DocumentSource)
		switch {
		case note.Failure != "":
			l.State = note.Failure
		case !ok || x.RefreshedAt.IsZero():
			l.State = "not read yet"
		}
		if ok && !x.RefreshedAt.IsZero() {
			l.Refreshed = &x.RefreshedAt
		}
		var err error
		l.Failed, err = countFailures(ctx, lib, stored)
		return l, err
	}
	lines := []docsLine{}
	for _, x := range s.sources(s.config) {
		l, err := line(x.Name, x.Stored, store.Shared, s.config.Origin("documents."+x.Name+"."+x.key()), x.shownPlace())
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	for _, x := range counted.Sources {
		if x.Owner == store.Local {
			l, err := line(x.Name, x.Name, store.Local, "added on the page", x.Place)
			if err != nil {
				return nil, err
			}
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// key is the setting that says where the documents are.
func (s librarySource) key() string {
	if s.Place == "" {
		return "text"
	}
	return "place"
}

func countFailures(ctx context.Context, lib *knowledgelib.Library, stored string) (int, error) {
	n, after := 0, ""
	for {
		list, err := lib.Documents(ctx, store.Local, knowledgelib.Filter{Sources: []string{stored}}, after, store.MaxLimit)
		if err != nil || len(list) == 0 {
			return n, err
		}
		for _, x := range list {
			if x.Failure != nil {
				n++
			}
		}
		after = list[len(list)-1].Document.ID
	}
}

func (a *app) listLibrary(ctx context.Context, s *searched) error {
	lines, err := a.docsLines(ctx, s)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, lines)
	}
	if len(lines) == 0 {
		a.out.Note(a.Stdout, "no documents yet")
		a.out.Next(a.Stdout, "plumb docs add PLACE, for example: plumb docs add handbook.pdf")
		return nil
	}
	t := textTable("name", "where", "documents", "passages", "state", "looked at")
	for _, l := range lines {
		documents, when := fmt.Sprint(l.Documents), ""
		if l.Failed > 0 {
			documents += fmt.Sprintf(" (%d failed)", l.Failed)
		}
		if l.Refreshed != nil {
			when = l.Refreshed.Local().Format("2006-01-02 15:04")
		}
		addRow(t, l.Name, terminal.Clean(l.Place), documents, fmt.Sprint(l.Passages), terminal.Clean(l.State), when)
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

// removeDocs forgets documents: in the configuration, and what was read of them.
func (a *app) removeDocs(ctx context.Context, s *searched, name string) error {
	source, err := sourceOf(s.config, name)
	own := fault.CodeOf(err) == fault.NotFound && s.isOwn(ctx, name)
	if err != nil && !own {
		return err
	}
	if !own {
		if source.FromProject {
			return fault.New(fault.Usage, "the documents %s are set in %s, the project's file", name, s.config.Origin("documents."+name+"."+source.key())).WithHint("remove them there")
		}
		if err := config.Update(ctx, a.input(), config.RemoveDocuments(name)); err != nil {
			return err
		}
	}
	lib, err := s.open()
	if err != nil {
		return err
	}
	owner, stored := store.Shared, source.Stored
	if own {
		owner, stored = store.Local, name
	}
	if err := lib.RemoveSource(ctx, owner, stored); err != nil && fault.CodeOf(err) != fault.NotFound {
		return err
	}
	if _, err := lib.Embed(ctx, nil); err != nil { // which forgets what is gone
		a.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)})
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, map[string]string{"removed": name})
	}
	a.out.Done(a.Stdout, "%s is no longer read, and what was read of it is forgotten; its files are untouched", name)
	return nil
}

// isOwn is true for documents that the person added on the page.
func (l *library) isOwn(ctx context.Context, name string) bool {
	list, err := l.kept.DocumentSources(ctx, store.Local)
	for _, x := range list {
		if err == nil && x.Name == name {
			return true
		}
	}
	return false
}

// libraryTexts are the documents, by their sections, for the finder of terms.
func (a *app) libraryTexts(ctx context.Context) ([]glossary.Text, error) {
	const most = 5000 // passages
	var texts []glossary.Text
	err := a.withLibrary(ctx, func(ctx context.Context, s *searched) error {
		report, done := a.showRefresh()
		defer done()
		s.look(ctx, s.config, s.all(), report, func(d fault.Diagnostic) { a.diagnose([]fault.Diagnostic{d}) })
		lib, err := s.open()
		if err != nil {
			return err
		}
		return s.eachDocument(ctx, knowledgelib.Filter{}, func(x knowledgelib.State) error {
			if len(texts) >= most {
				return nil
			}
			_, body, err := lib.Document(ctx, store.Local, x.Document.ID)
			if err != nil {
				return err
			}
			texts = append(texts, sectionsOf(x.Document.Title, body)...)
			return nil
		})
	})
	return texts, err
}

// eachDocument visits the documents that are known here, in the order of sources.
func (s *searched) eachDocument(ctx context.Context, f knowledgelib.Filter, visit func(knowledgelib.State) error) error {
	lib, err := s.open()
	if err != nil {
		return err
	}
	chosen, err := s.chosen(ctx, f.Sources)
	if err != nil || len(chosen) == 0 {
		return err
	}
	f.Sources = chosen
	for after := ""; ; {
		list, err := lib.Documents(ctx, store.Local, f, after, store.MaxLimit)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, x := range list {
			if err := visit(x); err != nil {
				return err
			}
		}
		after = list[len(list)-1].Document.ID
	}
}
