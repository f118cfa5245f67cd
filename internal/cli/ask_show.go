package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/chart/draw"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// show prints what became of a question: the answer on standard output; what
// led to it, the SQL, chart and table, on standard error.
func (t *talk) show(of *turn) error {
	var err error
	switch {
	case of.declined():
		t.showDecline(of)
	case of.open():
		err = t.showOffers(of)
	case of.failed():
		t.showFailure(of)
	default:
		err = t.showAnswer(of)
	}
	if err == nil {
		t.notes.Note(t.Stderr, "%s", of.Took.Round(time.Millisecond))
	}
	return err
}

// showAnswer prints the statement and the chart, then the story, then how the
// question was read, from what, and how sure that is.
func (t *talk) showAnswer(of *turn) error {
	t.showStatement(of.Cell.SQL.Query)
	fmt.Fprintln(t.Stderr)
	if err := t.showResult(of); err != nil {
		return err
	}
	if n := of.Cell.Narrative; n != nil {
		t.paragraph(n.Text, terminal.Bold)
	} else {
		t.paragraph(sentence(of), terminal.Bold)
	}
	t.showAhead(of)
	t.paragraph(sentence(of), terminal.Dim)
	t.printf("%s\n", t.verdict(of))
	t.diagnose(of.Cell.Diagnostics)
	t.diagnose(findings(of.Cell.Result))
	if offers := of.offers(); len(offers) > 0 && of.doubtful() {
		t.printf("\nIt could also mean:\n")
		for i, o := range offers {
			t.showOffer(i, o)
		}
		t.showHow(len(offers))
	}
	return nil
}

// showResult draws the chart, or the rows where they say more. Of a what-if
// the rows that nobody observed follow its chart.
func (t *talk) showResult(of *turn) error {
	plan, drawn, rows := of.Chart, of.Table, of.Table
	if r := of.Ahead; r != nil {
		plan, drawn = aheadPlan(r.Technique, r.Table, r.Roles)
		rows = r.Table
	}
	if text := draw.Draw(plan, drawn, canvas(t.notes)); text != "" {
		if _, err := io.WriteString(t.Stderr, text+"\n"); err != nil || of.Ahead == nil {
			return written(err)
		}
		rows = expected(rows, of.Ahead.Roles.Kind)
	}
	if len(rows.Rows) == 0 {
		return nil
	}
	if err := t.drawTable(t.Stderr, firstRows(rows, maxShown), 0); err != nil {
		return err
	}
	if n := len(rows.Rows); n > maxShown {
		t.notes.Note(t.Stderr, "the first %d of %s", maxShown, count(n, "row"))
	}
	fmt.Fprintln(t.Stderr)
	return nil
}

func firstRows(t *table.Table, n int) *table.Table {
	out := *t
	out.Rows = t.Rows[:min(n, len(t.Rows))]
	return &out
}

// canvas is what a chart can be drawn on.
func canvas(s terminal.Screen) draw.Options {
	return draw.Options{Width: s.Width, ASCII: s.ASCII, Color: s.Color}
}

func written(err error) error {
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the result cannot be written: %v", err)
	}
	return nil
}

// showAhead prints what a look beyond the rows rests on.
func (t *talk) showAhead(of *turn) {
	w := of.Cell.WhatIf
	if w == nil {
		return
	}
	for _, line := range w.Assumptions {
		t.paragraph("~ "+terminal.Clean(line), terminal.Dim)
	}
	for _, line := range w.Caveats {
		t.paragraph("! "+terminal.Clean(line), terminal.Dim)
	}
}

// sentence says how the question was read; the less sure, the more plainly.
func sentence(of *turn) string {
	text := strings.TrimRight(terminal.Clean(of.Draft.Sentence), ".")
	switch {
	case of.Draft.Outcome == answer.Edited:
		return "Your own statement"
	case of.doubtful():
		return "I read this as: " + text
	}
	return "Read as: " + text
}

func capital(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}

// verdict is one line: how sure, how much, from where.
func (t *talk) verdict(of *turn) string {
	d := of.Draft
	sign, word := t.out.Paint(terminal.Green, t.out.Sign("✓", "ok:")), "sure, "+chance(d.Confidence)
	switch {
	case d.Outcome == answer.Edited:
		word = "as you wrote it"
	case d.Remembered:
		word = "as you chose before"
	case of.decided:
		word = "as you chose; it is remembered"
	case d.Outcome != answer.Sure:
		sign, word = t.out.Paint(terminal.Yellow, "~"), "likely, "+chance(d.Confidence)
	}
	parts := []string{word}
	if d.FollowUp {
		parts = append(parts, "after the question before")
	}
	rows := count(len(of.Table.Rows), "row")
	if of.Table.Truncated != table.Whole {
		rows = "the first " + rows
	}
	parts = append(parts, rows)
	if of.Cell.SQL != nil && len(of.Cell.SQL.Tables) > 0 {
		parts = append(parts, "from "+cleanList(of.Cell.SQL.Tables))
	}
	if n := of.Cell.Narrative; n != nil && len(n.DataReferences) > 0 {
		parts = append(parts, count(len(n.DataReferences), "figure")+" checked")
	}
	return sign + " " + t.out.Paint(terminal.Dim, strings.Join(parts, t.out.Sign(" · ", ", ")))
}

// findings are what to know of a result, in the words of a question.
func findings(r *session.Result) []fault.Diagnostic {
	if r == nil {
		return nil
	}
	list := append([]fault.Diagnostic(nil), r.Diagnostics...)
	for i := range list {
		switch {
		case list[i].Code == fault.ResultTruncated:
			list[i].Hint = "plumb ask --limit N reads more"
		case list[i].Code == fault.EmptyResult:
			list[i].Hint = "nothing in the data fits every part of the reading"
		}
	}
	return list
}

// showOffers asks back: one question about what is least certain, or the
// readings with the first rows of each.
func (t *talk) showOffers(of *turn) error {
	offers := of.offers()
	if of.Draft.Ask != "" && len(offers) > 0 {
		t.say("!", terminal.Clean(of.Draft.Ask))
	} else {
		t.say("!", "I am not sure how to read this ("+chance(of.Draft.Confidence)+"). Do you mean:")
	}
	for i, o := range offers {
		if of.Draft.Ask == "" {
			t.printf("\n")
		}
		t.showOffer(i, o)
		rows := of.previews[i]
		if rows == nil || of.Draft.Ask != "" {
			continue
		}
		const indent = 5
		if len(rows.Rows) == 0 {
			t.printf("%s%s\n", strings.Repeat(" ", indent), t.out.Paint(terminal.Dim, "no rows"))
			continue
		}
		if err := t.drawTable(t.Stdout, narrow(rows), indent); err != nil {
			return err
		}
		if rows.Truncated != table.Whole {
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

func (t *talk) showOffer(i int, o answer.Draft) {
	text := o.Offer
	if text == "" {
		text = o.Sentence
	}
	head := fmt.Sprintf("  %d  ", i+1)
	lines := t.out.Wrap(capital(strings.TrimRight(terminal.Clean(text), "."))+" ("+chance(o.Probability)+")", t.out.Width-len(head))
	for n, line := range lines {
		if n > 0 {
			head = strings.Repeat(" ", len(head))
		}
		t.printf("%s%s\n", head, line)
	}
}

func (t *talk) showDecline(of *turn) {
	t.say("!", terminal.Clean(of.Draft.Missing))
	if len(of.Draft.Suggested) > 0 {
		t.printf("\nIt can answer, for example:\n")
		t.list(of.Draft.Suggested)
	}
}

// showFailure prints the attempts and why none of them answered.
func (t *talk) showFailure(of *turn) {
	attempts := of.Cell.Metadata.Attempts
	t.say("!", fmt.Sprintf("No statement answered this; %s tried.", wasOrWere(len(attempts))))
	for i, a := range attempts {
		t.printf("\n  %d  %s: %s\n", i+1, a.Status, terminal.Clean(a.Reason))
		t.showStatement(a.SQL)
	}
	t.out.Next(t.Stdout, "say it in other words, or name the table and column\nplumb schema shows what there is")
}

func wasOrWere(n int) string {
	if n == 1 {
		return "one was"
	}
	return fmt.Sprintf("%d were", n)
}

func (t *talk) list(questions []string) {
	for _, q := range questions {
		t.printf("  %s\n", terminal.Clean(q))
	}
}

// showStatement prints a statement on standard error, line by line.
func (a *app) showStatement(sql string) {
	for line := range strings.Lines(strings.TrimSpace(sql)) {
		fmt.Fprintln(a.Stderr, a.notes.Paint(terminal.Dim, terminal.Clean(strings.TrimRight(line, "\r\n"))))
	}
}

// showSQL prints a statement that was asked for.
func (a *app) showSQL(sql string) {
	for line := range strings.Lines(strings.TrimSpace(sql)) {
		a.printf("%s\n", terminal.Clean(strings.TrimRight(line, "\r\n")))
	}
}

// paragraph prints text on standard output, wrapped to the window.
func (a *app) paragraph(text string, style terminal.Style) {
	for _, line := range a.out.Wrap(terminal.Clean(text), a.out.Width) {
		a.printf("%s\n", a.out.Paint(style, line))
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

// drawTable prints a table, set in from the left.
func (a *app) drawTable(w io.Writer, result *table.Table, indent int) error {
	screen := a.out
	if w == a.Stderr {
		screen = a.notes
	}
	if screen.Width > 0 {
		screen.Width -= indent
	}
	var b bytes.Buffer
	if err := screen.Table(&b, result); err != nil {
		return written(err)
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintf(w, "%s%s", strings.Repeat(" ", indent), line); err != nil {
			return written(err)
		}
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
