package critic

import "github.com/plumbdata/plumb/internal/english"

// errand is a phrase for something that is to be done outside: a verb, the words behind it,
// and one that follows. What is empty may be anything.
type errand struct {
	verbs, next, third string
	follows            string // one of them is among the words from place from, before place to
	from, to           int
	end                int // how many words are the phrase
}

const toTheEnd = 1 << 20

const anyOne = "the all every each any this that these those my our a an it them me us him her everyone everybody"

var errands = []errand{
	{verbs: "put add write", follows: "calendar agenda diary crm system drive folder slack channel wiki ticket", from: 1, to: toTheEnd, end: 2},
	{verbs: "set", next: "up", follows: "meeting call appointment campaign job task reminder automation", from: 2, to: toTheEnd, end: 2},
	{verbs: "call", next: "the", third: "api webhook endpoint", end: 3},
	{verbs: "call write reply reach speak talk apologise apologize", next: "to all every each our the", follows: "", from: 2, to: 3, end: 2},
	{verbs: "create open file raise log make add", next: "a an the new another", from: 1, to: 5, end: 3,
		follows: "ticket tickets case cases task tasks issue issues jira reminder reminders appointment meeting invoice invoices user account campaign"},
	{verbs: "draw work come", next: "up out", follows: "plan strategy campaign schedule offer", from: 2, to: 6, end: 3},
	{verbs: "plan organise organize arrange prepare launch start", follows: "campaign event meeting trip route mailing outreach promotion visit visits", from: 1, to: 5, end: 3},
	{verbs: "kick set", next: "off", end: 2},
	{verbs: "save", next: anyOne, follows: "drive folder disk cloud sharepoint dropbox", from: 2, to: toTheEnd, end: 2},
	{verbs: "run start do check", follows: "automatically", from: 1, to: toTheEnd, end: 2},
	{verbs: "push sync", next: anyOne, follows: "to into", from: 2, to: toTheEnd, end: 2},
	{verbs: "mark flag", follows: "as", from: 2, to: toTheEnd, end: 2},
}

// begins is true where the phrase begins at i.
func (e errand) begins(c *clause, i int) bool {
	if !english.Among(c.at(i), e.verbs) || e.next != "" && !english.Among(c.at(i+1), e.next) || e.third != "" && !english.Among(c.at(i+2), e.third) {
		return false
	}
	switch {
	case e.to == 0:
		return true
	case e.follows == "":
		return c.at(i+e.from) != ""
	}
	return c.hasWord(i+e.from, min(i+e.to, len(c.words)), e.follows)
}
