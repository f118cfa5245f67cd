// Package tuning holds the numbers of the built-in brain that could be others,
// each with what it was tuned on. Where nothing is named, it was set by hand and
// never fitted. docs/evaluation.md says more.
package tuning

import (
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

// How much thinking a question is given.
const (
	BeamWidth   = 8   // forms that the parser writes; set by hand
	MaxTokens   = 110 // of one form; the longest gold forms of the train databases fit
	MaxRepaired = 3   // candidates that are repaired; for speed
)

// Believed is the probability of the best form from which others are repaired only
// where there is one way to do so; set by hand.
const Believed = 0.25

// What trying candidates on the data may cost. Trying stops early when a
// candidate that is this probable runs and finds something.
const (
	TryRows    = 5000
	TryBytes   = 8 << 20
	Tries      = 5
	TryEach    = time.Second
	TryAll     = 2 * time.Second // after which no further one is begun
	Enough     = 0.97
	LookupTime = 200 * time.Millisecond // of one small search for a value or a name
)

// How much less probable a candidate is, in nats.
const (
	// EmptyCost is for finding nothing; set by hand.
	EmptyCost = 1.5
	// UnmetCost is for each part of the question that it leaves out: the round
	// logarithm of how often gold queries of the train databases of business and
	// spider do (60 of 4,651).
	UnmetCost = 4.0
	// MissedCost is for leaving out what a document defines: almost any that
	// follows it comes first. Set by hand.
	MissedCost = 12
	// MovedCost is for a follow-up that lays a period on another column or leaves
	// it; tuned on dialogues of business train databases.
	MovedCost = 2.5
	// CoarseCost is for an amount that is stored once for several groups, where a
	// finer one exists; set by hand on the demo.
	CoarseCost = 3.0
	// UnrelatedMargin is how far behind one that joins unrelated tables another
	// may be and still come into question; set by hand.
	UnrelatedMargin = 2.0
	// RepairCost is the most that a repaired form loses against the form that it
	// comes from, whatever the decoder thinks of it; CertainCost is the same where
	// there was one way to repair it. Set by hand on train databases.
	RepairCost  = 3.0
	CertainCost = 0.5
)

// ExactLeast is how probable the form before with another period or value is at
// least, where a message says just that; set by hand on train dialogues.
const ExactLeast = 0.25

// From how sure an answer is it is given. Round numbers, chosen by the share of
// right answers on databases that the parsers have not seen; docs/evaluation.md
// has the figures.
const (
	SureFrom   = 0.95
	LikelyFrom = brain.LikelyFrom
)

// DeclineFrom is the probability of declining from which it is done: when it is
// likelier than all that could be answered.
const DeclineFrom = 0.5

// LackingFrom is the probability from which the data lack what is asked for, as the
// evidence has it: when it is likelier than not. Over 7,300 questions to databases that
// the parser had not seen, by folds, it declines 30 more that cannot be answered, 19 wrong
// answers and 5 right ones; from 0.3 on it would be 51, 38 and 14, among them what is unpaid.
//
// MissingBelow is how sure an answer is at least that is given all the same; set by hand.
const (
	LackingFrom  = 0.5
	MissingBelow = 0.6
)

// DeclineLacking is the probability of declining from which that is done where the
// question asks for something that is far in meaning from all that the answer reads. Without
// it 13 questions over databases that the parser had not seen were declined, and all could be answered.
const DeclineLacking = 0.01

// How sure an answer may be.
const (
	HurriedAtMost   = SureFrom - 0.01 // a time limit had a part in it
	GuessedAtMost   = SureFrom - 0.01 // it is about one of several dates, and the question does not say which
	RepairedAtMost  = 0.85            // the parser did not write it; on the small databases and the demo
	DescribedAtMost = LikelyFrom      // a document describes in prose what the database has under the same name
)

// A word that stands for no part of a form was left out where its cosine with all
// that the form reads is below these, and the form is the same without the word.
// MaxUnused is how many words are tried by themselves. Set on business and spider
// train databases, so that 3% of the right answers name such a word.
const (
	NearModifier = 0.45 // of a word before the name of things
	NearNoun     = 0.30 // of another noun
	NearAskedFor = 0.45 // of what is asked for itself
	NearRows     = 0.28 // of what the rows of a file may be, with the names of all its columns; set by hand on the columns of six files
	FarAskedFor  = 0.30 // of the same, where the question is declined
	FarTopic     = 0.30 // of every word of a question that nothing in the database answers to; set by hand
	MaxUnused    = 3
	NamesOfTopic = 400 // tables and columns that words are compared with
)

// An unsure answer is given, with its doubt, where it is likelier than not, or at least
// as probable as GivenFrom and no other reading has the part NearBy of its probability;
// else Plumb asks back. Over databases that the parsers had not seen 4 of 10 readings
// from GivenFrom on are right, below it 2 of 10.
const (
	GivenFrom = 0.3
	NearBy    = 0.8
)

// UnsureAtMost is how sure an answer may be that leaves out a part of the
// question: over databases that the parsers had not seen about half of them are right.
const UnsureAtMost = 0.5

// What is this improbable as a follow-up, and this probable by itself, is a
// question of its own. The margin was set after a smaller one had cost five of
// 116 turns of business valid dialogues.
const (
	HardlyFollowUp = 0.02
	ClearlyFresh   = 0.9
)

// How sure a message must be, read by itself, that was hardly understood as a
// follow-up: of an answer, and of one that the data cannot answer. Set by hand.
const (
	StandsAlone   = 0.6
	ClearlyAlone  = 0.85 // of a message that says all by itself
	SurelyMissing = 0.8
	// KnowsBetter is the confidence from which a word that nothing is called, or that
	// is far in meaning from what the form reads, is taken as a name for it that is not
	// written anywhere. Of such answers to 1,900 questions over databases that the parser had
	// not seen 57 of 61 were right, and 2 about what the data do not have; below it 49 of 69.
	KnowsBetter = 0.75
)

// Questions back and rankings that do not say by what; set by hand.
const (
	MaxOffers       = 3    // other readings that are shown
	MaxChoices      = 3    // answers that a question back offers
	WorthOffering   = 0.05 // the least probable reading that is offered
	RankingsOffered = 3    // ways to rank
	RankingsTried   = 4    // and tried: somebody waits
	FirstRanking    = 0.6  // trust in the first: people mean it more often than all others together
	SaidRanking     = 0.9  // in one that the person has said
	OtherRanking    = 0.15 // in each other
	UnsaidAtMost    = 0.75 // in what takes a value in one of several columns
	DefaultRows     = "5"  // of a ranking of several things without a number
)

// VerifiedDefined is what the verifier is taken to say where a document defines what a
// word means, which it does not read: the mean of what it says.
const VerifiedDefined = 5

// VerifiedWithin is how far behind the most probable candidate others may be that the
// verifier reads, in nats. By folds, over databases that neither network had seen, the first is as
// often right as when all are read, and a third fewer are.
const VerifiedWithin = 7.0

// Tokens below Doubtful were not sure, and a logarithm below Lowest is as good as
// none; the calibration was fitted with both.
const (
	Doubtful = 0.8
	Lowest   = -10.0
)

// What the parser's input holds at most. The parser was trained with these: with
// others it must be trained again.
const (
	InputWords      = 60  // of the question, and of the reading before it
	InputItems      = 64  // values and periods
	InputPeriods    = 10  // of those
	InputListed     = 24  // values that no word names, of columns that have only a few
	NameLinks       = 400 // words that name tables and columns
	LinksOfWord     = 60  // of one word to parts of names
	RareInTexts     = 3   // a word in the descriptions of more columns links to none
	ValueMatches    = 24  // stored values that words may mean
	MatchesInColumn = 4   // of those
	WeakMatches     = 10  // of those that are a guess
)

// How the part of a large database is chosen that a question is read with. Each
// chunk costs as much as a question to a small one; there are more than a few
// only where tables would not be seen at all. Set by hand.
const (
	FewChunks  = 3
	MaxChunks  = 8
	ListedRoom = 48   // pieces that are left for values which no word names
	ByWords    = 0.25 // how what words say counts beside what the model says
	FromTable  = 0.3  // what a column has of the likelihood of its table
	FromJoined = 0.15 // what a table has of one that is joined to it
)

// How far to trust a statement that somebody else wrote. Two who come to the same
// meaning by different ways are rarely both wrong; one of whom nothing is known is
// as good as models are on questions like these; where two differ, one of them is
// wrong. Set by hand.
const (
	OpinionAgreesFirst   = 0.95 // with the first reading
	OpinionAgreesOther   = 0.85 // with another one
	OpinionSaysNothing   = 0.70
	OpinionDiffersLikely = 0.55 // from a reading that is only likely
	OpinionDiffersSure   = 0.35
	OpinionAfterWarning  = 0.6 // the part that each finding leaves
	OpinionAfterInfo     = 0.9
	OpinionMaxFindings   = 3 // that count; more of them say nothing new
	OpinionLeast         = 0.05
)
