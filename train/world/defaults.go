package world

import "strings"

// usual are the phrases of columns that every trade has.
var usual = map[string][]string{
	"email":   {"email", "email address", "e-mail"},
	"phone":   {"phone number", "phone", "telephone number"},
	"city":    {"city", "town"},
	"country": {"country"},
	"state":   {"state"},
	"from":    {"valid from", "start date", "effective date"},
	"to":      {"valid to", "end date", "expiry date"},
	"year":    {"year"},
	"month":   {"month"},
	"ym":      {"month"},
	"seq":     {"line number", "sequence number"},
	"text":    {"notes", "remarks", "comment"},
	"person":  {"name", "full name"},
}

// degrees say how people compare by a thing, by its last word.
var degrees = degreeTable(`
	price cost fee rent fare charge tuition premium toll = most expensive/cheapest/more expensive/cheaper
	weight = heaviest/lightest/heavier/lighter
	duration length runtime time wait = longest/shortest/longer/shorter
	distance = longest/shortest/longer/shorter
	height = tallest/shortest/taller/shorter
	area size capacity population hectares acreage volume surface = largest/smallest/larger/smaller
	salary wage pay = best paid/worst paid/better paid/worse paid
	speed = fastest/slowest/faster/slower
	rating score grade = best rated/worst rated/better rated/worse rated
	amount total budget balance quantity revenue value spend = largest/smallest/larger/smaller
	depth = deepest/shallowest/deeper/shallower
	width = widest/narrowest/wider/narrower
	elevation altitude = highest/lowest/higher/lower
	temperature = hottest/coldest/hotter/colder
	age = oldest/youngest/older/younger
	power = most powerful/least powerful/more powerful/less powerful`)

func degreeTable(s string) map[string]Degree {
	m := map[string]Degree{}
	for line := range strings.Lines(s) {
		words, forms, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok {
			continue
		}
		f := strings.Split(forms, "/")
		for _, w := range strings.Fields(words) {
			m[w] = Degree{f[0], f[1], f[2], f[3]}
		}
	}
	return m
}

// defaults fills in what a line left out.
func (c *columnSpec) defaults(t *tableSpec) {
	noun := t.nouns[0].One
	if len(c.phrases) == 0 {
		c.phrases = usual[c.kind]
	}
	if len(c.phrases) == 0 {
		switch c.kind {
		case "id":
			c.phrases = []string{noun + " number", noun + " id"}
		case "name":
			c.phrases = []string{"name", noun + " name"}
		case "key", "code":
			c.phrases = []string{noun + " code", "code"}
		case "status":
			c.phrases = []string{"status", noun + " status"}
		}
	}
	if c.degree == nil {
		switch c.kind {
		case "amt", "price", "qty", "num", "dur":
			if d, ok := degrees[lastWord(c.phrases[0])]; ok {
				c.degree = &d
			}
		}
	}
	if c.kind == "date" && strings.HasPrefix(c.phrases[0], "birth") || lastWord(c.phrases[0]) == "birth" {
		c.degree = &Degree{"youngest", "oldest", "younger", "older"}
	}
	if w, _, _ := strings.Cut(c.phrases[0], " "); t.person && c.kind == "date" && c.degree == nil && (w == "hire" || w == "joining" || w == "sign-up" || w == "signup") {
		c.degree = &Degree{Most: "newest", Least: "longest-standing"}
		if w == "hire" {
			c.degree.Least = "longest-serving"
		}
	}
	if c.nullable {
		c.defaultNull()
	}
	if c.kind == "flag" {
		c.defaultFlag()
	}
	if c.kind == "status" {
		c.before = true
	}
	if c.kind == "self" {
		c.role, c.nullable = true, true
		if len(c.null) == 0 {
			c.null = []Phrase{{"without " + article(c.phrases[0]), true}, {"with no " + c.phrases[0], true}}
		}
	}
}

func (c *columnSpec) defaultNull() {
	p := c.phrases[0]
	plainThing := c.kind != "status" && c.kind != "cat"
	if len(c.null) == 0 {
		c.null = []Phrase{{"without " + article(p), true}, {"with no " + p, true}, {"that have no " + p, true}}
		if c.kind == "email" || c.kind == "phone" {
			c.null = append(c.null, Phrase{"with no " + p + " on file", true}, Phrase{"missing " + article(p), true})
		}
		if !plainThing {
			c.null = append(c.null, Phrase{"where the " + p + " is missing", true})
		}
	}
	if len(c.notNull) == 0 {
		c.notNull = []Phrase{{"with " + article(p), true}, {"that have " + article(p), true}}
	}
}

func (c *columnSpec) defaultFlag() {
	if len(c.yes) == 0 {
		c.yes = []Phrase{{c.phrases[0], false}}
	}
	if len(c.no) == 0 {
		for _, y := range c.yes {
			if y.After {
				c.no = append(c.no, Phrase{"that are not " + y.Text, true})
			} else {
				c.no = append(c.no, Phrase{"not " + y.Text, true}, Phrase{"that are not " + y.Text, true})
			}
		}
	}
}

// meansOnly are words for numbers of what happens that are not added up.
const meansOnly = `score rating stars grade mark minute matchday round number tooth place rank temperature speed wind sugar age severity
	level interest satisfaction height oxygen term index haemoglobin fat value tempo capacity size elevation load maximum minimum value
	price deductible refills count rainfall sunshine lactations position interest experience days storeys floor floors altitude depth
	mileage odometer recommend quality impressions deviation bedrooms bathrooms area supply length`

// addsUp reports whether the sum of a column makes sense. Numbers of things do
// not add up, those of what happens mostly do: passengers, hours, kilograms.
func (c *columnSpec) addsUp(t *tableSpec) bool {
	switch c.kind {
	case "amt", "qty", "dur":
		return !c.mean
	case "num":
		happens := t.kind == Event || t.kind == Line || t.kind == Link || t.kind == Snapshot
		return happens && !c.mean && !says(strings.Fields(c.phrases[0]), meansOnly)
	}
	return false
}

// bounds is the range of a column's numbers.
func (c *columnSpec) bounds() (low, high float64) {
	if c.ranged {
		return c.low, c.high
	}
	switch c.kind {
	case "amt":
		return 10, 5000
	case "price":
		return 2, 400
	case "qty":
		return 1, 50
	case "rate":
		return 0, 0.5
	case "pct":
		return 0, 100
	case "dur":
		return 5, 240
	case "year":
		return 1995, 2025
	case "seq":
		return 1, 9
	}
	return 1, 100
}

// kindOf is the public kind of a column's line.
func (c *columnSpec) kindOf() Kind {
	switch c.kind {
	case "id":
		return ID
	case "key", "code":
		return Code
	case "name", "person":
		return Name
	case "cat", "state":
		return Category
	case "status":
		return Status
	case "flag":
		return Flag
	case "date":
		return Date
	case "ts":
		return Timestamp
	case "from":
		return ValidFrom
	case "to":
		return ValidTo
	case "amt", "price":
		return Amount
	case "qty", "num":
		return Quantity
	case "rate":
		return Rate
	case "pct":
		return Percent
	case "dur":
		return Duration
	case "year":
		return Year
	case "month", "ym":
		return Month
	case "seq":
		return Sequence
	case "email":
		return Email
	case "phone":
		return Phone
	case "city":
		return City
	case "country":
		return Country
	case "fk":
		return Foreign
	case "self":
		return Parent
	}
	return Text
}
