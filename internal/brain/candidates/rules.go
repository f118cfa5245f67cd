package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// Rules are what the form of every candidate is held to, in this order: first
// those that drop forms which nobody means, then those that repair a form, then
// those that mark it for later passes.
var Rules = []Rule{
	{Name: "no repetition", Requires: "No condition, column or query stands in a form twice.",
		Holds: func(c *Case) bool { return !repeatsItself(c.Query) }},
	{Name: "no self-comparison", Requires: "No figure is compared with itself.",
		Holds: func(c *Case) bool { return !comparesWithItself(c.Query) }},
	{Name: "figures of others", Requires: "No figure is of what rows are grouped by.",
		Holds: func(c *Case) bool { return !figuresOfGroups(c.Query) }},
	{Name: "ranks of several", Requires: "What no two rows share is not ranked by the number of rows.",
		Holds: func(c *Case) bool { return !ranksSingles(c.Index, c.Query) }},
	{Name: "no money squared", Requires: "No amount of money is multiplied with another.",
		Holds: func(c *Case) bool { return !multipliesMoney(c.Index, c.Query) }},
	{Name: "something new", Requires: "More is shown than what the conditions say already.",
		Holds: func(c *Case) bool { return !showsConditions(c.Query) }},
	{Name: "sensible times", Requires: "A duration runs between two events, and dates are not added up.",
		Holds: func(c *Case) bool { return !hasSenselessTime(c.Index, c.Query) }},
	{Name: "hundredths", Requires: "Only what is stored in hundredths is divided by 100.",
		Holds: func(c *Case) bool { return !dividesWholeUnits(c.Index, c.Query) }},
	{Name: "value types", Requires: "A column is compared with values that its type can hold.",
		Holds: func(c *Case) bool { return !hasImpossibleValue(c.Index, c.Query) }},
	{Name: "like columns", Requires: "A column is looked for among the values of another only if they have some in common.",
		Holds: func(c *Case) bool { return !comparesUnlike(c.Index, c.Query) }},

	{Name: "possible conditions", Requires: "Some row can meet all conditions.",
		Holds: func(c *Case) bool { return !excludesAll(c.Query) }},

	{Name: "whole lists of values", Requires: "Of two lists of values that a column may have, one in the other, the longer one counts.",
		Holds: func(c *Case) bool { return len(partsOfLists(c)) == 0 }, Repair: dropPartsOfLists},
	{Name: "periods as wholes", Requires: "The best week is the one with the greatest sum, where it has several rows.",
		Holds: func(c *Case) bool { return periodOfRows(c) == nil }, Repair: addUpPeriods},
	{Name: "compared values", Requires: "What the question compares over time has figures of its own.",
		Holds: func(c *Case) bool { return compared(c) == nil }, Repair: keepApart},
	{Name: "shown groups", Requires: "Figures by two things show both of them.",
		Holds: func(c *Case) bool { return len(hiddenGroups(c.Index, c.Query)) == 0 }, Repair: showGroups},
	{Name: "left-out periods", Requires: "A period that the question leaves out is left out.",
		Holds: func(c *Case) bool { return len(periodsLeftOut(c)) == 0 }, Repair: leaveOutPeriods},
	{Name: "left-out amounts", Requires: "An amount without another is of all rows, not of those that have none of it.",
		Holds: func(c *Case) bool { return len(amountsLeftOut(c)) == 0 }, Repair: leaveOutAmounts},
	{Name: "words for none", Requires: "What says that there is none, such as 'No Club', counts as missing.",
		Holds: func(c *Case) bool { return len(storedNones(c)) == 0 }, Repair: readStoredNones},
	{Name: "duplicates with a value", Requires: "Rows without a value are no duplicates of each other.",
		Holds: func(c *Case) bool { return len(missingDuplicates(c)) == 0 }, Repair: leaveOutMissing},
	{Name: "values, not periods", Requires: "A year in the name of a stored value, such as FY2025, is no period as well.",
		Holds: func(c *Case) bool { return len(periodsInValues(c)) == 0 }, Repair: dropPeriodsInValues},
	{Name: "named sets", Requires: "What is in both of two sets, or in one only, has a name.",
		Holds: func(c *Case) bool { return len(namelessSets(c)) == 0 }, Repair: nameSets},
	{Name: "shares of all", Requires: "A share is one of all rows, not of those that meet its own condition.",
		Holds: func(c *Case) bool { return findWholeShare(c) == nil }, Repair: shareOfAll},
	{Name: "opposites", Requires: "Who died is not who survived: a flag is tested for what the question says.",
		Holds: func(c *Case) bool { conds, sums := wrongSides(c); return len(conds)+len(sums) == 0 }, Repair: turnSides},
	{Name: "open ones", Requires: "What is open is not closed.",
		Holds: func(c *Case) bool { return len(closedOnes(c)) == 0 }, Repair: keepOpenOnes},
	{Name: "currencies", Requires: "Amounts in euros are those in euros, where there are others.",
		Holds: func(c *Case) bool { return unusedCurrency(c) == nil }, Repair: useCurrency},
	{Name: "known values", Requires: "A column is compared with the value that the words name, if it holds one.",
		Holds: func(c *Case) bool { return len(unknownValues(c)) == 0 }, Repair: useStored},
	{Name: "known answers", Requires: "Who has none said no, and is not unknown.",
		Holds: func(c *Case) bool { return len(unsaidUnknowns(c)) == 0 }, Repair: sayNo},
	{Name: "shared beginnings", Requires: "What several values begin with means all of them.",
		Holds: func(c *Case) bool { return len(sharedBeginnings(c)) == 0 }, Repair: useAllBeginnings},
	{Name: "ends of trips", Requires: "A place is where a trip begins or ends, as the question says.",
		Holds: func(c *Case) bool { return len(wrongEnds(c)) == 0 }, Repair: turnEnds},
	{Name: "values of lists", Requires: "Rows are grouped by the values of a list, not by all of it.",
		Holds: func(c *Case) bool { return len(groupedLists(c)) == 0 }, Repair: groupByValues},
	{Name: "lists", Requires: "A list that is written as text is searched for a value, not compared with it.",
		Holds: func(c *Case) bool { return len(wholeLists(c)) == 0 }, Repair: lookInLists},
	{Name: "stored totals", Requires: "The total of orders is the amount that is called so, not their number.",
		Holds: func(c *Case) bool { return !countsTotal(c) }, Cost: tuning.UnmetCost},
	{Name: "totals", Requires: "Rows that are totals already are added up, not counted.",
		Holds: func(c *Case) bool { return len(countedTotals(c)) == 0 }, Repair: addUpTotals},
	{Name: "both sides", Requires: "The matches of a team are those at home and away, unless the question says where.",
		Holds: func(c *Case) bool { return len(oneSided(c)) == 0 }, Repair: takeBothSides},
	{Name: "groups of countries", Requires: "A question about countries is not about the world, nor about groups of them.",
		Holds: func(c *Case) bool { n, _ := groupsAmong(c); return n == 0 }, Repair: leaveOutGroups},
	{Name: "running totals", Requires: "What there was on a day is the running total of that day, not what the day added.",
		Holds: func(c *Case) bool { return len(dayAmounts(c)) == 0 }, Repair: useRunningTotals},
	{Name: "rises of totals", Requires: "What a time added is added up, where a column holds it.",
		Holds: func(c *Case) bool { return len(risesOfTotals(c)) == 0 }, Repair: addUpRises},
	{Name: "dates of years", Requires: "A month or a day is taken from the date, where another column holds only its year.",
		Holds: func(c *Case) bool { return len(wholeYears(c.Index, c.Query)) == 0 }, Repair: useDates},
	{Name: "moments and days", Requires: "A moment is compared with a day by its day.",
		Holds: func(c *Case) bool { return len(momentsAgainstDays(c)) == 0 }, Repair: compareDays},
	{Name: "hours of days", Requires: "The hour is taken from a time of day, not from a date without one.",
		Holds: func(c *Case) bool { return len(hoursOfDays(c.Index, c.Query)) == 0 }, Repair: useTimes},
	{Name: "years of rows", Requires: "“Per year” means the year of the rows, not one that something was built in.",
		Holds: func(c *Case) bool { return len(yearsOfOther(c)) == 0 }, Repair: useYearsOfRows},
	{Name: "weekday names", Requires: "Days of the week are shown by name, unless the question wants numbers.",
		Holds: func(c *Case) bool { return wantsNumbers(c.Asked.Text()) || len(unnamedWeekdays(c.Query)) == 0 }, Repair: nameWeekdays},
	{Name: "period column", Requires: "A follow-up keeps a period on the column that it was on.",
		Holds:  func(c *Case) bool { return !followup.MovesPeriod(c.Query, c.Asked.Before()) },
		Repair: func(c *Case) { c.Moved = true }},
	{Name: "measured columns", Requires: "A number of minutes is compared with a column of times.",
		Holds: func(c *Case) bool { return len(unitless(c)) == 0 },
		Repair: func(c *Case) {
			for e, column := range unitless(c) {
				e.Column = column
			}
		}},
	{Name: "units", Requires: "A number has the unit of the column that it is compared with.",
		Holds: func(c *Case) bool { return len(conversions(c)) == 0 }, Repair: convertUnits},
	{Name: "scale", Requires: "Figures are in the unit that the question wants: in hours, in millions.",
		Holds: func(c *Case) bool { return len(wrongScales(c)) == 0 }, Repair: scaleFigures},
	{Name: "course of time", Requires: "“By month” after an answer about one month shows the months up to it.",
		Holds:  func(c *Case) bool { return !followup.IsOnePoint(c.Query, c.Asked) },
		Repair: func(c *Case) { c.Assumed = append(c.Assumed, followup.Widen(c.Query, c.Asked)) }},
	{Name: "time order", Requires: "What a follow-up shows by time is in the order of time.",
		Holds:  func(c *Case) bool { return !followup.IsOutOfOrder(c.Query, c.Asked) },
		Repair: func(c *Case) { followup.OrderByTime(c.Query) }},
	{Name: "averages", Requires: "Prices, rates and what a document says is averaged are not added up, unless the question says so.",
		Holds: func(c *Case) bool { return len(wrongSums(c)) == 0 }, Repair: averageSums},
	{Name: "greatest changes", Requires: "What rose or fell the most is ranked by its change, not by what it came to.",
		Holds: func(c *Case) bool { return shownRise(c) == nil }, Repair: rankByRise},
	{Name: "falls", Requires: "The greatest fall is not the greatest rise.",
		Holds: func(c *Case) bool { return ranksRises(c) == nil }, Repair: rankFalls},
	{Name: "one winner", Requires: "Which one has the most shows that one.",
		Holds: func(c *Case) bool { _, ok := winner(c); return !ok }, Repair: showWinner},
	{Name: "several rows", Requires: "A ranking of several things without a number shows several rows to people.",
		Holds: func(c *Case) bool { return !c.People || !wantsSeveral(c) }, Repair: limitToSeveral},
	{Name: "tables of terms", Requires: "What a document defines is read with the rows that it is defined on.",
		Holds: func(c *Case) bool { return len(tablesOfTerms(c)) == 0 }, Repair: readTablesOfTerms},
	{Name: "definitions", Requires: "A term means what a document says.",
		Holds: func(c *Case) bool { return len(c.Asked.Terms)+len(c.Asked.Carried) == 0 },
		Repair: func(c *Case) {
			var followed []terms.Followed
			if c.Defined, followed, c.Missed = terms.Apply(c.Index, c.Query, c.Asked); len(c.Missed) > 0 {
				c.Charge(tuning.MissedCost)
			}
			c.Followed = append(c.Followed, followed...)
		}},
	{Name: "own words", Requires: "What those who ask say of all their questions holds: columns that they prefer, rows that they leave out, their years.",
		Holds: func(c *Case) bool { return c.Index.Own == nil }, Repair: followOwn},
	{Name: "few numbers", Requires: "Numbers that are few are shown one by one, unless the question wants bands.",
		Holds: func(c *Case) bool { return len(needlessBands(c)) == 0 },
		Repair: func(c *Case) {
			for _, e := range needlessBands(c) {
				*e = *e.Args[0]
			}
		}},
	{Name: "listed bands", Requires: "Ranges that the question lists are what its figures are by.",
		Holds: func(c *Case) bool { bands, _ := listedBands(c); return bands == nil }, Repair: divideByBands},
	{Name: "once each", Requires: "What several rows repeat counts once: the total of an order in each of its lines.",
		Holds: func(c *Case) bool { return len(repeated(c)) == 0 }, Repair: countOnce},
	{Name: "shared amounts", Requires: "An amount that several rows share is not added up by what they differ in.",
		Holds: func(c *Case) bool { amount, _ := FindSharedAmount(c.Index, c.Query); return amount == 0 }, Repair: useRowAmounts},
	{Name: "amount level", Requires: "An amount belongs to one of the groups that it is added up by.",
		Holds: func(c *Case) bool { _, found := FindCoarseAmount(c.Index, c.Query); return !found }, Cost: tuning.CoarseCost},
	{Name: "names of parts", Requires: "A figure under a condition does not have the name of the whole.",
		Holds: func(c *Case) bool { return len(namedParts(c.Query)) == 0 }, Repair: dropNamesOfParts},

	{Name: "amounts", Requires: "Texts are neither added up nor compared with numbers.",
		Holds:  func(c *Case) bool { return textAmount(c.Index, c.Query) == 0 },
		Repair: func(c *Case) { c.TextAmount = textAmount(c.Index, c.Query) }},
	{Name: "related tables", Requires: "Tables related only through a shared parent are not joined.",
		Holds:  func(c *Case) bool { return findCrossing(c.Index, c.Asked, c.Query) == nil },
		Repair: func(c *Case) { c.Crosses = findCrossing(c.Index, c.Asked, c.Query) }},
	{Name: "day columns", Requires: "Periods and buckets of days use the column with the day of an event, where another holds its moment.",
		Holds:  func(c *Case) bool { return !usesMoments(c.Index, c.Query, c.Asked) },
		Repair: func(c *Case) { c.Dated = PreferDays(c.Index, c.Query, c.Asked) }},
}

// peopleRules change what people see of a form.
var peopleRules = []Rule{
	{Name: "ranked figure", Requires: "A ranking shows the figure that it ranks by.",
		Holds:  func(c *Case) bool { return withFigure(c.Index, c.Figured) == c.Figured },
		Repair: func(c *Case) { c.Figured = withFigure(c.Index, c.Figured) }},
	{Name: "named ranks", Requires: "What has no name is not in a ranking of names.",
		Holds:  func(c *Case) bool { return withoutNameless(c.Index, c.Figured) == c.Figured },
		Repair: func(c *Case) { c.Figured = withoutNameless(c.Index, c.Figured) }},
	{Name: "names apart", Requires: "Those who have the same name are told apart by their key.",
		Holds:  func(c *Case) bool { return withKey(c.Index, c.Figured) == c.Figured },
		Repair: func(c *Case) { c.Figured = withKey(c.Index, c.Figured) }},
	{Name: "all parents", Requires: "Comments per issue are of all issues, also of those without any.",
		Holds:  func(c *Case) bool { return withAllParents(c.Index, c.Figured) == c.Figured },
		Repair: func(c *Case) { c.Figured = withAllParents(c.Index, c.Figured) }},
	{Name: "row names", Requires: "A list of figures shows what they are of.",
		Holds:  func(c *Case) bool { return withName(c.Index, c.Figured) == c.Figured },
		Repair: func(c *Case) { c.Figured = withName(c.Index, c.Figured) }},
}

// completeOrder requires that rows by groups are in an order that leaves
// nothing open.
const completeOrder = "complete order"

// Names are the names of all rules of this package.
func Names() []string {
	var list []string
	for _, r := range slices.Concat(Rules, peopleRules) {
		list = append(list, r.Name)
	}
	return append(list, completeOrder)
}
