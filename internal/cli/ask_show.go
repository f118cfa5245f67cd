package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/chart/draw"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/explore"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
	"github.com/plumbdata/plumb/internal/whatif"
)

// show prints what became of a question: the answer on standard output; what
// led to it, the SQL, chart and table, on standard error.
func (t *dialogue) show(of *turn) error {
	var err error
	switch {
	case of.Declined():
		t.showDecline(of)
	case t.asksUnsaid(of):
		return nil // question by question
	case of.Open():
		err = t.showOffers(of)
	case of.Failed():
		t.showFailure(of)
	default:
		err = t.showAnswer(of)
	}
	if (of.Declined() || of.Open()) && !mind.IsModel(of.Draft.By) {
		t.diagnose(of.Draft.Findings) // why nobody else was asked
		for _, note := range of.Draft.Notes {
			t.diagnose([]fault.Diagnostic{{Severity: fault.Warning, Message: note}})
		}
	}
	if err == nil {
		t.notes.Note(t.Stderr, "%s", of.Took.Round(time.Millisecond))
	}
	return err
}

// showAnswer prints the statement and the chart, then the story, then how the
// question was read, from what, and how sure that is.
func (t *dialogue) showAnswer(of *turn) error {
	if of.Turn != t.drawn {
		if of.Cell.SQL != nil { // a cell from elsewhere may have none
			t.showStatement(of.Cell.SQL.Query)
			fmt.Fprintln(t.Stderr)
		}
		if of.Answered() {
			if err := t.showResult(of.Turn); err != nil {
				return err
			}
		}
	}
	if n := of.Cell.Narrative; n != nil {
		t.printStory(of.Cell.CitedText())
	}
	t.showCited(of.Cell)
	t.showAhead(of)
	t.showMethod(of)
	if text := sentence(of); text != "" {
		t.paragraph(text, terminal.Dim)
	}
	for _, text := range of.Draft.Assumptions {
		t.paragraph("~ "+text, terminal.Dim)
	}
	t.showApplied(of.Cell)
	for _, d := range of.Cell.Diagnostics {
		if d.Code == answer.Doubtful {
			text := fault.Begin(d.Message)
			if !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, ".") {
				text += "."
			}
			t.printHeadline("!", text)
		}
	}
	t.showVerdict(of)
	t.showSources(of)
	t.diagnose(slices.DeleteFunc(slices.Clone(of.Cell.Diagnostics), func(d fault.Diagnostic) bool { return d.Code == answer.Detail || d.Code == answer.Doubtful }))
	t.diagnose(findings(of.Cell))
	if offers := of.Offers(); len(offers) > 0 && of.Doubtful() {
		t.printf("\nIt could also mean:\n")
		for i, o := range offers {
			t.showOffer(i, o)
		}
		t.showHow(len(offers))
	}
	t.showUnsaid(of)
	return nil
}

// showDrawn prints the statement and the chart while the story is being written.
func (t *dialogue) showDrawn(of *answer.Turn) {
	if t.machine() {
		return
	}
	t.above(func() {
		t.showStatement(of.Draft.SQL)
		fmt.Fprintln(t.Stderr)
		if t.showResult(of) == nil { // else it is tried again with the rest, and said
			t.drawn = of
		}
	})
}

// showResult draws the chart, or the rows where they say more. Of a what-if
// the rows that nobody observed follow its chart.
func (t *dialogue) showResult(of *answer.Turn) error {
	plan, drawn, rows := of.Chart, of.Table, of.Table
	if r := of.Ahead; r != nil {
		plan, drawn = aheadPlan(r.Technique, r.Table, of.Meaning(), r.Roles)
		rows = r.Table
	}
	if text := draw.Draw(plan, drawn, canvas(t.notes)); text != "" {
		if _, err := io.WriteString(t.Stderr, text+"\n"); err != nil || of.Ahead == nil && of.Cell.Analysis == nil {
			return wrapWriteError(err)
		}
		if of.Ahead != nil {
			rows = whatif.Expected(rows, of.Ahead.Roles.Kind)
		}
	}
	if of.Ahead != nil {
		rows = whatif.Spoken(rows, of.Ahead.Roles.X)
	}
	if len(rows.Rows) == 0 {
		return nil
	}
	if err := t.drawTable(t.Stderr, firstRows(rows, maxShown), 0); err != nil {
		return err
	}
	if n := len(rows.Rows); n > maxShown {
		t.remark("the first %d of %s", maxShown, count(n, "row"))
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

func wrapWriteError(err error) error {
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the result cannot be written: %v", err).WithHint("check where the output goes; the disk may be full")
	}
	return nil
}

// showAhead prints what a look beyond the rows rests on.
func (t *dialogue) showAhead(of *turn) {
	w := of.Cell.WhatIf
	if w == nil {
		return
	}
	for _, line := range w.Assumptions {
		printHanging(t.Stdout, t.out, t.out.Sign("· ", "- "), line, terminal.Dim)
	}
	for _, line := range w.Caveats {
		printHangingAt(t.Stdout, t.out, t.out.Paint(terminal.Yellow, "!")+" ", 2, line, terminal.Dim)
	}
}

// sentence says how the question was read; the less sure, the more plainly. A
// statement that the person wrote was not read.
func sentence(of *turn) string {
	text := strings.TrimRight(terminal.Clean(of.Draft.Sentence), ".")
	switch {
	case of.Draft.Outcome == answer.Edited, text == "":
		return ""
	case of.Doubtful():
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

// showVerdict says in short how sure, how much, from where.
func (t *dialogue) showVerdict(of *turn) {
	d := of.Draft
	sign, color, word := t.out.Sign("✓", "ok:"), terminal.Green, "sure, "+chance(d.Confidence)
	switch {
	case d.Outcome == answer.Edited:
		word = "as you wrote it"
	case d.Remembered && d.By == talk.You:
		word = "as you wrote before"
	case d.Remembered:
		word = "as you chose before"
	case of.Decided:
		word = "as you chose; remembered for next time"
	case of.Ahead != nil && of.Ahead.StandIn: // how likely that figure was meant, nobody can say
		sign, color, word = "~", terminal.Yellow, "likely"
	case d.By != mind.BuiltinName && d.Confidence == 0: // a model does not say how sure it is
		sign, color, word = "~", terminal.Yellow, "as "+terminal.Clean(d.By)+" reads it"
	case d.Outcome != answer.Sure:
		sign, color, word = "~", terminal.Yellow, "likely, "+chance(d.Confidence)
		if d.Confidence < brain.LikelyFrom {
			word = "unsure, " + chance(d.Confidence)
		}
	}
	parts := []string{word}
	if strings.Contains(d.By, "/") && !strings.Contains(word, d.By) {
		parts = append(parts, "by "+terminal.Clean(d.By))
	}
	if d.FollowUp {
		parts = append(parts, "follow-up")
	}
	if of.Answered() {
		rows := count(len(of.Table.Rows), "row")
		if of.Table.Truncated != table.Whole {
			rows = "the first " + rows
		}
		parts = append(parts, rows)
	}
	if of.Cell.SQL != nil && len(of.Cell.SQL.Tables) > 0 {
		parts = append(parts, "from "+cleanList(of.Cell.SQL.Tables))
	}
	if n := of.Cell.Narrative; n != nil && len(n.DataReferences) > 0 {
		match := " match the rows"
		if len(n.DataReferences) == 1 {
			match = " matches the rows"
		}
		parts = append(parts, count(len(n.DataReferences), "figure")+match)
	}
	t.printRow(sign, color, parts)
}

// findings are what to know of a cell's result, in the words of a question. Why
// it is empty is said once.
func findings(c session.Cell) []fault.Diagnostic {
	r := c.Result
	if r == nil {
		return nil
	}
	empty := func(d fault.Diagnostic) bool { return d.Code == fault.EmptyResult }
	list := slices.Clone(r.Diagnostics)
	if slices.ContainsFunc(c.Diagnostics, empty) {
		list = slices.DeleteFunc(list, empty)
	}
	for i := range list {
		switch {
		case list[i].Code == fault.ResultTruncated:
			list[i].Message = "only the first " + count(int(r.RowCount), "row") + " were read"
			list[i].Hint = "narrow the question to see everything; plumb ask --limit N reads more"
		case list[i].Code == fault.EmptyResult:
			list[i].Hint = "no row matches every part of the reading"
		}
	}
	return list
}

// showOffers asks back: one question about what is least certain, or the
// readings with the first rows of each.
func (t *dialogue) showOffers(of *turn) error {
	offers := of.Offers()
	if of.Draft.Ask != "" && len(offers) > 0 {
		t.printHeadline("!", of.Draft.Ask)
	} else {
		t.printHeadline("!", "I'm not sure how to read this ("+chance(of.Draft.Confidence)+"). Did you mean:")
	}
	for i, o := range offers {
		if of.Draft.Ask == "" {
			t.printf("\n")
		}
		t.showOffer(i, o)
		rows := of.Previews[i]
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
func (t *dialogue) showHow(offers int) {
	if t.how != nil {
		t.out.Next(t.Stdout, t.how(offers))
	}
}

// narrow is the first columns of a table with rounded figures: enough to tell
// readings apart.
func narrow(t *table.Table) *table.Table {
	const most = 5
	out := &table.Table{Columns: t.Columns[:min(len(t.Columns), most)]}
	for _, row := range t.Rows {
		short := slices.Clone(row[:len(out.Columns)])
		for i, v := range short {
			short[i] = rounded(v)
		}
		out.Rows = append(out.Rows, short)
	}
	return out
}

// rounded is a fraction with two decimals, or with three digits where it is small.
func rounded(v table.Value) table.Value {
	f, ok := v.Float64()
	if _, whole := v.Int64(); !ok || whole || f == 0 || math.IsInf(f, 0) || math.IsNaN(f) {
		return v
	}
	scale := 100.0
	if size := math.Abs(f); size < 1 {
		scale = math.Pow(10, math.Min(12, 2-math.Floor(math.Log10(size))))
	}
	if near := math.Round(f*scale) / scale; near != f {
		return table.NewFloat(near)
	}
	return v
}

func (t *dialogue) showOffer(i int, o answer.Draft) {
	text := o.Offer
	if text == "" {
		text = o.Sentence
	}
	head := fmt.Sprintf("  %d  ", i+1)
	text = capital(strings.TrimRight(text, "."))
	if o.By != talk.You {
		text += " (" + chance(o.Probability) + ")"
	}
	printHanging(t.Stdout, t.out, head, text, "")
}

func (t *dialogue) showDecline(of *turn) {
	t.printHeadline("!", of.Draft.Missing)
	if len(of.Draft.Suggested) > 0 {
		t.printf("\nYou could ask, for example:\n")
		t.list(of.Draft.Suggested)
	}
}

// showFailure prints the attempts and why none of them answered.
func (t *dialogue) showFailure(of *turn) {
	attempts := of.Cell.Metadata.Attempts
	if of.Draft.Outcome == answer.Edited && len(attempts) == 1 {
		t.printHeadline("!", "Your statement did not run: "+attempts[0].Reason)
		t.out.Next(t.Stdout, "change it and run it again\n/schema shows the tables and columns")
		return
	}
	said, next := fmt.Sprintf("No statement answered this; %s tried.", wasOrWere(len(attempts))), "rephrase the question, or name the table and column\nplumb schema shows what there is"
	if list := of.Cell.Diagnostics; len(list) > 0 && list[0].Severity == fault.Error && (len(attempts) == 0 || list[0].Code == explore.TurnsSpent) {
		said, next = capital(list[0].Message)+".", cmp.Or(list[0].Hint, next) // it did not end with a statement
	}
	t.printHeadline("!", said)
	for i, a := range attempts {
		t.printf("\n")
		printHanging(t.Stdout, t.out, fmt.Sprintf("  %d  ", i+1), a.Status+": "+a.Reason, "")
		t.showStatement(a.SQL)
	}
	t.out.Next(t.Stdout, next)
}

func wasOrWere(n int) string {
	if n == 1 {
		return "one was"
	}
	return fmt.Sprintf("%d were", n)
}

func (t *dialogue) list(questions []string) {
	for _, q := range questions {
		printHanging(t.Stdout, t.out, "  ", q, "")
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
		return wrapWriteError(err)
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintf(w, "%s%s", strings.Repeat(" ", indent), line); err != nil {
			return wrapWriteError(err)
		}
	}
	return nil
}

// chance is a probability in percent. Nothing is certain.
func chance(p float64) string {
	if p < 0.01 {
		return "<1%"
	}
	return fmt.Sprintf("%.0f%%", math.Floor(min(100*p+1e-9, 99)))
}
