package world

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// FromIndex gives the lexicon of a database that exists, as far as its index
// tells: names spelt out, kinds guessed from types, names and values. It has no
// snapshot and nothing missing.
func FromIndex(ix *index.Index) *World {
	w := &World{Domain: "database", Columns: make([]Column, len(ix.Columns))}
	w.Columns[0] = Column{Name: "*", Table: -1, Phrases: []string{"*"}}
	for i := range ix.Tables {
		t := &ix.Tables[i]
		w.Tables = append(w.Tables, Table{Number: i, Name: t.Name, Nouns: nounsFor(t), Columns: t.Columns, Primary: t.PrimaryKey,
			Display: t.Display, Rows: t.Rows})
	}
	for n := 1; n < len(ix.Columns); n++ {
		w.Columns[n] = guessColumn(ix, w, n)
	}
	for _, k := range ix.Keys {
		w.Keys = append(w.Keys, guessKey(ix, w, k))
	}
	for i := range w.Tables {
		guessTable(ix, w, &w.Tables[i])
	}
	w.guessTimes()
	for i := range w.Tables {
		w.guessMeasures(&w.Tables[i])
	}
	w.disambiguate()
	return w
}

// nounsFor reads the name of a table as a noun, in the singular and the plural.
func nounsFor(t *index.Table) []Noun {
	var l []Noun
	add := func(words string) {
		one := singular(words)
		if n := (Noun{one, plural(one)}); one != "" && !slices.Contains(l, n) {
			l = append(l, n)
		}
	}
	add(strings.Join(t.Words, " "))
	for _, s := range t.Synonyms {
		add(strings.ToLower(s))
	}
	if len(l) == 0 {
		add("row")
	}
	return l
}

// phrasesFor are the ways to say the name of a column, without the unit that it
// ends in. Forms that still have abbreviations are left out: nobody says them.
func phrasesFor(t *index.Table, c *index.Column, table Noun) []string {
	var l []string
	add := func(words []string) {
		if n := len(words); n > 1 && c.Unit != "" && says(words[n-1:], unitWords) {
			words = words[:n-1]
		}
		if s := strings.Join(words, " "); s != "" && !slices.Contains(l, s) {
			l = append(l, s)
		}
	}
	words := c.Words
	if n := len(words); n == 2 && (words[1] == "on" || words[1] == "at") && c.Kind == index.Time {
		add([]string{"date", words[0]})
		add([]string{words[0], "date"})
	} else {
		add(words)
	}
	for _, s := range c.Synonyms {
		add(strings.Fields(strings.ToLower(s)))
	}
	known := slices.Concat(c.Words, t.Words, strings.Fields(table.One))
	for _, f := range c.Forms {
		if !slices.ContainsFunc(f, func(w string) bool { return !slices.Contains(known, w) }) {
			add(f)
		}
	}
	if len(l) == 0 {
		add([]string{strings.ToLower(c.Name)})
	}
	if len(c.Words) == 1 && !strings.Contains(l[0], table.One) {
		switch l[0] {
		case "name", "title", "code", "id", "number", "type", "status", "category", "date", "description":
			add([]string{table.One, l[0]})
		}
	}
	return l
}

func guessColumn(ix *index.Index, w *World, n int) Column {
	c := &ix.Columns[n]
	t := &ix.Tables[c.Table]
	col := Column{Number: n, Table: c.Table, Name: c.Name, Phrases: phrasesFor(t, c, w.Tables[c.Table].Nouns[0]), Unit: c.Unit,
		Unique: c.Unique, Nullable: c.Nullable}
	guessKind(ix, c, &col)
	if col.Kind == Flag {
		for i, p := range col.Phrases {
			col.Phrases[i] = flagWord(p)
		}
		col.Phrases = slices.Compact(col.Phrases)
	}
	switch col.Kind {
	case Amount, Quantity, Rate, Percent, Duration, Year:
		col.Numeric = true
		col.Sums = col.Kind != Year && col.Kind != Rate && col.Kind != Percent && !says(c.Words, meanWords)
		col.Low, col.High = numberRange(ix, n)
		if d, ok := degrees[c.Words[len(c.Words)-1]]; ok && col.Kind != Year {
			col.Degree = d
		}
	case Date, Timestamp, ValidFrom, ValidTo:
		col.From, col.To = timeOf(c.Min), timeOf(c.Max)
		col.Did = didFor(c.Words)
		if says(c.Words, "birth birthday dob") {
			col.Degree = Degree{"youngest", "oldest", "younger", "older"}
		}
	}
	if c.Nullable && !c.Primary {
		guessNull(c, &col)
	}
	guessValues(ix, c, &col)
	return col
}

// guessNull says what rows without a value are, for the columns where that means
// something: most databases forbid null nowhere.
func guessNull(c *index.Column, col *Column) {
	spec := &columnSpec{kind: "text", phrases: []string{col.Phrases[0]}}
	switch {
	case col.Kind.refers():
		spec.phrases[0] = withoutID(col.Phrases[0])
	case (col.Kind == Date || col.Kind == Timestamp) && len(col.Did) > 0:
		did := col.Did[0]
		spec.null = []Phrase{{"not yet " + did, true}, {"that have not been " + did, true}}
		if says([]string{did}, "departed arrived started ended died joined left") {
			spec.null[1].Text = "that have not " + did
		}
		if before := undone[did]; before != "" {
			spec.null = append(spec.null, Phrase{Text: before})
		}
		spec.notNull = []Phrase{{Text: did}}
	case col.Kind == Date, col.Kind == Timestamp, col.Kind == Email, col.Kind == Phone, says(c.Words, "reason comment note notes remark"):
	default:
		return
	}
	spec.defaultNull()
	col.Null, col.NotNull = spec.null, spec.notNull
}

// undone is what rows are before something has happened to them.
var undone = pairs(`closed open; resolved unresolved; paid unpaid; delivered undelivered; returned outstanding; completed open; ended ongoing;
	retired active; terminated active; left active; cancelled active; shipped unshipped; finished unfinished; settled open`)

// guessValues lists stored values with what people may call them.
func guessValues(ix *index.Index, c *index.Column, col *Column) {
	values := c.Enum
	if len(values) == 0 && (col.Kind == Category || col.Kind == Status || col.Kind.texts()) {
		values = ix.StoredValues(col.Number)
		const told = 40
		values = values[:min(told, len(values))]
	}
	if col.Kind == Flag {
		col.Values = flagValues(c, col.Phrases[0])
		return
	}
	if col.Kind == ID || col.Kind == Unknown || col.Numeric {
		return
	}
	describes := 0
	for _, v := range values {
		if strings.TrimSpace(v.Text) == "" {
			continue
		}
		value := Value{Text: v.Text, Number: v.Kind.Numeric(), Words: []string{readable(v.Text)}}
		for _, a := range v.Aliases {
			if a = strings.ToLower(a); !slices.Contains(value.Words, a) {
				value.Words = append(value.Words, a)
			}
		}
		if len(v.Aliases) > 0 && len(v.Text) <= 3 { // the word before the code
			value.Words = append(value.Words[1:], value.Words[0])
		}
		if (col.Kind == Status || col.Kind == Category) && describing(value.Words[0]) {
			value.As = []Phrase{{Text: strings.ToLower(value.Words[0])}}
			describes++
		}
		col.Values = append(col.Values, value)
	}
	col.Before = describes > 0 && describes*2 >= len(col.Values)
}

// texts reports the kinds whose values people name.
func (k Kind) texts() bool {
	switch k {
	case Name, FirstName, LastName, Code, City, Country:
		return true
	}
	return false
}

// readable is a stored word as people write it: in_progress is in progress.
func readable(s string) string {
	if strings.Contains(s, "_") && !strings.ContainsAny(s, " 0123456789") {
		return strings.ToLower(strings.ReplaceAll(s, "_", " "))
	}
	return s
}

// describing tells adjectives by their endings: cancelled, active, pending.
func describing(s string) bool {
	l := strings.ToLower(s)
	return says([]string{l}, adjectives) || len(l) > 4 && !strings.Contains(l, " ") && hasSuffix(l, "ed", "ive", "ing", "ful", "able")
}

// flagValues are yes and no as stored, with what they mean for the row.
func flagValues(c *index.Column, phrase string) []Value {
	yes, no := "1", "0"
	for _, pair := range [][2]string{{"Y", "N"}, {"y", "n"}, {"T", "F"}, {"t", "f"}, {"true", "false"}, {"True", "False"}, {"Yes", "No"}, {"yes", "no"}, {"YES", "NO"}} {
		if slices.ContainsFunc(c.Enum, func(v index.Value) bool { return v.Text == pair[0] || v.Text == pair[1] }) {
			yes, no = pair[0], pair[1]
		}
	}
	number := yes == "1"
	word := flagWord(phrase)
	thing, has := strings.CutPrefix(word, "has ")
	if has || !describing(lastWord(word)) {
		return []Value{{Text: yes, Number: number, As: []Phrase{{"with " + thing, true}}},
			{Text: no, Number: number, As: []Phrase{{"without " + thing, true}}}}
	}
	return []Value{{Text: yes, Number: number, As: []Phrase{{Text: word}}},
		{Text: no, Number: number, As: []Phrase{{"not " + word, true}, {"that are not " + word, true}}}}
}

// flagWord is the name of a flag without what makes it one.
func flagWord(phrase string) string {
	for _, end := range []string{" flag", " indicator", " yn"} {
		phrase = strings.TrimSuffix(phrase, end)
	}
	return strings.TrimPrefix(strings.TrimPrefix(phrase, "is "), "was ")
}

// numberRange is about the range of the values: from the statistics, else from
// what is kept.
func numberRange(ix *index.Index, n int) (low, high float64) {
	c := &ix.Columns[n]
	low, err1 := strconv.ParseFloat(c.Min, 64)
	high, err2 := strconv.ParseFloat(c.Max, 64)
	if err1 == nil && err2 == nil {
		return low, high
	}
	first := true
	for _, v := range ix.StoredValues(n) {
		f, err := strconv.ParseFloat(v.Text, 64)
		if err != nil {
			continue
		}
		if first {
			low, high, first = f, f, false
		}
		low, high = min(low, f), max(high, f)
	}
	return low, high
}

// timeOf reads the beginning of a stored date; the zero time when it is none.
func timeOf(s string) time.Time {
	if len(s) >= 10 {
		if t, err := time.Parse("2006-01-02", s[:10]); err == nil {
			return t
		}
	}
	return time.Time{}
}

func guessKey(ix *index.Index, w *World, k index.Key) Key {
	from, to := ix.Columns[k.From[0]], ix.Columns[k.To[0]]
	key := Key{From: k.From, To: k.To, FromTable: from.Table, ToTable: to.Table, Declared: !k.Inferred,
		Roles: w.Tables[to.Table].Nouns, Back: w.Tables[from.Table].Nouns, Preps: []string{"of", "for"}}
	role := withoutID(strings.Join(from.Words, " "))
	plain := len(k.From) > 1 || role == "" || role == key.Roles[0].One || strings.HasSuffix(key.Roles[0].One, " "+role)
	if from.Table == to.Table && plain {
		role, plain = "parent", false
	}
	if !plain && role != withoutID(strings.Join(to.Words, " ")) {
		key.Role, key.Roles = true, []Noun{{role, plural(role)}}
	}
	switch {
	case isPerson(ix, to.Table):
		key.Preps = []string{"by", "of", "for"}
	case says(ix.Tables[to.Table].Words, placeWords):
		key.Preps = []string{"in", "at"}
	}
	switch {
	case strings.Contains(role, "origin") || strings.HasPrefix(role, "from") || strings.Contains(role, "source") || strings.Contains(role, "departure"):
		key.Preps = []string{"from"}
	case strings.Contains(role, "dest") || strings.HasPrefix(role, "to ") || strings.Contains(role, "arrival"):
		key.Preps = []string{"to"}
	}
	return key
}

// withoutID drops the word that says that a name is a key.
func withoutID(s string) string {
	f := strings.Fields(s)
	for len(f) > 0 && says(f[len(f)-1:], "id number no code key identifier uuid") {
		f = f[:len(f)-1]
	}
	return strings.Join(f, " ")
}

// guessTimes finds the days that the events lie between.
func (w *World) guessTimes() {
	for _, t := range w.Tables {
		c := &w.Columns[t.When]
		if t.When == 0 || c.From.IsZero() || c.To.Year() > 2100 {
			continue
		}
		if w.First.IsZero() || c.From.Before(w.First) {
			w.First = c.From
		}
		if c.To.After(w.Last) {
			w.Last = c.To
		}
	}
	if w.Last.IsZero() { // no events: any recent clock will do
		w.Last = time.Date(2025, 6, 30, 0, 0, 0, 0, time.UTC)
		w.First = w.Last.AddDate(-3, 0, 0)
	}
}

// guessMeasures finds quantities times prices and the time from a beginning to
// an end.
func (w *World) guessMeasures(t *Table) {
	var quantity, price, begin, end *Column
	for _, n := range t.Columns {
		c := &w.Columns[n]
		words := strings.Fields(c.Phrases[0])
		switch {
		case quantity == nil && c.Kind == Quantity && says(words, "quantity qty units pieces"):
			quantity = c
		case price == nil && c.Kind == Amount && says(words, "price rate") && !says(words, "per") && !c.Sums:
			price = c
		case begin == nil && (c.Kind == Date || c.Kind == Timestamp) && says(words, "start begin started departure opened check-in admission"):
			begin = c
		case end == nil && (c.Kind == Date || c.Kind == Timestamp) && says(words, "end finish ended arrival closed completed check-out discharge"):
			end = c
		}
	}
	column := func(c *Column) *form.Expr { return &form.Expr{Op: form.Column, Column: c.Number} }
	if quantity != nil && price != nil {
		w.Measures = append(w.Measures, Measure{Phrases: []string{"total value", "revenue", "sales"}, Table: t.Number, Sums: true, Unit: price.Unit,
			Row: &form.Expr{Op: form.Mul, Args: []*form.Expr{column(quantity), column(price)}},
			Low: quantity.Low * price.Low, High: quantity.High * price.High})
	}
	if begin != nil && end != nil && begin.Kind == end.Kind {
		m := Measure{Phrases: []string{"duration", "length"}, Table: t.Number, Unit: "days", Low: 1, High: 60, Degree: degrees["duration"],
			Row: &form.Expr{Op: form.Days, Args: []*form.Expr{column(end), column(begin)}}}
		if begin.Kind == Timestamp {
			m.Unit, m.Row.Op = "hours", form.Hours
		}
		w.Measures = append(w.Measures, m)
	}
}
