package cli

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// auditFlags narrow the list of questions.
type auditFlags struct {
	status, since, session, contains, source string
	limit                                    int
}

func (a *app) auditCommand() *cobra.Command {
	var f auditFlags
	c := &cobra.Command{
		Use:   "audit [ID]",
		Short: "Show what was asked, tried and answered",
		Long: `List the questions that were asked and the statements that plumb sql was
given, newest first: time, outcome, number of attempts, duration, and what a
language model used. With ID (the number or the id of a question), show all
details: each statement, and why it was refused or failed.

A question is recorded before any work on it starts, and each attempt as soon as
it ends. A question that stays open is still running, or Plumb was stopped
before it ended.

With --json, the list is an array of objects whose keys are the columns of
analysis_queries; attempts have the columns of analysis_query_attempts.`,
		Example: "  plumb audit\n  plumb audit --status failed --since 2026-02-01\n  plumb audit 17",
		GroupID: "plumb",
		Args:    atMost(1, "at most one question's number or id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				filter, err := f.filter(a.Now().Location())
				if err != nil {
					return err
				}
				return a.listAudit(cmd.Context(), filter)
			}
			for _, name := range []string{"status", "since", "session", "contains", "source", "limit"} {
				if cmd.Flags().Changed(name) {
					return fault.New(fault.Usage, "--%s narrows the list; %s names one question", name, args[0]).
						WithHint("leave one of them out")
				}
			}
			return a.showAudit(cmd.Context(), args[0])
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.status, "status", "", "only questions with this status: open, success, failed, declined or canceled")
	flags.StringVar(&f.since, "since", "", "only questions asked on or after this date, such as 2026-02-01")
	flags.StringVar(&f.session, "session", "", "only questions of this session")
	flags.StringVar(&f.contains, "contains", "", "only questions that contain this text")
	flags.StringVar(&f.source, "source", "", "only questions about this connection")
	flags.IntVar(&f.limit, "limit", 20, "maximum number of questions to list")
	return c
}

// filter reads the flags. Days begin in the zone where.
func (f auditFlags) filter(where *time.Location) (store.Filter, error) {
	out := store.Filter{Session: f.session, Contains: f.contains, Source: f.source, Newest: true, Limit: f.limit}
	if f.limit < 1 || f.limit > store.MaxLimit {
		return out, fault.New(fault.Usage, "--limit takes a number from 1 to %d", store.MaxLimit).WithHint("for example: --limit 50")
	}
	if f.since != "" {
		var err error
		if out.Since, err = parseSince(f.since, where); err != nil {
			return out, err
		}
	}
	if f.status == "" {
		return out, nil
	}
	var known []string
	for _, s := range store.Statuses() {
		if out.Status = s; string(s) == f.status {
			return out, nil
		}
		known = append(known, string(s))
	}
	return out, fault.New(fault.Usage, "no question has the status %q", f.status).
		WithHint("%s", fault.DidYouMean(f.status, "statuses", known))
}

func parseSince(text string, where *time.Location) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", time.RFC3339} {
		if t, err := time.ParseInLocation(layout, text, where); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fault.New(fault.Usage, "--since takes a date, not %q", text).
		WithHint(`for example: --since 2026-02-01, or --since "2026-02-01 14:30"`)
}

func (a *app) listAudit(ctx context.Context, f store.Filter) error {
	s, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	asked := f.Limit
	f.Limit++ // one more, to know whether there are more
	list, err := readAudit(ctx, s, f)
	if err != nil {
		return err
	}
	more := len(list) > asked
	list = list[:min(len(list), asked)]
	if a.json {
		return a.writeJSON(a.Stdout, list)
	}
	if len(list) == 0 {
		a.out.Note(a.Stdout, "no questions here")
		a.out.Next(a.Stdout, `plumb ask "…" asks one; plumb audit without options lists all`)
		return nil
	}
	if err := a.out.List(a.Stdout, auditTable(list, a.Now().Location(), a.out, a.hasPrice)); err != nil {
		return fault.Wrap(err, fault.Internal, "the list cannot be written: %v", err)
	}
	if more {
		a.notes.Note(a.Stderr, "older questions are not shown: --limit N lists more, up to %d", store.MaxLimit)
	}
	return nil
}

// readAudit reads on where a page was shorter than the limit.
func readAudit(ctx context.Context, s store.Store, f store.Filter) ([]store.Audit, error) {
	list := []store.Audit{}
	for wanted := f.Limit; len(list) < wanted; {
		f.Limit = wanted - len(list)
		page, err := s.Audit(ctx, f)
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		for _, q := range page {
			if q.Attempts == nil {
				q.Attempts = []store.Attempt{} // an empty list in JSON, too
			}
			list = append(list, q)
		}
		f.After = page[len(page)-1].ID
	}
	return list, nil
}

func (a *app) showAudit(ctx context.Context, id string) error {
	s, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	f := store.Filter{ID: id, Limit: 1}
	if n, err := strconv.ParseInt(id, 10, 64); err == nil && n > 0 {
		f = store.Filter{Number: n, Limit: 1}
	}
	list, err := readAudit(ctx, s, f)
	switch {
	case err != nil:
		return err
	case id == "" || len(list) == 0:
		return fault.New(fault.NotFound, "there is no question %q", id).WithHint("plumb audit lists them")
	case a.json:
		return a.writeJSON(a.Stdout, list[0])
	}
	a.printAudit(list[0])
	return nil
}
