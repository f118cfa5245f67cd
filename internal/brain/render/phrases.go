package render

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// cond says a condition.
func (s *speaker) cond(c *form.Cond) string {
	if c == nil {
		return "anything"
	}
	if c.Op == form.And || c.Op == form.Or {
		var list []string
		for _, a := range c.Args {
			text := s.cond(a)
			if len(a.Args) > 1 {
				text = "(" + text + ")"
			}
			list = append(list, text)
		}
		return strings.Join(list, " "+string(c.Op)+" ")
	}
	left := s.expr(c.Left)
	var values []string
	for _, v := range c.Values {
		values = append(values, value(v))
	}
	first := strings.Join(values, " and ")
	switch c.Op {
	case form.Equal, form.NotEqual, form.Less, form.Greater, form.LessEqual, form.GreaterEqual:
		return left + " " + s.sayComparison(c)
	case form.Between:
		return left + " is between " + first
	case form.AnyOf:
		return left + " is " + joinWords(cutList(values), "or")
	case form.NoneOf:
		return left + " is not " + joinWords(cutList(values), "or")
	case form.In:
		return left + " is among the " + Sentence(s.ix, c.Query)
	case form.NotIn:
		return left + " is not among the " + Sentence(s.ix, c.Query)
	case form.IsNull:
		return left + " is missing"
	case form.NotNull:
		return left + " is known"
	case form.During, form.NotDuring:
		not := ""
		if c.Op == form.NotDuring {
			not = "not "
		}
		if len(c.Values) > 0 {
			return left + " is " + not + s.period(c.Values[0].Period)
		}
	case form.AsOf:
		if len(c.Values) == 0 {
			return left + " to " + s.expr(c.Right) + " holds today"
		}
		return left + " to " + s.expr(c.Right) + " holds " + value(c.Values[0])
	}
	return left + " " + likes[c.Op] + " " + first
}

// period says a period as the listener knows it.
func (s *speaker) period(p span.Period) string {
	if s.plain {
		return plainPhrase(p)
	}
	return phrase(p)
}

var likes = map[form.CondOp]string{form.Contains: "contains", form.StartsWith: "starts with", form.EndsWith: "ends with", form.Matches: "is, in any case,",
	form.NotContains: "does not contain", form.NotStartsWith: "does not start with", form.NotEndsWith: "does not end with", form.NotMatches: "is not, in any case,"}

func (s *speaker) sayComparison(c *form.Cond) string {
	words := map[form.CondOp]string{form.Equal: "is", form.NotEqual: "is not", form.Less: "is less than", form.Greater: "is more than",
		form.LessEqual: "is at most", form.GreaterEqual: "is at least"}
	if c.Right == nil {
		return words[c.Op]
	}
	if yes := s.yesOrNo(c); yes != "" {
		return "is " + yes
	}
	if c.Right.Op == form.Literal && c.Right.Value.Kind == form.Period {
		p := c.Right.Value.Period
		switch c.Op {
		case form.Less:
			return "is before " + strings.TrimPrefix(phrase(p), "in ")
		case form.Greater:
			return "is after " + strings.TrimPrefix(phrase(p), "in ")
		}
		return words[c.Op] + " " + phrase(p)
	}
	return words[c.Op] + " " + s.expr(c.Right)
}

// value says a value as it is.
func value(v *form.Value) string {
	switch v.Kind {
	case form.Period:
		return phrase(v.Period)
	case form.Number:
		return v.Text
	}
	return "'" + v.Text + "'"
}

const said = "2 Jan 2006"

// phrase says a period: in October 2025, since 1 Jan 2019, on Mondays.
func phrase(p span.Period) string {
	text := ""
	if p.Recurring() {
		text = again(p.Every)
		if p.Start.IsZero() && p.End.IsZero() {
			return text
		}
		text += " "
	}
	switch {
	case p.End.IsZero():
		return text + "since " + instantWords(p.Start)
	case p.Start.IsZero():
		return text + "before " + instantWords(p.End)
	}
	if name := calendarName(p); name != "" {
		return text + name
	}
	if !midnight(p.Start) || !midnight(p.End) {
		return text + "from " + instantWords(p.Start) + " to before " + instantWords(p.End)
	}
	return text + "from " + p.Start.Format(said) + " to " + p.End.AddDate(0, 0, -1).Format(said)
}

func midnight(t time.Time) bool { return t.Equal(t.Truncate(24 * time.Hour)) }

func instantWords(t time.Time) string {
	if midnight(t) {
		return t.Format(said)
	}
	return t.Format(said + " 15:04")
}

// calendarName names a period that the calendar has a name for.
func calendarName(p span.Period) string {
	t := p.Start
	first := t.Day() == 1 && midnight(t)
	if name := p.FiscalName(); name != "" {
		return "in " + name
	}
	switch {
	case first && t.Month() == 1 && p.End.Equal(t.AddDate(1, 0, 0)):
		return "in " + t.Format("2006")
	case first && (t.Month()-1)%3 == 0 && p.End.Equal(t.AddDate(0, 3, 0)):
		return fmt.Sprintf("in Q%d %d", (t.Month()+2)/3, t.Year())
	case first && p.End.Equal(t.AddDate(0, 1, 0)):
		return "in " + t.Format("January 2006")
	case midnight(t) && p.End.Equal(t.AddDate(0, 0, 1)):
		return "on " + t.Format(said)
	}
	return ""
}

// PeriodName is a period as a sentence names it: March 2025, Q1 2025, 3 to 9 March
// 2025.
func PeriodName(p span.Period) string {
	if name := calendarName(p); name != "" {
		return name[len("in "):]
	}
	last := p.End.AddDate(0, 0, -1)
	from := "2 January 2006"
	switch {
	case p.Start.Year() == last.Year() && p.Start.Month() == last.Month():
		from = "2"
	case p.Start.Year() == last.Year():
		from = "2 January"
	}
	return p.Start.Format(from) + " to " + last.Format("2 January 2006")
}

// PeriodPhrase is a period with its preposition: in March 2025, from 3 to 9 March 2025.
func PeriodPhrase(p span.Period) string {
	if name := calendarName(p); name != "" {
		return name
	}
	return "from " + PeriodName(p)
}

// days says the first and last day of a period that has a name.
func days(p span.Period) string {
	name := calendarName(p)
	if p.Recurring() || name == "" || strings.HasPrefix(name, "on ") {
		return ""
	}
	last := p.End.AddDate(0, 0, -1)
	return p.Start.Format("2 Jan") + " – " + last.Format(said)
}

// again says a part of the calendar that comes again.
func again(e span.Every) string {
	name := func(n int) string {
		switch e.Of {
		case span.Month:
			return time.Month(n).String()
		case span.Day:
			return time.Weekday(n%7).String() + "s"
		case span.Quarter:
			return fmt.Sprintf("Q%d", n)
		}
		return fmt.Sprintf("H%d", n)
	}
	word := "in every "
	if e.Of == span.Day {
		word = "on "
	}
	if e.First == e.Last {
		return word + name(e.First)
	}
	return word + name(e.First) + " to " + name(e.Last)
}

// cutList is a list that fits into a sentence.
func cutList(values []string) []string {
	const most, shown = 8, 3
	if len(values) <= most {
		return values
	}
	return append(slices.Clone(values[:shown]), fmt.Sprintf("%d others", len(values)-shown))
}
