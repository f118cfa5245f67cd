package server

import (
	"context"
	"io"
	"iter"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/statistics"
	"github.com/plumbdata/plumb/internal/store"
)

// Desk is what the server works with, grouped by what it is about. *desk.Work
// fulfils all of it; each route uses the group that it needs. A notebook is
// referred to by its id, its slug or its name.
type Desk interface {
	notebooks
	notebookFiles
	cells
	notes
	results
	turns
	plans
	terms
	lessons
	documents
	memories
	sources
	catalog
	history
	status
}

type notebooks interface {
	List(ctx context.Context, search string) ([]desk.Entry, error)
	Create(ctx context.Context, name, source string) (*desk.Book, error)
	Open(ctx context.Context, ref string) (*desk.Book, error)
	// Current is the notebook that was changed last, made if there is none.
	Current(ctx context.Context) (*desk.Book, error)
	Stale(ctx context.Context, ref string) (desk.Staleness, error)
	Export(ctx context.Context, ref, format string, w io.Writer) error // html, md, ipynb, json
}

type notebookFiles interface {
	Rename(ctx context.Context, ref, name string) error
	Delete(ctx context.Context, ref string) error
	// Restore undoes a deletion, by the id of the notebook.
	Restore(ctx context.Context, id string) (*desk.Book, error)
	// Fork begins a new notebook with the cells up to one; "" means all.
	Fork(ctx context.Context, ref, name, upTo string) (*desk.Book, error)
}

type cells interface {
	Cell(ctx context.Context, ref, cell string) (session.Cell, error)
	RemoveCell(ctx context.Context, ref, cell string) error
	// RestoreCell undoes a removal; below zero means at the end.
	RestoreCell(ctx context.Context, ref, cell string, at int) error
	// RevertCell puts back the answer that stood in a cell's place before, or one
	// that was left in this way. It names the answer that was there until now.
	RevertCell(ctx context.Context, ref, cell, to string) (was string, err error)
	MoveCell(ctx context.Context, ref, cell string, to int) error
	DuplicateCell(ctx context.Context, ref, cell string) (session.Cell, error)
}

type notes interface {
	// Note puts a note after a cell; "" means at the end.
	Note(ctx context.Context, ref, text, after string) (session.Cell, error)
	Rewrite(ctx context.Context, ref, cell, text string) (session.Cell, error)
}

// results are the rows and the chart of a cell.
type results interface {
	// Rows are those of a cell, also where it keeps only their hash: then its
	// statement is run again, and the hash says whether they are the same.
	Rows(ctx context.Context, ref, cell string) (*session.Result, error)
	// Preview is the first rows of another reading of a cell, from 1.
	Preview(ctx context.Context, ref, cell string, reading int) (*session.Result, error)
	// ExportRows writes all rows of a cell as a file of a format.
	ExportRows(ctx context.Context, ref, cell string, f export.Format, w io.Writer) error
	ChartSVG(ctx context.Context, ref, cell, theme string) ([]byte, error)
}

// turns are questions at work. They belong to their notebook, not to whoever
// asked: only Cancel and Close stop them.
type turns interface {
	// Ask begins a turn and returns at once; its events are in the notebook's log.
	Ask(ctx context.Context, q desk.Question) (desk.Turn, error)
	Cancel(ctx context.Context, turn string) error
	// Decide answers a plan that waits for approval.
	Decide(ctx context.Context, turn string, d desk.Decision) error
	// Follow yields the events of a notebook after an id, and waits for more.
	Follow(ctx context.Context, ref string, after int64) iter.Seq2[desk.Event, error]
	// Await is the cell that a turn led to, with its audit.
	Await(ctx context.Context, turn string) (session.Cell, store.Audit, error)
}

// plans are saved ways to an answer, and what the steps of those that ran have made.
type plans interface {
	ListPlans(ctx context.Context) ([]desk.SavedPlan, error)
	SavePlan(ctx context.Context, ref, cell, name string, shared bool) (desk.SavedPlan, error)
	RemovePlan(ctx context.Context, name string) error
	// ExportPlan writes the plan behind a cell as a file (json), or its code (sql).
	ExportPlan(ctx context.Context, ref, cell, format string, w io.Writer) error
	Tables(ctx context.Context, ref string) ([]desk.MadeTable, error)
	TableRows(ctx context.Context, ref, table string) (*session.Result, error)
	// Artifacts are what answers have made: charts, exports, and files of plans.
	Artifacts(ctx context.Context, ref string) ([]session.Artifact, error)
}

// terms are those of the business.
type terms interface {
	Terms(ctx context.Context, source string) ([]glossary.Term, error)
	SaveTerm(ctx context.Context, source string, t glossary.Term) (glossary.Term, error)
	FindTerms(ctx context.Context, source string) ([]glossary.Term, error)
	DecideTerm(ctx context.Context, source, name string, status glossary.Status, reason string) (glossary.Term, error)
	RemoveTerm(ctx context.Context, source, name string) error
}

// lessons are what corrections have taught.
type lessons interface {
	Taught(ctx context.Context, source string) (desk.Taught, error)
	ChangeRule(ctx context.Context, source, id string, on bool, text string) (learning.Rule, error)
	// Unlearn removes a rule, a correction or a verified question.
	Unlearn(ctx context.Context, source, id string) error
	// VerifyAnswer keeps the statement of an answer as the one for its question.
	VerifyAnswer(ctx context.Context, ref, cell string) (learning.Pair, error)
}

// documents are what things are looked up in.
type documents interface {
	documentSources
	Documents(ctx context.Context) (desk.Documents, error)
	ListDocuments(ctx context.Context, source, after string, limit int) ([]desk.Document, error)
	OpenPassage(ctx context.Context, id string, around int) (desk.Passage, error)
	FindPassages(ctx context.Context, text, source string, limit int) ([]desk.FoundPassage, error)
}

// documentSources change which documents there are, and read them.
type documentSources interface {
	AddDocuments(ctx context.Context, d desk.NewDocuments) (desk.DocumentSource, error)
	KeepDocument(ctx context.Context, name string, data []byte) (desk.DocumentSource, error)
	RefreshDocuments(ctx context.Context, source string) (desk.DocumentSource, error)
	StopDocuments(ctx context.Context, source string) (desk.DocumentSource, error)
	RemoveDocuments(ctx context.Context, source string) error
	RemoveDocument(ctx context.Context, source, id string) error
}

// memories are what is remembered of the person, and how well that works.
type memories interface {
	Memories(ctx context.Context, f desk.MemoryFilter) ([]desk.Remembered, error)
	JudgeMemory(ctx context.Context, id, judgement string) (desk.Remembered, error)
	ForgetMemory(ctx context.Context, id string) error
	ForgetAll(ctx context.Context) (int, error)
	ExportMemories(ctx context.Context, w io.Writer) error
	Statistics(ctx context.Context, days int) (*statistics.Report, error)
}

// sources are the databases and files that can be asked.
type sources interface {
	ListSources(ctx context.Context) ([]desk.Source, error)
	SourceKinds() []desk.SourceKind
	// TestSource connects, proves that nothing can be written, and looks around.
	TestSource(ctx context.Context, s desk.NewSource) (desk.SourceTest, error)
	AddSource(ctx context.Context, s desk.NewSource) (desk.Source, error)
	UseSource(ctx context.Context, name string) error
	RemoveSource(ctx context.Context, name string) error
}

// catalog is what there is to ask, and to connect.
type catalog interface {
	Schema(ctx context.Context, source string, fresh bool) (*schema.Snapshot, error)
	Suggestions(ctx context.Context, source string) ([]string, error)
	// Folder lists a folder of this machine; "" is the one that Plumb was started in.
	Folder(ctx context.Context, path string) (desk.Folder, error)
}

// history is what is kept of the past.
type history interface {
	Sessions(ctx context.Context, after string, limit int) ([]store.Session, error)
	// Session is one with its cells, without making it a notebook.
	Session(ctx context.Context, id string) (store.Session, []session.Cell, error)
	// Resume opens a session's cells as a notebook.
	Resume(ctx context.Context, session string) (*desk.Book, error)
	ForkSession(ctx context.Context, session, name string) (*desk.Book, error)
	// DeleteSession hides a session; the audit keeps what happened.
	DeleteSession(ctx context.Context, session string) error
	Audit(ctx context.Context, f store.Filter) ([]store.Audit, error)
}

type status interface {
	// Overview says what is asked, and who answers.
	Overview(ctx context.Context) (desk.Overview, error)
	// Close lets running turns end, at most until the context does, then stops
	// them; what they had is recorded.
	Close(ctx context.Context) error
}
