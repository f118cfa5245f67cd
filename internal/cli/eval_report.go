package cli

import (
	"fmt"
	"strconv"

	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/terminal"
)

// evalReport is how one brain did.
type evalReport struct {
	Brain   string        `json:"brain"`
	Summary *eval.Summary `json:"summary"`
}

// showReports prints what brains did on the same questions, side by side.
func (a *app) showReports(list []evalReport) error {
	if err := a.section("", a.reportSheet(list)); err != nil {
		return err
	}
	for _, part := range []struct {
		title, column string
		groups        func(*eval.Summary) []eval.Group
		text          func(eval.Share) string
	}{
		{"Percent right by difficulty", "difficulty", func(s *eval.Summary) []eval.Group { return s.ByDifficulty }, percent},
		{"Percent right by tag", "tag", func(s *eval.Summary) []eval.Group { return s.ByTag }, percent},
		{"What answers are", "verdict", func(s *eval.Summary) []eval.Group { return s.Classes }, func(s eval.Share) string { return strconv.Itoa(s.N) }},
	} {
		if err := a.section(part.title, groupSheet(list, part.column, part.groups, part.text)); err != nil {
			return err
		}
	}
	if err := a.section("Right by confidence", calibrationSheet(list)); err != nil {
		return err
	}
	first := list[0].Summary
	a.printf("\n")
	a.paragraph(fmt.Sprintf("%d asked, %d measured; %d gold queries failed", first.Asked, first.Measured, first.GoldBroken), "")
	a.paragraph("built-in first is what plumb ask does by default: the model is asked only what the built-in brain is not sure of.", terminal.Dim)
	return nil
}

// reportSheet has a row for each figure and a column for each brain.
func (a *app) reportSheet(list []evalReport) *sheet {
	t := newSheet(append([]string{""}, brainNames(list)...)...)
	row := func(name string, text func(*eval.Summary) string) {
		cells, some := []string{name}, false
		for _, r := range list {
			text := text(r.Summary)
			cells, some = append(cells, text), some || text != "-"
		}
		if some {
			t.row(cells...)
		}
	}
	share := func(name string, of func(*eval.Summary) eval.Share) {
		row(name, func(s *eval.Summary) string { return percent(of(s)) })
	}
	share("percent right", func(s *eval.Summary) eval.Share { return s.Accuracy })
	share("  of questions", func(s *eval.Summary) eval.Share { return s.Questions })
	share("  of turns of dialogues", func(s *eval.Summary) eval.Share { return s.Turns })
	share("  of whole dialogues", func(s *eval.Summary) eval.Share { return s.Dialogues })
	share("  of those answered", func(s *eval.Summary) eval.Share { return s.Precision })
	share("  of the more confident half", func(s *eval.Summary) eval.Share { return s.ConfidentHalf })
	share("unanswerable, declined", func(s *eval.Summary) eval.Share { return s.UnanswerableDeclined })
	share("answerable, declined", func(s *eval.Summary) eval.Share { return s.AnswerableDeclined })
	row("calibration error", func(s *eval.Summary) string { return fmt.Sprintf("%.3f", s.CalibrationError) })
	row("seconds a question, median", func(s *eval.Summary) string { return seconds(s.Latency.Median) })
	row("  90% are faster than", func(s *eval.Summary) string { return seconds(s.Latency.P90) })
	row("calls of the model", func(s *eval.Summary) string { return thousands(int64(s.Cost.Calls)) })
	row("  tokens read", func(s *eval.Summary) string { return thousands(int64(s.Cost.Input)) })
	row("  tokens written", func(s *eval.Summary) string { return thousands(int64(s.Cost.Output)) })
	row("cost", func(s *eval.Summary) string { return costFor(s.Cost, 1) })
	row("  of 1,000 questions", func(s *eval.Summary) string { return costFor(s.Cost, 1000/float64(max(1, s.Asked))) })
	return t
}

// costOf is a cost for people, times a factor.
func costFor(c eval.Cost, times float64) string {
	if c.Unpriced {
		return "unknown"
	}
	if usd := c.USD * times; usd >= 1 {
		return fmt.Sprintf("$%.2f", usd)
	}
	return dollars(c.USD*times, 0)
}

func seconds(ms float64) string { return fmt.Sprintf("%.2f", ms/1000) }

func brainNames(list []evalReport) []string {
	var names []string
	for _, r := range list {
		names = append(names, r.Brain)
	}
	return names
}

// groupSheet has a row for each group that any brain has.
func groupSheet(list []evalReport, column string, groups func(*eval.Summary) []eval.Group, text func(eval.Share) string) *sheet {
	t := newSheet(append([]string{column}, brainNames(list)...)...)
	var names []string
	found := map[string]map[int]eval.Share{}
	for i, r := range list {
		for _, g := range groups(r.Summary) {
			if found[g.Name] == nil {
				names, found[g.Name] = append(names, g.Name), map[int]eval.Share{}
			}
			found[g.Name][i] = g.Share
		}
	}
	for _, name := range names {
		cells := []string{name}
		for i := range list {
			cells = append(cells, text(found[name][i]))
		}
		t.row(cells...)
	}
	return t
}

// calibrationSheet holds confidence against what is right.
func calibrationSheet(list []evalReport) *sheet {
	const bins = 10
	t := newSheet(append([]string{"confidence"}, brainNames(list)...)...)
	for i := range bins {
		cells, some := []string{fmt.Sprintf("%d to %d%%", 100*i/bins, 100*(i+1)/bins)}, false
		for _, r := range list {
			text := "-"
			for _, b := range r.Summary.Bins {
				if int(b.From*bins+0.5) == i {
					text, some = fmt.Sprintf("%d of %d", b.N, b.Of), true
				}
			}
			cells = append(cells, text)
		}
		if some {
			t.row(cells...)
		}
	}
	return t
}
