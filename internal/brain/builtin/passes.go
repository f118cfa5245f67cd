package builtin

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/require"
)

// This page is how a message becomes an answer. The lists are run from top to
// bottom; what a pass does is in its own file. The rules that each candidate's
// form is held to are candidates.Rules.

// pass looks at a message. It says whether it acted, and ends the work by giving an
// answer.
type pass struct {
	name, does string
	run        func(*turn, context.Context) (acted bool, a *brain.Answer, err error)
}

// turn is one message on its way through the passes.
type turn struct {
	*Brain
	question  brain.Question
	respelled []string        // what was taken for which name
	applied   []brain.Applied // what of the vocabulary its words were read by
	replied   bool            // the answer needs no reading
	answer    *brain.Answer   // so far
	misfit    bool            // it makes no sense after the turn before
	old       bool            // the data end long ago, and time counts from there
	unsaid    []unsaid
	ranked    bool // by default, which has read all of the message
}

var passes = []pass{
	{"translation", "A question in another language is read word by word in English.", (*turn).translate},
	{"own names", "What those who ask call something is read as its name in the database.", (*turn).rename},
	{"reply", "What asks nothing of the data, or what a word means, is answered without a query.", (*turn).reply},
	{"spelling", "A word that is one slip from a name is read as that name.", (*turn).respell},
	{"exact change", "A follow-up that says exactly what changes, such as “total”, is done without the parser.", (*turn).changeExactly},
	{"more rows", "A follow-up that lets more rows count, such as “include cancelled orders”, widens the condition, or is declined.", (*turn).include},
	{"one row's parts", "“Drill down into the South” after figures by region splits the figure of the South by something finer.", (*turn).drill},
	{"rows behind", "“Which rows are behind this?” after figures lists the rows that they were made of.", (*turn).rowsBehind},
	{"assumed facts", "A message that gives something a value which the data does not have is declined.", (*turn).assume},
	{"defined again", "A message that begins with a term whose definition the turn before departs from means the definition.", (*turn).readDefined},
	{"standalone", "A message that says all by itself is read without the turn before.", (*turn).readComplete},
	{"reading", "The message is read, after the turn before where there is one: readingPasses.", (*turn).read},
	{"bare figure", "“Show sales” is read as “sales” where that is clearer.", (*turn).readFigure},
	{"vague time", "“Orders recently” is asked about, with periods from the data: nothing says how long ago is recent.", (*turn).takeRecent},
	{"vague size", "“Large orders” is asked about, with limits from the data: nothing says when an order counts as large.", (*turn).takeSize},
	{"default ranking", "“Our best customers” is ranked by what tells most, and says so.", (*turn).rankByDefault},
	{"unsaid value", "A name that stands in several columns is asked about.", (*turn).takeValue},
	{"unsaid period", "A bare total says over which time it goes; where nothing says which is meant, it is asked.", (*turn).takePeriod},
	{"second reading", "What makes little sense after the turn before is read by itself.", (*turn).readAlone},
	{"unsaid", "What the question does not say is given to the person to say.", (*turn).attachUnsaid},
}

// readingPass works on the candidates of a message. It ends the reading by giving
// an answer.
type readingPass struct {
	name, does string
	run        func(*reading, context.Context) (*brain.Answer, error)
}

// reading is one way through a message: after the turn before, or alone.
type reading struct {
	*Brain
	question     brain.Question
	asked        *link.Question // linked to the database
	previous     *link.Previous // that it was linked after
	list         []*candidates.Candidate
	requirements []*require.Requirement // what the question says for sure
	best         string                 // the SQL of the first candidate, before any was run
	hurried      bool                   // there was no time to try all
	misfit       bool                   // a definition finds no place in it
	tried        []brain.Tried          // what is known of the forms that ran
}

var readingPasses = []readingPass{
	{"candidates", "The words are linked to the database, the parser writes forms, rules repair them: writingPasses.", (*reading).write},
	{"definitions", "A question that needs a definition which no form follows is declined.", (*reading).checkDefinitions},
	{"related tables", "Forms that join unrelated tables go; where no other comes near, the question is declined.", (*reading).dropUnrelated},
	{"trial", "The best forms run on the data, under small limits; equal results share their probability.", (*reading).try},
	{"ranking", "What is known of the forms that ran decides which comes first.", (*reading).rank},
	{"namesakes", "Names that several rows share become a warning.", (*reading).checkNamesakes},
	{"judgement", "The evidence decides between an answer, a question back and a decline: doubts.", (*reading).judgeAll},
}

// writingPass adds candidates, or marks them, and says whether it acted.
type writingPass struct {
	name, requires string
	run            func(*writing, context.Context) (acted bool, err error)
}

var writingPasses = []writingPass{
	{"parser", "The parser writes the most probable forms.", (*writing).decode},
	{"form by rules", "Unless it is sure, the form that rules read in the question is weighed, too.", (*writing).addFormByRules},
	{"exact period or value", "A follow-up that names just a time or a value keeps all the rest.", (*writing).addExactChange},
	{"finer amount", "An amount that belongs to several groups is replaced by one of finer rows.", (*writing).addFinerAmount},
	{unmentionedTime, "A follow-up that names no time stays in that of the turn before.", (*writing).markLeftPeriods},
	{"named amounts", "What names an amount of the data, and nothing that it lacks, is answered.", (*writing).addNamedAmounts},
	{"requirements", "An answer leaves out nothing that the question says for sure.", (*writing).meetRequirements},
}

// doubt is a reason to ask before an answer is given.
type doubt struct {
	name, requires string
	// find gives parts of the question that are not understood, or a question to
	// ask back.
	find func(*judgement) (parts []string, question string)
}

var doubts = []doubt{
	{"stored values", "A column of a few values is compared with one of them.", findUnstoredValues},
	{"shared words", "A word that several values of a column have stands for none of them alone.", findSharedWords},
	{"what sells", "What sells best is asked where both pieces and money tell it.", findUnsaidPieces},
	{"found values", "That nothing is found is no answer where a name is not known at all.", findUnknownNames},
	{"unused names", "A name that the data does not have is not passed over.", findUnusedNames},
	{"known dates", "That a date is known stands for no word of the question, unless one of them says what happened then.", findKnownDates},
	{"opinions", "A column that the question does not name says neither yes nor no.", findOpinions},
	{"named groups", "What the question wants figures by is not passed over for something that it does not name.", findPassedGroups},
	{"named figures", "A figure that the question names is not passed over for one that it does not.", findPassedFigures},
	{"unmet requirements", "An answer leaves out and guesses nothing that the question says for sure.", findUnmetRequirements},
	{moneyWords, "Amounts under another name than the question's are confirmed first.", findMoneyWords},
	{"possible shares", "A share is at most 100%, and not 100% of every group.", findImpossibleShares},
	{"rows in one group", "A sum counts each row in one group.", findRepeatedRows},
}

// Rules that are part of a pass, by name.
const (
	moneyWords          = "money by another name"
	unmentionedTime     = "unmentioned time"
	followedDefinitions = "followed definitions" // a question whose definition is not followed gets no figure
	knownDurations      = "known durations"      // the slowest needs something that says how long
	unsureDeclines      = "unsure declines"      // an uncertain answer is declined where the parser thinks of that
	coveredPeriods      = "covered periods"      // of a time that the data do not cover they say nothing
	describedTerms      = "described terms"      // what a document describes in prose is never sure
	durationUnits       = "duration units"       // readings that differ in hours or days alone are one
	repairedForms       = "repaired forms"       // what the parser did not write is never sure
	guessedUnit         = "guessed unit"         // a unit that nothing says makes an answer unsure
	guessedDate         = "guessed date"         // a period of one of several dates, which the question does not name, is never sure
	unusedWord          = "unused words"         // what leaves out a word with meaning says so, and is not given
	topic               = "topic"                // a message without a word of the data is declined
	namesakes           = "namesakes"            // people are told of names that several rows share
)
