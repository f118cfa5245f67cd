package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	knowledgelib "github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// ownerOfConfig owns the documents that the configuration names.
const ownerOfConfig = store.Shared

func (a *app) docsListCommand() *cobra.Command {
	return &cobra.Command{Use: "list [NAME]", Short: "List the documents of a source, and what could not be read", Example: "  plumb docs list handbook", Args: atMost(1, "the name of documents"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withLibrary(c.Context(), func(ctx context.Context, s *searched) error {
				if len(args) == 0 {
					return a.listLibrary(ctx, s)
				}
				return a.listDocuments(ctx, s, args[0])
			})
		}}
}

func (a *app) listDocuments(ctx context.Context, s *searched, name string) error {
	if _, err := sourceOf(s.config, name); err != nil && !s.isOwn(ctx, name) {
		return err
	}
	list := []knowledgelib.State{}
	err := s.eachDocument(ctx, knowledgelib.Filter{Sources: []string{name}}, func(x knowledgelib.State) error {
		list = append(list, x)
		return nil
	})
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "nothing of %s has been read", name)
		a.out.Next(a.Stdout, "plumb docs refresh "+name)
		return nil
	}
	slices.SortStableFunc(list, func(x, y knowledgelib.State) int { return strings.Compare(x.Document.Address, y.Document.Address) })
	t := textTable("id", "title", "type", "day", "passages", "tables", "where")
	for _, x := range list {
		d := x.Document
		addRow(t, shortID(d.ID), terminal.Clean(d.Title), d.Type, d.Day, fmt.Sprint(d.Passages), fmt.Sprint(x.Tables), terminal.Clean(d.Address))
	}
	if err := a.out.List(a.Stdout, t); err != nil {
		return wrapWriteError(err)
	}
	for _, x := range list {
		switch {
		case x.Failure != nil:
			a.diagnose([]fault.Diagnostic{{Severity: fault.Warning, Code: x.Failure.Code, Message: terminal.Clean(x.Document.Title) + ": " + x.Failure.Message, Hint: x.Failure.Hint}})
		case len(x.Notes) > 0:
			a.diagnose([]fault.Diagnostic{{Severity: fault.Info, Message: terminal.Clean(x.Document.Title) + ": " + terminal.Clean(strings.Join(x.Notes, "; "))}})
		}
	}
	return nil
}

// shortID is as much of an id as people need.
func shortID(id string) string { return id[:min(len(id), 10)] }

func (a *app) docsShowCommand() *cobra.Command {
	around := 1
	c := &cobra.Command{
		Use:   "show DOCUMENT|PASSAGE",
		Short: "Print a document, or a passage with what stands around it",
		Long: `Print a document, by its id, its title or its address, or the passage that a
citation leads to, with what stands around it. plumb docs list NAME lists the
documents; the citations of an answer, with --json, have the ids of passages.`,
		Example: "  plumb docs show handbook.md\n  plumb docs show 4f1c09a3be",
		Args:    exactly(1, "a document or a passage"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withLibrary(c.Context(), func(ctx context.Context, s *searched) error { return a.showDocument(ctx, s, args[0], around) })
		},
	}
	c.Flags().IntVar(&around, "around", 1, "how many paragraphs before and behind a passage")
	return c
}

func (a *app) showDocument(ctx context.Context, s *searched, what string, around int) error {
	lib, err := s.open()
	if err != nil {
		return err
	}
	excerpt, err := lib.Excerpt(ctx, store.Local, what, around)
	switch {
	case err == nil:
		return a.showExcerpt(excerpt)
	case fault.CodeOf(err) != fault.NotFound:
		return err
	}
	found, err := s.named(ctx, what)
	if err != nil {
		return err
	}
	d, body, err := lib.Document(ctx, store.Local, found.Document.ID)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, map[string]any{"document": d, "blocks": body.Blocks, "notes": body.Notes})
	}
	a.showBlocks(d.Title, body.Blocks)
	return nil
}

// named finds a document by its id, its title or the end of its address.
func (s *searched) named(ctx context.Context, what string) (knowledgelib.State, error) {
	var found []knowledgelib.State
	var names []string
	err := s.eachDocument(ctx, knowledgelib.Filter{}, func(x knowledgelib.State) error {
		d := x.Document
		const idLeast = 6
		if d.ID == what || strings.EqualFold(d.Title, what) || d.Address == what || strings.HasSuffix(d.Address, "/"+what) || len(what) >= idLeast && strings.HasPrefix(d.ID, what) {
			found = append(found, x)
		}
		const most = 1000
		if len(names) < most {
			names = append(names, d.Title)
		}
		return nil
	})
	switch {
	case err != nil:
		return knowledgelib.State{}, err
	case len(found) == 0:
		return knowledgelib.State{}, fault.New(fault.NotFound, "there is no document or passage %.80q", what).WithHint("%s", cmp.Or(fault.DidYouMean(what, "documents", names), "plumb docs lists what there is"))
	case len(found) > 1:
		return knowledgelib.State{}, fault.New(fault.Usage, "%.80q is the name of %d documents", what, len(found)).WithHint("use an id: %s, %s", shortID(found[0].Document.ID), shortID(found[1].Document.ID))
	}
	return found[0], nil
}

// showExcerpt prints a passage in its document, what stands around it dimmed.
func (a *app) showExcerpt(e knowledgelib.Excerpt) error {
	if a.machine() {
		return a.writeJSON(a.Stdout, e)
	}
	place := session.Citation{Title: e.Document.Title, Address: e.Document.Address, Section: e.Passage.Path, Page: e.Passage.Page, Sheet: e.Passage.Sheet}
	a.printHeadline("", terminal.Clean(place.Place()))
	a.paragraph(terminal.Clean(shownSource(e.Document.Source)+" · "+e.Document.Address), terminal.Dim)
	for i, b := range e.Blocks {
		at := e.First + i
		style := terminal.Dim
		if at >= e.Passage.From.Block && (at < e.Passage.To.Block || at == e.Passage.To.Block && e.Passage.To.Offset > 0) {
			style = ""
		}
		a.printf("\n")
		a.showBlock(b, style)
	}
	return nil
}

func (a *app) showBlocks(title string, blocks []document.Block) {
	if len(blocks) == 0 || blocks[0].Kind != document.Heading || blocks[0].Text != title {
		a.printHeadline("", terminal.Clean(title))
	}
	for i, b := range blocks {
		if i > 0 && !(b.Kind == document.Item && blocks[i-1].Kind == document.Item) {
			a.printf("\n")
		}
		a.showBlock(b, "")
	}
}

func (a *app) showBlock(b document.Block, style terminal.Style) {
	text := terminal.Clean(b.Text)
	switch b.Kind {
	case document.Heading:
		a.paragraph(text, terminal.Bold)
	case document.Item:
		printHangingAt(a.Stdout, a.out, strings.Repeat("  ", max(b.Level-1, 0))+a.out.Sign("•", "-")+" ", 2+2*max(b.Level-1, 0), text, style)
	case document.Table:
		if text != "" {
			a.paragraph(text, style)
		}
		if b.Table != nil {
			_ = a.out.Table(a.Stdout, b.Table) // a failed write is found at the end
		}
	case document.Code:
		for line := range strings.Lines(b.Text) {
			a.printf("  %s\n", terminal.Clean(strings.TrimRight(line, "\n")))
		}
	default:
		a.paragraph(text, style)
	}
}

func (a *app) docsSearchCommand() *cobra.Command {
	var f knowledgelib.Filter
	limit := 5
	c := &cobra.Command{
		Use: "search WORDS", Short: "Find passages by their words and their meaning",
		Example: "  plumb docs search \"revenue recognition\"\n  plumb docs search refunds --source handbook --type pdf --from 2025-01-01",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			for flag, day := range map[string]string{"from": f.From, "until": f.Until} {
				if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
					return fault.New(fault.Usage, "--%s %.40s is not a day", flag, day).WithHint("for example: --%s 2025-03-31", flag)
				}
			}
			return a.withLibrary(c.Context(), func(ctx context.Context, s *searched) error {
				return a.searchDocs(ctx, s, strings.Join(args, " "), f, limit)
			})
		},
	}
	c.Flags().StringArrayVar(&f.Sources, "source", nil, "only documents of this name")
	c.Flags().StringArrayVar(&f.Types, "type", nil, "only documents of this type, such as pdf or markdown")
	c.Flags().StringVar(&f.From, "from", "", "only documents of this day or later, such as 2025-01-31")
	c.Flags().StringVar(&f.Until, "until", "", "only documents of this day or earlier")
	c.Flags().IntVar(&limit, "limit", limit, "how many passages")
	return c
}

func (a *app) searchDocs(ctx context.Context, s *searched, text string, f knowledgelib.Filter, limit int) error {
	for _, name := range f.Sources {
		if _, err := sourceOf(s.config, name); err != nil && !s.isOwn(ctx, name) {
			return err
		}
	}
	report, end := a.showRefresh()
	s.look(ctx, s.config, s.all(), report, func(d fault.Diagnostic) { a.diagnose([]fault.Diagnostic{d}) })
	end()
	found, err := s.find(ctx, text, f, min(max(limit, 1), store.MaxLimit))
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, found)
	}
	a.diagnose(found.Warnings)
	if len(found.Hits) == 0 {
		a.out.Note(a.Stdout, "no document says anything of this")
		return nil
	}
	if found.Nothing() {
		a.out.Note(a.Stdout, "no document seems to say anything of this; the nearest passages are:")
	}
	for _, h := range found.Hits {
		p := passageOf(h)
		a.printHeadline("", terminal.Clean(p.Cite(0, 0, 0, "").Place()))
		a.paragraph(terminal.Clean(beginning(h.Passage.Text)), "")
		a.paragraph(fmt.Sprintf("%.0f%% relevant · plumb docs show %s", 100*h.Relevance, h.Passage.ID), terminal.Dim)
		a.printf("\n")
	}
	return nil
}

// beginning is as much of a passage as a listing shows.
func beginning(text string) string {
	const most = 280
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	cut := strings.LastIndexByte(text[:most], ' ')
	if cut < most/2 {
		cut = most
	}
	return strings.ToValidUTF8(text[:cut], "") + " …"
}

func (a *app) docsTablesCommand() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use: "tables", Short: "List the tables in documents; show one, or write it as CSV",
		Long: `List the tables in documents. --show prints one, by its number in the list;
--export writes it as a CSV file, which plumb ask --db FILE.csv answers
questions about, like any other data.`,
		Example: "  plumb docs tables\n  plumb docs tables --show 2\n  plumb docs tables --export 2 --out fees.csv\n  plumb ask --db fees.csv \"What is the highest fee?\"",
		Args:    exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			show, _ := c.Flags().GetInt("show")
			number, _ := c.Flags().GetInt("export")
			if c.Flags().Changed("show") && c.Flags().Changed("export") {
				return fault.New(fault.Usage, "--show and --export do not go together").WithHint("--export without --out prints the CSV")
			}
			return a.withLibrary(c.Context(), func(ctx context.Context, s *searched) error {
				list, err := s.tables(ctx)
				switch {
				case err != nil:
					return err
				case c.Flags().Changed("show"):
					return a.showDocTable(ctx, s, list, show)
				case c.Flags().Changed("export"):
					return a.exportTable(ctx, s, list, number, out)
				}
				return a.listTables(list)
			})
		},
	}
	c.Flags().Int("show", 0, "print the table of this number")
	c.Flags().Int("export", 0, "write the table of this number as CSV")
	c.Flags().StringVar(&out, "out", "", "the file to write (default: standard output)")
	return c
}

// docsTable is a table of a document in a listing.
type docsTable struct {
	knowledgelib.Table
	ListNumber int    `json:"list_number"`
	Title      string `json:"title"` // of the document
	Source     string `json:"source"`
}

func (s *searched) tables(ctx context.Context) ([]docsTable, error) {
	lib, err := s.open()
	if err != nil {
		return nil, err
	}
	list := []docsTable{}
	err = s.eachDocument(ctx, knowledgelib.Filter{}, func(x knowledgelib.State) error {
		if x.Tables == 0 {
			return nil
		}
		all, _, err := lib.Tables(ctx, store.Local, knowledgelib.Filter{Documents: []string{x.Document.ID}}, "")
		for _, t := range all {
			list = append(list, docsTable{Table: t, Title: x.Document.Title, Source: shownSource(x.Document.Source)})
		}
		return err
	})
	slices.SortStableFunc(list, func(x, y docsTable) int {
		return cmp.Or(strings.Compare(x.Source, y.Source), strings.Compare(x.Title, y.Title), strings.Compare(x.Document, y.Document), cmp.Compare(x.Number, y.Number))
	})
	for i := range list {
		list[i].ListNumber = i + 1
	}
	return list, err
}

func (a *app) listTables(list []docsTable) error {
	if a.machine() {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "no document has a table")
		return nil
	}
	t := textTable("number", "table", "columns", "rows", "document")
	for _, x := range list {
		place := session.Citation{Title: x.Title, Page: x.Page, Sheet: x.Sheet}
		addRow(t, fmt.Sprint(x.ListNumber), terminal.Clean(x.Name), terminal.Clean(strings.Join(x.Columns, ", ")), fmt.Sprint(x.Rows), terminal.Clean(place.Place()))
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

func pickTable(list []docsTable, number int) (docsTable, error) {
	if number < 1 || number > len(list) {
		return docsTable{}, fault.New(fault.NotFound, "there is no table %d in the documents", number).WithHint("plumb docs tables lists the %d there are", len(list))
	}
	return list[number-1], nil
}

func (a *app) showDocTable(ctx context.Context, s *searched, list []docsTable, number int) error {
	x, err := pickTable(list, number)
	if err != nil {
		return err
	}
	lib, err := s.open()
	if err != nil {
		return err
	}
	_, body, err := lib.Document(ctx, store.Local, x.Document)
	if err != nil {
		return err
	}
	if x.Block >= len(body.Blocks) || body.Blocks[x.Block].Table == nil {
		return fault.New(fault.NotFound, "the table is no longer in its document").WithHint("plumb docs tables lists what there is")
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, map[string]any{"table": x, "rows": body.Blocks[x.Block].Table})
	}
	return wrapWriteError(a.out.Table(a.Stdout, body.Blocks[x.Block].Table))
}

func (a *app) exportTable(ctx context.Context, s *searched, list []docsTable, number int, out string) error {
	x, err := pickTable(list, number)
	if err != nil {
		return err
	}
	lib, err := s.open()
	if err != nil {
		return err
	}
	_, data, err := lib.TableCSV(ctx, store.Local, x.Document, x.Number)
	if err != nil {
		return err
	}
	if out == "" {
		_, err := bytes.NewReader(data).WriteTo(a.Stdout)
		return wrapWriteError(err)
	}
	f, err := os.OpenFile(inDir(a.Dir, out), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o666)
	if err != nil {
		return fault.Wrap(err, fault.Store, "%s cannot be written: %s", out, cause(err)).WithHint("choose a new file in a folder that can be written")
	}
	_, err = f.Write(data)
	if second := f.Close(); err == nil {
		err = second
	}
	if err != nil {
		return wrapWriteError(err)
	}
	a.out.Done(a.Stdout, "wrote %s, %s, to %s", terminal.Clean(x.Name), count(x.Rows, "row"), out)
	a.out.Next(a.Stdout, "plumb ask --db "+out+" \"…\" answers questions about it")
	return nil
}

// sectionsOf are the texts of a document by the headings that they stand under.
func sectionsOf(title string, d *document.Document) []glossary.Text {
	var list []glossary.Text
	now := glossary.Text{Source: title}
	var body strings.Builder
	flush := func() {
		if now.Body = strings.TrimSpace(body.String()); now.Body != "" {
			list = append(list, now)
		}
		body.Reset()
	}
	for _, b := range d.Blocks {
		switch {
		case b.Kind == document.Heading:
			flush()
			now.Heading = b.Text
		case b.Kind == document.Table && b.Table != nil:
			for _, row := range b.Table.Rows {
				body.WriteString(rowText(row) + "\n")
			}
		case b.Kind == document.Item:
			body.WriteString("- " + b.Text + "\n")
		default:
			body.WriteString(b.Text + "\n\n")
		}
	}
	flush()
	return list
}

func rowText(row table.Row) string {
	cells := make([]string, len(row))
	for i, v := range row {
		cells[i] = v.String()
	}
	return strings.Join(cells, ": ")
}
