package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) glossaryCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "glossary",
		Short: "The terms of your business: propose, review, edit, export",
		Long: `The glossary says what words mean in your business: a definition, how a figure
is computed, what else people call it, whose it is. Terms that are approved
steer every answer about their database, and the answers name them.

plumb glossary find proposes terms: from table comments, documents beside the
data, dbt metrics, MetricFlow, Cube, and the documents of plumb docs. A formula
is in the words of docs/definitions.md. In a project, plumb glossary export
writes glossary.yaml beside plumb.yaml, for git; it is read again whenever it
has changed.`,
		Example: "  plumb glossary find\n  plumb glossary approve \"net revenue\"\n  plumb glossary add \"net revenue\" --formula \"the sum of orders.net_total over orders whose status is completed\" --synonym NR",
		GroupID: "data",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.listTerms(c.Context(), db, "")
		},
	}
	c.PersistentFlags().StringVar(&db, "db", "", "connection name or DSN (default: the active connection)")
	decide := func(use, short string, status glossary.Status, done string) *cobra.Command {
		reason := ""
		c := &cobra.Command{Use: use + " TERM...", Short: short, Example: "  plumb glossary " + use + " \"net revenue\"", Args: cobra.MinimumNArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				return a.withGlossary(c.Context(), db, func(g *glossary.Glossary) error {
					for _, name := range args {
						t, err := g.Decide(c.Context(), name, status, store.Local, reason)
						if err != nil {
							return err
						}
						a.out.Done(a.Stdout, "%s %s", terminal.Clean(t.Name), done)
					}
					return nil
				})
			}}
		c.Flags().StringVar(&reason, "reason", "", "why, for the history")
		return c
	}
	status := ""
	list := &cobra.Command{Use: "list", Short: "List the terms", Example: "  plumb glossary list --status proposed", Args: exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return a.listTerms(c.Context(), db, glossary.Status(status)) }}
	list.Flags().StringVar(&status, "status", "", "only those that are proposed, approved or rejected")
	c.AddCommand(list,
		&cobra.Command{Use: "show TERM", Short: "Show a term with its history", Example: "  plumb glossary show \"net revenue\"", Args: exactly(1, "one term"),
			RunE: func(c *cobra.Command, args []string) error { return a.showTerm(c.Context(), db, args[0]) }},
		&cobra.Command{Use: "find", Short: "Find terms in the schema, documents and semantic layers, and propose them", Example: "  plumb glossary find", Args: exactly(0, "no arguments"),
			RunE: func(c *cobra.Command, _ []string) error { return a.findTerms(c.Context(), db) }},
		a.glossaryAddCommand(&db),
		decide("approve", "Approve proposed terms: they steer answers from now on", glossary.Approved, "is approved"),
		decide("reject", "Reject terms: they are not proposed again", glossary.Rejected, "is rejected"),
		&cobra.Command{Use: "remove TERM", Short: "Remove a term with its history", Example: "  plumb glossary remove churn", Args: exactly(1, "one term"),
			RunE: func(c *cobra.Command, args []string) error {
				return a.withGlossary(c.Context(), db, func(g *glossary.Glossary) error {
					if err := g.Remove(c.Context(), args[0]); err != nil {
						return err
					}
					a.out.Done(a.Stdout, "removed %s", terminal.Clean(args[0]))
					return nil
				})
			}},
		a.glossaryExportCommand(&db),
		&cobra.Command{Use: "import FILE", Short: "Make the terms of a glossary.yaml approved terms", Example: "  plumb glossary import glossary.yaml", Args: exactly(1, "one file"),
			RunE: func(c *cobra.Command, args []string) error { return a.importTerms(c.Context(), db, args[0]) }},
	)
	return c
}

// withGlossary opens the glossary of a database, which itself need not be open.
func (a *app) withGlossary(ctx context.Context, db string, do func(*glossary.Glossary) error) error {
	spec, err := a.spec(db)
	if err != nil {
		return err
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer kept.Close()
	return do(glossary.Open(kept, spec.Identity, a.Now))
}

func (a *app) listTerms(ctx context.Context, db string, status glossary.Status) error {
	return a.withGlossary(ctx, db, func(g *glossary.Glossary) error {
		list, err := g.Terms(ctx, status)
		if err != nil {
			return err
		}
		if a.machine() {
			return a.writeJSON(a.Stdout, list)
		}
		if len(list) == 0 {
			a.out.Note(a.Stdout, "no terms yet")
			a.out.Next(a.Stdout, "plumb glossary find proposes some, and plumb glossary add NAME --means TEXT adds one")
			return nil
		}
		t := &table.Table{Columns: []table.Column{{Name: "term", Kind: table.Text}, {Name: "status", Kind: table.Text}, {Name: "means", Kind: table.Text}, {Name: "from", Kind: table.Text}}}
		for _, x := range list {
			means := x.Definition
			if x.Formula != "" {
				means = x.Formula
			}
			t.Rows = append(t.Rows, table.Row{table.NewText(x.Name), table.NewText(string(x.Status)), table.NewText(means), table.NewText(x.Source)})
		}
		return wrapWriteError(a.out.List(a.Stdout, t))
	})
}

func (a *app) showTerm(ctx context.Context, db, name string) error {
	return a.withGlossary(ctx, db, func(g *glossary.Glossary) error {
		t, err := g.Term(ctx, name)
		if err != nil {
			return err
		}
		if a.machine() {
			return a.writeJSON(a.Stdout, t)
		}
		a.paragraph(t.Name, terminal.Bold)
		for _, line := range []struct{ label, text string }{{"", t.Definition}, {"computed as: ", t.Formula}, {"also called: ", strings.Join(t.Synonyms, ", ")}, {"stands for: ", strings.Join(t.Columns, ", ")}, {"owner: ", t.Owner}} {
			if line.text != "" {
				a.paragraph(line.label+line.text, "")
			}
		}
		for _, r := range t.Related {
			from := ""
			if r.Source != "" {
				from = " (" + r.Source + ")"
			}
			a.paragraph(t.Name+" "+r.Verb+" "+r.Object+from, terminal.Dim)
		}
		for _, h := range t.History {
			text := h.At.Format("2006-01-02 15:04") + " " + h.What
			if h.Reason != "" {
				text += ": " + h.Reason
			}
			a.paragraph(text, terminal.Dim)
		}
		return nil
	})
}

func (a *app) glossaryAddCommand(db *string) *cobra.Command {
	var t glossary.Term
	c := &cobra.Command{
		Use: "add TERM", Aliases: []string{"edit"}, Short: "Add or change a term, which approves it", Example: "  plumb glossary add AOV --formula \"revenue divided by orders\" --synonym \"average order value\"\n  plumb glossary add guest --column customers",
		Args: exactly(1, "one term"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withGlossary(c.Context(), *db, func(g *glossary.Glossary) error {
				made := t
				was, err := g.Term(c.Context(), args[0])
				switch {
				case err == nil && was.Name != "":
					made = overlay(was, t, c)
				case fault.CodeOf(err) != fault.NotFound:
					return err
				default:
					made.Name = args[0]
				}
				if made, err = g.Save(c.Context(), made, store.Local); err != nil {
					return err
				}
				a.out.Done(a.Stdout, "%s is approved, version %d", terminal.Clean(made.Name), made.Version)
				if made.Formula != "" {
					return a.explainFormula(c.Context(), *db, made)
				}
				return nil
			})
		},
	}
	c.Flags().StringVar(&t.Definition, "means", "", "the definition, for people")
	c.Flags().StringVar(&t.Formula, "formula", "", "how it is computed, in the words of docs/definitions.md")
	c.Flags().StringArrayVar(&t.Synonyms, "synonym", nil, "what else people call it; may be repeated")
	c.Flags().StringArrayVar(&t.Columns, "column", nil, "the table, or table.column, that it stands for; may be repeated")
	c.Flags().StringVar(&t.Owner, "owner", "", "who answers for it")
	return c
}

// overlay is a term with what the person has said now.
func overlay(was, now glossary.Term, c *cobra.Command) glossary.Term {
	set := func(name string) bool { return c.Flags().Changed(name) }
	if set("means") {
		was.Definition = now.Definition
	}
	if set("formula") {
		was.Formula = now.Formula
	}
	if set("synonym") {
		was.Synonyms = now.Synonyms
	}
	if set("column") {
		was.Columns = now.Columns
	}
	if set("owner") {
		was.Owner = now.Owner
	}
	return was
}

// explainFormula says what the built-in parser makes of a formula, so that nobody relies on
// one that is only text to it.
func (a *app) explainFormula(ctx context.Context, db string, t glossary.Term) error {
	conn, err := a.open(ctx, db)
	if err != nil {
		a.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)}) // the term is kept
		return nil
	}
	defer conn.Close()
	b, err := a.brains(ctx, conn, filepath.Join(a.settings.Folder, "cache"))
	if err != nil {
		return err
	}
	u, ok := b.(brain.Understander)
	if !ok {
		return nil
	}
	for _, e := range t.Entries() {
		if e.Kind != brain.Means {
			continue
		}
		means, err := u.Understand(e, nil)
		if err != nil {
			f := fault.Of(err)
			a.diagnose([]fault.Diagnostic{fault.New(f.Code, "the built-in parser cannot compute this: %s", f.Message).WithHint("%s", f.Hint).Diagnostic(fault.Warning)})
			continue
		}
		a.paragraph(means.Text, terminal.Dim)
	}
	return nil
}

// propose finds the terms of a database in all that is known of it, and proposes those that
// are new.
func (a *app) propose(ctx context.Context, db string) (fresh []glossary.Term, err error) {
	conn, err := a.open(ctx, db)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	s, err := conn.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	found := glossary.FromSemanticLayer(a.semanticFiles(db))
	b, err := a.brains(ctx, conn, filepath.Join(a.settings.Folder, "cache"))
	if err != nil {
		return nil, err
	}
	if g, ok := b.(brain.Glossary); ok {
		found = append(found, glossary.FromDefinitions(g.Definitions(""))...)
	}
	texts := documentTexts(s)
	library, err := a.libraryTexts(ctx)
	if err != nil {
		return nil, err
	}
	texts = append(texts, library...)
	found = append(append(found, glossary.FromTexts(texts)...), glossary.FromSchema(s)...)
	relate(found, glossary.Relations(texts, found))
	err = a.withGlossary(ctx, db, func(g *glossary.Glossary) (err error) {
		fresh, err = g.Propose(ctx, "plumb", found...)
		return err
	})
	return fresh, err
}

// findTerms proposes terms, and prints them.
func (a *app) findTerms(ctx context.Context, db string) error {
	fresh, err := a.propose(ctx, db)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, fresh)
	}
	if len(fresh) == 0 {
		a.out.Note(a.Stdout, "nothing new was found")
		return nil
	}
	for _, t := range fresh {
		means := t.Definition
		if t.Formula != "" {
			means = t.Formula
		}
		printHanging(a.Stdout, a.out, a.out.Sign("· ", "- "), terminal.Clean(t.Name+": "+means), "")
	}
	a.out.Next(a.Stdout, "plumb glossary approve TERM makes one steer answers; reject keeps it from being proposed again")
	return nil
}

func relate(list []glossary.Term, relations []glossary.Relation) {
	for i := range list {
		for _, r := range relations {
			if r.Subject == list[i].Name {
				list[i].Related = append(list[i].Related, r.Link)
			}
		}
	}
}

// documentTexts are the documents beside the data.
func documentTexts(s *schema.Snapshot) []glossary.Text {
	var list []glossary.Text
	for _, d := range s.Documents.Text {
		list = append(list, glossary.Text{Source: d.File, Heading: d.Title, Body: d.Body})
	}
	return list
}

// semanticFiles are the YAML files beside the data and in the project, which may define
// metrics.
func (a *app) semanticFiles(db string) []glossary.SemanticFile {
	var dirs []string
	if db == "" {
		db = a.settings.Active
	}
	if dir, err := a.settings.Docs(db); err == nil && dir != "" {
		dirs = append(dirs, dir)
	}
	if a.settings.Project != "" {
		dirs = append(dirs, a.settings.Project)
	}
	const mostFiles, mostBytes, mostDepth = 200, 1 << 20, 6
	var list []glossary.SemanticFile
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(dir, path)
			switch {
			case err != nil || len(list) >= mostFiles:
				return nil // what cannot be read defines nothing
			case e.IsDir():
				if name := e.Name(); rel != "." && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "target" || strings.Count(rel, string(filepath.Separator)) >= mostDepth) {
					return fs.SkipDir
				}
				return nil
			case !e.Type().IsRegular() || !isYAML(path):
				return nil
			}
			if info, err := e.Info(); err != nil || info.Size() > mostBytes {
				return nil
			}
			if data, err := os.ReadFile(path); err == nil {
				list = append(list, glossary.SemanticFile{Name: rel, Data: data})
			}
			return nil
		})
	}
	return list
}

func isYAML(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yml" || ext == ".yaml"
}

func (a *app) glossaryExportCommand(db *string) *cobra.Command {
	var toStdout bool
	out := ""
	c := &cobra.Command{
		Use: "export", Short: "Write the approved terms as YAML, for git", Example: "  plumb glossary export\n  plumb glossary export --stdout", Args: exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withGlossary(c.Context(), *db, func(g *glossary.Glossary) error {
				list, err := g.Terms(c.Context(), glossary.Approved)
				if err != nil {
					return err
				}
				text, err := glossary.Encode(list)
				if err != nil {
					return err
				}
				if toStdout {
					_, err := a.Stdout.Write(text)
					return wrapWriteError(err)
				}
				path := a.glossaryFile()
				if out != "" {
					path = inDir(a.Dir, out)
				}
				if err := ownfile.Replace(path, text); err != nil {
					return fault.Wrap(err, fault.Store, "the glossary cannot be written to %s: %s", path, err).WithHint("check that the folder can be written")
				}
				a.out.Done(a.Stdout, "wrote %d terms to %s", len(list), path)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&toStdout, "stdout", false, "print it instead")
	c.Flags().StringVar(&out, "out", "", "the file to write (default: glossary.yaml beside plumb.yaml)")
	return c
}

// glossaryFile is that of the project, or of this folder where there is no project.
func (a *app) glossaryFile() string {
	if a.settings.Project != "" {
		return filepath.Join(a.settings.Project, glossary.FileName)
	}
	return inDir(a.Dir, glossary.FileName)
}

func (a *app) importTerms(ctx context.Context, db, file string) error {
	list, err := readGlossary(inDir(a.Dir, file), file)
	if err != nil {
		return err
	}
	return a.withGlossary(ctx, db, func(g *glossary.Glossary) error {
		added, changed, err := g.Import(ctx, list, store.Local)
		if err != nil {
			return err
		}
		a.out.Done(a.Stdout, "%d terms added, %d changed", added, changed)
		return nil
	})
}

func readGlossary(path, name string) ([]glossary.Term, error) {
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(fault.NotFound, "there is no file %s", name).WithHint("plumb glossary export writes one")
	case err != nil:
		return nil, fault.Wrap(err, fault.NotFound, "%s cannot be read: %s", name, err).WithHint("check its permissions")
	}
	return glossary.Decode(name, data)
}
