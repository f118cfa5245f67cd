package readback

import (
	"regexp"
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// PostgreSQL and DuckDB have functions of their own for what SQLite does with
// date, strftime and julianday. They are read as SQLite's, so that everything
// after this file knows one way only.

// native is a call in SQLite's words where another engine has its own.
func native(n *node) *node {
	text := func(i int) string {
		if i < len(n.args) && n.args[i].kind == kText {
			return strings.ToLower(n.args[i].text)
		}
		return ""
	}
	switch n.text {
	case "date_trunc":
		if mods, ok := truncations[text(0)]; ok && len(n.args) == 2 {
			return call("date", append([]*node{n.args[1]}, texts(mods)...)...)
		}
	case "extract", "date_part", "datepart":
		if len(n.args) == 2 {
			return part(n, text(0), n.args[1])
		}
	case "year", "month", "quarter", "hour", "dayofweek", "epoch":
		if len(n.args) == 1 {
			return part(n, n.text, n.args[0])
		}
	case "to_char":
		if len(n.args) == 2 && n.args[1].kind == kText {
			if f, ok := formats[n.args[1].text]; ok {
				return call("strftime", &node{kind: kText, text: f}, n.args[0])
			}
			if strings.ReplaceAll(n.args[1].text, `"`, "") == "YYYY-QQ" {
				return call("date", n.args[0], &node{kind: kText, text: "start of quarter"})
			}
		}
	case "strftime":
		if len(n.args) == 2 && n.args[1].kind == kText && strings.HasPrefix(n.args[1].text, "%") && text(0) == "" { // DuckDB has the time first
			return call("strftime", n.args[1], n.args[0])
		}
	case "date_diff", "datediff", "date_sub", "datesub":
		if len(n.args) == 3 {
			return since(n, text(0))
		}
	case "now", "current_date", "today", "get_current_timestamp", "current_timestamp":
		if len(n.args) == 0 {
			return &node{kind: kText, text: "now"}
		}
	case "to_date", "make_timestamp", "timestamp":
		if len(n.args) > 0 && n.args[0].kind == kText {
			return n.args[0]
		}
	}
	return ofRows(n)
}

func texts(list []string) []*node {
	var out []*node
	for _, s := range list {
		out = append(out, &node{kind: kText, text: s})
	}
	return out
}

var truncations = map[string][]string{"day": nil, "week": {"weekday 0", "-6 days"}, "month": {"start of month"}, "quarter": {"start of quarter"},
	"year": {"start of year"}}

var formats = map[string]string{"YYYY": "%Y", "YYYY-MM": "%Y-%m", "YYYY-MM-DD": "%Y-%m-%d", "MM": "%m", "HH24": "%H", "D": "%w"}

var fields = map[string]string{"year": "%Y", "month": "%m", "dow": "%w", "dayofweek": "%w", "hour": "%H"}

// part is a field of a time.
func part(n *node, field string, of *node) *node {
	if f, ok := fields[field]; ok {
		return call("strftime", &node{kind: kText, text: f}, of)
	}
	switch field {
	case "quarter": // as people compute it without a function
		m := call("strftime", &node{kind: kText, text: "%m"}, of)
		sum := &node{kind: kBinary, text: "+", args: []*node{m, number("2")}}
		return &node{kind: kBinary, text: "/", args: []*node{sum, number("3")}}
	case "epoch":
		if of.kind == kBinary && of.text == "-" {
			return seconds(of.args[0], of.args[1])
		}
		return call("epoch", of)
	}
	return n
}

// since is the time from the second operand to the third in a unit.
func since(n *node, unit string) *node {
	days := days(n.args[2], n.args[1])
	switch unit {
	case "day":
		return days
	case "hour", "minute":
		per := map[string]string{"hour": "24", "minute": "1440"}[unit]
		return &node{kind: kBinary, text: "*", args: []*node{days, number(per)}}
	case "month", "year": // counted in whole ones; near enough to say what is meant
		per := map[string]string{"month": "30.44", "year": "365.25"}[unit]
		return &node{kind: kBinary, text: "/", args: []*node{days, number(per)}}
	}
	return n
}

func days(later, earlier *node) *node {
	return &node{kind: kBinary, text: "-", args: []*node{call("julianday", later), call("julianday", earlier)}}
}

func seconds(later, earlier *node) *node {
	return &node{kind: kBinary, text: "*", args: []*node{days(later, earlier), number("86400")}}
}

// ofRows reads the engines' ways to ask for the middle, or for the place of
// a share of the rows.
func ofRows(n *node) *node {
	if len(n.args) != 2 {
		return n
	}
	share, of := n.args[0], n.args[1]
	switch n.text {
	case "percentile_cont", "percentile_disc":
	case "quantile_cont", "quantile_disc", "quantile":
		share, of = of, share
	default:
		return n
	}
	p, err := strconv.ParseFloat(share.text, 64)
	if share.kind != kNumber || err != nil {
		return n
	}
	c := *n
	switch {
	case near(p, 0.5):
		c.text, c.args = "median", []*node{of}
	case !strings.HasSuffix(n.text, "_cont"):
		c.text, c.args = "percentile", []*node{of, number(strconv.FormatFloat(100*p, 'g', 10, 64))}
	}
	return &c
}

// cast reads a cast for what it means: a day of a time, a span of time, or
// nothing that the form tells apart.
func (e *expressions) cast(c *pg.TypeCast) *node {
	arg := e.node(c.Arg)
	names := c.TypeName.GetNames()
	if len(names) == 0 {
		return arg
	}
	switch strings.ToLower(names[len(names)-1].GetString_().GetSval()) {
	case "interval":
		if mods := c.TypeName.Typmods; arg.kind == kText && len(mods) > 0 { // interval '70' day
			unit, ok := intervalUnits[mods[0].GetAConst().GetIval().GetIval()]
			if !ok {
				refuse("interval", "")
			}
			arg = &node{kind: kText, text: arg.text + " " + unit}
		}
		return call("interval", arg)
	case "float4", "float8", "numeric", "real", "double":
		if arg.kind == kColumn { // so that a division is not one of whole numbers
			return &node{kind: kBinary, text: "*", args: []*node{arg, number("1.0")}}
		}
	case "date":
		if arg.kind == kColumn || arg.kind == kText {
			return call("date", arg)
		}
	}
	return arg
}

// intervalUnits are the bits by which PostgreSQL's parser names a unit.
var intervalUnits = map[int32]string{1 << 1: "month", 1 << 2: "year", 1 << 3: "day", 1 << 10: "hour", 1 << 11: "minute"}

var spans = regexp.MustCompile(`^\s*(-?\d+)\s*(day|week|month|quarter|year|hour|minute)s?\s*$`)

// shiftTime is a time plus or minus a span of time, as a modifier of the time.
func shiftTime(n *node) *node {
	if n.text != "+" && n.text != "-" {
		return n
	}
	at, by := n.args[0], n.args[1]
	if n.text == "+" && isInterval(at) {
		at, by = by, at
	}
	amount := ""
	switch {
	case isInterval(by):
		amount = strings.ToLower(by.args[0].text)
	case by.kind == kNumber && isTime(at): // so many days
		amount = by.text + " day"
	default:
		return n
	}
	p := spans.FindStringSubmatch(amount)
	if p == nil {
		refuse("interval", "%s", amount)
	}
	count, err := strconv.Atoi(p[1])
	if err != nil || count > 1e6 || count < -1e6 {
		refuse("interval", "%s", amount)
	}
	unit := p[2]
	switch unit {
	case "week":
		count, unit = 7*count, "day"
	case "quarter":
		count, unit = 3*count, "month"
	}
	if n.text == "-" {
		count = -count
	}
	name := "date"
	if unit == "hour" || unit == "minute" {
		name = "datetime"
	}
	modifier := &node{kind: kText, text: strconv.Itoa(count) + " " + unit + "s"}
	if at.kind == kCall && at.text == name {
		return call(name, append(append([]*node{}, at.args...), modifier)...)
	}
	return call(name, at, modifier)
}

func isInterval(n *node) bool {
	return n.kind == kCall && n.text == "interval" && n.args[0].kind == kText
}

// isTime says that a literal, or what is computed from one, is a time.
func isTime(n *node) bool {
	return n.kind == kText && n.text == "now" || n.kind == kCall && (n.text == "date" || n.text == "datetime")
}

// test reads is true, is not false and their like.
func (e *expressions) test(t *pg.BooleanTest) *node {
	arg := e.node(t.Arg)
	switch t.Booltesttype {
	case pg.BoolTestType_IS_TRUE, pg.BoolTestType_IS_NOT_FALSE:
		return &node{kind: kBinary, text: "=", args: []*node{arg, number("1")}}
	case pg.BoolTestType_IS_FALSE, pg.BoolTestType_IS_NOT_TRUE:
		return &node{kind: kBinary, text: "=", args: []*node{arg, number("0")}}
	}
	refuse("expression", "a test for unknown")
	return nil
}
