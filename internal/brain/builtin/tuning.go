package builtin

// missedCost is how much less probable a form is that leaves out what a document
// defines, in nats: almost any that heeds it comes first.
const missedCost = 12

// described is how sure an answer may be when a document describes in prose what
// the database has under the same name.
const described = 0.6

// movedCost is how much less probable such a follow-up is, in nats.
const movedCost = 2.5
