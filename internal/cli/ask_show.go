package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// show prints what became of a question. All of it is the result; only how
// long it took is a note.
func (t *talk) show(turn *turn) error {
	var err error
	switch {
	case turn.declined():
		t.showDecline(turn)
	case turn.open():
		err = t.showOffers(turn)
	default:
		err = t.showAnswer(turn)
	}
	if err == nil {
		t.notes.Note(t.Stderr, "%s", turn.took.Round(time.Millisecond))
	}
	return err
}

// showAnswer prints the reading, the SQL and the table, then where it came from
// and how sure it is, then the other readings.
func (t *talk) showAnswer(turn *turn) error {
	r := &turn.readings[0]
	t.say("", sentence(turn, r.Sentence))
	t.printf("\n")
	t.showSQL(r.SQL)
	t.printf("\n")
	if len(r.result.Rows) > 0 {
		if err := t.draw(r.result, 0); err != nil {
			return err
		}
		t.printf("\n")
	}
	t.printf("%s\n", t.verdict(turn))
	for _, note := range r.Notes {
		t.out.Diagnostic(t.Stdout, fault.Diagnostic{Severity: fault.Warning, Message: note})
	}
	t.diagnose(t.findings(r.result))
	if offers := turn.offers(); len(offers) > 0 && turn.doubtful() {
		t.printf("\nIt could also mean:\n")
		for i, o := range offers {
			t.showOffer(i, o.text, turn.readings[o.reading].Probability)
		}
		t.showHow(len(offers))
	}
	return nil
}

// sentence says how the question was read; the less sure, the more plainly.
func sentence(turn *turn, text string) string {
	text = strings.TrimRight(terminal.Clean(text), ".")
	if turn.doubtful() {
		return "I read this as: " + text
	}
	return capital(text)
}

func capital(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}

// verdict is one line: how sure, how much, from where.
func (t *talk) verdict(turn *turn) string {
	r := &turn.readings[0]
	sign, word := t.out.Paint(terminal.Green, t.out.Sign("✓", "ok:")), "sure, "+chance(turn.confidence)
	switch {
	case turn.remembered:
		word = "as you chose before"
	case turn.decided:
		word = "as you chose; it is remembered"
	case turn.outcome != brain.Sure:
		sign, word = t.out.Paint(terminal.Yellow, "~"), "likely, "+chance(turn.confidence)
	}
	parts := []string{word}
	if r.FollowUp {
		parts = append(parts, "after the question before")
	}
	rows := count(len(r.result.Rows), "row")
	if r.result.Truncated != table.Whole {
		rows = "the first " + rows
	}
	parts = append(parts, rows)
	if len(r.tables) > 0 {
		parts = append(parts, "from "+cleanList(r.tables))
	}
	return sign + " " + t.out.Paint(terminal.Dim, strings.Join(parts, t.out.Sign(" · ", ", ")))
}

// findings are what to know of a result, in the words of a question.
func (t *talk) findings(result *table.Table) []fault.Diagnostic {
	list := slices.Clone(result.Diagnostics())
	for i := range list {
		switch {
		case result.Truncated == table.ByRows:
			list[i].Hint = "plumb ask --limit N shows more"
		case list[i].Code == fault.EmptyResult:
			list[i].Hint = "nothing in the data fits every part of the reading"
		}
	}
	return list
}

// showOffers asks back: one question about what is least certain, or the
// readings with the first rows of each.
func (t *talk) showOffers(turn *turn) error {
	offers := turn.offers()
	if turn.clarify != nil && len(offers) > 0 {
		t.say("!", terminal.Clean(turn.clarify.Question))
	} else {
		t.say("!", "I am not sure how to read this ("+chance(turn.confidence)+"). Do you mean:")
	}
	for i, o := range offers {
		r := &turn.readings[o.reading]
		if turn.clarify == nil {
			t.printf("\n")
		}
		t.showOffer(i, o.text, r.Probability)
		if r.result == nil || turn.clarify != nil {
			continue
		}
		const indent = 5
		if len(r.result.Rows) == 0 {
			t.printf("%s%s\n", strings.Repeat(" ", indent), t.out.Paint(terminal.Dim, "no rows"))
			continue
		}
		if err := t.draw(narrow(r.result), indent); err != nil {
			return err
		}
		if r.result.Truncated != table.Whole {
			t.printf("%s%s\n", strings.Repeat(" ", indent), t.out.Sign("…", "..."))
		}
	}
	t.showHow(len(offers))
	return nil
}

// showHow says how one of so many offers is chosen.
func (t *talk) showHow(offers int) {
	if t.how != nil {
		t.out.Next(t.Stdout, t.how(offers))
	}
}

// narrow is the first columns of a table: enough to tell readings apart.
func narrow(t *table.Table) *table.Table {
	const most = 5
	if len(t.Columns) <= most {
		return t
	}
	out := &table.Table{Columns: t.Columns[:most]}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, row[:most])
	}
	return out
}

func (t *talk) showOffer(i int, text string, p float64) {
	head := fmt.Sprintf("  %d  ", i+1)
	tail := " (" + chance(p) + ")"
	lines := t.out.Wrap(capital(strings.TrimRight(terminal.Clean(text), "."))+tail, t.out.Width-len(head))
	for n, line := range lines {
		if n > 0 {
			head = strings.Repeat(" ", len(head))
		}
		t.printf("%s%s\n", head, line)
	}
}

func (t *talk) showDecline(turn *turn) {
	missing := turn.missing
	if missing == "" {
		missing = "This data cannot answer that."
	}
	t.say("!", terminal.Clean(missing))
	if len(turn.suggested) > 0 {
		t.printf("\nIt can answer, for example:\n")
		t.list(turn.suggested)
	}
}

func (t *talk) list(questions []string) {
	for _, q := range questions {
		t.printf("  %s\n", terminal.Clean(q))
	}
}

// showSQL prints a statement line by line.
func (a *app) showSQL(sql string) {
	for line := range strings.Lines(strings.TrimSpace(sql)) {
		a.printf("%s\n", a.out.Paint(terminal.Dim, terminal.Clean(strings.TrimRight(line, "\r\n"))))
	}
}

// say prints what matters most, behind a sign where there is doubt.
func (a *app) say(sign, text string) {
	indent := ""
	if sign != "" {
		sign, indent = a.out.Paint(terminal.Yellow, sign)+" ", "  "
	}
	for i, line := range a.out.Wrap(text, a.out.Width-len(indent)) {
		if i > 0 {
			sign = indent
		}
		a.printf("%s%s\n", sign, a.out.Paint(terminal.Bold, line))
	}
}

// draw prints a table, set in from the left.
func (a *app) draw(result *table.Table, indent int) error {
	screen := a.out
	if screen.Width > 0 {
		screen.Width -= indent
	}
	var b bytes.Buffer
	if err := screen.Table(&b, result); err != nil {
		return fault.Wrap(err, fault.Internal, "the result cannot be written: %v", err)
	}
	for line := range strings.Lines(b.String()) {
		a.printf("%s%s", strings.Repeat(" ", indent), line)
	}
	return nil
}

// chance is a probability in percent. Nothing is certain.
func chance(p float64) string {
	if p < 0.01 {
		return "<1%"
	}
	return fmt.Sprintf("%.0f%%", min(100*p, 99))
}
