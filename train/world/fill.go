package world

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Adapters list the values of a column that has no more than fewValues; a world
// invents no more than mostValues for any.
const (
	fewValues  = 50
	mostValues = 80
)

// fill invents the values of all columns: tables that others refer to first.
func (b *builder) fill() {
	for _, t := range b.tables { // keys before all: tables may refer to each other
		if k := t.key(); k != nil {
			b.fillColumn(k)
		}
	}
	done := map[*tablePlan]bool{}
	var visit func(t *tablePlan)
	visit = func(t *tablePlan) {
		if done[t] {
			return
		}
		done[t] = true
		for _, p := range t.columns {
			if p.target != nil {
				visit(p.target)
			}
		}
		if t.spec.kind == Lookup {
			b.fillLookup(t)
			return
		}
		for _, p := range t.columns {
			if p != t.key() {
				b.fillColumn(p)
			}
		}
	}
	for _, t := range b.tables {
		visit(t)
	}
}

// fillLookup spells codes out: its key and its name go together.
func (b *builder) fillLookup(t *tablePlan) {
	var name *columnPlan
	for _, p := range t.columns {
		if p.kind == Name && name == nil {
			name = p
		}
	}
	key := t.key()
	if name == nil || key == nil || len(name.spec.values) == 0 {
		for _, p := range t.columns {
			if p != key {
				b.fillColumn(p)
			}
		}
		return
	}
	b.fillColumn(name)
	names := b.world.Columns[name.number].Values
	codes := codesOf(name.spec.values, b.codeLength)
	for i, v := range names {
		c := Value{Text: codes[i], Words: v.Words, As: v.As, Rate: v.Rate}
		if key.data == table.Int {
			c.Text, c.Number = strconv.Itoa(i+1), true
		}
		t.lookup = append(t.lookup, c)
	}
	b.world.Columns[key.number].Values = t.lookup
	t.rows = len(names)
	b.world.Tables[t.number].Rows = int64(t.rows)
	b.world.Snapshot.Tables[t.number].Rows = int64(t.rows)
	b.put(key, literals(t.lookup, key.data))
	for _, p := range t.columns {
		if p != name && p != key {
			b.fillColumn(p)
		}
	}
}

// literals are the stored values of a list.
func literals(list []Value, k table.Kind) []table.Value {
	out := make([]table.Value, len(list))
	for i, v := range list {
		out[i] = literal(v.Text, k)
	}
	return out
}

func literal(s string, k table.Kind) table.Value {
	if v, ok := table.Parse(k, s); ok {
		return v
	}
	return table.NewText(s)
}

// put stores the values of a column and tells the snapshot what an adapter
// would find.
func (b *builder) put(p *columnPlan, values []table.Value) {
	b.world.stored[[2]string{p.table.name, p.name}] = values
	if len(values) == 0 {
		return
	}
	c := b.snapshotColumn(p)
	c.Values = nil
	c.Distinct = int64(len(values))
	if p.kind == ID || len(values) == mostValues {
		c.Distinct = int64(p.table.rows)
	}
	if p.data == table.Text || p.data == table.Bool {
		if p.storage == ISOText || p.storage == YearMonth {
			b.extremes(c, values)
		} else if len(values) <= fewValues && (len(values) < p.table.rows || len(values) <= 20) {
			for _, v := range values {
				c.Values = append(c.Values, v.String())
			}
		}
		return
	}
	b.extremes(c, values)
}

func (b *builder) extremes(c *schema.Column, values []table.Value) {
	number := func(v table.Value) float64 {
		if f, ok := v.Float64(); ok {
			return f
		}
		t, _ := v.Time()
		return float64(t.Unix())
	}
	less := func(x, y table.Value) int {
		if x.Kind() == table.Text {
			return strings.Compare(x.String(), y.String())
		}
		return int(math.Copysign(1, number(x)-number(y)))
	}
	c.Min, c.Max = slices.MinFunc(values, less).String(), slices.MaxFunc(values, less).String()
}

func (b *builder) fillColumn(p *columnPlan) {
	switch p.kind {
	case ID:
		b.fillNumbers(p)
	case Foreign, Parent:
		b.fillReference(p)
	case Category, Status:
		b.fillCategory(p)
	case Flag:
		b.fillFlag(p)
	case Date, Timestamp, ValidFrom, ValidTo:
		b.fillTimes(p)
	case Amount, Quantity, Rate, Percent, Duration, Year, Sequence:
		b.fillNumbers(p)
	case Month:
		b.fillMonths(p)
	default:
		if len(p.spec.values) > 0 {
			b.fillCategory(p)
			return
		}
		b.fillTexts(p)
	}
}

// fillReference repeats keys of the other table, with the words for them where
// that table spells codes out.
func (b *builder) fillReference(p *columnPlan) {
	to := p.target
	c := &b.world.Columns[p.number]
	if len(to.lookup) > 0 {
		c.Values = slices.Clone(to.lookup)
		if p.spec.before {
			for i := range c.Values {
				c.Values[i].As = descriptions(c.Values[i].Words)
			}
		}
		for _, q := range to.columns {
			if q.kind == Name {
				c.Lookup = q.number
				break
			}
		}
		b.put(p, literals(to.lookup, p.data))
		return
	}
	if p.target != p.table {
		values := b.world.stored[[2]string{to.name, to.key().name}]
		b.put(p, values[:min(len(values), mostValues)])
		return
	}
	b.put(p, b.numbers(p.data, 20))
}

func (b *builder) numbers(k table.Kind, n int) []table.Value {
	var l []table.Value
	for i := range n {
		l = append(l, literal(strconv.Itoa(b.idBase+i), k))
	}
	return l
}

// fillCategory stores words or codes, as the world does, with what people say.
func (b *builder) fillCategory(p *columnPlan) {
	specs := p.spec.values
	if p.spec.kind == "state" {
		b.fillStates(p)
		return
	}
	if len(specs) == 0 {
		b.fillTexts(p)
		return
	}
	way := b.codeForm
	if b.rng.IntN(4) == 0 {
		way = pick(b.rng, "title", "lower", "upper", "snake")
	}
	if way == "codes" && (p.kind == Name || p.spec.pool != "" || p.table.spec.kind == Lookup) {
		way = "title"
	}
	codes := codesOf(specs, b.codeLength)
	c := &b.world.Columns[p.number]
	var notes []string
	for i, v := range specs {
		value := Value{Words: v.words, Rate: v.rate, Text: caseOf(way, v.words[0])}
		if way == "codes" {
			value.Text = codes[i]
			notes = append(notes, codes[i]+" = "+v.words[0])
		}
		if c.Before {
			value.As = descriptions(v.words)
		}
		c.Values = append(c.Values, value)
	}
	if way == "codes" && (b.comments || b.rng.IntN(4) == 0) {
		b.snapshotColumn(p).Comment = strings.Join(notes, ", ")
	}
	b.put(p, literals(c.Values, table.Text))
}

// descriptions are words that stand before a noun.
func descriptions(words []string) []Phrase {
	var l []Phrase
	for _, w := range words {
		l = append(l, Phrase{Text: w})
	}
	return l
}

func (b *builder) snapshotColumn(p *columnPlan) *schema.Column {
	return &b.world.Snapshot.Tables[p.table.number].Columns[p.number-b.world.Tables[p.table.number].Columns[0]]
}

// caseOf writes a value as a company's people do; words with capitals of their
// own stay.
func caseOf(way, s string) string {
	if strings.ToLower(s) != s {
		return s
	}
	switch way {
	case "lower":
		return s
	case "upper":
		return strings.ToUpper(strings.ReplaceAll(s, " ", "_"))
	case "snake":
		return strings.ReplaceAll(s, " ", "_")
	}
	return capital(s)
}

// codesOf gives each value a short code: its own, else letters of its word, as
// many as wanted or as are needed for all to be different.
func codesOf(specs []valueSpec, wanted int) []string {
	for n := wanted; n <= 6; n++ {
		seen := map[string]bool{}
		var codes []string
		for _, v := range specs {
			code := v.code
			if code == "" {
				code = codeOf(v.words[0], n)
			}
			if !seen[code] {
				seen[code] = true
				codes = append(codes, code)
			}
		}
		if len(codes) == len(specs) && (n >= 3 || len(specs) <= 5) {
			return codes
		}
	}
	codes := make([]string, len(specs))
	for i := range specs {
		codes[i] = fmt.Sprintf("%02d", i+1)
	}
	return codes
}

func codeOf(word string, n int) string {
	f := strings.Fields(strings.ToUpper(word))
	if len(f) >= n && n > 1 {
		var s string
		for _, w := range f[:n] {
			s += w[:1]
		}
		return s
	}
	letters := strings.ToUpper(plainWord(word))
	short := strings.ToUpper(consonants(strings.ToLower(letters)))
	if n == 3 && len(short) >= 3 {
		return short[:3]
	}
	return letters[:min(n, len(letters))]
}

func (b *builder) fillFlag(p *columnPlan) {
	yes, no := "Y", "N"
	switch {
	case p.data == table.Bool:
		yes, no = "true", "false"
	case p.data == table.Int:
		yes, no = "1", "0"
	case b.flagForm == 5:
		yes, no = "yes", "no"
	case b.flagForm == 4:
		yes, no = "T", "F"
	}
	c := &b.world.Columns[p.number]
	c.Values = []Value{{Text: yes, Number: p.data == table.Int, As: p.spec.yes, Rate: p.spec.yesRate}, {Text: no, Number: p.data == table.Int, As: p.spec.no}}
	b.put(p, literals(c.Values, p.data))
}

func (b *builder) fillNumbers(p *columnPlan) {
	c := &b.world.Columns[p.number]
	if p.kind == ID {
		b.put(p, b.numbers(table.Int, min(p.table.rows, mostValues)))
		return
	}
	low, high := p.spec.bounds()
	c.Low, c.High = low*p.scale, high*p.scale
	n := mostValues
	if p.data == table.Int && c.High-c.Low < mostValues {
		var l []table.Value
		for x := int64(c.Low); x <= int64(c.High); x++ {
			l = append(l, table.NewInt(x))
		}
		b.put(p, l)
		return
	}
	seen := map[string]bool{}
	var l []table.Value
	for range n {
		x := c.Low + (c.High-c.Low)*math.Pow(b.rng.Float64(), 2)
		text := strconv.FormatInt(int64(x), 10)
		if p.data != table.Int {
			text = strconv.FormatFloat(x, 'f', 2, 64)
		}
		if !seen[text] {
			seen[text] = true
			l = append(l, literal(text, p.data))
		}
	}
	b.put(p, l)
}

func (b *builder) fillMonths(p *columnPlan) {
	c := &b.world.Columns[p.number]
	c.From, c.To = b.first, b.last
	var l []table.Value
	if p.storage == Integer {
		c.Low, c.High = 1, 12
		for m := range int64(12) {
			l = append(l, table.NewInt(m+1))
		}
	} else {
		for d := b.first; d.Before(b.last) && len(l) < mostValues; d = d.AddDate(0, 1, 0) {
			l = append(l, table.NewText(d.Format("2006-01")))
		}
	}
	b.put(p, l)
}

func (b *builder) fillTimes(p *columnPlan) {
	c := &b.world.Columns[p.number]
	c.From, c.To = b.timeRange(p)
	days := max(1, int(c.To.Sub(c.From).Hours()/24))
	layout, clock := "2006-01-02", p.kind == Timestamp
	if clock {
		layout = "2006-01-02 15:04"
		if b.seconds {
			layout = "2006-01-02 15:04:05"
		}
	}
	seen := map[string]bool{}
	var l []table.Value
	for range mostValues {
		t := c.From.AddDate(0, 0, b.rng.IntN(days))
		if clock {
			t = t.Add(time.Duration(6*60+b.rng.IntN(14*60)) * time.Minute)
		}
		text := t.Format(layout)
		if seen[text] {
			continue
		}
		seen[text] = true
		switch p.data {
		case table.Date:
			l = append(l, table.NewDate(t.Unix()/86400))
		case table.Timestamp:
			l = append(l, table.NewTimestamp(t.UnixMicro(), 0))
		default:
			l = append(l, table.NewText(text))
		}
	}
	b.put(p, l)
}

func (b *builder) timeRange(p *columnPlan) (from, to time.Time) {
	year := func(y float64) time.Time { return time.Date(int(y), 1, 1, 0, 0, 0, 0, time.UTC) }
	switch {
	case p.spec.years:
		return year(p.spec.low), year(p.spec.high)
	case strings.HasPrefix(p.phrases[0], "birth") || strings.HasSuffix(p.phrases[0], "birth"):
		return year(1948), year(2006)
	case p.spec.future:
		return b.last.AddDate(-1, 0, 0), b.last.AddDate(1, 6, 0)
	case p.table.spec.kind == Entity || p.table.spec.kind == History:
		return b.first.AddDate(-5, 0, 0), b.last
	}
	return b.first, b.last
}
