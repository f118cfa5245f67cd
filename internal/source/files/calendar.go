package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/gloss"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// Words for the parts of a date in headers.
var (
	yearWords  = []string{"year", "yr", "jahr", "ano", "año", "annee", "année", "anno", "jaar"}
	monthWords = []string{"month", "mon", "monat", "mes", "mês", "mois", "mese", "maand"}
	dayWords   = []string{"day", "dom", "tag", "dia", "día", "jour", "giorno", "dag"}
)

// datePart is a column that holds a part of a date, and the words that its header
// has beside the one for the part: arrival date of arrival_date_year.
type datePart struct {
	at    int
	about string
}

// addDate adds a date to a table that has it in parts, a year and a month and perhaps
// a day in columns of their own. A table with dates gets it only where the headers
// say what the date is of.
func (b *build) addDate(ctx context.Context, f file, s staged, findings []finding) ([]finding, error) {
	if f.settings.Dates != nil && !*f.settings.Dates {
		return findings, nil
	}
	dated := slices.ContainsFunc(findings, func(c finding) bool {
		return c.reading.kind == kindDate || c.native == "DATE" || c.native == "TIMESTAMP"
	})
	for _, year := range partsNamed(findings, yearWords) {
		month, ok := partAbout(findings, monthWords, year.about)
		if !ok || dated && year.about == "" || slices.ContainsFunc(findings, func(c finding) bool { return strings.Join(wordsOf(c.name), " ") == year.about }) {
			continue
		}
		sql, example, err := b.dateOf(ctx, s, findings, year, month)
		if err != nil || sql == "" {
			return findings, err
		}
		name := cleanNames(append(namesOf(findings), strings.ReplaceAll(dateName(year.about), " ", "_")))[len(findings)]
		made := finding{column: column{sql, name, "DATE"}, native: "DATE", note: "of " + findings[year.at].name + " and " + findings[month.at].name}
		b.unit.Decisions = append(b.unit.Decisions, Decision{File: f.shown, Column: findings[year.at].name + ", " + findings[month.at].name, As: AsParts, Value: name, Example: example})
		return append(findings, made), nil
	}
	return findings, nil
}

func dateName(about string) string {
	if about == "" {
		return "date"
	}
	return about
}

func namesOf(findings []finding) []string {
	list := make([]string, len(findings))
	for i, c := range findings {
		list[i] = c.name
	}
	return list
}

// partsNamed are the columns whose header has one of the words.
func partsNamed(findings []finding, words []string) []datePart {
	var list []datePart
	for i, c := range findings {
		named := wordsOf(c.name)
		at := slices.IndexFunc(named, func(w string) bool { return slices.Contains(words, w) })
		if at < 0 || c.separator != "" || isList(c.column) {
			continue
		}
		rest := slices.Delete(slices.Clone(named), at, at+1)
		rest = slices.DeleteFunc(rest, func(w string) bool { return w == "of" || w == "number" || w == "name" || w == "num" })
		list = append(list, datePart{i, strings.Join(rest, " ")})
	}
	return list
}

func partAbout(findings []finding, words []string, about string) (datePart, bool) {
	for _, p := range partsNamed(findings, words) {
		if p.about == about || words[0] == "day" && (p.about == strings.TrimSpace(about+" month") || p.about == strings.TrimSpace("month "+about)) {
			return p, true
		}
	}
	return datePart{}, false
}

// dateOf is the date in SQL, and one of the data; "" where the columns hold something
// else than years and months.
func (b *build) dateOf(ctx context.Context, s staged, findings []finding, year, month datePart) (sql, example string, err error) {
	y := findings[year.at].sql()
	const most = 40
	m := fmt.Sprintf("CAST(%s AS VARCHAR)", findings[month.at].sql())
	found, err := b.Ask(ctx, fmt.Sprintf("SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL LIMIT %d", m, s.table, m, most))
	if err != nil {
		return "", "", err
	}
	var cases []string
	for _, row := range found.Rows {
		text := row[0].String()
		n := monthOf(text)
		if n == 0 {
			return "", "", nil
		}
		cases = append(cases, fmt.Sprintf("WHEN %s THEN %d", duckdb.Literal(text), n))
	}
	if len(cases) < 2 {
		return "", "", nil
	}
	d := "1"
	if day, ok := partAbout(findings, dayWords, year.about); ok && findings[day.at].native == "BIGINT" {
		d = findings[day.at].sql()
	}
	sql = fmt.Sprintf("TRY_CAST(printf('%%04d-%%02d-%%02d', TRY_CAST(%s AS BIGINT), CASE %s %s END, %s) AS DATE)", y, m, strings.Join(cases, " "), d)
	check := fmt.Sprintf("SELECT count(*) FILTER (%s IS NOT NULL), count(*), min(TRY_CAST(%s AS BIGINT)), max(TRY_CAST(%s AS BIGINT)), min(%s)::VARCHAR FROM %s WHERE %s IS NOT NULL", sql, y, y, sql, s.table, y)
	if found, err = b.Ask(ctx, check); err != nil {
		return "", "", err
	}
	r := found.Rows[0]
	made, _ := r[0].Int64()
	all, _ := r[1].Int64()
	first, _ := r[2].Int64()
	last, _ := r[3].Int64()
	if all == 0 || made*100 < all*99 || first < 1000 || last > 2200 {
		return "", "", nil
	}
	return sql, r[4].String(), nil
}

// monthOf is the number of a month written as 7, 07, Jul or Julho; 0 for none.
func monthOf(text string) int {
	text = strings.Trim(strings.ToLower(strings.TrimSpace(text)), ".")
	for n := 1; n <= 12; n++ {
		if text == fmt.Sprint(n) || text == fmt.Sprintf("%02d", n) {
			return n
		}
	}
	return gloss.Month(text)
}
