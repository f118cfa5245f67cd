package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/terminal"
)

// auditColumn is one figure of a question in the list.
type auditColumn struct {
	table.Column
	of func(q store.Audit) table.Value
}

func auditColumns(where *time.Location, priced func(model string) bool) []auditColumn {
	return []auditColumn{
		{table.Column{Name: "no", Kind: table.Int}, func(q store.Audit) table.Value { return table.NewInt(q.Number) }},
		{table.Column{Name: "time", Kind: table.Text}, func(q store.Audit) table.Value {
			return table.NewText(q.CreatedAt.In(where).Format("2006-01-02 15:04"))
		}},
		{table.Column{Name: "status", Kind: table.Text}, func(q store.Audit) table.Value { return table.NewText(string(q.Status)) }},
		{table.Column{Name: "attempts", Kind: table.Int}, func(q store.Audit) table.Value { return table.NewInt(int64(q.AttemptCount)) }},
		{table.Column{Name: "ms", Kind: table.Decimal}, func(q store.Audit) table.Value {
			if q.Timings.Total == 0 { // an open one: it is not known
				return table.Value{}
			}
			return places(q.Timings.Total, 1)
		}},
		{table.Column{Name: "tokens", Kind: table.Int}, func(q store.Audit) table.Value {
			return table.NewInt(int64(q.Tokens.Input) + int64(q.Tokens.Output))
		}},
		{table.Column{Name: "USD", Kind: table.Decimal}, func(q store.Audit) table.Value {
			if hasUnknownCost(q, priced) {
				return table.Value{}
			}
			return places(q.CostUSD, 4)
		}},
		{table.Column{Name: "question", Kind: table.Text}, func(q store.Audit) table.Value { return table.NewText(q.Question) }},
	}
}

// auditTable is one question a line. What only a language model uses has
// columns only where one was used, and a narrow window leaves figures out
// rather than the question. There long questions are cut; a file has all.
func auditTable(list []store.Audit, where *time.Location, s terminal.Screen, priced func(model string) bool) *table.Table {
	columns := auditColumns(where, priced)
	drop := func(name string) {
		columns = slices.DeleteFunc(columns, func(c auditColumn) bool { return c.Name == name })
	}
	if !slices.ContainsFunc(list, func(q store.Audit) bool { return q.Tokens != store.Tokens{} || q.CostUSD != 0 }) {
		drop("tokens")
		drop("USD")
	}
	const readable, enough = 24, 200 // columns of a question
	for _, name := range []string{"tokens", "ms", "USD", "attempts"} {
		if s.Width > 0 && s.Width-figuresWidth(columns, list) < readable {
			drop(name)
		}
	}
	t := &table.Table{}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	for _, q := range list {
		if s.Width > 0 {
			q.Question = s.Cut(terminal.Clean(q.Question), enough)
		}
		var row table.Row
		for _, c := range columns {
			row = append(row, c.of(q))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// figuresWidth is the room that all but the question take.
func figuresWidth(columns []auditColumn, list []store.Audit) int {
	const gap = 2
	total := 0
	for _, c := range columns[:len(columns)-1] {
		widest := terminal.Width(c.Name)
		for _, q := range list {
			widest = max(widest, terminal.Width(c.of(q).String()))
		}
		total += widest + gap
	}
	return total
}

// places is a number with so many decimal places, so that a column lines up.
func places(f float64, n int) table.Value {
	v, ok := table.ParseDecimal(strconv.FormatFloat(f, 'f', n, 64))
	if !ok {
		return table.NewFloat(f)
	}
	return v
}

// printAudit shows all that is known of a question.
func (a *app) printAudit(q store.Audit) {
	a.printHeadline("", terminal.Clean(q.Question))
	a.printf("\n")
	where := a.Now().Location()
	for _, l := range [][2]string{
		{"status", string(q.Status)},
		{"answer", q.Answer},
		{"asked", q.CreatedAt.In(where).Format(time.DateTime)},
		{"of", q.Source},
		{"by", q.User},
		{"tenant", q.Tenant},
		{"read by", q.Model},
		{"took", timeTaken(q.Timings)},
		{"tokens", tokensUsed(q.Tokens)},
		{"cost", costOf(q, a.hasPrice)},
		{"session", q.Session},
		{"cell", q.CellID},
		{"id", q.ID},
	} {
		if l[1] != "" {
			a.printLabelled(l[0], l[1])
		}
	}
	for _, t := range q.Attempts {
		a.printAttempt(t)
	}
	if len(q.Attempts) == 0 {
		a.printf("\nno statement was tried\n")
	}
	if missing := q.AttemptCount - len(q.Attempts); missing > 0 {
		a.printf("\nand %s more\n", count(missing, "attempt"))
	}
}

func (a *app) printAttempt(t store.Attempt) {
	sign, what := a.out.Paint(terminal.Green, a.out.Sign("✓", "ok:")), "ran"
	switch {
	case !t.ValidationOK:
		sign, what = a.out.Paint(terminal.Red, a.out.Sign("✗", "error:")), "refused, and not run"
	case !t.ExecutionOK:
		sign, what = a.out.Paint(terminal.Red, a.out.Sign("✗", "error:")), "failed"
	}
	a.printf("\n%s attempt %d %s\n", sign, t.Number, what)
	for line := range strings.Lines(strings.TrimSpace(t.SQL)) {
		a.printf("    %s\n", a.out.Paint(terminal.Dim, terminal.Clean(strings.TrimRight(line, "\r\n"))))
	}
	rows := ""
	if t.ExecutionOK {
		rows = strconv.FormatInt(t.RowCount, 10)
	}
	for _, l := range [][2]string{
		{"refusal", t.ValidationReason},
		{"error", t.DBError},
		{"thought", t.Reason},
		{"rows", rows},
		{"took", inMS(t.ExecutionMS)},
		{"tokens", tokensUsed(t.Tokens)},
	} {
		if l[1] != "" {
			a.printLabelled(l[0], l[1])
		}
	}
}

// printLabelled prints text behind its label, line by line as it has them.
func (a *app) printLabelled(label, text string) {
	const width = 9
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		line = terminal.Clean(strings.TrimRight(line, "\r\n"))
		for _, part := range a.out.Wrap(line, a.out.Width-width-2) {
			a.printf("  %s%s\n", a.out.Paint(terminal.Dim, fmt.Sprintf("%-*s", width, label)), part)
			label = ""
		}
	}
}

func timeTaken(t store.Timings) string {
	if t == (store.Timings{}) {
		return ""
	}
	var parts []string
	for _, p := range []struct {
		name string
		ms   float64
	}{{"plan", t.Plan}, {"check", t.Check}, {"execute", t.Execute}, {"chart", t.Chart}, {"narrate", t.Narrate}} {
		if p.ms > 0 {
			parts = append(parts, fmt.Sprintf("%s %.1f", p.name, p.ms))
		}
	}
	total := inMS(t.Total)
	if len(parts) == 0 {
		return total
	}
	return strings.TrimSpace(total + " (" + strings.Join(parts, ", ") + ")")
}

func inMS(ms float64) string {
	if ms == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f ms", ms)
}

func tokensUsed(t store.Tokens) string {
	if t == (store.Tokens{}) {
		return ""
	}
	return fmt.Sprintf("%d read, %d written", t.Input, t.Output)
}

func costOf(q store.Audit, priced func(model string) bool) string {
	switch {
	case hasUnknownCost(q, priced):
		return "unknown: the configuration has no price for " + q.Model
	case q.CostUSD == 0:
		return ""
	}
	return fmt.Sprintf("%.4f USD", q.CostUSD)
}

// hasUnknownCost is true of a question that took tokens of a model whose price nobody
// knows.
func hasUnknownCost(q store.Audit, priced func(model string) bool) bool {
	return q.CostUSD == 0 && q.Tokens != store.Tokens{} && !priced(q.Model)
}
