package cli

import (
	"fmt"
	"strconv"

	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// showSummary prints what a run says, the most important first.
func (a *app) showSummary(s *eval.Summary) error {
	t := newSheet("share", "percent", "answers", "of")
	for _, line := range []struct {
		name string
		eval.Share
	}{
		{"right", s.Accuracy}, {"  questions", s.Questions}, {"  turns of dialogues", s.Turns}, {"  whole dialogues", s.Dialogues},
		{"right among the candidates", s.Oracle}, {"right, more confident half", s.ConfidentHalf}, {"right, of those answered", s.Precision},
		{"unanswerable, declined", s.UnanswerableDeclined}, {"answerable, declined", s.AnswerableDeclined},
	} {
		if line.Of > 0 {
			t.share(line.name, line.Share)
		}
	}
	if err := a.section("", t); err != nil {
		return err
	}
	for _, part := range []struct {
		title, column string
		groups        []eval.Group
	}{
		{"By difficulty", "difficulty", s.ByDifficulty}, {"By turn", "turn", s.ByTurn}, {"By tag", "tag", s.ByTag},
	} {
		t := newSheet(part.column, "percent", "right", "of")
		for _, g := range part.groups {
			t.share(g.Name, g.Share)
		}
		if err := a.section(part.title, t); err != nil {
			return err
		}
	}
	t = newSheet("verdict", "percent", "answers")
	for _, g := range s.Classes {
		t.row(g.Name, percent(g.Share), strconv.Itoa(g.N))
	}
	if err := a.section("What answers are", t); err != nil {
		return err
	}
	t = newSheet("coverage", "percent right", "confidence from")
	for _, p := range s.Coverage {
		t.row(fmt.Sprintf("%.0f%%", 100*p.Coverage), percent(p.Share), fmt.Sprintf("%.3f", p.Confidence))
	}
	if err := a.section("The most confident answers", t); err != nil {
		return err
	}
	a.printf("\n%d asked, %d measured; %d gold queries failed\n", s.Asked, s.Measured, s.GoldBroken)
	a.printf("calibration error %.3f\n", s.CalibrationError)
	a.printf("milliseconds a question: median %.1f, 90%% %.1f, 99%% %.1f, longest %.1f\n",
		s.Latency.Median, s.Latency.P90, s.Latency.P99, s.Latency.Max)
	return nil
}

func (a *app) showDiff(d *eval.Diff, most int) error {
	a.printf("%d in both runs: %s%% right before, %s%% after; %d gained, %d lost\n",
		d.Both, percent(d.Before), percent(d.After), len(d.Gained), len(d.Lost))
	if d.OnlyA+d.OnlyB > 0 {
		a.printf("%d only in the first, %d only in the second\n", d.OnlyA, d.OnlyB)
	}
	t := newSheet("before", "after", "answers")
	for _, f := range d.Classes {
		t.row(string(f.Before), string(f.After), strconv.Itoa(f.N))
	}
	if err := a.section("By verdict", t); err != nil {
		return err
	}
	for _, part := range []struct {
		title   string
		changes []eval.Change
	}{{"Gained", d.Gained}, {"Lost", d.Lost}} {
		t := newSheet("question", "before", "after", "SQL now")
		for _, c := range part.changes[:min(len(part.changes), max(0, most))] {
			t.row(fmt.Sprintf("%s/%d", c.ID, c.Turn), string(c.Before), string(c.After), c.SQL)
		}
		if err := a.section(part.title, t); err != nil {
			return err
		}
	}
	return nil
}

// section prints a table under a title, unless it is empty.
func (a *app) section(title string, s *sheet) error {
	if len(s.Rows) == 0 {
		return nil
	}
	if title != "" {
		a.printf("\n%s\n", a.out.Paint(terminal.Bold, title))
	}
	return a.out.Table(a.Stdout, &s.Table)
}

// sheet is a table of texts whose later columns are numbers.
type sheet struct{ table.Table }

func newSheet(columns ...string) *sheet {
	s := &sheet{}
	for _, c := range columns {
		s.Columns = append(s.Columns, table.Column{Name: c, Kind: table.Text})
	}
	return s
}

func (s *sheet) row(texts ...string) {
	row := make(table.Row, len(texts))
	for i, text := range texts {
		row[i] = table.NewText(text)
		if _, err := strconv.ParseFloat(text, 64); err == nil && i > 0 {
			s.Columns[i].Kind = table.Float // numbers stand on the right
		}
	}
	s.Rows = append(s.Rows, row)
}

func (s *sheet) share(name string, v eval.Share) {
	s.row(name, percent(v), strconv.Itoa(v.N), strconv.Itoa(v.Of))
}
