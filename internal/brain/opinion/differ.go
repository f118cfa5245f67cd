package opinion

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// differences says in plain words where a statement parts from a reading; none
// where both say the same. More columns than the reading shows are no
// difference.
func (s *Second) differences(own, reading *parts) []string {
	list := measureDifferences(own, reading)
	list = append(list, filters(own.filters, reading.filters, "a filter")...)
	list = append(list, filters(own.having, reading.having, "a filter on the groups")...)
	list = append(list, groupDifferences(own, reading)...)
	list = append(list, limitDifferences(own, reading)...)
	list = append(list, tables(own, reading)...)
	if own.listed && reading.listed && own.distinct != reading.distinct && len(list) == 0 && own.limit == "" {
		if own.distinct {
			list = append(list, "lists each value once")
		} else {
			list = append(list, "lists values as often as they occur")
		}
	}
	switch {
	case own.op != reading.op:
		list = append(list, "combines lists in another way")
	case own.set != nil && reading.set != nil:
		list = append(list, s.differences(own.set, reading.set)...)
	}
	list = slices.Compact(list)
	if len(list) > mostDifferences {
		list = append(list[:mostDifferences], "and more")
	}
	return list
}

// measureDifferences says which figures or columns are missing, added or other.
func measureDifferences(own, reading *parts) []string {
	more, less := own.measures.without(reading.measures), reading.measures.without(own.measures)
	switch {
	case len(less) > 0 && own.listed && reading.listed:
		if len(own.measures.keys) == len(more) {
			return []string{"another column: " + both(more, less)}
		}
		return []string{"does not show " + strings.Join(less, ", ")}
	case len(less) > 0 && len(more) > 0:
		return []string{"another measure: " + both(more, less)}
	case len(less) > 0:
		return []string{"does not compute " + strings.Join(less, ", ")}
	case len(more) > 0 && reading.listed != own.listed:
		return []string{"computes " + strings.Join(more, ", ") + " instead of listing"}
	}
	return nil
}

func groupDifferences(own, reading *parts) []string {
	var list []string
	if !own.groups.equal(reading.groups) {
		more, less := own.groups.without(reading.groups), reading.groups.without(own.groups)
		switch {
		case len(more) > 0 && len(less) > 0:
			list = append(list, "grouped by "+both(more, less))
		case len(more) > 0:
			list = append(list, "also grouped by "+strings.Join(more, ", "))
		default:
			list = append(list, "not grouped by "+strings.Join(less, ", "))
		}
	}
	if !own.per.equal(reading.per) {
		list = append(list, "the limit holds within other groups")
	}
	return list
}

func limitDifferences(own, reading *parts) []string {
	switch {
	case own.limit == reading.limit:
		if own.limit != "" && own.order != reading.order && own.order != "" && reading.order != "" {
			return []string{"ordered " + own.order + " instead of " + reading.order}
		}
		return nil
	case own.limit == "":
		return []string{"shows all rows instead of " + reading.limit}
	case reading.limit == "":
		return []string{"shows only " + own.limit}
	}
	return []string{"shows " + own.limit + " instead of " + reading.limit}
}

const mostDifferences = 4

func both(more, less []string) string {
	return strings.Join(more, ", ") + " instead of " + strings.Join(less, ", ")
}

// filters says which conditions are missing, added or other.
func filters(own, reading part, what string) []string {
	var list []string
	more, less := own.without(reading), reading.without(own)
	if len(more) == 1 && len(less) == 1 {
		return []string{"another " + strings.TrimPrefix(what, "a ") + ": " + both(more, less)}
	}
	for _, w := range less {
		list = append(list, what+" is missing: "+w)
	}
	for _, w := range more {
		list = append(list, what+" is added: "+w)
	}
	return list
}

// tables says which tables are joined beside those of the reading: they can
// take rows away or repeat them.
func tables(own, reading *parts) []string {
	var list []string
	for _, j := range own.joins.without(reading.joins) {
		list = append(list, "joins by "+j)
	}
	if len(list) > 0 { // which table's rows are meant follows from the join
		return list
	}
	if more := own.tables.without(reading.tables); len(more) > 0 {
		list = append(list, "also reads "+strings.Join(more, ", "))
	}
	if less := reading.tables.without(own.tables); len(less) > 0 {
		list = append(list, "does not read "+strings.Join(less, ", "))
	}
	if own.keep != reading.keep {
		if own.keep != form.NoTable {
			list = append(list, "keeps rows without a match")
		} else {
			list = append(list, "leaves out rows without a match")
		}
	}
	return list
}
