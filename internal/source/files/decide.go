package files

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// convertColumns converts columns of numbers and dates, and reports it. A
// file is written by one hand: what one column shows holds for another that
// could be read in two manners.
func (d *dialect) convertColumns(f file, list []*looked) []fault.Diagnostic {
	number, day := none, none
	for _, c := range list {
		if m, _ := c.number(none); m != none && d.columns[c.at].Type != "DOUBLE" && c.parted > 0 {
			number = agree(number, m)
		}
		if m, _ := c.date(none); m == dayFirst || m == monthFirst || m == dayFirstDashed || m == monthFirstDashed {
			day = agree(day, m)
		}
	}
	shown := number
	if number == none && d.delimiter == ';' {
		number = commaNumber // those who part fields so need the comma for decimals
	}
	n := notes{file: f}
	for _, c := range list {
		name, kind := d.columns[c.at].Name, d.columns[c.at].Type
		m, why := c.number(number)
		switch kind {
		case "DOUBLE": // 1.200 is a thousand and more only where the file shows it
			if shown != commaNumber || m != commaNumber || c.parted == 0 || c.fit[commaNumber] < c.values {
				continue
			}
		case "VARCHAR":
			if m == none && why == "" {
				m, why = c.date(day)
			}
		default:
			if m, why = c.date(day); m == none && why == "" {
				continue // in a manner that only DuckDB knows
			}
		}
		switch {
		case m == none && why != "":
			d.columns[c.at].Type = "VARCHAR"
			n.doubt(name, why)
		case m == none:
			n.nearly(name, c)
		case !small(f):
			if kind == "VARCHAR" {
				n.large(name, m, c)
			}
		default:
			d.convert(c, m)
			n.read(name, m, c)
		}
	}
	return n.list()
}

// none is no manner, and split two that contradict each other.
const (
	none  = -1
	split = -2
)

func agree(before, m int) int {
	if before == none || before == m {
		return m
	}
	return split
}

// number is the manner in which all values of a column are numbers, or why that
// cannot be said. Of two that are possible it is the one of the file.
func (c *looked) number(file int) (m int, why string) {
	if c.values == 0 || c.numbers < c.values || c.dressed == 0 {
		return none, ""
	}
	comma, point := c.fit[commaNumber] == c.values, c.fit[pointNumber] == c.values
	switch {
	case c.percent > 0 && c.percent < c.values:
		return none, "some values are in percent and some are not"
	case c.currencies > 1:
		return none, "the amounts are in several currencies"
	case comma && point && c.parted == 0:
		return pointNumber, ""
	case comma && point && file >= 0:
		return file, ""
	case comma && point:
		return none, fmt.Sprintf("%s may be %s or %s", c.example, understood(commaNumber, c.example), understood(pointNumber, c.example))
	case comma:
		return commaNumber, ""
	case point:
		return pointNumber, ""
	}
	return none, "some numbers have a decimal comma and some a decimal point"
}

// date is the same for dates.
func (c *looked) date(file int) (m int, why string) {
	if c.values == 0 || c.dates < c.values {
		return none, ""
	}
	var able []int
	for m := numberManners; m < mannerCount; m++ {
		if c.fit[m] == c.values {
			able = append(able, m)
		}
	}
	switch {
	case len(able) == 1:
		return able[0], ""
	case len(able) == 0:
		return none, "the dates are written in several orders"
	case slices.Contains(able, file):
		return file, ""
	}
	return none, fmt.Sprintf("%s may be %s or %s", c.example, understood(able[0], c.example), understood(able[1], c.example))
}

// convert lets a column be read as text and made what it is, exactly.
func (d *dialect) convert(c *looked, m int) {
	value := of(manners[m].read, trimExpr(d.columns[c.at].Name))
	kind := "DATE"
	switch {
	case m < numberManners:
		kind = exactType(c.whole[m], c.scale[m])
	case c.timed > 0:
		kind = "TIMESTAMP"
	}
	d.columns[c.at].Type = "VARCHAR"
	if d.made == nil {
		d.made = map[int]string{}
	}
	d.made[c.at] = fmt.Sprintf("CAST(%s AS %s)", value, kind)
}
