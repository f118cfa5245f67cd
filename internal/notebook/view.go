package notebook

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// view is a cell as every export shows it.
type view struct {
	session.Cell
	Rows    *table.Table // that the chart shows; nil if the cell has none
	Spec    []byte       // of a chart that is safe to draw, with the rows in it; nil if there is none
	checked []byte       // the same without the rows
	Story   []Segment
	Notes   []string // what the reader should know: warnings, a chart that is left out
	// Follows is the question that this one goes on from, where its cell is in the
	// notebook, too; "" if there is none.
	Follows string
}

// views are the cells of a notebook.
func (n *Notebook) views() []view {
	questions := map[string]string{}
	for _, c := range n.Cells {
		questions[c.ID] = c.Question
	}
	list := make([]view, 0, len(n.Cells))
	outdated := Outdated(n.Cells)
	for _, c := range n.Cells {
		v := viewOf(c)
		if slices.Contains(outdated, c.ID) {
			v.Notes = append(v.Notes, "These figures may be out of date: "+OutdatedReason+".")
		}
		v.Follows = questions[c.Context.RefinementOf]
		list = append(list, v)
	}
	return list
}

// viewOf prepares a cell. A notebook may come from anywhere, so its charts are
// held to the same rules as those of a model.
func viewOf(c session.Cell) view {
	v := view{Cell: c}
	if c.Narrative != nil {
		v.Story = segments(*c.Narrative, c.Marks())
	}
	rows, kept, err := chartResult(c).Table()
	switch {
	case err != nil:
		v.Notes = append(v.Notes, err.Error())
	case kept:
		v.Rows = rows
	case c.Result != nil:
		v.Notes = append(v.Notes, fmt.Sprintf("Results of more than %d rows are not saved in the notebook; plumb replay runs the statement again.", session.MaxRows))
	}
	if v.Rows != nil && c.Chart != nil && len(c.Chart.Spec) > 0 {
		v.draw()
	}
	if c.WhatIf != nil {
		for _, caveat := range c.WhatIf.Caveats {
			v.Notes = append(v.Notes, fault.Sentence(caveat))
		}
	}
	var list []fault.Diagnostic
	if c.Result != nil {
		list = append(list, c.Result.Diagnostics...)
	}
	for _, d := range append(list, c.Diagnostics...) {
		if d.Severity != fault.Info {
			v.Notes = append(v.Notes, fault.Sentence(d.Message))
		}
	}
	return v
}

// chartResult returns the rows that a cell's chart shows: those of a what-if, which has the
// observed ones among its own, or the result.
func chartResult(c session.Cell) *session.Result {
	if c.WhatIf != nil && c.WhatIf.Result != nil {
		return c.WhatIf.Result
	}
	return c.Result
}

func (v *view) draw() {
	spec, problems := chart.Validate(v.Chart.Spec, v.Rows)
	if spec == nil {
		reason := "it cannot be drawn"
		if len(problems) > 0 {
			reason = problems[0].Message
		}
		v.Notes = append(v.Notes, "The chart is left out: "+reason+".")
		return
	}
	bound, err := chart.Bind(spec, v.Rows)
	if err != nil {
		v.Notes = append(v.Notes, "The chart is left out: "+err.Error()+".")
		return
	}
	v.Spec, v.checked = bound, spec
}

// Caption is what the lines and bands of the chart mean, in words.
func (v view) Caption() string {
	var spec struct{ Title struct{ Subtitle string } }
	if json.Unmarshal(v.checked, &spec) != nil {
		return "" // a title without one is plain text
	}
	return spec.Title.Subtitle
}

// Query is the statement that was run last.
func (v view) Query() string {
	switch {
	case v.SQL == nil:
		return ""
	case v.SQL.UserSQLOverride != "":
		return v.SQL.UserSQLOverride
	}
	return v.SQL.Query
}

// Original is the statement that a person put another one in the place of; ""
// if nobody did.
func (v view) Original() string {
	if v.SQL == nil || v.SQL.UserSQLOverride == "" || v.SQL.UserSQLOverride == v.SQL.Query {
		return ""
	}
	return v.SQL.Query
}

// isEdited is whether the answer rests on a statement that a person wrote.
func (v view) isEdited() bool {
	return v.SQL != nil && v.SQL.EditedByUser || v.Reading != nil && v.Reading.Outcome == "edited"
}

// Statement is whether the question is the beginning of a statement that a
// person wrote without asking anything.
func (v view) Statement() bool { return v.SQL != nil && v.SQL.AsQuestion }

// Edited is whether a person wrote the statement for a question in words, which
// then is not what was read.
func (v view) Edited() bool { return v.isEdited() && !v.Statement() }

// byHand says that a person wrote the statement; "" if nobody did.
func (v view) byHand() string {
	switch {
	case !v.isEdited():
		return ""
	case v.Statement():
		return "SQL written by hand"
	}
	return "SQL edited by hand"
}

// Heading is what the answer is about: the question, unless another statement
// than its own was run.
func (v view) Heading() string {
	if v.Edited() {
		return fault.Begin(v.describeResult())
	}
	if v.Statement() {
		return v.Question
	}
	return fault.Begin(v.Question)
}

// describeResult is what the statement gives, in words: the title of its chart, or its
// columns.
func (v view) describeResult() string {
	const most = 4 // columns in a heading
	var titled struct{ Title any }
	if v.Chart != nil {
		for _, from := range []json.RawMessage{v.Chart.Plan, v.Chart.Spec} {
			if err := json.Unmarshal(from, &titled); err != nil {
				continue // a title is no more than nice to have
			}
			if title, ok := titled.Title.(string); ok && title != "" {
				return title
			}
		}
	}
	var names []string
	if v.Result != nil {
		for _, name := range v.Result.Columns[:min(len(v.Result.Columns), most)] {
			names = append(names, chart.Phrase(name, v.Meaning.Column(name)))
		}
	}
	return cmp.Or(strings.Join(names, ", "), "SQL")
}

// Origins says where a question comes from, line by line: what was asked before
// somebody edited the statement, and what it goes on from.
func (v view) Origins() []string {
	var list []string
	if v.Edited() {
		list = append(list, "Asked: "+v.Question+" · SQL edited")
	}
	if v.Follows != "" {
		list = append(list, "Follows: "+v.Follows)
	}
	return list
}

// isOpen is whether the person has yet to say what was meant.
func (v view) isOpen() bool {
	return v.Result == nil && v.Reading != nil && v.Reading.Outcome == "unsure"
}

// Choices are the ways to read a question that is open, as the page offers them.
func (v view) Choices() []string {
	const most = 3
	var list []string
	if v.isOpen() {
		for _, other := range v.Reading.Others[:min(len(v.Reading.Others), most)] {
			list = append(list, fault.Begin(cmp.Or(other.Offer, other.Sentence)))
		}
	}
	return list
}

// Back is what Plumb said in place of an answer.
func (v view) Back() string {
	r := v.Reading
	switch {
	case r == nil || v.Result != nil:
		return ""
	case r.Missing != "":
		return fault.Sentence(r.Missing)
	case v.isOpen() && r.Question == "":
		return "I'm not sure how to read this. Did you mean one of these?"
	case r.Question == "" && len(v.Metadata.Attempts) > 0:
		last := v.Metadata.Attempts[len(v.Metadata.Attempts)-1]
		return fault.Sentence("No statement could be run: " + last.Reason)
	}
	return fault.Sentence(r.Question)
}

// Suggested is what can be asked instead.
func (v view) Suggested() []string {
	if v.Reading == nil || v.Result != nil {
		return nil
	}
	return v.Reading.Suggested
}

// ReadAs is the reading in plain words. A question that is open was not read yet.
func (v view) ReadAs() string {
	if v.Reading == nil || v.isOpen() {
		return ""
	}
	return v.Reading.Sentence
}

// Footing is what the answer stands on: sources, confidence, size.
func (v view) Footing() []string {
	var parts []string
	if v.SQL != nil && len(v.SQL.Tables) > 0 {
		parts = append(parts, "From "+strings.Join(v.SQL.Tables, ", "))
	}
	if v.Reading != nil {
		if outcome := v.Reading.Outcome; !v.isEdited() && (outcome == "sure" || outcome == "likely") {
			parts = append(parts, fmt.Sprintf("%s, %.0f%%", outcome, math.Floor(v.Reading.Confidence*100)))
		}
	}
	if byHand := v.byHand(); byHand != "" {
		parts = append(parts, byHand)
	}
	if v.Result != nil {
		rows := "rows"
		if v.Result.RowCount == 1 {
			rows = "row"
		}
		parts = append(parts, fmt.Sprintf("%d %s", v.Result.RowCount, rows))
	}
	return append(parts, v.CreatedAt.UTC().Format("2 January 2006, 15:04 UTC"))
}

// Assumed is what the reading or the look ahead took for granted.
func (v view) Assumed() string {
	var list []string
	if v.Reading != nil && !v.isOpen() {
		list = append(list, v.Reading.Assumptions...)
	}
	if v.WhatIf != nil {
		list = append(list, v.WhatIf.Assumptions...)
	}
	for i, text := range list {
		list[i] = fault.Sentence(text)
	}
	return strings.Join(list, " ")
}

// Figure is a single value, which is set large rather than drawn.
type Figure struct{ Label, Text, Exact string }

// Figures are the values of a result that is one row of them.
func (v view) Figures() []Figure {
	const most = 4
	if v.Rows == nil || len(v.Rows.Rows) != 1 || len(v.Rows.Columns) > most || v.Spec != nil {
		return nil
	}
	var list []Figure
	written := formats(v.Rows, v.Meaning)
	for i, c := range v.Rows.Columns {
		value, known := v.Rows.Rows[0][i], v.Meaning.Column(c.Name)
		f := Figure{chart.Phrase(c.Name, known), displayValue(value), displayValue(value)}
		if written[i].grouped {
			f.Text = display(value)
		}
		percent := strings.HasSuffix(strings.ToLower(c.Name), "_pct")
		if known != nil {
			percent = known.Unit == "%"
		}
		if percent && value.Kind().Numeric() && !strings.Contains(f.Label, "percent") {
			f.Text += "%"
		}
		list = append(list, f)
	}
	return list
}

// display is a number for people: with separators, and without digits that
// nobody reads.
func display(v table.Value) string {
	if !v.Kind().Numeric() {
		return displayValue(v)
	}
	text := v.String()
	if f, ok := v.Float64(); ok && v.Kind() == table.Float && math.Abs(f) < 1e15 && math.Abs(f) >= 0.01 {
		text = strings.TrimSuffix(strings.TrimRight(table.Fixed(f, 4), "0"), ".")
	}
	sign, digits := "", text
	if strings.HasPrefix(text, "-") {
		sign, digits = "−", text[1:]
	}
	whole, rest, _ := strings.Cut(digits, ".")
	if strings.Trim(whole+rest, "0123456789") != "" {
		return text // NaN, an exponent
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		rest = "." + rest
	}
	return sign + whole + rest
}

// displayValue is a value as text; what is missing is a dash.
func displayValue(v table.Value) string {
	if v.IsNull() {
		return "–"
	}
	return strings.ToValidUTF8(v.String(), "\ufffd")
}
