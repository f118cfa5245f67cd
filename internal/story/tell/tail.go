package tell

import (
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// sayTail says who is last, and who is below zero.
func (t *teller) sayTail(r ranking) {
	m, last := r.m, len(r.rows)-1
	if len(r.rows) < 3 {
		return
	}
	var negative []int
	for _, row := range r.rows {
		if m.values[row] < 0 {
			negative = append(negative, row)
		}
	}
	parts := map[string]phrase{
		"who": r.who(last), "low": claim(m.worst(), story.Minimum, m.cols(), r.rows[last]), "value": r.value(last), "name": words(m.words),
		"has": t.tense("has", "had"), "is": t.tense("is", "was"), "have": t.tense("have", "had"), "are": t.tense("are", "were"),
		"negative": claim(spellCount(len(negative)), story.Count, m.cols(), negative...),
		"all":      claim(countOf(len(t.table.Rows), r.d.one, r.d.many), story.Count, nil),
	}
	switch {
	case t.partial && t.ends(m) != lowerEnd:
		// Others may be lower; this one only ends the list.
		if r.lows == 1 && r.rows[last] == len(t.table.Rows)-1 && !r.isNameless(last) && t.table.Truncated == table.Whole {
			parts["closes"] = t.tense("closes", "closed")
			t.sayOne(detail, parts, "{who} {closes} the list with {value}")
		}
	case r.lows > 3 && m.soundsLikeOperation():
	case r.lows > 3 && t.countable(r):
		parts["number"] = claim(spellCount(r.lows), story.Count, m.cols(), r.rows[len(r.rows)-r.lows:]...)
		t.sayOne(comparison, parts, "{number} of the {all} {have} the {low} {name}, {value}")
	case r.lows > 3:
		parts["many"] = words(r.d.many)
		t.sayOne(comparison, parts, "several {many} {have} the {low} {name}, {value}")
	case r.lows > 1:
		var holders []phrase
		for place := len(r.rows) - r.lows; place < len(r.rows); place++ {
			if r.isNameless(place) {
				return
			}
			holders = append(holders, r.who(place))
		}
		parts["who"] = list(holders)
		t.sayOne(comparison, parts, "{who} {have} the {low} {name}, {value} each")
	case r.isNameless(last):
	case len(negative) == len(t.table.Rows) && len(r.d.missing) == 0:
		t.sayOne(comparison, parts, "all {all} {are} negative; the {low} {is} {who} with {value}")
	case len(negative) > 1 && len(negative) < len(r.rows) && len(r.d.missing) == 0:
		t.sayOne(comparison, parts, "{negative} of the {all} {are} negative; the {low} {is} {who} with {value}")
	case len(negative) == 1:
		t.sayOne(comparison, parts, "only {who} {is} negative, with {value}")
	case len(t.measures) > 1:
		t.sayOne(detail, parts, "{who} {has} the {low} {name}, {value}")
	case m.counts:
		t.sayOne(detail, parts, "{who} {has} the {low} {name}, {value}", "{who} {has} the {low}, {value}")
	default:
		t.sayOne(detail, parts, "{who} {has} the {low} {name}, {value}", "the {low} {is} {who} with {value}")
	}
}

// lowFirst reports whether the story begins at the low end: where the rows are
// those with the lowest figures, or all of them and that end was asked for.
func (t *teller) lowFirst(m *measure) bool {
	e := t.ends(m)
	return e == lowerEnd || e == bothEnds && t.asksLowest(m)
}

// lowestFirst answers a question about the low end, if a name holds it.
func (t *teller) lowestFirst(r ranking) bool {
	m, last := r.m, len(r.rows)-1
	parts := map[string]phrase{
		"who": r.who(last), "low": claim(m.worst(), story.Minimum, m.cols(), r.rows[last]), "value": r.value(last), "name": words(m.words),
		"top": claim(m.best(), story.Maximum, m.cols(), r.rows[0]), "first": r.who(0), "high": r.value(0),
		"next": r.who(last - 1), "second": r.value(last - 1), "is": t.tense("is", "was"), "has": t.tense("has", "had"),
	}
	switch {
	case r.lows > 1:
		if t.sayTail(r); len(t.sentences) == 0 {
			return false
		}
		t.sentences[0].weight = lead
	case r.isNameless(last):
		return false
	default:
		t.sayOne(lead, parts, t.inPeriod(parts)+"{who} {has} the {low} {name}, {value}")
		if len(r.rows) > 2 && r.at(last-1) != r.at(last-2) && !r.isNameless(last-1) {
			t.sayOne(comparison, parts, "{next} {is} next with {second}")
		}
	}
	if r.ties == 1 && !r.isNameless(0) && !t.partial {
		t.sayOne(detail, parts, "{first} {has} the {top} {name}, {high}")
	}
	return true
}
