package builtin

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// scripted is a brain whose candidates are written by hand.
type scripted struct {
	*Brain
	t     *testing.T
	asked *link.Question
	list  []*candidates.Candidate
}

var today = braintest.Today

func script(t *testing.T, question string) *scripted {
	t.Helper()
	shop := braintest.Ask(t, question)
	b := &Brain{linker: shop.Linker, ix: shop.Index, trial: candidates.DefaultTrial}
	return &scripted{Brain: b, t: t, asked: shop.Asked}
}

func (s *scripted) column(tableName, name string) int {
	s.t.Helper()
	c := s.ix.Column("", tableName, name)
	if c == 0 {
		s.t.Fatalf("no column %s", name)
	}
	return c
}

func (s *scripted) at(tableName, name string) *form.Expr {
	return &form.Expr{Op: form.Column, Column: s.column(tableName, name)}
}

// add is a candidate that was run and found a result of its own.
func (s *scripted) add(p float64, q *form.Query) *candidates.Candidate {
	s.t.Helper()
	c := &candidates.Candidate{LogProb: math.Log(p), Mass: p, Query: q}
	if q != nil {
		q.Keep = form.NoTable
		var err error
		if c.SQL, c.Notes, err = render.Render(s.ix, render.SQLite, q, today); err != nil {
			s.t.Fatal(err)
		}
		c.Ran, c.Hash, c.Rows = true, c.SQL, 3
		if c.Tokens, err = form.Write(q, s.asked); err != nil {
			s.t.Fatal(err)
		}
		c.Steps = []float64{math.Log(p)}
	}
	s.list = append(s.list, c)
	return c
}

var sum = braintest.Sum

func equals(e *form.Expr, text string) *form.Cond {
	return &form.Cond{Op: form.Equal, Left: e, Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: text, Stored: true}}}
}

func TestUnsureAnswersAskAboutWhatIsLeastCertain(t *testing.T) {
	october := func(s *scripted, column string) *form.Query {
		in := &form.Value{Kind: form.Period, Text: "October 2025", Period: s.asked.Spans[len(s.asked.Spans)-1].Period}
		for _, sp := range s.asked.Spans {
			if sp.Kind == span.Temporal {
				in.Period = sp.Period
			}
		}
		return &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))},
			Where: &form.Cond{Op: form.During, Left: s.at("orders", column), Values: []*form.Value{in}}}
	}
	for _, c := range []struct {
		name, question string
		write          func(s *scripted)
		want           string
		choices        []brain.Choice
	}{
		{"a word for two columns", "total sales per region", func(s *scripted) {
			for i, column := range []string{"net_sales", "gross_sales"} {
				s.add(0.2-0.1*float64(i), &form.Query{Select: []*form.Expr{s.at("customer", "region"), sum(s.at("orders", column))}, Group: []*form.Expr{s.at("customer", "region")}})
			}
		}, "By “sales” do you mean net sales or gross sales?", []brain.Choice{{Text: "net sales", Reading: 0}, {Text: "gross sales", Reading: 1}}},
		{"a value of two columns", "customers in Victoria", func(s *scripted) {
			for i, column := range []string{"city", "region"} {
				s.add(0.2-0.1*float64(i), &form.Query{Select: []*form.Expr{s.at("customer", "name")}, Where: equals(s.at("customer", column), "Victoria")})
			}
		}, "Is “Victoria” the city or the region?", []brain.Choice{{Text: "city", Reading: 0}, {Text: "region", Reading: 1}}},
		{"two dates", "net sales in October 2025", func(s *scripted) {
			s.add(0.2, october(s, "order_date"))
			s.add(0.1, october(s, "ship_date"))
		}, "Which date do you mean: date of orders or ship date?", []brain.Choice{{Text: "date of orders", Reading: 0}, {Text: "ship date", Reading: 1}}},
		{"two aggregates", "sales figure", func(s *scripted) {
			s.add(0.2, &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))}})
			s.add(0.1, &form.Query{Select: []*form.Expr{{Op: form.Avg, Args: []*form.Expr{s.at("orders", "net_sales")}}}})
		}, "Do you want total net sales or average net sales?", []brain.Choice{{Text: "total net sales", Reading: 0}, {Text: "average net sales", Reading: 1}}},
		{"grouped or not", "net sales of regions", func(s *scripted) {
			s.add(0.2, &form.Query{Select: []*form.Expr{s.at("customer", "region"), sum(s.at("orders", "net_sales"))}, Group: []*form.Expr{s.at("customer", "region")}})
			s.add(0.1, &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))}})
		}, "Should the result be for each customer region or all in one?", []brain.Choice{{Text: "for each customer region", Reading: 0}, {Text: "all in one", Reading: 1}}},
		{"a condition or none", "names in Oslo", func(s *scripted) {
			s.add(0.2, &form.Query{Select: []*form.Expr{s.at("customer", "name")}, Where: equals(s.at("customer", "city"), "Oslo")})
			s.add(0.1, &form.Query{Select: []*form.Expr{s.at("customer", "name")}})
		}, "Which rows should count: only those where city is 'Oslo' or all of them?", []brain.Choice{{Text: "only those where city is 'Oslo'", Reading: 0}, {Text: "all of them", Reading: 1}}},
		{"the part with more doubt", "net sales in Victoria", func(s *scripted) {
			s.add(0.3, &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))}, Where: equals(s.at("customer", "city"), "Victoria")})
			s.add(0.2, &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))}, Where: equals(s.at("customer", "region"), "Victoria")})
			s.add(0.1, &form.Query{Select: []*form.Expr{{Op: form.Avg, Args: []*form.Expr{s.at("orders", "net_sales")}}}, Where: equals(s.at("customer", "city"), "Victoria")})
		}, "Is “Victoria” the city or the region?", []brain.Choice{{Text: "city", Reading: 0}, {Text: "region", Reading: 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script(t, c.question)
			c.write(s)
			var readings []brain.Reading
			for _, o := range s.list {
				readings = append(readings, s.present(o))
			}
			got := clarify(s.ix, readings, s.asked)
			if got == nil {
				t.Fatal("nothing was asked")
			}
			if got.Question != c.want || !slices.Equal(got.Choices, c.choices) {
				t.Errorf("asked %q with %v, want %q with %v", got.Question, got.Choices, c.want, c.choices)
			}
		})
	}
}

func TestNothingIsAskedWhenReadingsLookTheSame(t *testing.T) {
	s := script(t, "net sales")
	s.add(0.2, &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))}})
	r := s.present(s.list[0])
	if got := clarify(s.ix, []brain.Reading{r, r}, s.asked); got != nil {
		t.Errorf("asked %q", got.Question)
	}
	if got := clarify(s.ix, []brain.Reading{r}, s.asked); got != nil {
		t.Errorf("asked %q about one reading", got.Question)
	}
}

func TestOutcomesFollowConfidence(t *testing.T) {
	query := func(s *scripted) *form.Query {
		return &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))}}
	}
	other := func(s *scripted) *form.Query {
		return &form.Query{Select: []*form.Expr{sum(s.at("orders", "gross_sales"))}}
	}
	s := script(t, "total net sales")
	s.add(0.9999, query(s)).Verified = 8
	sure := s.judge(t.Context(), s.list, s.asked, nil, nil)
	if sure.Outcome != brain.Sure || len(sure.Readings) != 1 || sure.Clarify != nil {
		t.Errorf("a plain question: %s, %.2f", sure.Outcome, sure.Confidence)
	}
	if got := sure.Readings[0]; !slices.Equal(got.Tables, []string{"main.orders"}) || len(got.Clauses) == 0 || got.Sentence == "" {
		t.Errorf("reading %+v", got)
	}

	s = script(t, "total zorp flurbs of bingles")
	for i, q := range []*form.Query{query(s), other(s)} {
		s.add(0.02-0.01*float64(i), q).Steps = []float64{-1, -1, -1, -0.9}
	}
	unsure := s.judge(t.Context(), s.list, s.asked, nil, nil)
	if unsure.Outcome != brain.Unsure || unsure.Clarify == nil || unsure.Confidence >= sure.Confidence {
		t.Errorf("a wild guess: %s, %.2f, asks %v", unsure.Outcome, unsure.Confidence, unsure.Clarify)
	}

	s = script(t, "Which captain flew most often?")
	s.add(0.7, nil)
	s.add(0.2, query(s))
	declined := s.judge(t.Context(), s.list, s.asked, nil, nil)
	if declined.Outcome != brain.Declined || len(declined.Readings) != 0 || declined.Missing != "This database does not record captains." {
		t.Errorf("no captains: %s, %q", declined.Outcome, declined.Missing)
	}
}

func TestProbabilitiesGoWithTheConfidence(t *testing.T) {
	for _, c := range []struct {
		masses     []float64
		confidence float64
		want       []float64
	}{
		{[]float64{0.4, 0.1}, 0.8, []float64{0.8, 0.2}},
		{[]float64{0.4, 0.04, 0.02}, 0.8, []float64{0.8, 0.08, 0.04}},
		{[]float64{0.4, 0.4, 0.2}, 0.4, []float64{0.4, 0.4, 0.2}},
		{[]float64{1e-6}, 0.1, []float64{0.1}},
	} {
		var list []brain.Reading
		for _, p := range c.masses {
			list = append(list, brain.Reading{Probability: p})
		}
		spread(list, c.confidence)
		for i, want := range c.want {
			if math.Abs(list[i].Probability-want) > 1e-9 {
				t.Errorf("%v at %.1f: reading %d has %.3f, want %.3f", c.masses, c.confidence, i, list[i].Probability, want)
			}
		}
	}
}

func TestMissingNamesThings(t *testing.T) {
	for question, want := range map[string]string{
		"How much jet fuel did we burn in Oslo last month?":   "This database does not record jet fuel.",
		"Which drugs were prescribed by nurses to customers?": "This database does not record drugs or nurses.",
		"How satisfied are customers?":                        "Plumb cannot read this question. It understands only “customers”.",
		"How did orders develop?":                             "Plumb cannot read this question. It understands only “orders”.",
		"Which orders bring profit?":                          "Plumb cannot read this question. It understands only “orders”.",
		"Customers of which branch?":                          "This database does not record branches.",
		"Which branch do customers visit?":                    "This database does not record branches.",
		"How many orders are there?":                          "Nothing in this database answers that.",
	} {
		if got := reply.Missing(script(t, question).asked); got != want {
			t.Errorf("%s\n got %s\nwant %s", question, got, want)
		}
	}
}

func TestEvidence(t *testing.T) {
	s := script(t, "average net sales of customers in Oslo in October 2025, not Victoria")
	first := s.add(0.5, &form.Query{Select: []*form.Expr{sum(s.at("orders", "net_sales"))}})
	first.Steps = []float64{math.Log(0.9), math.Log(0.5)}
	s.add(0.1, &form.Query{Select: []*form.Expr{sum(s.at("orders", "gross_sales"))}})
	s.add(0.05, &form.Query{Select: []*form.Expr{s.at("customer", "name")}}).Hash = first.Hash
	s.add(0.01, &form.Query{Select: []*form.Expr{s.at("customer", "city")}}).Failed = true
	s.add(0.02, nil)
	e := s.gather(t.Context(), s.list, first, s.asked, nil)
	for f, want := range map[feature]float64{
		fMargin: math.Log(5), fDecline: math.Log(0.02), fWeakest: math.Log(0.5), fDoubtful: 1, fOvertook: 0,
		fAgree: 1, fEmpty: 0, fRows: math.Log1p(3), fSingle: 0, fUnusedValues: 2, fFollowUp: 0, fDerived: 0, fDates: 0,
	} {
		if math.Abs(e[f]-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", featureNames[f], e[f], want)
		}
	}
	if n := len(e.vector()); n != len(Features()) {
		t.Errorf("%d numbers for %d features", n, len(Features()))
	}
}

func TestCalibration(t *testing.T) {
	c, err := readCalibration(calibrationFile)
	if err != nil {
		t.Fatal(err)
	}
	mean := make([]float64, len(c.Features))
	for i, f := range c.Features {
		if f.Name != Features()[i] {
			t.Errorf("feature %d is %q, want %q", i, f.Name, Features()[i])
		}
		if !strings.Contains(string(calibrationFile), `"name": "`+f.Name+`"`) {
			t.Errorf("the calibration is not fitted to %q", f.Name)
		}
		mean[i] = f.Mean
	}
	if got, want := c.Probability(mean), 1/(1+math.Exp(-c.Bias)); math.Abs(got-want) > 1e-9 {
		t.Errorf("what is average gets %.3f, want %.3f", got, want)
	}
	mean[fEmpty]++
	if got := c.Probability(mean); got >= 1/(1+math.Exp(-c.Bias)) {
		t.Errorf("an empty result makes an answer surer: %.3f", got)
	}
}

func TestOutlandishEvidenceIsBounded(t *testing.T) {
	w := Weighed{Mean: 1, Scale: 2}
	for v, want := range map[float64]float64{1: 0, 3: 1, 1000: 4, -1000: -4} {
		if got := w.Standard(v); got != want {
			t.Errorf("%v is %v deviations off, want %v", v, got, want)
		}
	}
}
