// Package intent tells what a message wants: an answer from the data, a chart,
// a forecast, a fresh start. It is the first of two tiers and needs no language
// model: messages are compared with exemplars by their embeddings. What it is
// not sure of, it says, so that the next tier can be asked.
package intent

// Name is a kind of intent.
type Name string

// The kinds. A message can have several.
const (
	NewQuestion      Name = "new_question"      // an analysis that needs a plan of several steps
	Query            Name = "query"             // records looked up as they are stored
	DataQuestion     Name = "data_question"     // figures that one query gives
	Lookup           Name = "lookup"            // what a term, a code or a rule means
	DocumentQuestion Name = "document_question" // what documents say
	DrillDown        Name = "drill_down"        // more detail of the last result
	Compare          Name = "compare"           // one result or period against another
	Summarize        Name = "summarize"         // what was found so far, in short
	Export           Name = "export"            // a result as a file
	Extend           Name = "extend"            // something more in the result or the plan
	Redo             Name = "redo"              // the same again, perhaps changed
	ModifyFact       Name = "modify_fact"       // another value for something assumed
	SteerPlan        Name = "steer_plan"        // other steps, or in another order
	RefineScope      Name = "refine_scope"      // a narrower, wider or other scope
	Challenge        Name = "challenge"         // doubt about a result
	ModeSwitch       Name = "mode_switch"       // another way of working from now on
	Provenance       Name = "provenance"        // where a result comes from
	CreateArtifact   Name = "create_artifact"   // a chart, a report, a draft
	TriggerAction    Name = "trigger_action"    // something done outside, such as sending
	Predict          Name = "predict"           // what will be
	WhatIf           Name = "what_if"           // what would be if
	Alert            Name = "alert"             // a watch that tells when something happens
	Reset            Name = "reset"             // a fresh start
	MetaQuestion     Name = "meta_question"     // about Plumb itself
	Greeting         Name = "greeting"          // hello, thanks, goodbye
)

// Kind is a kind of intent, in words.
type Kind struct {
	Name  Name
	About string
}

// Kinds are all kinds, for whoever else is asked.
func Kinds() []Kind {
	return []Kind{
		{NewQuestion, "an analysis that needs a plan of several steps"},
		{Query, "records looked up as they are stored"},
		{DataQuestion, "figures that one query gives"},
		{Lookup, "what a term, a code or a rule means"},
		{DocumentQuestion, "what documents say"},
		{DrillDown, "more detail of the last result"},
		{Compare, "one result or period against another"},
		{Summarize, "what was found so far, in short"},
		{Export, "a result as a file"},
		{Extend, "something more in the result or the plan"},
		{Redo, "the same again, perhaps changed"},
		{ModifyFact, "another value for something assumed"},
		{SteerPlan, "other steps, or in another order"},
		{RefineScope, "a narrower, wider or other scope"},
		{Challenge, "doubt about a result"},
		{ModeSwitch, "another way of working from now on"},
		{Provenance, "where a result comes from"},
		{CreateArtifact, "a chart, a report, a draft"},
		{TriggerAction, "something done outside, such as sending"},
		{Predict, "what will be"},
		{WhatIf, "what would be if"},
		{Alert, "a watch that tells when something happens"},
		{Reset, "a fresh start"},
		{MetaQuestion, "about Plumb itself"},
		{Greeting, "hello, thanks, goodbye"},
	}
}

// Asks says whether the intent is a question that stands for itself.
func (n Name) Asks() bool {
	switch n {
	case NewQuestion, Query, DataQuestion, Lookup, DocumentQuestion, Predict, WhatIf:
		return true
	}
	return false
}

// Changes says whether the intent changes a question or its answer.
func (n Name) Changes() bool {
	switch n {
	case DrillDown, Extend, ModifyFact, SteerPlan, RefineScope:
		return true
	}
	return false
}
