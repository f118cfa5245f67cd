package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/statistics"
	"github.com/plumbdata/plumb/internal/store"
)

func (a *app) statsCommand() *cobra.Command {
	days := 30
	c := &cobra.Command{
		Use:   "stats",
		Short: "Show how well questions are answered: verdicts, retries, times, memories, costs",
		Long: `Show how well questions are answered, from what the store has recorded: how
often the critic accepted or rejected an answer and why, how many were tried
again, how long each way of answering took (half of the answers, and 95 of 100),
what memories did, and what language models cost. Nothing is sent anywhere.`,
		Example: "  plumb stats\n  plumb stats --days 7\n  plumb stats --days 0 --json",
		GroupID: "plumb",
		Args:    exactly(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if days < 0 || days > 3650 {
				return fault.New(fault.Usage, "--days %d is not a number of days", days).WithHint("a number up to 3650; 0 counts all that is recorded")
			}
			return a.stats(c, days)
		},
	}
	c.Flags().IntVar(&days, "days", days, "how many days back from now are counted; 0 counts all")
	return c
}

func (a *app) stats(c *cobra.Command, days int) error {
	settings, err := a.config()
	if err != nil {
		return err
	}
	kept, err := a.openStore(c.Context())
	if err != nil {
		return err
	}
	defer kept.Close()
	known := a.openKnowledge(c.Context(), settings, kept)
	defer known.close()
	r, err := statistics.New(statistics.Source{Store: kept, Memory: known.memory, Owner: store.Local, Now: a.Now}).Report(c.Context(), days)
	if err != nil {
		return err
	}
	if a.machine() {
		return a.writeJSON(a.Stdout, r)
	}
	return a.showStats(r)
}

func (a *app) showStats(r *statistics.Report) error {
	if r.Answers == 0 {
		a.out.Note(a.Stdout, "nothing was answered in this time")
		return nil
	}
	paths := textTable("path", "answers", "accepted", "rejected", "tried again", "median", "95 of 100")
	for _, p := range r.Paths {
		addRow(paths, p.Path, fmt.Sprint(p.Answers), shareOf(p.Accepted, p.Judged), shareOf(p.Rejected, p.Judged), shareOf(p.Retried, p.Answers), timeOf(p.MedianMS), timeOf(p.P95MS))
	}
	if err := a.out.List(a.Stdout, paths); err != nil {
		return wrapWriteError(err)
	}
	reasons := textTable("path", "verdict", "reason", "answers")
	some := false
	for _, v := range r.Verdicts {
		if v.Reason != "" {
			some = true
			addRow(reasons, v.Path, v.Decision, v.Reason, fmt.Sprint(v.Answers))
		}
	}
	if some {
		a.printf("\n")
		if err := a.out.List(a.Stdout, reasons); err != nil {
			return wrapWriteError(err)
		}
	}
	a.printf("\n")
	m, u := r.Memory, r.Usage
	rest := textTable("what", "how many")
	addRow(rest, "conversations with answers", fmt.Sprint(r.Sessions))
	addRow(rest, "memories that count", fmt.Sprint(m.Kept))
	addRow(rest, "answers for which one came to mind", fmt.Sprintf("%d (%s)", m.Recalled, shareOf(m.Recalled, r.Answers)))
	addRow(rest, "answers that followed what was known before", fmt.Sprintf("%d (%s)", m.Followed, shareOf(m.Followed, r.Answers)))
	addRow(rest, "memories that were used", fmt.Sprint(m.Used))
	addRow(rest, "said to be right, said to be wrong", fmt.Sprintf("%d, %d", m.Helped, m.Wrong))
	addRow(rest, "accepted with memories, and without", fmt.Sprintf("%.0f%%, %.0f%%", 100*m.AcceptedWith, 100*m.AcceptedWithout))
	addRow(rest, "memories in a conversation on average", fmt.Sprintf("%.1f", m.PerSession))
	for _, g := range m.Growth[max(0, len(m.Growth)-7):] {
		addRow(rest, "memories added on "+g.Day, fmt.Sprint(g.Added))
	}
	addRow(rest, "calls of language models", fmt.Sprint(u.Calls))
	if u.Calls > 0 {
		addRow(rest, "tokens read, tokens written", fmt.Sprintf("%d, %d", u.Input, u.Output))
		addRow(rest, "cost", fmt.Sprintf("$%.2f", u.CostUSD))
		if u.Unpriced > 0 {
			addRow(rest, "calls at an unknown price", fmt.Sprint(u.Unpriced))
		}
	}
	return wrapWriteError(a.out.List(a.Stdout, rest))
}

func shareOf(some, all int) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f%%", 100*float64(some)/float64(all))
}

func timeOf(ms float64) string {
	if ms < 1000 {
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.1f s", ms/1000)
}
