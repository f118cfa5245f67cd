package memory

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// Topic is what a statement is about.
type Topic string

// The topics. What has no effect on answers is kept all the same, and said to be.
const (
	Means       Topic = "means"       // a word has a meaning: subject and value
	Called      Topic = "called"      // people say subject for what the data call value
	LeaveOut    Topic = "leave_out"   // rows that never count: subject
	Only        Topic = "only"        // rows that alone count: subject
	FiscalYear  Topic = "fiscal_year" // the month in which it begins, 1 to 12
	WeekStart   Topic = "week_start"  // a day of the week
	Granularity Topic = "granularity" // day, week, month, quarter or year
	Period      Topic = "period"      // of a question that names none
	Chart       Topic = "chart"       // bar, line, pie, area, scatter; table for none
	AvoidChart  Topic = "avoid_chart" // a chart that is never to be drawn
	Currency    Topic = "currency"    // the code of amounts without one
	Decimals    Topic = "decimals"    // how many, 0 to 9
	Scale       Topic = "scale"       // thousands, millions, billions or full
	Separators  Topic = "separators"  // how 1234.5 is written
	Dates       Topic = "dates"       // iso, dmy or mdy
	ShowSQL     Topic = "sql"         // show or hide
	Detail      Topic = "detail"      // short or long
	Language    Topic = "language"    // of answers: an ISO 639 code
	Rows        Topic = "rows"        // how many a list has
	Role        Topic = "role"        // what the person does
	Name        Topic = "name"        // of the person
	Target      Topic = "target"      // of subject, in the person's words
	Note        Topic = "note"        // anything else
)

// topic says how statements about something are kept.
type topic struct {
	name   Topic
	kind   Type
	scoped bool   // holds for one database, unless the person says otherwise
	group  string // statements of a group and subject contradict each other; "" when all may stand
	label  string // for people, before what was said
	effect string // what it changes; "" when nothing that is computed depends on it
}

// topics are all that there are.
var topics = []topic{
	{Means, Fact, true, "word", "a word", "questions are read with this meaning"},
	{Called, Fact, true, "word", "a name", "questions may use this name, and answers do"},
	{LeaveOut, Preference, true, "rows", "rows to leave out", "these rows are left out unless a question asks for them"},
	{Only, Preference, true, "rows", "rows to keep to", "other rows are left out unless a question asks for them"},
	{FiscalYear, Fact, true, "fiscal_year", "the fiscal year", "fiscal years and quarters are computed from this month"},
	{WeekStart, Fact, true, "week_start", "the start of the week", ""},
	{Granularity, Preference, false, "granularity", "how fine figures over time are", "figures over time come in this unit unless a question names another"},
	{Period, Preference, true, "period", "the default period", "a question that names no period is about this one"},
	{Chart, Preference, false, "chart", "the preferred chart", "answers are drawn like this where the rows allow it"},
	{AvoidChart, Preference, false, "avoid_chart", "a chart to avoid", "answers are not drawn like this"},
	{Currency, Preference, true, "currency", "the currency", "amounts that have no currency of their own are shown in it; nothing is converted"},
	{Decimals, Preference, false, "decimals", "decimals", "figures are shown with as many decimals"},
	{Scale, Preference, false, "scale", "the scale of figures", "figures are shown like this"},
	{Separators, Preference, false, "separators", "how numbers are written", "figures are written like this"},
	{Dates, Preference, false, "dates", "how dates are written", "dates are written like this"},
	{ShowSQL, Preference, false, "sql", "whether SQL is shown", "answers come with or without their SQL"},
	{Detail, Preference, false, "detail", "how long answers are", "stories are as long as this"},
	{Language, Preference, false, "language", "the language", "a language model writes in it"},
	{Rows, Preference, false, "rows_shown", "how many rows a list has", "a ranking that names no number has as many rows"},
	{Role, Fact, false, "", "about you", ""},
	{Name, Fact, false, "name", "your name", ""},
	{Target, Fact, true, "target", "a target", ""},
	{Note, Fact, true, "", "a note", ""},
}

func topicOf(name Topic) (topic, bool) {
	i := slices.IndexFunc(topics, func(t topic) bool { return t.name == name })
	if i < 0 {
		return topic{}, false
	}
	return topics[i], true
}

// Topics are all topics, in the order in which people are shown them.
func Topics() []Topic {
	var list []Topic
	for _, t := range topics {
		list = append(list, t.name)
	}
	return list
}

// Label is what the topic is, for people.
func (t Topic) Label() string {
	found, _ := topicOf(t)
	return found.label
}

// Effect says what a statement about the topic changes in answers, in a sentence for
// people without its full stop; "" when nothing does.
func (t Topic) Effect() string {
	found, _ := topicOf(t)
	return found.effect
}

// key is the same for statements that cannot both hold; "" for those that always can.
func key(t Topic, subject string) string {
	found, ok := topicOf(t)
	if !ok || found.group == "" {
		return ""
	}
	return found.group + "\x00" + plainSubject(subject)
}

// plainSubject is the same for subjects that differ in case, number, quotation marks and
// articles only.
func plainSubject(subject string) string {
	words := strings.Fields(strings.ToLower(strings.Trim(subject, " \"'.")))
	for len(words) > 1 && english.Among(words[0], "the a an our my all any") {
		words = words[1:]
	}
	return english.Singular(strings.Join(words, " "))
}
