package whatif

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// change is a Change that has been read.
type change struct {
	factor, amount *big.Rat // one of them is nil
	text           string
}

func readChange(c Change) (change, error) {
	read := func(s string) *big.Rat {
		v, ok := table.ParseDecimal(s)
		if !ok || len(s) > 40 {
			return nil
		}
		r, _ := exact(v)
		return r
	}
	if factor := read(c.Factor); factor != nil && c.Amount == "" {
		percent := new(big.Rat).Sub(factor, big.NewRat(1, 1))
		percent.Mul(percent, big.NewRat(100, 1))
		return change{factor: factor, text: signedText(percent, "%")}, nil
	}
	if amount := read(c.Amount); amount != nil && c.Factor == "" {
		return change{amount: amount, text: signedText(amount, "")}, nil
	}
	return change{}, fault.New(fault.Usage, "it is not clear how the figure should change").
		WithHint("give a percentage such as 10%%, a factor such as 1.1, or an amount such as 50")
}

func signedText(r *big.Rat, unit string) string {
	text := commas(decimals(r))
	if r.Sign() >= 0 {
		text = "+" + text
	}
	return text + unit
}

// decimals writes a number with the digits it has, at most maxDecimals.
func decimals(r *big.Rat) string {
	digits, whole := r.FloatPrec()
	if !whole || digits > maxDecimals {
		digits = maxDecimals
	}
	return r.FloatString(digits)
}

func (c change) apply(before *big.Rat) *big.Rat {
	if c.factor != nil {
		return new(big.Rat).Mul(before, c.factor)
	}
	return new(big.Rat).Add(before, c.amount)
}

// scaled is the work on one result.
type scaled struct {
	change
	column   int
	adds     bool // its rows may be added up
	category int  // column that holds Only, or -1
	only     string
	total    [3]*big.Rat // before, after, difference
	rows     []int       // with a number
	changed  int
}

func runScale(t *table.Table, req Request, o Options) (*Result, error) {
	if every := req.Change.Every; every != "" {
		return nil, fault.New(fault.Usage, "a change that repeats every %s cannot be computed", every).
			WithHint("ask what if it changes once, or for a forecast by %s", every)
	}
	c, err := readChange(req.Change)
	if err != nil {
		return nil, err
	}
	except := []int(nil)
	line, noTime := findTimeline(t, o.Meaning, req.Time)
	if noTime == nil && line.unit != Step {
		except = line.columns
	}
	column, note, err := measureColumn(t, o.Meaning, req.Measure, except...)
	if err != nil {
		return nil, err
	}
	s := &scaled{change: c, column: column, adds: o.additivity(t.Columns[column].Name) == meaning.Additive, category: -1, total: [3]*big.Rat{new(big.Rat), new(big.Rat), new(big.Rat)}}
	if req.Only != "" {
		if err := s.find(t, req.Only); err != nil {
			return nil, err
		}
	}
	r := s.result(t)
	if len(s.rows) == 0 {
		return nil, fault.New(fault.Usage, "%s has no numbers to change", t.Columns[column].Name).WithHint("ask for a figure that has values")
	}
	if note != "" {
		r.assume("%s", note)
		r.StandIn = req.Measure != ""
	}
	r.Spec = scaleSpec(t, r, s, line, noTime == nil)
	r.tellScale(t, s)
	return r, nil
}

// find looks for the category among the texts of the result.
func (s *scaled) find(t *table.Table, only string) error {
	want := strings.TrimSpace(only)
	var known []string
	seen := map[string]bool{}
	near, nearest := -1, ""
	for i := range t.Columns {
		for _, row := range t.Rows {
			v := row[i]
			if v.Kind() != table.Text {
				continue
			}
			if strings.EqualFold(v.Raw(), want) {
				s.category, s.only = i, v.Raw()
				return nil
			}
			if seen[v.Raw()] {
				continue
			}
			seen[v.Raw()] = true
			if near < 0 && within(words(v.Raw()), words(want)) {
				near, nearest = i, v.Raw()
			}
			if len(known) < 12 {
				known = append(known, v.Raw())
			}
		}
	}
	if near >= 0 {
		s.category, s.only = near, nearest
		return nil
	}
	f := fault.New(fault.NotFound, "the result has no category %q to change", only)
	if len(known) == 0 {
		return f.WithHint("ask for the figure by category first")
	}
	return f.WithHint("its categories: %s", strings.Join(known, ", "))
}

// within reports whether all words of a value are mentioned: "the North region"
// means North.
func within(value, said []string) bool {
	for _, w := range value {
		if !containsWord(said, w) {
			return false
		}
	}
	return len(value) > 0
}

func (s *scaled) result(t *table.Table) *Result {
	taken := make([]string, 0, len(t.Columns)+2)
	for _, c := range t.Columns {
		taken = append(taken, c.Name)
	}
	after := fresh("after", taken...)
	difference := fresh("difference", append(taken, after)...)
	out := &table.Table{Columns: append([]table.Column(nil), t.Columns...)}
	kind := table.Decimal
	if t.Columns[s.column].Kind == table.Float {
		kind = table.Float
	}
	out.Columns = append(out.Columns, table.Column{Name: after, Kind: kind}, table.Column{Name: difference, Kind: kind})
	digits := precision{kind: kind, decimals: s.decimals(t)}
	for i, row := range t.Rows {
		line := append(append(table.Row(nil), row...), table.Value{}, table.Value{})
		out.Rows = append(out.Rows, line)
		before, ok := exact(row[s.column])
		if !ok {
			continue
		}
		s.rows = append(s.rows, i)
		then := before
		if s.category < 0 || (row[s.category].Kind() == table.Text && row[s.category].Raw() == s.only) {
			then = s.apply(before)
			s.changed++
		}
		by := new(big.Rat).Sub(then, before)
		line[len(row)], line[len(row)+1] = digits.exactly(then), digits.exactly(by)
		for i, v := range []*big.Rat{before, then, by} {
			s.total[i].Add(s.total[i], v)
		}
	}
	r := &Result{Table: out, SampleSize: len(s.rows)}
	r.Roles = Roles{Y: t.Columns[s.column].Name, After: after}
	return r
}

// decimals is how many the changed values need, at most maxDecimals.
func (s *scaled) decimals(t *table.Table) int {
	most := 0
	for _, row := range t.Rows {
		if before, ok := exact(row[s.column]); ok {
			n, _ := s.apply(before).FloatPrec()
			most = max(most, n)
		}
	}
	return min(most, maxDecimals)
}

func (r *Result) tellScale(t *table.Table, s *scaled) {
	name := t.Columns[s.column].Name
	text := r.fit("change", ratFloat(s.factorOrAmount()), s.text)
	where := ""
	if s.category >= 0 {
		where = " for " + s.only
	}
	if len(s.rows) == 1 || s.adds {
		would := "it would be"
		if len(s.rows) > 1 {
			would = "the rows would add up to"
		}
		texts, after := evenly(s.total), len(t.Columns)
		total := func(i int, name string, column int) piece {
			return r.sum(name, ratFloat(s.total[i]), texts[i], column, s.rows)
		}
		before, then, by := total(0, "before", s.column), total(1, "after", after), total(2, "difference", after+1)
		r.say("With %s on %s%s, %s %s instead of %s, a difference of %s.", text, plain(name), where, would, then, before, by)
	} else {
		r.say("With %s on %s%s, each row would change as the table shows.", text, plain(name), where)
		r.caveat("There is no total: %s of different rows cannot be added up.", plain(name))
	}
	if s.category >= 0 {
		changed := r.fit("changed_rows", float64(s.changed), groupDigits(float64(s.changed), 0))
		rows := r.fit("n", float64(len(s.rows)), groupDigits(float64(len(s.rows)), 0))
		r.say("%s of %s rows change; the others stay the same.", changed, rows)
	}
	if left := len(t.Rows) - len(s.rows); left > 0 {
		r.assume("Rows without a number are left out: %d.", left)
	}
	r.assume("Only %s changes, by the same amount or factor in every row.", plain(name))
	r.assume("Demand, costs and other figures do not react to the change.")
	r.caveat("This is arithmetic, not a forecast: people react to such a change, and the rows do not show how.")
}

// evenly writes figures that stand side by side with the same number of
// decimals: as many as they need, but no more than two where one is one or more.
func evenly(list [3]*big.Rat) (texts [3]string) {
	digits, large := 0, false
	for _, r := range list {
		n, whole := r.FloatPrec()
		if !whole {
			n = maxDecimals
		}
		digits = max(digits, min(n, maxDecimals))
		large = large || r.Num().CmpAbs(r.Denom()) >= 0
	}
	if digits > 0 && large {
		digits = 2
	}
	for i, r := range list {
		texts[i] = commas(r.FloatString(digits))
	}
	return texts
}

func (c change) factorOrAmount() *big.Rat {
	if c.factor != nil {
		return c.factor
	}
	return c.amount
}

func ratFloat(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// scaleSpec draws before solid and after dashed: lines over time, else bars.
func scaleSpec(t *table.Table, r *Result, s *scaled, line timeline, timed bool) json.RawMessage {
	before, after := measureAxis(r.Roles.Y, r.Roles.Y), measureAxis(r.Roles.After, r.Roles.Y)
	name, legend := title(r.Roles.Y)+": "+s.text, "Solid: actual. Dashed: what-if."
	if timed && len(line.columns) == 1 && unique(t, line.columns[0]) {
		r.Roles.X = line.name
		periods := slices.DeleteFunc(slices.Clone(line.periods), func(p int) bool { return p == missing })
		slices.Sort(periods)
		return chart(name, legend, object{"x": timeAxis(line, periods)},
			object{"mark": object{"type": "line", "point": true, "tooltip": true}, "encoding": object{"y": before}},
			object{"mark": object{"type": "line", "strokeDash": dashes, "tooltip": true}, "encoding": object{"y": after}},
		)
	}
	x := categoryColumn(t, s.column)
	if x < 0 && len(t.Rows) > 1 { // bars without names would stand on one another
		return chart(name, "One dot per row: actual and what-if.", object{"x": measureAxis(r.Roles.Y, r.Roles.Y)},
			object{"mark": object{"type": "point", "filled": true, "tooltip": true}, "encoding": object{"y": after}})
	}
	mark := "bar"
	delete(before, "scale") // bars begin at zero
	delete(after, "scale")
	var encoding object
	if x >= 0 {
		r.Roles.X = t.Columns[x].Name
		encoding = object{"x": object{"field": field(r.Roles.X), "type": "nominal", "title": title(r.Roles.X), "sort": nil}}
		switch {
		case unique(t, x):
		case s.adds:
			before["aggregate"], after["aggregate"] = "sum", "sum"
		default:
			mark = "point"
		}
	}
	dashed := object{"type": mark, "filled": false, "strokeDash": dashes, "tooltip": true}
	return chart(name, legend, encoding,
		object{"mark": object{"type": mark, "opacity": 0.6, "tooltip": true}, "encoding": object{"y": before}},
		object{"mark": dashed, "encoding": object{"y": after}},
	)
}

// categoryColumn is the column that tells the rows apart best, or -1.
func categoryColumn(t *table.Table, except int) int {
	some := -1
	for i := range t.Columns {
		if i == except || numeric(t, i) {
			continue
		}
		if unique(t, i) {
			return i
		}
		if some < 0 {
			some = i
		}
	}
	return some
}

func unique(t *table.Table, column int) bool {
	seen := map[table.Value]bool{}
	for _, row := range t.Rows {
		if seen[row[column]] {
			return false
		}
		seen[row[column]] = true
	}
	return true
}
