package cli

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) memoryCommand() *cobra.Command {
	kind, history := "", false
	c := &cobra.Command{
		Use:     "memory",
		Aliases: []string{"memories"},
		Short:   "What Plumb remembers of you: list, search, judge, forget, export",
		Long: `What you say once changes later answers: “always show EUR”, “the fiscal year
starts in April”, “by revenue I mean net revenue”, “leave out test customers”.
Answers that the critic accepted are remembered, too, and come to mind with
similar questions. Each answer names what it follows.

Memories are yours alone, on this machine. memories.keep: off in the
configuration stops remembering, and stops applying what is remembered.`,
		Example: "  plumb memory\n  plumb memory search revenue\n  plumb memory forget memory_4f…\n  plumb memory export --out memories.jsonl\n  plumb memory delete --all",
		GroupID: "data",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return a.withMemory(c.Context(), func(b *memory.Book) error { return a.listMemories(c.Context(), b, kind, history) })
		},
	}
	list := &cobra.Command{Use: "list", Short: "List the memories, the newest first", Example: "  plumb memory list --type preference", Args: exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withMemory(c.Context(), func(b *memory.Book) error { return a.listMemories(c.Context(), b, kind, history) })
		}}
	for _, x := range []*cobra.Command{c, list} {
		x.Flags().StringVar(&kind, "type", "", "only conversation, preference, fact, pattern or error_resolution")
		x.Flags().BoolVar(&history, "history", false, "also what counts no longer")
	}
	judge := func(use, short string, j memory.Judgement) *cobra.Command {
		return &cobra.Command{Use: use + " MEMORY", Short: short, Example: "  plumb memory " + use + " memory_4f…", Args: exactly(1, "one memory"),
			RunE: func(c *cobra.Command, args []string) error {
				return a.withMemory(c.Context(), func(b *memory.Book) error {
					m, err := b.Feedback(c.Context(), memory.Whose{Owner: store.Local}, args[0], j)
					if err != nil {
						return err
					}
					a.out.Done(a.Stdout, "noted: %s", terminal.Clean(m.Content))
					return nil
				})
			}}
	}
	c.AddCommand(list,
		&cobra.Command{Use: "search WORDS", Short: "Find memories by their meaning", Example: "  plumb memory search \"fiscal year\"", Args: exactly(1, "what to look for"),
			RunE: func(c *cobra.Command, args []string) error {
				return a.withMemory(c.Context(), func(b *memory.Book) error { return a.searchMemories(c.Context(), b, args[0]) })
			}},
		judge("right", "Say that a memory is right", memory.Right),
		judge("wrong", "Say that a memory is wrong: it counts no longer", memory.Wrong),
		&cobra.Command{Use: "forget MEMORY", Short: "Remove a memory for good", Example: "  plumb memory forget memory_4f…", Args: exactly(1, "one memory"),
			RunE: func(c *cobra.Command, args []string) error {
				return a.withMemory(c.Context(), func(b *memory.Book) error {
					m, err := b.Forget(c.Context(), memory.Whose{Owner: store.Local}, args[0])
					if err != nil {
						return err
					}
					a.out.Done(a.Stdout, "forgotten: %s", terminal.Clean(m.Content))
					return nil
				})
			}},
		&cobra.Command{Use: "tidy", Short: "Merge what says the same, find patterns, drop what nobody uses", Example: "  plumb memory tidy", Args: exactly(0, "no arguments"),
			RunE: func(c *cobra.Command, _ []string) error {
				return a.withMemory(c.Context(), func(b *memory.Book) error {
					done, err := b.Tidy(c.Context(), store.Local)
					if err != nil {
						return err
					}
					return a.writeJSON(a.Stdout, done)
				})
			}},
		&cobra.Command{Use: "stats", Short: "How many memories there are, which are used, which helped", Example: "  plumb memory stats", Args: exactly(0, "no arguments"),
			RunE: func(c *cobra.Command, _ []string) error {
				return a.withMemory(c.Context(), func(b *memory.Book) error { return a.memoryStats(c.Context(), b) })
			}},
		a.memoryExportCommand(), a.memoryDeleteCommand(),
	)
	return c
}

// withMemory opens what is remembered of the person at this machine.
func (a *app) withMemory(ctx context.Context, do func(*memory.Book) error) error {
	c, err := a.config()
	if err != nil {
		return err
	}
	if c.Memories.Keep == config.KeepOff {
		a.out.Note(a.Stderr, "memories.keep is off (%s): nothing new is remembered, and nothing is applied", c.Origin("memories.keep"))
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer kept.Close()
	vectors, err := a.openVectors(ctx, c)
	if err != nil {
		return err
	}
	defer vectors.Close()
	return do(newMemory(kept, vectors, a, c))
}

func (a *app) listMemories(ctx context.Context, b *memory.Book, kind string, history bool) error {
	l := memory.Listing{History: history, Limit: 200}
	if kind != "" {
		if !slices.Contains(memory.Types(), memory.Type(kind)) {
			return fault.New(fault.Usage, "%.40q is no type of memories", kind).WithHint("use conversation, preference, fact, pattern or error_resolution")
		}
		l.Types = []memory.Type{memory.Type(kind)}
	}
	list, err := b.List(ctx, store.Local, l)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "nothing is remembered yet")
		a.out.Next(a.Stdout, "say for example: plumb ask \"the fiscal year starts in April\"")
		return nil
	}
	t := textTable("id", "type", "what", "effect", "used")
	for _, m := range list {
		effect := ""
		if m.Stated() {
			if effect = "kept only"; slices.Contains(talk.Effective, m.Metadata.Topic) {
				effect = m.Metadata.Topic.Effect()
			}
			if m.Metadata.SessionOnly {
				effect += ", in that conversation alone"
			}
		}
		addRow(t, m.ID, string(m.Type), terminal.Clean(m.Brief()), effect, fmt.Sprint(m.Metadata.Uses))
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

func (a *app) searchMemories(ctx context.Context, b *memory.Book, text string) error {
	list, err := b.Search(ctx, store.Local, text, 20)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "no memory is about that")
		return nil
	}
	t := textTable("id", "type", "what", "nearness")
	for _, m := range list {
		addRow(t, m.ID, string(m.Type), terminal.Clean(m.Brief()), fmt.Sprintf("%.2f", m.Score))
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

func (a *app) memoryStats(ctx context.Context, b *memory.Book) error {
	s, err := b.Stats(ctx, store.Local)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, s)
	}
	t := textTable("what", "how many")
	addRow(t, "memories", fmt.Sprint(s.Total))
	addRow(t, "that count", fmt.Sprint(s.Active))
	for _, k := range memory.Types() {
		if s.ByType[k] > 0 {
			addRow(t, "  "+string(k), fmt.Sprint(s.ByType[k]))
		}
	}
	addRow(t, "shown with an answer at least once", fmt.Sprint(s.Used))
	addRow(t, "said to be right", fmt.Sprint(s.Helped))
	addRow(t, "said to be wrong", fmt.Sprint(s.Wrong))
	addRow(t, "in a conversation on average", fmt.Sprintf("%.1f", s.PerSession))
	for _, g := range s.Growth {
		addRow(t, "added in "+g.Month, fmt.Sprint(g.Added))
	}
	return wrapWriteError(a.out.List(a.Stdout, t))
}

func (a *app) memoryExportCommand() *cobra.Command {
	out := ""
	c := &cobra.Command{Use: "export", Short: "Write all memories as JSON, one on each line", Example: "  plumb memory export --out memories.jsonl", Args: exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withMemory(c.Context(), func(b *memory.Book) error {
				if out == "" {
					_, err := b.Export(c.Context(), store.Local, a.Stdout)
					return err
				}
				f, err := os.OpenFile(inDir(a.Dir, out), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
				if err != nil {
					return fault.Wrap(err, fault.Store, "%s cannot be written: %s", out, err).WithHint("check that the folder can be written")
				}
				n, err := b.Export(c.Context(), store.Local, f)
				if second := f.Close(); err == nil && second != nil {
					err = wrapWriteError(second)
				}
				if err == nil {
					a.out.Done(a.Stdout, "wrote %d memories to %s", n, out)
				}
				return err
			})
		}}
	c.Flags().StringVar(&out, "out", "", "the file to write (default: standard output)")
	return c
}

func (a *app) memoryDeleteCommand() *cobra.Command {
	everything := false
	c := &cobra.Command{Use: "delete", Short: "Delete all that is remembered of you", Example: "  plumb memory delete --all", Args: exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if !everything {
				return fault.New(fault.Usage, "this deletes all that is remembered of you, and cannot be undone").WithHint("say so with --all; plumb memory export keeps a copy first")
			}
			return a.withMemory(c.Context(), func(b *memory.Book) error {
				n, err := b.DeleteAll(c.Context(), store.Local)
				if err == nil {
					a.out.Done(a.Stdout, "deleted %d memories", n)
				}
				return err
			})
		}}
	c.Flags().BoolVar(&everything, "all", false, "confirm that all memories are deleted")
	return c
}
