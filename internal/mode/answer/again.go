package answer

import (
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/whatif"
)

// redrawn are messages that want the same rows in another chart: make it a
// line, as a pie. Every word has a space before it.
var redrawn = lazyregexp.New(`^(?: (?:now|please|can you|could you|and|ok|then),?)*(?: (?:show|make|draw|plot|display|turn|give|chart|visuali[sz]e|render|put|change))?` +
	`(?: me)?(?: (?:it|this|that|them|these|those|the same|the chart|the result))?(?: (?:as|into|in|to|like|on|with))?(?: (?:a|an|the))?` +
	`(?: (?:horizontal|vertical|stacked|grouped|simple|multi-line))*(?: (bars?|lines?|pie|scatter|area|histogram|table|heat ?map|columns?|donut))` +
	`(?: ?(?:chart|graph|plot|diagram))?(?: (?:instead|please|now|again))*[.?! ]*$`)

// Redraws is the kind of chart that a message wants the same rows in, where it
// wants nothing else; "" if it does.
func Redraws(message string) chart.Kind {
	m := redrawn.FindStringSubmatch(" " + strings.Join(strings.Fields(strings.ToLower(message)), " "))
	if m == nil {
		return ""
	}
	switch name := strings.ReplaceAll(strings.TrimSuffix(m[1], "s"), " ", ""); name {
	case "column":
		return chart.Bar
	case "donut":
		return chart.Pie
	default:
		return chart.Kind(name)
	}
}

// Refined is the draft once more, for the same rows shown or computed with in
// another way: its chart is what is to change.
func (d *Draft) Refined() *Draft {
	again := *d
	again.FollowUp, again.Chart = true, nil
	return &again
}

// again is true for a message that needs no new statement: the same rows, shown
// or computed with in another way.
func (t *Turn) again() bool {
	if t.q.Before == nil || !t.q.Before.Answered() {
		return false
	}
	if t.q.Ahead != nil {
		return t.q.Ahead.Data == "" && !t.timeless()
	}
	return Redraws(t.q.Text) != ""
}

// overBefore lets a change be computed from the rows of the turn before, where
// they have the figure that changes.
func (t *Turn) overBefore() {
	if b := t.q.Before; b != nil && b.Answered() && t.q.Ahead != nil && whatif.Over(b.Table, b.Meaning(), *t.q.Ahead) {
		same := *t.q.Ahead
		same.Data = ""
		t.q.Ahead = &same
	}
}

// overTime is asked of rows without a time before anything is looked ahead from
// them.
const overTime = "by month"

// timeless is true where a look along time is asked of an answer without one.
func (t *Turn) timeless() bool {
	a, before := t.q.Ahead, t.q.Before
	return a != nil && a.Data == "" && before != nil && before.Answered() && whatif.Lacks(before.Table, before.Meaning(), a.Technique)
}

// withTime is what comes of asking for the answer by month: the draft, or why
// there is nothing to look along.
func (t *Turn) withTime(d *Draft) *Draft {
	if d.SQL != "" && (d.Outcome == Sure || d.Outcome == Likely) {
		t.diagnostics = append(t.diagnostics, fault.Diagnostic{Severity: fault.Info, Message: "the previous answer has no dates, so it was computed by month first"})
		return d
	}
	return &Draft{Outcome: Declined, By: d.By, Cost: d.Cost,
		Missing: "The previous answer has no dates to forecast along. Ask for its figure by day, month or year first."}
}

// apart is true for a change of a figure that the answer before does not show, and
// of which nothing else is asked: that figure is asked for by itself.
func (t *Turn) apart() bool {
	a := t.q.Ahead
	return a != nil && a.Technique == whatif.Scale && a.Data != "" && a.Data == a.Measure
}

// refuseChange returns what comes of asking for the figure that is to change: the draft, or
// why nothing can be computed from it. One value of each row is no figure: prices
// that all rise say nothing of what is sold at them.
func (t *Turn) refuseChange(d *Draft) *Draft {
	listed, given := d.Meaning.Lists(), d.Outcome == Sure || d.Outcome == Likely
	follows := t.q.Before != nil && t.q.Before.Answered()
	if d.Elsewhere() || given && !listed || !given && !follows {
		return d
	}
	why := "Plumb can change only a figure that the answer shows; it does not know the effect of a change of “" + t.q.Ahead.Measure + "”."
	if follows {
		why = "The previous answer shows no “" + t.q.Ahead.Measure + "”, and Plumb does not know the effect of such a change."
	}
	return &Draft{Outcome: Declined, By: d.By, Cost: d.Cost, Missing: why + " Ask for the figure that you want to see change first, such as revenue by month, and then what if it rises."}
}
