package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/terminal"
)

func (a *app) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify NOTEBOOK",
		Short: "Check the hashes, stories and charts of a notebook offline",
		Long: `Check a notebook without any database or model: that its cells are unchanged,
that their rows match their hashes, and that every number, date, rank and
comparison in their stories is found in the rows or can be computed from them.
Forecasts and other what-ifs are computed again.

The exit status is 0 if every check passes, and 1 otherwise. With --json, the
output is {"cells":[…],"damage","lost"}.`,
		Example: "  plumb verify sales\n  plumb verify shared/review.json",
		GroupID: "data",
		Args:    exactly(1, "one notebook"),
		RunE:    func(c *cobra.Command, args []string) error { return a.verify(c.Context(), args[0]) },
	}
}

func (a *app) verify(ctx context.Context, ref string) error {
	s, ref, err := a.notebooks(ref)
	if err != nil {
		return err
	}
	found, err := s.Salvage(ref)
	if err != nil {
		return err
	}
	findings := []notebook.Finding{}
	wrong := len(found.Lost)
	if found.Damage != "" && wrong == 0 {
		wrong = 1
	}
	claims := 0
	for i, c := range found.Notebook.Cells {
		f, err := notebook.Verify(ctx, c)
		if err != nil {
			return err
		}
		if wrong, known := recomputeWhatIf(c); known {
			f.Problems = append(f.Problems, wrong...)
			f.OK = len(f.Problems) == 0
			if len(wrong) == 0 {
				f.Notes = append(f.Notes, "recomputing it from its rows gives the same result")
			}
		}
		findings = append(findings, f)
		if !f.OK {
			wrong++
		}
		claims += f.Verified
		if !a.json {
			a.showVerified(i+1, f)
		}
	}
	if a.json {
		if err := a.writeJSON(a.Stdout, struct {
			Cells  []notebook.Finding `json:"cells"`
			Damage string             `json:"damage,omitempty"`
			Lost   []notebook.Loss    `json:"lost,omitempty"`
		}{findings, found.Damage, found.Lost}); err != nil {
			return err
		}
	}
	if found.Damage != "" {
		for _, l := range found.Lost {
			a.notes.Diagnostic(a.Stderr, fault.New(fault.BadData, "cell %d is lost: %s", l.Place, l.Reason).Diagnostic(fault.Warning))
		}
		return fault.New(fault.BadData, "the notebook %s is damaged: %s", ref, found.Damage).
			WithHint("plumb notebook recover %s saves the intact cells", ref)
	}
	if wrong > 0 {
		return fault.New(fault.BadData, "%d of %s failed verification", wrong, count(len(findings), "cell")).
			WithHint("do not rely on what failed; ask the question again")
	}
	if !a.json {
		a.notes.Note(a.Stderr, "%s, all intact; %s verified", count(len(findings), "cell"), count(claims, "claim"))
	}
	return nil
}

func (a *app) showVerified(number int, f notebook.Finding) {
	sign := a.out.Paint(terminal.Green, a.out.Sign("✓", "ok:"))
	if !f.OK {
		sign = a.out.Paint(terminal.Red, a.out.Sign("✗", "error:"))
	}
	told := ""
	if f.Claims > 0 {
		told = fmt.Sprintf("%s%d of %s verified", a.out.Sign(" · ", ", "), f.Verified, count(f.Claims, "claim"))
	}
	a.printf("%s %d %s%s\n", sign, number, terminal.Clean(f.Question), told)
	for _, p := range f.Problems {
		a.printf("    %s\n", terminal.Clean(p))
	}
	for _, n := range f.Notes {
		a.printf("    %s\n", a.out.Paint(terminal.Dim, terminal.Clean(n)))
	}
}
