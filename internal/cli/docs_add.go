package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/document/fetch"
	"github.com/plumbdata/plumb/internal/fault"
	knowledgelib "github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/terminal"
)

// maxText is how many bytes of text the configuration takes as a document.
const maxText = 256 << 10

func (a *app) docsAddCommand() *cobra.Command {
	var name, text string
	var d config.Documents
	c := &cobra.Command{
		Use:   "add [PLACE]",
		Short: "Add documents, and read them",
		Long: `Add documents to the configuration, and read them. What cannot be read is
listed with the reason; it does not keep the rest from being read.

Private addresses, and servers without encryption, are reached only if --allow
names their host. A password is written ${NAME}, and comes from the environment.
--crawl follows the links of a page, within its site and as its robots.txt
allows; --host names other sites that are followed to.`,
		Example: `  plumb docs add handbook.pdf
  plumb docs add 'policies/**/*.docx' --name policies
  plumb docs add https://example.com/help/ --crawl --depth 2 --pages 200
  plumb docs add 'sftp://reader:${PLUMB_REPORTS_PASSWORD}@files.example.com/board' --include '*.pdf'
  plumb docs add --name rules --text "Orders above 5,000 EUR need approval."`,
		Args: atMost(1, "one place: a file, a folder, a glob or an address"),
		RunE: func(c *cobra.Command, args []string) error {
			given := c.Flags().Changed("text")
			if given == (len(args) == 1) {
				return fault.New(fault.Usage, "plumb docs add takes a place, or --text").WithHint("for example: plumb docs add handbook.pdf")
			}
			if given {
				if err := a.givenText(c.Context(), &d, &name, text); err != nil {
					return err
				}
			} else if err := a.givenPlace(&d, &name, args[0]); err != nil {
				return err
			}
			for flag, n := range map[string]int{"depth": d.Depth, "pages": d.Pages} {
				if c.Flags().Changed(flag) && (n < 1 || !d.Crawl) {
					return fault.New(fault.Usage, "--%s takes a number from 1, and is for --crawl", flag).WithHint("for example: --crawl --%s 3", flag)
				}
			}
			if err := checkIncludes(d.Include); err != nil {
				return err
			}
			return a.addDocs(c.Context(), name, d)
		},
	}
	c.Flags().StringVar(&name, "name", "", "their name (default: from the place)")
	c.Flags().StringVar(&text, "text", "", "the text itself, in Markdown; - reads it from standard input")
	c.Flags().StringArrayVar(&d.Include, "include", nil, "only files with such names, for example '*.pdf'")
	c.Flags().BoolVar(&d.Crawl, "crawl", false, "follow the links of a page, within its site")
	c.Flags().IntVar(&d.Depth, "depth", 0, "how many links away from the page are followed (default 3)")
	c.Flags().IntVar(&d.Pages, "pages", 0, "how many pages are read at most (default 500)")
	c.Flags().StringArrayVar(&d.Hosts, "host", nil, "another host whose pages may be followed")
	c.Flags().StringArrayVar(&d.Allow, "allow", nil, "a host that may be reached although its address is private, or without https")
	c.Flags().StringVar(&d.HostKey, "host-key", "", "the fingerprint of an SFTP server's key, such as SHA256:…")
	c.Flags().DurationVar(&d.Refresh, "refresh", 0, "the age at which a remote place is looked at again, such as 6h (default 1h)")
	return c
}

// givenText takes the words of the command line, or of standard input, as a document.
func (a *app) givenText(ctx context.Context, d *config.Documents, name *string, text string) error {
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(interruptible(ctx, a.Stdin), maxText+1))
		if err != nil {
			return fault.Wrap(err, fault.Usage, "standard input cannot be read: %v", err)
		}
		text = string(b)
	}
	switch text = strings.TrimSpace(text); {
	case text == "":
		return fault.New(fault.Usage, "the text is empty").WithHint("for example: plumb docs add --name rules --text \"Refunds take 14 days.\"")
	case len(text) > maxText || !utf8.ValidString(text):
		return fault.New(fault.Usage, "the text is no UTF-8, or has more than %d KiB", maxText>>10).WithHint("put it into a file, and add the file")
	}
	d.Text, *name = text, cmp.Or(*name, "text")
	return nil
}

// givenPlace makes a path absolute, so that it works from everywhere.
func (a *app) givenPlace(d *config.Documents, name *string, place string) error {
	place = strings.TrimSpace(place)
	switch {
	case place == "":
		return fault.New(fault.Usage, "no place is named").WithHint("for example: plumb docs add handbook.pdf")
	case strings.HasPrefix(place, "text:"):
		return fault.New(fault.Usage, "text is given with --text").WithHint("plumb docs add --name rules --text \"…\"")
	}
	if config.Redact(place) != place {
		return fault.New(fault.Usage, "the address has a password or another secret in it, which would be kept with it").WithHint("write ${NAME} in its place, and set NAME in the environment or in .env")
	}
	if fetch.IsLocal(place) && !strings.Contains(place, "://") {
		if rest, ok := strings.CutPrefix(place, "~/"); ok {
			place = filepath.Join(a.Home, rest)
		}
		place = inDir(a.Dir, place)
	}
	d.Place, *name = config.DSN(place), cmp.Or(*name, nameForDocs(place))
	return nil
}

// nameForDocs is what documents are called after their place.
func nameForDocs(place string) string {
	if scheme, rest, ok := strings.Cut(place, "://"); ok {
		if i := strings.LastIndexByte(strings.SplitN(rest, "/", 2)[0], '@'); i >= 0 {
			rest = rest[i+1:]
		}
		host, below, _ := strings.Cut(strings.SplitN(rest, "?", 2)[0], "/")
		last := path.Base("/" + strings.Trim(below, "/"))
		if last != "/" && scheme != "" && !strings.HasPrefix(last, "index.") {
			return nameFor(last)
		}
		host, _, _ = strings.Cut(host, ":")
		return nameFor(strings.ReplaceAll(strings.TrimPrefix(host, "www."), ".", "-"))
	}
	parts := strings.Split(filepath.ToSlash(place), "/")
	for i, p := range parts {
		if strings.ContainsAny(p, "*?[") {
			parts = parts[:i]
			break
		}
	}
	last := parts[len(parts)-1]
	return nameFor(strings.ReplaceAll(strings.TrimSuffix(last, path.Ext(last)), " ", "-"))
}

// addDocs adds documents, and reads them. What cannot be reached at all is not added.
func (a *app) addDocs(ctx context.Context, name string, d config.Documents) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	old, there := c.Documents[name]
	if there && (old.Place != d.Place || old.Text != d.Text && d.Place != "") {
		return fault.New(fault.Usage, "%s are already the documents at %s", name, cmp.Or(old.Place.String(), "a text")).
			WithHint("choose another name with --name, or plumb docs remove %s first", name)
	}
	if err := config.Update(ctx, a.input(), config.PutDocuments(name, d)); err != nil {
		return err
	}
	if a.settings, err = config.Load(a.input()); err != nil {
		return err
	}
	return a.withLibrary(ctx, func(ctx context.Context, s *searched) error {
		source, err := sourceOf(s.config, name)
		var done knowledgelib.Summary
		if err == nil {
			done, err = a.readDocs(ctx, s, source)
		}
		if err == nil && done.Read+done.Same == 0 && len(done.Diagnostics) > 0 {
			x := done.Diagnostics[0]
			if err = fault.New(x.Code, "%s", x.Message).WithHint("%s", x.Hint); done.Failed > 1 {
				err = fault.New(x.Code, "none of %s could be read; the first: %s", count(done.Failed, "document"), x.Message).WithHint("%s", x.Hint)
			}
		}
		if err == nil && done.Listed == 0 {
			err = fault.New(fault.NotFound, "there are no documents at %s", source.shownPlace()).WithHint("check the place, and --include; PDF, Word, Excel, PowerPoint, HTML, Markdown, text and CSV are read")
		}
		if err != nil {
			if !there && ctx.Err() == nil {
				a.takeBack(ctx, s, source)
			}
			return err
		}
		if a.machine() {
			return a.writeJSON(a.Stdout, refreshed{Name: name, Summary: done})
		}
		a.showRead(name, done)
		a.out.Next(a.Stdout, "plumb ask \"…\" answers from it; plumb docs list "+name+" lists the documents")
		return nil
	})
}

// takeBack undoes what was added and cannot be read at all.
func (a *app) takeBack(ctx context.Context, s *searched, source librarySource) {
	_ = config.Update(ctx, a.input(), config.RemoveDocuments(source.Name)) // what went wrong before is said
	if lib, err := s.open(); err == nil {
		_ = lib.RemoveSource(ctx, ownerOfConfig, source.Stored)
	}
}

// refreshed is a refresh as JSON.
type refreshed struct {
	Name string `json:"name"`
	knowledgelib.Summary
}

// readDocs refreshes documents with all that belongs to it.
func (a *app) readDocs(ctx context.Context, s *searched, source librarySource) (knowledgelib.Summary, error) {
	report, end := a.showRefresh()
	defer end()
	done, err := s.refresh(ctx, s.config, source, report)
	if err != nil {
		return done, err
	}
	lib, err := s.open()
	if err != nil {
		return done, err
	}
	if _, err := lib.Embed(ctx, report); err != nil {
		if ctx.Err() != nil {
			return done, err
		}
		end()
		a.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)}) // words find them all the same
	}
	return done, nil
}

// showRead says what a refresh did.
func (a *app) showRead(name string, done knowledgelib.Summary) {
	var parts []string
	for _, x := range []struct {
		n    int
		what string
	}{{done.Read, "read"}, {done.Same, "unchanged"}, {done.Gone, "gone"}, {done.Failed, "could not be read"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", thousands(int64(x.n)), x.what))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no documents"}
	}
	a.out.Done(a.Stdout, "%s: %s", name, strings.Join(parts, ", "))
	for _, d := range done.Diagnostics {
		if d.File != "" && d.Severity == fault.Error && !strings.Contains(d.Message, path.Base(d.File)) {
			d.Message = terminal.Clean(d.File) + ": " + d.Message
		}
		d.File, d.Severity = "", fault.Warning
		a.diagnose([]fault.Diagnostic{d})
	}
}

// refreshDocs refreshes the documents of a name, or all.
func (a *app) refreshDocs(ctx context.Context, s *searched, names []string) error {
	list := s.sources(s.config)
	if len(names) == 1 {
		one, err := sourceOf(s.config, names[0])
		if err != nil {
			return err
		}
		list = []librarySource{one}
	}
	var failed error
	all := []refreshed{}
	for _, source := range list {
		done, err := a.readDocs(ctx, s, source)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && len(list) == 1:
			return err
		case err != nil:
			f := fault.Of(err)
			a.diagnose([]fault.Diagnostic{{Severity: fault.Error, Code: f.Code, Message: source.Name + ": " + f.Message, Hint: f.Hint}})
			failed = fault.New(f.Code, "some documents could not be refreshed").WithHint("the reasons are above; what was read before is kept")
			continue
		}
		all = append(all, refreshed{Name: source.Name, Summary: done})
		if !a.machine() {
			a.showRead(source.Name, done)
			if err := a.showStillFailed(ctx, s, source, done); err != nil {
				return err
			}
		}
	}
	if a.machine() {
		if err := a.writeJSON(a.Stdout, all); err != nil {
			return err
		}
	} else if len(list) == 0 {
		return a.listLibrary(ctx, s)
	}
	return failed
}

// showStillFailed reminds of documents that could not be read before, and have not changed.
func (a *app) showStillFailed(ctx context.Context, s *searched, source librarySource, done knowledgelib.Summary) error {
	lib, err := s.open()
	if err != nil {
		return err
	}
	n, err := countFailures(ctx, lib, source.Stored)
	if n > done.Failed {
		a.out.Note(a.Stdout, "%s could not be read before, and has not changed since; plumb docs list %s says why", count(n-done.Failed, "document"), source.Name)
	}
	return err
}
