package tell

import (
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// tellEmpty tells a result without rows.
func (t *teller) tellEmpty() {
	if none := t.noneOfWhat(); none != "" && len(t.filters) > 0 {
		t.sayOne(lead, map[string]phrase{"none": words(none), "conditions": claim(t.conditions(), story.Scope, nil)}, "there {none} {conditions}")
		if len(t.filters) > 1 && !t.Outside {
			t.say(detail, words("try fewer conditions"))
		}
		return
	}
	if len(t.filters) > 0 {
		var texts []string
		for _, f := range t.filters {
			texts = append(texts, f.Text)
		}
		conditions := claim(sanitize(strings.Join(texts, " and ")), story.Scope, nil)
		t.sayOne(lead, map[string]phrase{"conditions": conditions}, "no row matches “{conditions}”")
		if !t.Outside {
			t.say(detail, words("try a looser condition"))
		}
		return
	}
	t.sayOne(lead, nil, "no row matches", "nothing matches")
	if !t.Outside {
		t.say(detail, words("try a wider period or fewer conditions"))
	}
}

// noneOfWhat says what there is none of, where that is known.
func (t *teller) noneOfWhat() string {
	if _, many := t.Meaning.Record(); many != "" {
		return "are no " + many
	}
	if len(t.measures) != 1 || t.measures[0].words == "value" || t.measures[0].words == "count" {
		return ""
	}
	m := t.measures[0]
	return m.verb("is", "are") + " no " + m.words
}

// tellRow is a single value, or a lookup.
func (t *teller) tellRow() {
	defer t.sayPartialPeriod()
	row := t.table.Rows[0]
	if len(row) == 1 {
		t.tellValue()
		return
	}
	who := t.entity(0)
	var figures, counts []phrase
	for _, m := range t.measures {
		if len(m.rows) == 0 || len(figures)+len(counts) == 4 {
			continue
		}
		parts := map[string]phrase{"a": words(m.verb(article(m.words), m.words)), "name": words(m.words), "value": m.exact(0)}
		switch {
		case m.counts && m.values[0] == 0:
			counts = append(counts, claim("no "+m.words, story.Value, m.cols(), 0))
		case m.counts && m.values[0] == 1:
			parts["name"] = words(english.Singular(m.words))
			counts = append(counts, fill("{value} {name}", parts))
		case m.counts:
			counts = append(counts, fill("{value} {name}", parts))
		default:
			figures = append(figures, fill("{a} of {value}", parts))
		}
	}
	figures = append(counts, figures...)
	parts := map[string]phrase{"who": who, "figures": list(figures)}
	switch {
	case len(who) > 0 && len(figures) == 0:
		t.sayAnswer(who)
	case len(who) > 0 && t.asksWho():
		t.sayOne(lead, parts, "{who}, with {figures}")
	case len(who) > 0:
		t.sayOne(lead, parts, "{who} has {figures}")
	case t.tellTwoPeriods():
	case len(figures) > 0:
		t.say(lead, t.plainFigures())
	default:
		t.say(lead, words("the only matching row has no value"))
	}
	t.sayMissingInRow()
}

// asksWho reports whether the question asks who or when, not how much.
func (t *teller) asksWho() bool {
	return containsAny(nameWords(t.Question), []string{"which", "who", "when", "what", "top", "best", "worst", "most", "least", "highest", "lowest", "largest", "smallest"})
}

// plainFigures lists the figures of a row that belongs to nobody.
func (t *teller) plainFigures() phrase {
	var items []phrase
	for _, m := range t.measures {
		if len(m.rows) == 0 {
			continue
		}
		items = append(items, fill("{name} {is} {value}", map[string]phrase{"name": words(m.subject()), "is": words(t.is(m)), "value": m.exact(0)}))
		if len(items) == 4 {
			break
		}
	}
	p := list(items)
	if t.period != "" {
		p = append(fill("in {period}, ", map[string]phrase{"period": t.periodClaim()}), p...)
	}
	return p
}

func (t *teller) sayMissingInRow() {
	var empty []phrase
	for _, m := range t.measures {
		if len(m.rows) == 0 {
			empty = append(empty, words(m.words))
		}
	}
	if len(empty) > 0 && len(empty) <= 4 {
		t.say(caveat, fill("there is no value for {what}", map[string]phrase{"what": list(empty)}))
	}
}

// entity is whom or when a row is about: "Tent in March 2025".
func (t *teller) entity(row int) phrase {
	var p phrase
	for i, d := range t.dimensions[:min(len(t.dimensions), 3)] {
		if i > 0 {
			p = append(p, span{text: ", "})
		}
		p = append(p, nameOf(d.labels[row])...)
	}
	if t.times == nil || t.times.at[row].IsZero() {
		return p
	}
	if len(p) > 0 {
		p = append(p, span{text: t.times.preposition()})
	}
	return append(p, claim(t.times.name(row), story.Value, t.times.columns, row)...)
}

func (t *teller) tellValue() {
	c := t.table.Columns[0]
	parts := map[string]phrase{}
	begin, under := t.inPeriod(parts), ""
	if conditions := t.conditions(); conditions != "" {
		parts["conditions"] = claim(conditions, story.Scope, nil)
		under = " {conditions}"
	}
	switch {
	case t.times != nil && t.firstBy() != nil:
		t.sayAnswer(claim(t.times.name(0), story.Value, t.times.columns, 0))
	case t.times != nil:
		name, _ := measureName(c.Name)
		parts["name"], parts["value"] = words(name), claim(t.times.name(0), story.Value, t.times.columns, 0)
		t.sayOne(lead, parts, "the {name} is {value}"+under)
	case len(t.measures) == 1 && len(t.measures[0].rows) == 1:
		m := t.measures[0]
		parts["name"], parts["is"], parts["value"] = words(m.subject()), words(t.is(m)), m.exact(0)
		switch x := m.values[0]; {
		case t.sayPortion(m, parts):
		case m.counts && x == 0:
			parts["none"] = claim("no "+m.words, story.Value, m.cols(), 0)
			t.sayOne(lead, parts, begin+"there {is} {none}"+under)
		case m.counts && x == 1:
			parts["one"] = claim("one "+english.Singular(m.words), story.Value, m.cols(), 0)
			is := "is"
			if t.period != "" {
				is = "was"
			}
			t.sayOne(lead, parts, begin+"there "+is+" {one}"+under)
		case m.counts:
			parts["name"] = words(m.words)
			t.sayOne(lead, parts, begin+"there {is} {value} {name}"+under)
		default:
			if state := t.inState(m); state != "" {
				parts["conditions"], under = claim(state, story.Scope, nil), " ({conditions})"
			}
			t.sayOne(lead, parts, begin+"{name} {is} {value}"+under)
		}
	case t.table.Rows[0][0].IsNull():
		name, _ := measureName(c.Name)
		parts["name"], parts["is"] = words(name), t.tense("is", "was")
		t.sayOne(lead, parts, begin+"there {is} no value for {name}"+under)
	case c.Kind == table.Bool:
		parts["value"] = words(map[bool]string{true: "yes", false: "no"}[t.table.Rows[0][0].Bool()])
		t.sayOne(lead, parts, "the answer is {value}")
	default:
		t.sayAnswer(nameOf(t.dimensions[0].labels[0]))
	}
}

// subject is the measure as a sentence's subject.
func (m *measure) subject() string {
	if m.isCalculated() {
		return "the " + m.words
	}
	return m.words
}

// isCalculated reports whether the name says how the figure was worked out.
func (m *measure) isCalculated() bool {
	first, _, _ := strings.Cut(m.words, " ")
	return slices.Contains(calculated, first)
}

// calculated begin the names of figures that want an article.
var calculated = []string{"average", "median", "minimum", "maximum", "count", "number", "percentage", "share", "ratio", "rate", "running",
	"moving", "standard", "change", "last", "first", "highest", "lowest", "difference", "sum", "correlation"}

// soundsLikeOperation reports whether the name itself sounds like an operation, so that it
// must not stand alone before a figure: "the highest total revenue is 5".
func (m *measure) soundsLikeOperation() bool {
	return m.isCalculated() || m.growth || strings.HasPrefix(m.words, "total ") || strings.HasSuffix(m.words, " total")
}

// quantity is the measure as a figure that has one highest value.
func (m *measure) quantity() string {
	if m.counts {
		return "number of " + m.words
	}
	return m.words
}

// is agrees with the measure; what is over was.
func (t *teller) is(m *measure) string {
	if t.period != "" {
		return m.verb("was", "were")
	}
	return m.verb("is", "are")
}

// verb is the plural form of a verb where the measure is a plural.
func (m *measure) verb(one, many string) string {
	head, _, _ := strings.Cut(m.words, " in ") // total sales in 2024
	head, _, _ = strings.Cut(head, " as a percentage of ")
	if m.counts || english.IsPlural(head) && !strings.Contains(m.words, "number of ") && !strings.HasPrefix(m.words, "count of ") {
		return many
	}
	return one
}

// exact is a value as the row has it, to the second decimal: a single figure
// is what was asked for.
func (m *measure) exact(row int) phrase {
	x := m.values[row]
	text := m.show(x)
	if m.style == plainStyle && !m.calendar && math.Abs(x) < 1e15 {
		switch {
		case m.decimals == 0:
			text = m.withUnit(formatFixed(x, 0))
		case math.Abs(x) >= 1000:
			text = m.withUnit(formatFixed(x, min(max(m.places(x), 0), 2)))
		}
	}
	return claim(text, story.Value, []string{m.column}, row)
}

// value is a value of a row, readably.
func (m *measure) value(row int) phrase {
	return claim(m.show(m.values[row]), story.Value, []string{m.column}, row)
}
