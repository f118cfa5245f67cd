package session

import (
	"encoding/json"
	"time"

	"github.com/plumbdata/plumb/internal/plan"
)

// Kind says what an event is about. Kinds are part of the public contract:
// pages and programs that follow a session switch on them.
type Kind string

const (
	Started       Kind = "session.started"    // StartedPayload
	QuestionAsked Kind = "question.asked"     // AskedPayload
	StageEntered  Kind = "stage"              // StagePayload
	SQLDrafted    Kind = "sql.drafted"        // StatementPayload
	SQLChecked    Kind = "sql.checked"        // StatementPayload
	SQLRan        Kind = "sql.ran"            // StatementPayload
	ToolCalled    Kind = "tool.called"        // CalledPayload
	ToolAnswered  Kind = "tool.answered"      // AnsweredPayload
	PhaseEntered  Kind = "phase"              // PhasePayload
	PlanProposed  Kind = "plan.proposed"      // PlanPayload
	StepStarted   Kind = "step.started"       // StepPayload
	StepFinished  Kind = "step.finished"      // StepPayload
	StepFailed    Kind = "step.failed"        // StepPayload
	Escalated     Kind = "model.escalated"    // EscalatedPayload
	Searched      Kind = "documents.searched" // SearchedPayload
	Recalled      Kind = "memory.recalled"    // RecalledPayload
	Judged        Kind = "answer.judged"      // JudgedPayload
	AnswerDrawn   Kind = "answer.drawn"       // DrawnPayload; the answer is there but for its story, which takes a while
	CellRecorded  Kind = "cell.recorded"      // RecordedPayload
	Diagnosed     Kind = "diagnostic"         // fault.Diagnostic
	TurnEnded     Kind = "turn.ended"         // EndedPayload; the last event of a question, however it ended

	NotebookChanged Kind = "notebook.changed" // ChangedPayload
	Hidden          Kind = "session.hidden"   // as the last event: the person does not want to see the session any more
)

// Stage is what Plumb is doing for a question, in the words that people see.
type Stage string

const (
	Waiting    Stage = "waiting"    // for a place among the questions that run
	Connecting Stage = "connecting" // to a source that was not used for a while
	Thinking   Stage = "thinking"
	Searching  Stage = "searching" // the documents
	Executing  Stage = "executing"
	Correcting Stage = "correcting"
	Narrating  Stage = "narrating"
	Rendering  Stage = "rendering"
)

// StartedPayload is the payload of Started.
type StartedPayload struct {
	Name   string `json:"name"`
	Source string `json:"source"`
}

// AskedPayload is the payload of QuestionAsked.
type AskedPayload struct {
	Question string `json:"question"`
	Query    string `json:"query"`              // its audit
	Parent   string `json:"parent,omitempty"`   // the cell that it follows
	Replaces string `json:"replaces,omitempty"` // the cell whose place its answer takes
	Source   string `json:"source,omitempty"`   // that is asked
	SQL      string `json:"sql,omitempty"`      // the statement that the person wrote for it
	// AsQuestion says that the person asked nothing else: Question is how it begins.
	AsQuestion bool `json:"as_question,omitempty"`
	// Rest is what the message wants besides, after this part of it.
	Rest []string `json:"rest,omitempty"`
	// Again says that an answer is run again as it was.
	Again bool   `json:"again,omitempty"`
	Now   string `json:"now,omitempty"` // the date that the person wants as today
}

// StatementPayload is what became of a statement: drafted by a step of the
// trace, then checked, then run. Reason says why it was refused or failed.
type StatementPayload struct {
	Step   string `json:"step"` // generate, validate, execute, fix_1, …
	SQL    string `json:"sql"`
	OK     bool   `json:"ok"`
	Reason string `json:"reason,omitempty"`
	Rows   int    `json:"rows,omitempty"`
}

// SearchedPayload is what a search of the documents found.
type SearchedPayload struct {
	Query    string   `json:"query"` // with what words of the conversation stand for
	Passages int      `json:"passages"`
	Titles   []string `json:"titles,omitempty"` // of their documents, the most relevant first
	Relevant bool     `json:"relevant"`
}

// RecalledPayload is what came to mind with a question.
type RecalledPayload struct {
	Memories []Known `json:"memories"`
}

// CalledPayload is the payload of ToolCalled: what a model wants to look at.
type CalledPayload struct {
	Call      int    `json:"call"` // which of the question's, from 1
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"` // JSON, cut where it is long
}

// AnsweredPayload is the payload of ToolAnswered: what became of a call. Reason
// says why it failed.
type AnsweredPayload struct {
	Call      int             `json:"call"`
	Tool      string          `json:"tool"`
	OK        bool            `json:"ok"`
	Reason    string          `json:"reason,omitempty"`
	Query     int             `json:"query,omitempty"` // its number in the cell's sources
	Rows      int             `json:"rows,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Columns   []string        `json:"columns,omitempty"`
	Preview   json.RawMessage `json:"preview,omitempty"` // the first rows, as cells hold them
}

// Phase is where an analysis in several steps stands.
type Phase string

const (
	Idle             Phase = "idle" // nothing is to be done, or all is
	Planning         Phase = "planning"
	AwaitingApproval Phase = "awaiting_approval"
	ExecutingPlan    Phase = "executing"
	PlanFailed       Phase = "failed"
)

// PhasePayload is the payload of PhaseEntered.
type PhasePayload struct {
	Phase  Phase  `json:"phase"`
	Reason string `json:"reason,omitempty"` // why it failed
}

// PlanPayload is the payload of PlanProposed.
type PlanPayload struct {
	Plan  plan.Plan `json:"plan"`
	Waves [][]int   `json:"waves"` // numbers of the steps that can run at once
	// Sentence is how the question was read, Confidence how surely, and Now the day that
	// counted as today. An interrupted plan goes on with them.
	Sentence   string    `json:"sentence,omitempty"`
	Confidence float64   `json:"confidence,omitempty"`
	Now        time.Time `json:"now,omitzero"`
}

// StepPayload is what became of a step of a plan.
type StepPayload struct {
	Step   int     `json:"step"` // its number
	Output string  `json:"output"`
	Rows   int     `json:"rows,omitempty"`
	TookMS float64 `json:"took_ms,omitempty"`
	Again  bool    `json:"again,omitempty"` // it is rewritten and run again
	Reason string  `json:"reason,omitempty"`
	Code   string  `json:"code,omitempty"` // that was run, where the plan did not have it
	// Result is what the step made, where that is small: an interrupted plan goes on
	// from it.
	Result *Result `json:"result,omitempty"`
}

// DrawnPayload is the payload of AnswerDrawn.
type DrawnPayload struct {
	Chart string `json:"chart"` // its kind
	Rows  int    `json:"rows"`
}

// JudgedPayload is the payload of Judged: what the critic says of an answer before people
// see it.
type JudgedPayload struct {
	Mode     string          `json:"mode" doc:"How the answer came to be: data, analysis, documents or general."`
	Decision string          `json:"decision" doc:"accept, reject or retry."`
	Retried  bool            `json:"retried,omitempty" doc:"It is of a second attempt."`
	Doubt    *float64        `json:"doubt,omitempty" doc:"The probability that the question was read wrongly, of an answer that has a reading."`
	Findings []JudgedFinding `json:"findings,omitempty"`
	Model    string          `json:"model,omitempty"` // that had a say, as provider/model
}

// Reason is why an answer does not stand, in one sentence; "" for one that does.
func (p JudgedPayload) Reason() string {
	if p.Decision == Accept || len(p.Findings) == 0 {
		return ""
	}
	return p.Findings[0].Message
}

// Hint is what to do about it.
func (p JudgedPayload) Hint() string {
	if p.Decision == Accept || len(p.Findings) == 0 {
		return ""
	}
	return p.Findings[0].Hint
}

// JudgedFinding is something that is wrong with an answer.
type JudgedFinding struct {
	Aspect   string   `json:"aspect" doc:"relevance, grounding, completeness or hallucination."`
	Kind     string   `json:"kind"`
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Parts    []string `json:"parts,omitempty" doc:"The words of the question or of the answer that it is about."`
}

// EndedPayload is the payload of TurnEnded.
type EndedPayload struct {
	Outcome string `json:"outcome"`
	Cell    string `json:"cell,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// EscalatedPayload is that the next model of a task's chain is asked, because
// one could not do it.
type EscalatedPayload struct {
	Task   string `json:"task"`
	From   string `json:"from"` // provider/model
	To     string `json:"to"`
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// StagePayload is the payload of StageEntered.
type StagePayload struct {
	Stage Stage `json:"stage"`
	Ahead int   `json:"ahead,omitempty" doc:"Of a question that waits: how many wait before it."`
}

// RecordedPayload is the payload of CellRecorded. The cell itself is read from
// the session by its id.
type RecordedPayload struct {
	Cell     string `json:"cell"`
	Position int    `json:"position"`
	Hash     string `json:"hash"`
}

// Change is what became of a notebook.
type Change string

const (
	Added    Change = "added"
	Replaced Change = "replaced" // by a cell that has its id from then on
	Removed  Change = "removed"
	Restored Change = "restored"
	Moved    Change = "moved"
	Noted    Change = "noted" // a note came, or was changed
	Renamed  Change = "renamed"
)

// ChangedPayload is the payload of NotebookChanged. Changes that are applied one
// after the other give the notebook as it is.
type ChangedPayload struct {
	Change   Change `json:"change"`
	Cell     string `json:"cell,omitempty"`     // its id in the notebook
	Position int    `json:"position"`           // of the cell when this is done, or when it was removed
	Name     string `json:"name,omitempty"`     // the new one
	Recorded string `json:"recorded,omitempty"` // the cell of the session that it is, where that has another id
	Hash     string `json:"hash,omitempty"`     // of the cell in the notebook
	Earlier  bool   `json:"earlier,omitempty"`  // another answer stood there before, and can be put back
}
