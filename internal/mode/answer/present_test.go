package answer_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

func TestProposedCharts(t *testing.T) {
	for name, c := range map[string]struct {
		spec string
		kind string
		code fault.Code
	}{
		"right":          {`{"mark": "point", "encoding": {"x": {"field": "channel", "type": "nominal"}, "y": {"field": "total", "type": "quantitative"}}}`, "custom", ""},
		"wrong column":   {`{"mark": "bar", "encoding": {"x": {"field": "region", "type": "nominal"}}}`, "bar", fault.VizFallback},
		"from elsewhere": {`{"data": {"url": "http://127.0.0.1/x.csv"}, "mark": "bar", "encoding": {"x": {"field": "channel", "type": "nominal"}}}`, "bar", fault.VizFallback},
		"not a chart":    {`{"mark": "spiral"}`, "bar", fault.VizFallback},
		"not JSON":       {`mark: bar`, "bar", fault.VizFallback},
		"none":           {``, "bar", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.ByChannel)
			d.mind.drafts[0].Chart = json.RawMessage(c.spec)
			chart := d.ask(about("sales by channel?")).Cell.Chart
			if chart == nil || chart.Kind != c.kind || chart.AutoDetected != (c.kind == "bar") || len(chart.Spec) == 0 || strings.Contains(string(chart.Spec), "http://127.0.0.1") {
				t.Fatalf("%+v", chart)
			}
			if got := d.Cells()[0].Diagnostics; (c.code == "") != (len(got) == 0) || c.code != "" && (got[0].Code != c.code || got[0].Hint == "") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestStoriesAreHeldAgainstTheRows has a narrator that says what is not so.
func TestStoriesAreHeldAgainstTheRows(t *testing.T) {
	const good, alsoGood, bad, worse = "The shop sold 2,400.", "The web sold 1,260.", "The web sold 9,999.", "The shop sold 7,777."
	for name, c := range map[string]struct {
		texts []string
		asked int
		want  string
		cut   bool
	}{
		"true":                   {[]string{good + " " + alsoGood}, 1, good + " " + alsoGood, false},
		"false, then true":       {[]string{good + " " + bad, good + " " + alsoGood}, 2, good + " " + alsoGood, false},
		"false twice":            {[]string{good + " " + bad, bad + " " + good}, 2, good, true},
		"worse when asked again": {[]string{good + " " + bad, worse + " " + bad}, 2, good, true},
		"nothing true":           {[]string{bad}, 2, "", true},
		"silent":                 {[]string{""}, 1, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.ByChannel)
			d.teller.texts = c.texts
			turn := d.ask(about("sales by channel?"))
			f := d.teller.findings
			if len(f) != c.asked || len(f[0].Objections) != 0 || f[0].Table != turn.Table || f[0].SQL != turntest.ByChannel {
				t.Fatalf("narrated %d times: %+v", len(f), f)
			}
			if c.asked == 2 && !slices.ContainsFunc(f[1].Objections, func(s string) bool { return strings.Contains(s, "9,999") }) {
				t.Errorf("the narrator was not told what is wrong: %q", f[1].Objections)
			}
			cell := turn.Cell
			if cut := slices.Contains(turntest.Codes(cell.Diagnostics), "STORY_CUT"); cut != c.cut {
				t.Errorf("%+v", cell.Diagnostics)
			}
			if c.want == "" {
				if cell.Narrative != nil {
					t.Errorf("%+v", cell.Narrative)
				}
				return
			}
			if cell.Narrative == nil || cell.Narrative.Text != c.want || cell.Narrative.By != "scripted" || d.Audit().Answer != c.want {
				t.Fatalf("%+v", cell.Narrative)
			}
			for _, number := range []string{"2,400", "1,260"} {
				referred := false
				for _, r := range cell.Narrative.DataReferences {
					referred = referred || strings.Contains(r.Text, number) && r.RefID != "" && slices.Contains(r.Columns, "total") && len(r.Rows) == 1
				}
				if referred != strings.Contains(c.want, number) {
					t.Errorf("%s: %+v", number, cell.Narrative.DataReferences)
				}
			}
		})
	}
}

// TestTheFallbackSpeaks where nothing of a story is left, and only there.
func TestTheFallbackSpeaks(t *testing.T) {
	const own = "The shop sold 2,400."
	for name, c := range map[string]struct {
		text, want, by string
		unreadable     bool
	}{
		"true":             {"The web sold 1,260.", "The web sold 1,260.", "scripted", false},
		"partly true":      {"The web sold 1,260. The web sold 9,999.", "The web sold 1,260.", "scripted", false},
		"false":            {"The web sold 9,999.", own, "fallback", false},
		"a cause":          {"The shop sold 2,400 because of the new team.", own, "fallback", false},
		"another language": {"Der Laden verkaufte am meisten.", own, "fallback", true},
		"other digits":     {"The shop sold ٢٤٠٠.", own, "fallback", true},
		"silent":           {"", "", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.ByChannel)
			d.teller.texts = []string{c.text}
			d.mode.Fallback = &teller{by: "fallback", texts: []string{own}}
			cell := d.ask(about("sales by channel?")).Cell
			if c.want == "" {
				if cell.Narrative != nil {
					t.Errorf("%+v", cell.Narrative)
				}
				return
			}
			if cell.Narrative == nil || cell.Narrative.Text != c.want || cell.Narrative.By != c.by || len(cell.Narrative.DataReferences) == 0 {
				t.Fatalf("%+v, %+v", cell.Narrative, cell.Diagnostics)
			}
			if c.by == "fallback" && (len(cell.Diagnostics) != 1 || !strings.HasPrefix(cell.Diagnostics[0].Message, "all of the story") || strings.Contains(cell.Diagnostics[0].Message, "checked") != c.unreadable) {
				t.Errorf("%+v", cell.Diagnostics)
			}
		})
	}
}

// TestRowsAnswerWithoutAStory is about narrators that are missing or fail.
func TestRowsAnswerWithoutAStory(t *testing.T) {
	down := fault.New(fault.LLMError, "the model cannot be reached").WithHint("try again later")
	t.Run("none", func(t *testing.T) {
		d := newDesk(t)
		d.mode.Narrator = nil
		d.says(turntest.ByChannel)
		turn := d.ask(about("sales by channel?"))
		turntest.Lines(t, "events", d.Events(), begins+"generate · validate · executing · execute · rendering · cell.recorded · ended sure")
		if turn.Cell.Narrative != nil || turn.Cell.Result == nil {
			t.Errorf("%+v", turn.Cell)
		}
	})
	t.Run("fails", func(t *testing.T) {
		d := newDesk(t)
		d.says(turntest.ByChannel)
		d.teller.during = func(context.Context) error { return down }
		turn := d.ask(about("sales by channel?"))
		turntest.Lines(t, "diagnostics", turntest.Codes(turn.Cell.Diagnostics), "LLM_ERROR")
		if turn.Cell.Narrative != nil || turn.Cell.Result.RowCount != 2 || d.Audit().Status != store.StatusSuccess {
			t.Errorf("%+v", turn.Cell)
		}
	})
	t.Run("fails at the second telling", func(t *testing.T) {
		d := newDesk(t)
		d.says(turntest.ByChannel)
		d.teller.texts = []string{"The shop sold 2,400. The web sold 9,999."}
		d.teller.during = func(context.Context) error {
			if len(d.teller.findings) > 1 {
				return down
			}
			return nil
		}
		turn := d.ask(about("sales by channel?"))
		turntest.Lines(t, "diagnostics", turntest.Codes(turn.Cell.Diagnostics), "LLM_ERROR · STORY_CUT")
		if turn.Cell.Narrative == nil || turn.Cell.Narrative.Text != "The shop sold 2,400." {
			t.Errorf("%+v", turn.Cell.Narrative)
		}
	})
}

// TestThinkersThatFail end the turn with their own words.
func TestThinkersThatFail(t *testing.T) {
	down := errors.New("the model is down")
	for name, calls := range map[string]int{"planner": 1, "repairer": 2} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.NoColumn, turntest.ByChannel)
			n := 0
			d.mind.during = func(context.Context) error {
				if n++; n == calls {
					return down
				}
				return nil
			}
			turn, err := d.mode.Ask(t.Context(), about("sales by channel?"))
			a := d.Audit()
			if turn != nil || !errors.Is(err, down) || a.Status != store.StatusFailed || a.Answer != down.Error() || len(a.Attempts) != calls-1 || len(d.Cells()) > 0 {
				t.Errorf("%v, %v, %+v", turn, err, a)
			}
			if e := d.Events(); e[len(e)-1] != "ended failed" {
				t.Errorf("%q", e)
			}
		})
	}
}

// TestTheAnswerShowsBeforeItsStory: a narrator that takes its time lets people
// see the rows and the chart first, once.
func TestTheAnswerShowsBeforeItsStory(t *testing.T) {
	d := newDesk(t)
	d.says(turntest.ByChannel)
	d.teller.texts = []string{"The web sold 9,999.", "The shop sold 2,400."}
	d.teller.during = func(ctx context.Context) error {
		d.teller.findings[len(d.teller.findings)-1].Show(ctx)
		return nil
	}
	log := &showing{Session: d.Session}
	d.mode.Log = log
	cell := d.ask(about("sales by channel?")).Cell
	turntest.Lines(t, "events", d.Events(), "question.asked · thinking · generate · validate · executing · execute · narrating · answer.drawn · rendering · cell.recorded · ended sure")
	if len(log.sketches) != 1 || len(d.teller.findings) != 2 {
		t.Fatalf("shown %d times, narrated %d times", len(log.sketches), len(d.teller.findings))
	}
	s := log.sketches[0]
	if s.ID != d.Audit().ID || s.Narrative != nil || s.Question != cell.Question || s.Result.DataHash != cell.Result.DataHash ||
		string(s.Chart.Spec) != string(cell.Chart.Spec) || s.SQL.Query != cell.SQL.Query || s.Reading.Outcome != cell.Reading.Outcome {
		t.Errorf("shown %+v\nrecorded %+v", s, cell)
	}
}

// showing is a session that notes what it is shown.
type showing struct {
	*session.Session
	sketches []session.Cell
}

func (s *showing) Step(ctx context.Context, st session.Step) error {
	if st.Sketch != nil {
		s.sketches = append(s.sketches, *st.Sketch)
	}
	return s.Session.Step(ctx, st)
}
