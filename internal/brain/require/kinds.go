// Package require holds an answer against what its question says for sure: a
// stored value, a period, a group, which end of a ranking comes first. It finds
// these requirements, checks forms against them, and repairs forms that leave one
// out. The parser knows how likely words are, and not that it has read over one.
package require

import (
	"github.com/plumbdata/plumb/internal/brain/form"
)

// Kind is what a requirement is about.
type Kind string

const (
	Value       Kind = "value"        // rows with a stored value
	NotValue    Kind = "not value"    // rows without it
	Period      Kind = "period"       // rows of a time
	Bound       Kind = "bound"        // a number that bounds or limits something
	Table       Kind = "table"        // what is asked for: its table is read
	Group       Kind = "group"        // a figure for each of something
	Growth      Kind = "growth"       // a change from one time to another
	Bucket      Kind = "bucket"       // a figure for each month, day, …
	Identifier  Kind = "identifier"   // a table or column by its stored name, such as m12_amount
	Share       Kind = "share"        // a part of a whole
	Pieces      Kind = "pieces"       // how many pieces, where a row may stand for several
	Hour        Kind = "hour"         // a time of day
	Division    Kind = "division"     // the groups of the turn before, divided further
	Direction   Kind = "direction"    // the highest or the lowest, the latest or the earliest
	Entities    Kind = "entities"     // what several rows may be about counts once: the customers of order lines
	EntityMean  Kind = "entity mean"  // what each of them amounts to on average: the average order value
	CountOnce   Kind = "count once"   // what a join repeats counts once: an order with two lines is one order
	State       Kind = "state"        // rows in one of a few states: the deals that were lost
	Season      Kind = "season"       // a time of the year that is a stored value as well: what sells in winter is not what is made for it
	Ratio       Kind = "ratio"        // one kind of rows for each of another
	Repeat      Kind = "repeat"       // what happens to somebody more than once: repeat visits
	TwoAmounts  Kind = "two amounts"  // two figures side by side: billed vs paid
	Cost        Kind = "cost"         // what was lost to, spent on or saved by something: one sum
	StateAmount Kind = "state amount" // what things in a state amount to: a sum, and no count
	Margin      Kind = "margin"       // profits as a part of sales
	Correlation Kind = "correlation"  // how much two figures go together
	Duration    Kind = "duration"     // who or what takes the longest or the shortest time
)

// rule is all that is known of a kind of requirement.
type rule struct {
	kind   Kind
	find   func(*reader) []*Requirement               // in a question
	met    func(*Requirement, *form.Query) bool       // by a form, as far as can be told: where there is doubt, it is
	repair func(*repairer, *form.Query, *Requirement) // a form that does not meet it; nil where there are many ways
	one    func(*Requirement) bool                    // whether there is one way to repair a form; nil is never
}

// rules lists the kinds in the order in which requirements are found and forms
// repaired.
var rules = []*rule{
	{Value, (*reader).findValues, (*Requirement).usesValue, (*repairer).addValue, nil},
	{NotValue, (*reader).findNotValues, (*Requirement).excludesValue, (*repairer).excludeValue, nil},
	{Period, (*reader).findPeriods, (*Requirement).testsPeriod, (*repairer).addPeriod, nil},
	{Bound, (*reader).findBounds, (*Requirement).hasNumber, nil, nil},
	{Table, (*reader).findTable, (*Requirement).readsTable, (*repairer).readTable, always},
	{Group, (*reader).findGroups, (*Requirement).showsGroup, (*repairer).addGroup, nil},
	{Growth, (*reader).findGrowth, (*Requirement).comparesTimes, nil, nil},
	{Bucket, (*reader).findBucket, (*Requirement).hasBucket, (*repairer).addBucket, nil},
	{Identifier, (*reader).findIdentifiers, (*Requirement).readsIdentifier, (*repairer).readIdentifier, always},
	{Share, (*reader).findShare, (*Requirement).hasShare, (*repairer).takeShare, always},
	{Pieces, (*reader).findPieces, (*Requirement).countsNoRows, (*repairer).sumPieces, always},
	{Hour, (*reader).findHour, (*Requirement).testsHour, (*repairer).testHour, always},
	{Division, (*reader).findDivision, (*Requirement).keepsGroups, (*repairer).addGroupsBefore, always},
	{Direction, (*reader).findDirection, (*Requirement).hasRightEndFirst, (*repairer).turnOrders, always},
	{Entities, (*reader).findEntityCounts, (*Requirement).countsKeys, (*repairer).countKeys, always},
	{EntityMean, (*reader).findEntityAverages, (*Requirement).averagesEntities, (*repairer).divideByEntities, always},
	{CountOnce, (*reader).findCountOnce, (*Requirement).countsOnce, (*repairer).countOnce, always},
	{State, (*reader).findStates, (*Requirement).testsState, (*repairer).addState, always},
	{Season, (*reader).findSeasons, (*Requirement).testsSeason, nil, nil},
	{Ratio, (*reader).findRatios, (*Requirement).readsBoth, nil, nil},
	{Repeat, (*reader).findRepeats, (*Requirement).countsRepeats, nil, nil},
	{TwoAmounts, (*reader).findTwoAmounts, (*Requirement).showsBoth, (*repairer).showAmounts, (*Requirement).isOfOneTable},
	{Cost, (*reader).findCost, (*Requirement).addsAmounts, (*repairer).showAmounts, (*Requirement).hasColumns},
	{StateAmount, (*reader).findStateAmount, (*Requirement).addsAmounts, (*repairer).showAmounts, (*Requirement).hasColumns},
	{Margin, (*reader).findMargin, (*Requirement).dividesProfit, (*repairer).divideProfit, always},
	{Correlation, (*reader).findCorrelation, (*Requirement).correlates, (*repairer).correlate, (*Requirement).hasColumns},
	{Duration, (*reader).findDuration, (*Requirement).ranksByDuration, (*repairer).rankByDuration, (*Requirement).hasThings},
}

func always(*Requirement) bool { return true }

func (r *Requirement) isOfOneTable() bool { return len(r.tables) == 1 }

func (r *Requirement) hasColumns() bool { return len(r.columns) > 0 }

func (r *Requirement) hasThings() bool { return len(r.things) > 0 }
