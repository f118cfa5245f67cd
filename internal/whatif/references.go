package whatif

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// Reference says where a figure of a sentence comes from.
type Reference struct {
	Text   string // as it stands in the sentence
	Source string // for people
}

var numeral = regexp.MustCompile(`[-+]?\d[\d,]*(?:\.\d+)?%?`)

// References finds the figures of the sentences again: in the table, or among
// what describes the fit. What a change adds up to is summed again. A figure
// that is found nowhere has none.
func (r *Result) References() []Reference {
	wrong := r.wrongSums()
	var list []Reference
	for _, sentence := range r.Sentences {
		for _, at := range numeral.FindAllStringIndex(sentence, -1) {
			text := strings.TrimRight(sentence[at[0]:at[1]], ",")
			if year.MatchString(text) || at[0] > 0 && partOfWord(sentence[at[0]-1]) {
				continue
			}
			if source := r.sourceOf(text, wrong); source != "" {
				list = append(list, Reference{text, source})
			}
		}
	}
	return list
}

// year is a number of four digits without a comma, which no figure is.
var year = regexp.MustCompile(`^[-+]?\d{4}$`)

// partOfWord is true after a letter or a hyphen: Q3, 2025-03.
func partOfWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-' || b >= '0' && b <= '9'
}

func (r *Result) sourceOf(text string, wrong []string) string {
	for _, f := range r.Fit {
		if strings.TrimPrefix(f.Text, "below ") == text && !slices.Contains(wrong, f.Name) {
			return strings.ReplaceAll(f.Name, "_", " ") + " of what was computed"
		}
	}
	for i, row := range r.Table.Rows {
		for c, v := range row {
			if v.Kind().Numeric() && sayValue(v) == text {
				return phrase("%s, row %d of what was computed", r.Table.Columns[c].Name, i+1)
			}
		}
	}
	return ""
}

// wrongSums are the totals of a change that the rows do not add up to.
func (r *Result) wrongSums() []string {
	if r.Roles.After == "" {
		return nil
	}
	var wrong []string
	for name, column := range map[string]int{"before": r.column(r.Roles.Y), "after": r.column(r.Roles.After), "difference": len(r.Table.Columns) - 1} {
		i := slices.IndexFunc(r.Fit, func(f Figure) bool { return f.Name == name })
		if i < 0 {
			continue
		}
		const rounding = 1e-9
		sum, told := math.NaN(), r.Fit[i].Value
		if column >= 0 {
			sum = ratFloat(sumOf(r.Table, column, r.column(r.Roles.After)))
		}
		if !(abs(sum-told) <= rounding*max(abs(sum), abs(told))) {
			wrong = append(wrong, name)
		}
	}
	return wrong
}

func (r *Result) column(name string) int {
	return slices.IndexFunc(r.Table.Columns, func(c table.Column) bool { return c.Name == name })
}

// sumOf adds a column up, over the rows that another has a number in.
func sumOf(t *table.Table, column, known int) *big.Rat {
	sum := new(big.Rat)
	for _, row := range t.Rows {
		_, counts := exact(row[known])
		if v, ok := exact(row[column]); ok && counts {
			sum.Add(sum, v)
		}
	}
	return sum
}

// Spoken is a table whose periods are written as people say them. A table
// without periods stays as it is.
func Spoken(t *table.Table, column string) *table.Table {
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == column })
	if at < 0 {
		return t
	}
	line, ok := readTimeline(t, nil, at)
	if !ok || line.unit != Month && line.unit != Quarter {
		return t
	}
	out := &table.Table{Columns: slices.Clone(t.Columns), Truncated: t.Truncated}
	out.Columns[at].Kind = table.Text
	for i, row := range t.Rows {
		row = slices.Clone(row)
		if line.periods[i] != missing {
			row[at] = table.NewText(line.periodName(line.periods[i]))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
