package world

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/table"
)

// Words by which the meaning of a column or a table is guessed.
const (
	moneyWords = `price cost amount revenue salary fee budget fare payment charge balance income wage profit sales tax tip discount
		premium deposit rent value limit quota spend earnings bonus total subtotal turnover money debt loan grant prize worth expense expenses paid`
	meanWords = `per price rate age height rating score average avg temperature percentage percent latitude longitude speed rank level year
		weight width length size capacity salary wage share ratio index grade gpa elevation population area priority severity sequence order position
		balance limit distance floor`
	adjectives    = `open new paid sold won lost overdue draft premium late public private male female online free daily weekly monthly final void`
	unitWords     = `cents usd eur gbp kg km m cm lbs tonnes minutes min hours seconds days pct percent kwh liters litres gallons ha`
	durationWords = `duration minutes hours seconds runtime time`
	personWords   = `customer employee student patient person author client user member driver teacher doctor physician player
		actor artist staff manager agent instructor passenger guest tenant candidate professor faculty advisor owner people singer
		musician worker engineer lawyer nurse donor volunteer officer pilot coach director writer editor host rider contact subscriber
		operator technician candidate applicant borrower visitor`
	placeWords = `city country region state district branch store shop location warehouse site station airport department building
		room plant office hotel school venue stadium area zone county category`
	statusWords = `status state stage phase condition result outcome`
)

// says reports whether one of the words is in a list.
func says(words []string, list string) bool {
	set := strings.Fields(list)
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(set, w) })
}

// guessKind decides what a column means.
func guessKind(ix *index.Index, c *index.Column, col *Column) {
	soleKey := len(ix.Tables[c.Table].PrimaryKey) == 1 && c.Primary
	switch {
	case c.Foreign:
		col.Kind = Foreign
		if slices.ContainsFunc(ix.Keys, func(k index.Key) bool {
			return k.From[0] == col.Number && ix.Columns[k.To[0]].Table == c.Table
		}) {
			col.Kind = Parent
		}
	case c.Kind == index.Boolean:
		col.Kind = Flag
	case c.Kind == index.Time:
		guessTime(c, col)
	case c.Kind == index.Number:
		guessNumber(ix, c, col, soleKey)
	case c.Kind == index.Text:
		col.Kind = guessText(ix, c, col.Number, soleKey)
	default:
		col.Kind = Unknown
	}
}

func guessTime(c *index.Column, col *Column) {
	col.Kind = Date
	switch c.Form {
	case index.Native:
		if c.Type == table.Timestamp || c.Type == table.TimestampTZ {
			col.Kind = Timestamp
		}
	case index.DateText:
		col.Storage = ISOText
	case index.StampText:
		col.Kind, col.Storage = Timestamp, ISOText
	case index.MonthText:
		col.Kind, col.Storage = Month, YearMonth
		return
	case index.YearNumber:
		col.Kind, col.Storage = Year, Integer
		return
	case index.MonthOfYear:
		col.Kind, col.Storage = Month, Integer
		return
	default: // numbers that stand for days or instants: nobody should have to ask with them
		col.Kind = Unknown
		return
	}
	name := strings.Join(c.Words, " ")
	switch {
	case strings.Contains(name, "valid from") || strings.Contains(name, "effective from"):
		col.Kind = ValidFrom
	case strings.Contains(name, "valid to") || strings.Contains(name, "effective to") || strings.Contains(name, "valid until"):
		col.Kind = ValidTo
	}
}

func guessNumber(ix *index.Index, c *index.Column, col *Column, soleKey bool) {
	last := c.Words[len(c.Words)-1]
	_, high := numberRange(ix, col.Number)
	switch {
	case soleKey || says([]string{last}, "id key identifier"):
		col.Kind = ID
	case c.Primary:
		col.Kind = Sequence
	case c.Unit == "cents" || c.Unit == "USD" || c.Unit == "EUR" || c.Unit == "GBP":
		col.Kind = Amount
	case c.Unit == "%":
		col.Kind = Percent
	case c.Unit == "days" || c.Unit == "weeks" || c.Unit == "months" || c.Unit == "years":
		col.Kind = Duration
	case says(c.Words, "phone telephone fax"):
		col.Kind = Phone
	case last == "year":
		col.Kind = Year
	case c.Unit == "minutes" || c.Unit == "hours" || c.Unit == "seconds" || c.Unit == "" && says(c.Words, durationWords):
		col.Kind = Duration
	case c.Unit != "" && c.Unit != "fraction" && c.Unit != "ratio":
		col.Kind = Quantity
	case says(c.Words, "rate fraction ratio share probability") && high <= 1:
		col.Kind = Rate
	case says(c.Words, moneyWords), says(c.Words, "rate") && high > 1:
		col.Kind = Amount
	case says([]string{last}, "number no code zip postcode latitude longitude"):
		col.Kind = Code
	default:
		col.Kind = Quantity
	}
}

func guessText(ix *index.Index, c *index.Column, n int, soleKey bool) Kind {
	name := strings.Join(c.Words, " ")
	rows := ix.Tables[c.Table].Rows
	last := c.Words[len(c.Words)-1]
	switch {
	case soleKey || last == "id":
		return Code
	case strings.Contains(name, "email") || strings.Contains(name, "mail address"):
		return Email
	case says(c.Words, "phone telephone mobile fax"):
		return Phone
	case strings.Contains(name, "first name") || strings.Contains(name, "forename") || name == "given name":
		return FirstName
	case strings.Contains(name, "last name") || strings.Contains(name, "surname") || name == "family name":
		return LastName
	case last == "city" || last == "town":
		return City
	case last == "country" || last == "nationality":
		return Country
	case says([]string{last}, "number no") && len(c.Enum) == 0:
		return Code
	case slices.Contains(ix.Tables[c.Table].Display, n), says([]string{last}, "name title label"):
		return Name
	case len(c.Enum) > 0 && says(c.Words, statusWords):
		return Status
	case rows > 3 && int64(c.Distinct)*10 >= rows*9 && len(c.Enum) > 0: // few, but each row has its own
		return Name
	case len(c.Enum) > 0, c.Distinct > 0 && c.Distinct <= 50 && int64(c.Distinct)*2 <= rows:
		return Category
	case c.Unique, says([]string{last}, "code number no reference tag"):
		return Code
	case says([]string{last}, "description comment comments note notes remark remarks text details url image photo address"):
		return Text
	}
	return Name
}

func isPerson(ix *index.Index, t int) bool {
	words := ix.Tables[t].Words
	if len(words) > 0 && says([]string{singular(words[len(words)-1])}, personWords) {
		return true
	}
	first := false
	for _, n := range ix.Tables[t].Columns {
		name := strings.Join(ix.Columns[n].Words, " ")
		first = first || name == "first name" || name == "last name"
	}
	return first
}

// guessTable decides what rows of a table are, and which column dates them.
func guessTable(ix *index.Index, w *World, t *Table) {
	t.Person = isPerson(ix, t.Number)
	keys, plain, from, to, first, last := 0, 0, 0, 0, 0, 0
	when := 0
	for _, n := range t.Columns {
		c := &w.Columns[n]
		switch c.Kind {
		case Foreign:
			keys++
		case ID, Sequence:
		case ValidFrom:
			from = n
		case ValidTo:
			to = n
		case FirstName:
			first = n
		case LastName:
			last = n
		default:
			plain++
		}
		if when == 0 && (c.Kind == Date || c.Kind == Timestamp) && c.Degree.Most != "youngest" {
			when = n
		}
	}
	pair := func(a, b int) {
		if a != 0 && b != 0 {
			w.Columns[a].Pair, w.Columns[b].Pair = b, a
		}
	}
	if c := &w.Columns[when]; when != 0 && keys > 0 { // what happened has a date
		c.Null, c.NotNull = nil, nil
	}
	pair(from, to)
	pair(first, last)
	switch {
	case from != 0 && to != 0:
		t.Kind, t.When = History, from
	case keys >= 2 && plain <= 1 && when == 0:
		t.Kind = Link
	case t.Person, t.named(w):
		t.Kind = Entity
	case when != 0 && keys > 0:
		t.Kind, t.When = Event, when
	case keys > 0 && len(t.Primary) > 1:
		t.Kind = Line
	case keys == 0 && len(t.Columns) <= 3 && t.Rows >= 0 && t.Rows <= 40:
		t.Kind = Lookup
	default:
		t.Kind = Entity
	}
}

// named reports whether rows have names of their own, as things do and events do
// not.
func (t *Table) named(w *World) bool {
	if len(t.Display) != 1 || w.Columns[t.Display[0]].Kind != Name {
		return false
	}
	return says([]string{lastWord(w.Columns[t.Display[0]].Phrases[0])}, "name title label")
}

// happened are participles for the nouns that dates are named after.
var happened = pairs(`hire hired; order ordered; birth born; start started; begin started; end ended; creation created; create created;
	release released; purchase purchased; payment paid; delivery delivered; ship shipped; shipping shipped; shipment shipped; close closed;
	closing closed; open opened; opening opened; launch launched; founding founded; foundation founded; join joined; registration registered;
	register registered; publication published; update updated; death died; enrollment enrolled; enrolment enrolled; arrival arrived;
	departure departed; sale sold; sales sold; booking booked; issue issued; transaction made; donation made; visit made;
	termination terminated; retirement retired; resolution resolved; admission admitted; discharge discharged; signup signed up; return returned; completion completed; installation installed;
	appointment scheduled; application submitted; claim filed; settlement settled; event held; meeting held; game played; match played`)

func pairs(s string) map[string]string {
	m := map[string]string{}
	for p := range strings.SplitSeq(s, ";") {
		if k, v, ok := strings.Cut(strings.TrimSpace(p), " "); ok {
			m[k] = v
		}
	}
	return m
}

// didFor guesses what happened on a date from its name.
func didFor(words []string) []string {
	var l []string
	for _, w := range words {
		switch {
		case happened[w] != "":
			l = append(l, happened[w])
		case strings.HasSuffix(w, "ed") && len(w) > 4:
			l = append(l, w)
		}
	}
	return l
}

// singular is the singular of a noun or of the last word of a phrase.
func singular(s string) string {
	i := strings.LastIndexByte(s, ' ') + 1
	head, w := s[:i], s[i:]
	for one, many := range oddPlurals {
		if many == w {
			return head + one
		}
	}
	switch {
	case len(w) < 4 || !strings.HasSuffix(w, "s") || hasSuffix(w, "ss", "us", "is"):
	case strings.HasSuffix(w, "ies") && len(w) > 4 && w != "movies":
		w = w[:len(w)-3] + "y"
	case hasSuffix(w, "sses", "xes", "ches", "shes", "zzes"):
		w = w[:len(w)-2]
	default:
		w = w[:len(w)-1]
	}
	return head + w
}
