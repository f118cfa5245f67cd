package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/terminal"
)

// lessons opens what the person at this machine has taught about a database.
func (a *app) lessons(kept store.Records, identity string) *learning.Book {
	embedder := func() (learning.Embedder, error) { return account.Sentences() }
	return learning.Open(kept, store.Local, identity, embedder, a.Now, freshID, learning.Options{})
}

// withLessons opens what was learned about a database, which itself need not be open.
func (a *app) withLessons(ctx context.Context, db string, do func(*learning.Book) error) error {
	spec, err := a.spec(db)
	if err != nil {
		return err
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer kept.Close()
	return do(a.lessons(kept, spec.Identity))
}

func (a *app) learningsCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use:   "learnings",
		Short: "What your corrections taught: list, make rules of them, export exemplars",
		Long: `A correction is an answer that you put right: you edited its statement, chose
another reading, or said what is wrong. Two corrections that say the same become
a rule (plumb rules), which later answers follow and name. The statement that you
settled on is kept as a verified question (plumb verified).`,
		Example: "  plumb learnings\n  plumb learnings compact\n  plumb learnings export --format openai --coverage standard --out exemplars.jsonl",
		GroupID: "data",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.withLessons(c.Context(), db, func(b *learning.Book) error { return a.listCorrections(c.Context(), b) })
		},
	}
	c.PersistentFlags().StringVar(&db, "db", "", "connection name or DSN (default: the active connection)")
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "List the corrections", Example: "  plumb learnings list", Args: exactly(0, "no arguments"),
			RunE: func(c *cobra.Command, _ []string) error {
				return a.withLessons(c.Context(), db, func(b *learning.Book) error { return a.listCorrections(c.Context(), b) })
			}},
		&cobra.Command{Use: "compact", Short: "Make rules of corrections that say the same, and expire old ones", Example: "  plumb learnings compact", Args: exactly(0, "no arguments"),
			RunE: func(c *cobra.Command, _ []string) error {
				return a.withLessons(c.Context(), db, func(b *learning.Book) error {
					out, err := b.Compact(c.Context())
					if err != nil {
						return err
					}
					if a.machine() {
						return a.writeJSON(a.Stdout, out)
					}
					a.out.Done(a.Stdout, "%d groups: %d rules made, %d strengthened, %d merged; %d corrections archived, %d expired, %d groups left because they contradict each other",
						out.GroupsFound, out.RulesCreated, out.RulesStrengthened, out.RulesMerged, out.LearningsArchived, out.LearningsExpired, out.SkippedLowConfidence)
					return nil
				})
			}},
		&cobra.Command{Use: "remove ID", Short: "Remove a correction", Example: "  plumb learnings remove correction_4f…", Args: exactly(1, "one id"),
			RunE: func(c *cobra.Command, args []string) error { return a.removeLesson(c.Context(), db, args[0]) }},
		a.exemplarsCommand(&db),
	)
	return c
}

func (a *app) removeLesson(ctx context.Context, db, id string) error {
	return a.withLessons(ctx, db, func(b *learning.Book) error {
		if err := b.Remove(ctx, id); err != nil {
			return err
		}
		a.out.Done(a.Stdout, "removed %s", terminal.Clean(id))
		return nil
	})
}

func (a *app) listCorrections(ctx context.Context, b *learning.Book) error {
	list, err := b.Corrections(ctx)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "nothing was corrected yet")
		a.out.Next(a.Stdout, "edit the SQL of an answer, choose another reading, or say what is wrong: “no, use net_amount”")
		return nil
	}
	t := textTable("id", "question", "how", "status", "rule")
	for _, c := range list {
		rule := ""
		if len(c.Promoted) > 0 {
			rule = c.Promoted[0]
		}
		addRow(t, c.ID, c.Question, string(c.Kind), string(c.Status), rule)
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

func (a *app) rulesCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use: "rules", Short: "The rules that were made of your corrections: list, switch, edit, remove", GroupID: "data",
		Example: "  plumb rules\n  plumb rules off rule_1a2b\n  plumb rules edit rule_1a2b \"the sum of orders.net_total\"",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.withLessons(c.Context(), db, func(b *learning.Book) error { return a.listRules(c.Context(), b) })
		},
	}
	c.PersistentFlags().StringVar(&db, "db", "", "connection name or DSN (default: the active connection)")
	change := func(use, short string, args cobra.PositionalArgs, do func(ctx context.Context, b *learning.Book, args []string) (learning.Rule, error), done string) *cobra.Command {
		return &cobra.Command{Use: use, Short: short, Example: "  plumb rules " + use, Args: args, RunE: func(c *cobra.Command, args []string) error {
			return a.withLessons(c.Context(), db, func(b *learning.Book) error {
				r, err := do(c.Context(), b, args)
				if err != nil {
					return err
				}
				a.out.Done(a.Stdout, "%s %s", terminal.Clean(r.Text), done)
				return nil
			})
		}}
	}
	c.AddCommand(
		change("off RULE", "Switch a rule off", exactly(1, "one rule"), func(ctx context.Context, b *learning.Book, args []string) (learning.Rule, error) {
			return b.Switch(ctx, args[0], false)
		}, "is off"),
		change("on RULE", "Switch a rule on again", exactly(1, "one rule"), func(ctx context.Context, b *learning.Book, args []string) (learning.Rule, error) {
			return b.Switch(ctx, args[0], true)
		}, "is on"),
		change("edit RULE TEXT", "Give a rule other words", exactly(2, "a rule and its text"), func(ctx context.Context, b *learning.Book, args []string) (learning.Rule, error) {
			return b.Edit(ctx, args[0], args[1])
		}, "is the rule now"),
		&cobra.Command{Use: "remove RULE", Short: "Remove a rule", Example: "  plumb rules remove rule_1a2b", Args: exactly(1, "one rule"),
			RunE: func(c *cobra.Command, args []string) error { return a.removeLesson(c.Context(), db, args[0]) }},
	)
	return c
}

func (a *app) listRules(ctx context.Context, b *learning.Book) error {
	list, err := b.Rules(ctx)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "there are no rules yet; two corrections that say the same make one")
		return nil
	}
	t := textTable("id", "rule", "status", "from", "used")
	for _, r := range list {
		addRow(t, r.ID, r.Text, string(r.Status), fmt.Sprintf("%d corrections, %.0f%%", r.Support, 100*r.Confidence), fmt.Sprint(r.Applied))
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

func (a *app) verifiedCommand() *cobra.Command {
	var db string
	c := &cobra.Command{
		Use: "verified", Short: "The questions whose statements you verified: list, add, remove", GroupID: "data",
		Long: `A verified question is answered with its statement, also when it is asked in
other words, and the answer says so. plumb eval verified runs all of them.`,
		Example: "  plumb verified\n  plumb verified add \"revenue by region\" \"SELECT …\"\n  plumb eval verified",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.withLessons(c.Context(), db, func(b *learning.Book) error { return a.listVerified(c.Context(), b) })
		},
	}
	c.PersistentFlags().StringVar(&db, "db", "", "connection name or DSN (default: the active connection)")
	c.AddCommand(
		&cobra.Command{Use: "add QUESTION SQL", Short: "Verify a statement for a question; it is checked first", Example: "  plumb verified add \"revenue by region\" \"SELECT …\"", Args: exactly(2, "a question and a statement"),
			RunE: func(c *cobra.Command, args []string) error {
				if err := a.checkStatement(c.Context(), db, args[1]); err != nil {
					return err
				}
				return a.withLessons(c.Context(), db, func(b *learning.Book) error {
					p, err := b.Verify(c.Context(), args[0], args[1], store.Local, "imported")
					if err != nil {
						return err
					}
					a.out.Done(a.Stdout, "verified as %s", p.ID)
					return nil
				})
			}},
		&cobra.Command{Use: "remove ID", Short: "Remove a verified question", Example: "  plumb verified remove pair_1a2b", Args: exactly(1, "one id"),
			RunE: func(c *cobra.Command, args []string) error { return a.removeLesson(c.Context(), db, args[0]) }},
	)
	return c
}

// checkStatement is the guard's verdict on a statement.
func (a *app) checkStatement(ctx context.Context, db, sql string) error {
	conn, err := a.open(ctx, db)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Check(ctx, sql)
	return err
}

func (a *app) listVerified(ctx context.Context, b *learning.Book) error {
	list, err := b.Pairs(ctx)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "no question is verified yet; editing the SQL of an answer verifies it")
		return nil
	}
	t := textTable("id", "question", "from", "used")
	for _, p := range list {
		addRow(t, p.ID, p.Question, p.Source, fmt.Sprint(p.Used))
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

func (a *app) exemplarsCommand(db *string) *cobra.Command {
	format, coverage, out := string(learning.Messages), string(learning.Standard), ""
	c := &cobra.Command{
		Use: "export", Short: "Write exemplars for fine-tuning a language model", Example: "  plumb learnings export --format alpaca --coverage minimal", Args: exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.writeExemplars(c.Context(), *db, learning.Coverage(coverage), learning.Format(format), out)
		},
	}
	c.Flags().StringVar(&format, "format", format, "openai (chat messages) or alpaca, a JSON object on each line")
	c.Flags().StringVar(&coverage, "coverage", coverage, "minimal (rules of high confidence, verified questions), standard (and approved terms) or comprehensive (and all rules and relationships)")
	c.Flags().StringVar(&out, "out", "", "the file to write (default: standard output)")
	return c
}

func (a *app) writeExemplars(ctx context.Context, db string, coverage learning.Coverage, format learning.Format, out string) error {
	m := learning.Material{Database: db}
	spec, err := a.spec(db)
	if err != nil {
		return err
	}
	m.Database = spec.Config.Name
	if err := a.withLessons(ctx, db, func(b *learning.Book) (err error) {
		if m.Rules, err = b.Rules(ctx); err != nil {
			return err
		}
		m.Pairs, err = b.Pairs(ctx)
		return err
	}); err != nil {
		return err
	}
	if err := a.withGlossary(ctx, db, func(g *glossary.Glossary) (err error) {
		m.Terms, err = g.Terms(ctx, glossary.Approved)
		return err
	}); err != nil {
		return err
	}
	if out == "" {
		_, err := learning.WriteExemplars(a.Stdout, m, coverage, format)
		return err
	}
	f, err := os.OpenFile(inDir(a.Dir, out), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fault.Wrap(err, fault.Store, "%s cannot be written: %s", out, err).WithHint("check that the folder can be written")
	}
	n, err := learning.WriteExemplars(f, m, coverage, format)
	if second := f.Close(); err == nil && second != nil {
		err = wrapWriteError(second)
	}
	if err == nil {
		a.out.Done(a.Stdout, "wrote %d exemplars to %s", n, out)
	}
	return err
}
