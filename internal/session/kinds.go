package session

// Kind says what an event is about. Kinds are part of the public contract:
// pages and programs that follow a session switch on them.
type Kind string

const (
	Started       Kind = "session.started" // StartedPayload
	QuestionAsked Kind = "question.asked"
	StageEntered  Kind = "stage" // StagePayload
	SQLDrafted    Kind = "sql.drafted"
	SQLChecked    Kind = "sql.checked"
	SQLRan        Kind = "sql.ran"
	CellRecorded  Kind = "cell.recorded" // RecordedPayload
	Diagnosed     Kind = "diagnostic"    // fault.Diagnostic
	TurnEnded     Kind = "turn.ended"    // the last event of a question, however it ended
)

// Stage is what Plumb is doing for a question, in the words that people see.
type Stage string

const (
	Thinking   Stage = "thinking"
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

// StagePayload is the payload of StageEntered.
type StagePayload struct {
	Stage Stage `json:"stage"`
}

// RecordedPayload is the payload of CellRecorded. The cell itself is read from
// the session by its id.
type RecordedPayload struct {
	Cell     string `json:"cell"`
	Position int    `json:"position"`
	Hash     string `json:"hash"`
}
