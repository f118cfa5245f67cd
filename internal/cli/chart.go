package cli

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/chart/draw"
	"github.com/plumbdata/plumb/internal/chart/svg"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
	"github.com/plumbdata/plumb/internal/whatif"
)

// chartFlags say which chart is drawn, and on what.
type chartFlags struct {
	svg, theme, kind, notebook string
	width                      int
}

// Widths that a chart can be drawn in.
const (
	leastColumns, mostColumns = 30, 200
	leastPixels, mostPixels   = 100, 4000
)

func (a *app) chartCommand() *cobra.Command {
	var f chartFlags
	c := &cobra.Command{
		Use:   "chart [CELL]",
		Short: "Draw the chart of an answer in the terminal or as SVG",
		Long: `Draw the chart of an earlier answer in the terminal, or write it as an SVG file
with --svg FILE. No browser is needed. The chart shows the rows that were saved
with the answer; no query runs.

CELL is the id of an answer (plumb ask --json and plumb audit N show it). The
default, also written "last", is the newest answer. With --notebook NAME, CELL
is the number or id of a cell in that notebook.

--kind chooses another kind of chart; if the rows do not fit it, the error says
why. With --json, the chart is printed as a Vega-Lite specification that
includes its rows.`,
		Example: `  plumb chart --svg revenue.svg
  plumb chart cell_a1b2c3d4 --kind line
  plumb chart 2 --notebook sales --svg - --theme dark`,
		GroupID: "data",
		Args:    atMost(1, "at most one cell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			c, err := a.storedCell(cmd.Context(), strings.Join(args, ""), f.notebook)
			if err != nil {
				return err
			}
			return a.drawCell(cmd.Context(), c, f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.svg, "svg", "", "write an SVG picture to this file (- for standard output)")
	flags.IntVar(&f.width, "width", 0, "width in characters, or in pixels with --svg (default: that of the terminal or of the chart)")
	flags.StringVar(&f.theme, "theme", "light", "theme of the SVG picture: light or dark")
	flags.StringVar(&f.kind, "kind", "", "draw it as "+kindList(" or "))
	flags.StringVar(&f.notebook, "notebook", "", "the notebook that the cell is in")
	return c
}

func kindList(last string) string {
	var names []string
	for _, k := range talk.Charts() {
		names = append(names, string(k))
	}
	return strings.Join(names[:len(names)-1], ", ") + last + names[len(names)-1]
}

func (f chartFlags) check(c *cobra.Command) error {
	least, most, what := leastColumns, mostColumns, "columns"
	if f.svg != "" {
		least, most, what = leastPixels, mostPixels, "pixels"
	}
	if c.Flags().Changed("width") && (f.width < least || f.width > most) {
		return fault.New(fault.Usage, "--width takes %d to %d %s", least, most, what).WithHint("for example: --width %d", (least+most)/4)
	}
	if f.theme != "light" && f.theme != "dark" {
		return fault.New(fault.Usage, "there is no theme %q", f.theme).WithHint("the themes are light and dark")
	}
	return checkKind(f.kind)
}

// checkKind refuses a kind of chart that there is not; none is fine.
func checkKind(kind string) error {
	var names []string
	for _, k := range talk.Charts() {
		if kind == "" || kind == string(k) {
			return nil
		}
		names = append(names, string(k))
	}
	return fault.New(fault.Usage, "there is no chart %q", kind).WithHint("%s", fault.DidYouMean(kind, "kinds", names))
}

// cellChart is the chart of a cell, for a terminal and as Vega-Lite.
type cellChart struct {
	plan  chart.Plan
	drawn *table.Table // what the plan is about
	rows  *table.Table // what the specification is about
	spec  json.RawMessage
	notes []fault.Diagnostic
}

// chartOf reads the chart of a cell, or chooses one of another kind. A
// specification may come from a file that others wrote, so it is checked.
func chartOf(c session.Cell, kind string) (cellChart, error) {
	result := c.Result
	if c.WhatIf != nil && c.WhatIf.Result != nil {
		result = c.WhatIf.Result
	}
	rows, err := rowsOf(c, result)
	if err != nil {
		return cellChart{}, err
	}
	out := cellChart{drawn: rows, rows: rows}
	rows.Ordered = keepsOrder(c)
	switch {
	case kind != "":
		choice := chart.ChooseAs(chart.Kind(kind), talk.QuestionOf(c), rows, c.Meaning)
		out.plan, out.notes = choice.Plan, choice.Diagnostics
		out.spec = choice.Plan.VegaLite()
		return out, nil
	case c.WhatIf != nil:
		technique := whatif.Technique(c.WhatIf.Technique)
		out.plan, out.drawn = aheadPlan(technique, rows, c.Meaning, whatif.RolesOf(technique, rows))
	case c.Chart == nil || json.Unmarshal(c.Chart.Plan, &out.plan) != nil:
		out.plan = chart.ChooseAs(talk.ChartOf(c), talk.QuestionOf(c), rows, c.Meaning).Plan
	}
	if c.Chart != nil && len(c.Chart.Spec) > 0 {
		if out.spec, out.notes = chart.Validate(c.Chart.Spec, rows); out.spec == nil {
			return cellChart{}, fault.New(out.notes[0].Code, "the chart of this cell cannot be drawn: %s", out.notes[0].Message).
				WithHint("--kind %s draws another one", chart.Bar)
		}
	} else {
		out.spec = out.plan.VegaLite()
	}
	return out, nil
}

// keepsOrder reports whether the rows of a cell were drawn in their order.
func keepsOrder(c session.Cell) bool {
	var plan chart.Plan
	return c.Chart != nil && json.Unmarshal(c.Chart.Plan, &plan) == nil && plan.Kind == chart.Bar && plan.Order == chart.ByRow
}

func (a *app) drawCell(ctx context.Context, c session.Cell, f chartFlags) error {
	shown, err := chartOf(c, f.kind)
	if err != nil {
		return err
	}
	a.diagnose(shown.notes)
	if f.svg == "" && !a.json {
		return a.drawHere(c, shown, f)
	}
	if shown.spec == nil {
		return fault.New(fault.VizFallback, "the answer to %q is shown as a %s, which has no chart", c.Question, shown.plan.Kind).
			WithHint("--kind bar draws one, where the rows allow it")
	}
	spec, err := chart.Bind(shown.spec, shown.rows)
	if err != nil {
		return err
	}
	if f.svg == "" {
		return a.writeJSON(a.Stdout, json.RawMessage(spec))
	}
	return a.writePicture(ctx, spec, f)
}

// drawHere draws in the terminal; the chart is the answer, so it goes to
// standard output.
func (a *app) drawHere(c session.Cell, shown cellChart, f chartFlags) error {
	on := canvas(a.out)
	if f.width > 0 {
		on.Width = f.width
	}
	a.printf("%s\n\n", a.out.Paint(terminal.Dim, terminal.Clean(c.Question)))
	if text := draw.Draw(shown.plan, shown.drawn, on); text != "" {
		_, err := io.WriteString(a.Stdout, text)
		return wrapWriteError(err)
	}
	return a.drawTable(a.Stdout, shown.rows, 0)
}

func (a *app) writePicture(ctx context.Context, spec []byte, f chartFlags) error {
	spec, err := setChartWidth(spec, f.width)
	if err != nil {
		return err
	}
	picture, err := svg.NewRenderer().SVG(ctx, spec, chart.Theme(f.theme == "dark"))
	if err != nil {
		return err
	}
	if f.svg == "-" {
		_, err := io.WriteString(a.Stdout, picture)
		return wrapWriteError(err)
	}
	if err := a.putFile(f.svg, []byte(picture)); err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(a.Stdout, map[string]any{"file": f.svg, "bytes": len(picture)})
	}
	a.out.Done(a.Stdout, "wrote %s", terminal.Clean(f.svg))
	return nil
}

// setChartWidth sets the width of a specification; 0 leaves it as it is.
func setChartWidth(spec []byte, width int) ([]byte, error) {
	if width == 0 {
		return spec, nil
	}
	var parts map[string]json.RawMessage
	err := json.Unmarshal(spec, &parts)
	if err == nil {
		parts["width"], err = json.Marshal(width)
	}
	if err == nil {
		spec, err = json.Marshal(parts)
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the chart cannot be made wider: %v", err)
	}
	return spec, nil
}
