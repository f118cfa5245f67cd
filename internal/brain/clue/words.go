package clue

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

const (
	Articles = "the a an all any their its his her our my your"

	SumWords    = "total sum combined overall summed"
	avgWords    = "average mean avg averaged"
	medianWords = "median"

	HighestWords = "highest largest biggest greatest"
	ManyWords    = "different distinct unique"
	everyWords   = "each every per across"
	opening      = "whose with that who where which having for in from when without not between during under above over below at on among than if while"
	SortWords    = "ordered sorted order sort ranked rank ordering sorting"
	Denials      = "not no never without except excluding non isn aren wasn weren don doesn didn hasn haven none neither nor cannot exclude leave ignoring minus missing lacking nobody skip"
	ShareWords   = "share shares percentage percentages percent proportion % pct"
	AllWords     = "information info details detail everything records data rows"
	costColumns  = "price cost amount fee"
	linkingVerbs = "is are was were be has have had of = equals equal named called titled being : as to"
)

// aggregates by the words that say them.
func AggregateOf(w string) string {
	switch {
	case english.Among(w, SumWords):
		return "sum"
	case english.Among(w, avgWords):
		return "avg"
	case english.Among(w, "maximum max"):
		return "max"
	case english.Among(w, "minimum min"):
		return "min"
	case english.Among(w, medianWords):
		return "median"
	}
	return ""
}

// AggregateInList is aggregateOf where aggregates are listed: highest is one too.
func AggregateInList(w string) string {
	switch {
	case english.Among(w, HighestWords):
		return "max"
	case english.Among(w, "lowest smallest"):
		return "min"
	}
	return AggregateOf(w)
}

// extreme is a word that picks one end of an order: what columns it is about,
// where the word itself says so.
type extreme struct {
	desc  bool
	about string
}

var extremes = func() map[string]extreme {
	m := map[string]extreme{}
	add := func(words string, desc bool, about string) {
		for w := range strings.FieldsSeq(words) {
			m[w] = extreme{desc, about}
		}
	}
	add("most highest largest biggest greatest top maximum best max strongest", true, "")
	add("least lowest smallest fewest minimum worst bottom min weakest", false, "")
	add("wettest rainiest hottest warmest busiest loudest", true, "")
	add("driest coldest coolest quietest calmest", false, "")
	add("oldest eldest", true, "age")
	add("youngest", false, "age")
	add("longest", true, "length duration distance time")
	add("shortest", false, "length duration distance height time")
	add("tallest", true, "height")
	add("heaviest", true, "weight mass")
	add("lightest", false, "weight mass")
	add("fastest", true, "speed")
	add("slowest", false, "speed")
	add("cheapest", false, costColumns)
	add("priciest costliest dearest", true, "price cost amount")
	add("latest newest", true, "date")
	add("earliest", false, "date")
	add("richest", true, "salary income net")
	return m
}()

// Comparatives say which columns a comparison is about.
var Comparatives = map[string]string{
	"older": "age", "younger": "age", "taller": "height", "longer": "length duration", "heavier": "weight", "lighter": "weight", "faster": "speed",
	"cheaper": "price cost", "shorter": "length height", "expensive": "price cost", "long": "length duration", "old": "age", "tall": "height",
}

// Grains are the words for buckets of time.
var Grains = map[string]string{
	"day": "day", "daily": "day", "week": "week", "weekly": "week", "month": "month", "monthly": "month", "quarter": "quarter", "quarterly": "quarter",
	"year": "year", "yearly": "year", "annual": "year", "annually": "year", "weekday": "weekday", "hour": "hour", "hourly": "hour",
}
