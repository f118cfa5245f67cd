package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

var countryWords = english.NewSet("country countries nation nations")

// countryGroups are what statistics list among countries though it is made of several.
var countryGroups = english.NewSet(strings.Join(strings.Fields(`world oecd_members euro_area european_union arab_world sub-saharan_africa south_asia east_asia_&_pacific
	europe_&_central_asia latin_america_&_caribbean middle_east_&_north_africa north_america central_europe_and_the_baltics africa asia europe oceania south_america
	central_america international not_classified africa_eastern_and_southern africa_western_and_central least_developed_countries:_un_classification
	heavily_indebted_poor_countries_(hipc) fragile_and_conflict_affected_situations european_union_(27) g20 g7 asean total eu eu27 eu28 oecd`), " "))

// isCountryGroup reports whether a value among countries is a group of them.
func isCountryGroup(value string) bool {
	v := strings.ToLower(strings.TrimSpace(value))
	for _, part := range []string{" income", "-income", "small states", "demographic dividend", "(excluding", "ida &", "ida only", "ida total", "ida blend", "ibrd only", "(ida", "& ibrd"} {
		if strings.Contains(v, part) {
			return true
		}
	}
	return countryGroups[strings.ReplaceAll(v, " ", "_")]
}

// groupsAmong is a column of countries that a form reads all values of, and the groups of
// countries among them, where the question is about countries.
func groupsAmong(c *Case) (column int, groups []*form.Value) {
	const enough = 20 // countries
	if !c.says(countryWords) || c.Query.Other != nil {
		return 0, nil
	}
	for _, t := range c.Query.Tables {
		for _, n := range c.Index.Tables[t].Columns {
			k := &c.Index.Columns[n]
			if k.Kind != index.Text || !slices.ContainsFunc(k.Words, func(w string) bool { return countryWords[w] }) || slices.Contains(k.Words, "code") || testsColumn(c.Query, n) {
				continue
			}
			stored := c.Index.StoredValues(n)
			for _, v := range stored {
				if isCountryGroup(v.Text) {
					groups = append(groups, &form.Value{Kind: form.Text, Text: v.Text, Stored: true})
				}
			}
			if len(groups) > 0 && len(stored)-len(groups) >= enough {
				slices.SortStableFunc(groups, func(a, b *form.Value) int { return len(a.Text) - len(b.Text) }) // the world first
				return n, groups
			}
			groups = nil
		}
	}
	return 0, nil
}

// testsColumn reports whether a form has a condition on a column.
func testsColumn(q *form.Query, column int) bool {
	found := false
	q.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(k *form.Cond) {
			if k.Left != nil && k.Left.Op == form.Column && k.Left.Column == column && k.Op != form.NotNull {
				found = true
			}
		})
	})
	return found
}

func leaveOutGroups(c *Case) {
	column, groups := groupsAmong(c)
	left := &form.Expr{Op: form.Column, Column: column}
	c.Query.Where = form.AllOf(append(c.Query.Where.Conjuncts(), &form.Cond{Op: form.NoneOf, Left: left, Values: groups}))
	c.Assumed = append(c.Assumed, "groups of countries, such as "+groups[0].Text+", are left out")
}
