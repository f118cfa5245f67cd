package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/statistics"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

var day = time.Date(2026, 1, 31, 8, 0, 0, 0, time.UTC)

// fakeDesk is one notebook in memory. Turns end when finish says so.
type fakeDesk struct {
	mu       sync.Mutex
	wake     chan struct{} // closed by the next event
	log      []desk.Event
	cells    []session.Cell
	removed  map[string]session.Cell
	turns    map[string]desk.Turn
	asked    []desk.Question
	canceled []string
	decided  []desk.Decision
	kept     []desk.SavedPlan
	terms    []glossary.Term
	uploaded []string // name and size
	closed   bool
	hold     bool // turns wait for finish
	broken   error
}

func newFake() *fakeDesk {
	f := &fakeDesk{wake: make(chan struct{}), removed: map[string]session.Cell{}, turns: map[string]desk.Turn{}}
	f.append(session.Started, "", session.StartedPayload{Name: "sales", Source: "shop"}, nil)
	f.cells = []session.Cell{f.cell("cell_1", "revenue by region")}
	return f
}

func (f *fakeDesk) cell(id, question string) session.Cell {
	return session.Cell{
		ID: id, CreatedAt: day, Question: question,
		Reading: &session.Reading{Outcome: "likely", Confidence: .9, Sentence: "total revenue for each region", Others: []session.Other{{Sentence: "average revenue", SQL: "SELECT 2"}},
			Unsaid: []session.Unsaid{{Key: "period/orders", Question: "For which period?", Choices: []session.Saying{{Text: "all of the data", Value: "all"}, {Text: "2025", Value: "year"}}}}},
		SQL: &session.SQL{Query: "SELECT region, sum(x) AS revenue FROM t GROUP BY 1", Tables: []string{"t"}},
		Result: &session.Result{Columns: []string{"region", "revenue"}, ColumnTypes: []string{"text", "integer"}, RowCount: 2, DataHash: "sha256:0",
			Data: json.RawMessage(`[["North <b>",1],["South",2]]`)},
		Chart:     &session.Chart{Kind: "bar", Spec: json.RawMessage(`{"mark":"bar"}`), AutoDetected: true},
		Narrative: &session.Narrative{Text: "South leads with 2.", DataReferences: []session.DataReference{{RefID: "r1", Text: "2", Source: "result"}}},
		Metadata:  session.Metadata{Trace: []string{"generate", "validate", "execute"}},
	}
}

func (f *fakeDesk) append(kind session.Kind, turn string, payload any, cell *session.Cell) int64 {
	b, err := json.Marshal(payload)
	if err != nil {
		panic(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	id := int64(len(f.log) + 1)
	f.log = append(f.log, desk.Event{ID: id, Kind: kind, At: day, Turn: turn, Payload: b, Cell: cell})
	close(f.wake)
	f.wake = make(chan struct{})
	return id
}

func (f *fakeDesk) finish(turn string) {
	c := f.cell("cell_of_"+turn, "q")
	f.append(session.CellRecorded, turn, session.RecordedPayload{Cell: c.ID, Position: 1, Hash: "sha256:1"}, &c)
	f.append(session.TurnEnded, turn, session.EndedPayload{Outcome: "answered", Cell: c.ID}, nil)
}

func (f *fakeDesk) known(ref string) error {
	if f.broken != nil {
		return f.broken
	}
	if ref == "nb_1" || ref == "sales" {
		return nil
	}
	return fault.New(fault.NotFound, "there is no notebook %q", ref).WithHint("did you mean sales?")
}

func (f *fakeDesk) book() *desk.Book {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &desk.Book{
		Entry:   desk.Entry{ID: "nb_1", Slug: "sales", Name: "sales", Source: "shop", Cells: len(f.cells), Created: day, Updated: day},
		Session: "session_1", LastEvent: int64(len(f.log)), Cells: slices.Clone(f.cells),
	}
}

func (f *fakeDesk) List(context.Context, string) ([]desk.Entry, error) {
	broken := desk.Entry{ID: "nb_2", Slug: "torn", Name: "torn", Created: day, Updated: day, Problem: fault.Wrap(io.EOF, fault.BadData, "this file is cut off")}
	return []desk.Entry{f.book().Entry, broken}, f.broken
}

func (f *fakeDesk) Create(context.Context, string, string) (*desk.Book, error) { return f.book(), nil }
func (f *fakeDesk) Current(context.Context) (*desk.Book, error)                { return f.book(), nil }
func (f *fakeDesk) Stale(_ context.Context, ref string) (desk.Staleness, error) {
	return desk.Staleness{}, f.known(ref)
}

func (f *fakeDesk) Open(_ context.Context, ref string) (*desk.Book, error) {
	if err := f.known(ref); err != nil {
		return nil, err
	}
	return f.book(), nil
}
func (f *fakeDesk) Rename(_ context.Context, ref, _ string) error { return f.known(ref) }
func (f *fakeDesk) Delete(_ context.Context, ref string) error    { return f.known(ref) }
func (f *fakeDesk) Restore(_ context.Context, id string) (*desk.Book, error) {
	return f.Open(context.Background(), id)
}
func (f *fakeDesk) Fork(_ context.Context, ref, _, _ string) (*desk.Book, error) {
	return f.Open(context.Background(), ref)
}

func (f *fakeDesk) Export(_ context.Context, ref, format string, w io.Writer) error {
	if err := f.known(ref); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "a notebook as %s", format)
	return err
}

func (f *fakeDesk) Cell(_ context.Context, ref, cell string) (session.Cell, error) {
	if err := f.known(ref); err != nil {
		return session.Cell{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.cells {
		if c.ID == cell {
			return c, nil
		}
	}
	return session.Cell{}, fault.New(fault.NotFound, "there is no cell %q", cell)
}

func (f *fakeDesk) RemoveCell(ctx context.Context, ref, cell string) error {
	c, err := f.Cell(ctx, ref, cell)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.removed[cell] = c
	f.cells = slices.DeleteFunc(f.cells, func(c session.Cell) bool { return c.ID == cell })
	return nil
}

func (f *fakeDesk) RestoreCell(_ context.Context, ref, cell string, _ int) error {
	if err := f.known(ref); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cells = append(f.cells, f.removed[cell])
	return nil
}

func (f *fakeDesk) RevertCell(ctx context.Context, ref, cell, to string) (string, error) {
	_, err := f.Cell(ctx, ref, cell)
	if err == nil && to == "nix" {
		err = fault.New(fault.NotFound, "there is no such answer")
	}
	return "cell_was", err
}

func (f *fakeDesk) MoveCell(ctx context.Context, ref, cell string, _ int) error {
	_, err := f.Cell(ctx, ref, cell)
	return err
}
func (f *fakeDesk) DuplicateCell(ctx context.Context, ref, cell string) (session.Cell, error) {
	return f.Cell(ctx, ref, cell)
}
func (f *fakeDesk) Note(_ context.Context, ref, _, _ string) (session.Cell, error) {
	return session.Cell{ID: "cell_note", CreatedAt: day}, f.known(ref)
}
func (f *fakeDesk) Rewrite(ctx context.Context, ref, cell, _ string) (session.Cell, error) {
	return f.Cell(ctx, ref, cell)
}
func (f *fakeDesk) ChartSVG(ctx context.Context, ref, cell, _ string) ([]byte, error) {
	_, err := f.Cell(ctx, ref, cell)
	return []byte("<svg/>"), err
}
func (f *fakeDesk) Rows(ctx context.Context, ref, cell string) (*session.Result, error) {
	c, err := f.Cell(ctx, ref, cell)
	if err != nil {
		return nil, err
	}
	return c.Result, nil
}

func (f *fakeDesk) Preview(ctx context.Context, ref, cell string, _ int) (*session.Result, error) {
	return f.Rows(ctx, ref, cell)
}

func (f *fakeDesk) ExportRows(ctx context.Context, ref, cell string, e export.Format, w io.Writer) error {
	if _, err := f.Cell(ctx, ref, cell); err != nil {
		return err
	}
	rows := &table.Table{Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "revenue", Kind: table.Int}}, Rows: []table.Row{{table.NewText("North"), table.NewInt(1)}}}
	if e.Write == nil {
		_, err := io.WriteString(w, "PAR1")
		return err
	}
	return e.Write(w, rows.Reader())
}

func (f *fakeDesk) Ask(ctx context.Context, q desk.Question) (desk.Turn, error) {
	if err := f.known(q.Notebook); err != nil {
		return desk.Turn{}, err
	}
	f.mu.Lock()
	t := desk.Turn{ID: fmt.Sprintf("turn_%d", len(f.turns)+1), Notebook: "nb_1", Session: "session_1", Question: q.Text, Source: "shop", Began: day, After: int64(len(f.log))}
	f.turns[t.ID] = t
	f.asked = append(f.asked, q)
	hold := f.hold
	f.mu.Unlock()
	f.append(session.QuestionAsked, t.ID, session.AskedPayload{Question: q.Text, Query: "query_1"}, nil)
	f.append(session.StageEntered, t.ID, session.StagePayload{Stage: session.Thinking}, nil)
	if !hold {
		f.finish(t.ID)
	}
	return t, ctx.Err()
}

func (f *fakeDesk) Cancel(_ context.Context, turn string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.turns[turn]; !ok {
		return fault.New(fault.NotFound, "there is no turn %q", turn)
	}
	f.canceled = append(f.canceled, turn)
	return nil
}

func (f *fakeDesk) Decide(_ context.Context, turn string, d desk.Decision) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.turns[turn]; !ok {
		return fault.New(fault.NotFound, "there is no turn %q", turn)
	}
	f.decided = append(f.decided, d)
	return nil
}

func (f *fakeDesk) ListPlans(context.Context) ([]desk.SavedPlan, error) { return f.kept, nil }

func (f *fakeDesk) SavePlan(_ context.Context, ref, _, name string, shared bool) (desk.SavedPlan, error) {
	p := desk.SavedPlan{Name: name, Shared: shared, Plan: plan.Plan{Title: "why revenue fell", Steps: []plan.Step{{Number: 1, Goal: "Read", Language: plan.Read, Output: "answer"}}}}
	f.kept = append(f.kept, p)
	return p, f.known(ref)
}

func (f *fakeDesk) ExportPlan(ctx context.Context, ref, cell, _ string, w io.Writer) error {
	if _, err := f.Cell(ctx, ref, cell); err != nil {
		return err
	}
	_, err := io.WriteString(w, "{}")
	return err
}

func (f *fakeDesk) Artifacts(_ context.Context, ref string) ([]session.Artifact, error) {
	return []session.Artifact{{Kind: session.MadeChart, Name: "bar", Cell: "cell_1", Question: "revenue by region", At: day, Hash: "sha256:00"}}, f.known(ref)
}

func (f *fakeDesk) RemovePlan(_ context.Context, name string) error {
	for i, p := range f.kept {
		if p.Name == name {
			f.kept = slices.Delete(f.kept, i, i+1)
			return nil
		}
	}
	return fault.New(fault.NotFound, "there is no plan %q", name)
}

func (f *fakeDesk) Terms(context.Context, string) ([]glossary.Term, error) { return f.terms, nil }

func (f *fakeDesk) SaveTerm(_ context.Context, _ string, t glossary.Term) (glossary.Term, error) {
	t.Kind, t.Status, t.Version = glossary.Metric, glossary.Approved, 1
	t.History = []glossary.Change{{At: day, What: "added"}}
	f.terms = append(f.terms, t)
	return t, nil
}

func (f *fakeDesk) FindTerms(context.Context, string) ([]glossary.Term, error) {
	return []glossary.Term{{Name: "churn", Kind: glossary.Concept, Status: glossary.Proposed, Version: 1}}, nil
}

func (f *fakeDesk) DecideTerm(_ context.Context, _, name string, status glossary.Status, _ string) (glossary.Term, error) {
	for i, t := range f.terms {
		if t.Name == name {
			f.terms[i].Status = status
			return f.terms[i], nil
		}
	}
	return glossary.Term{}, fault.New(fault.NotFound, "there is no term %q", name)
}

func (f *fakeDesk) RemoveTerm(ctx context.Context, source, name string) error {
	_, err := f.DecideTerm(ctx, source, name, glossary.Rejected, "")
	return err
}

func (f *fakeDesk) Taught(context.Context, string) (desk.Taught, error) {
	return desk.Taught{Rules: []learning.Rule{taughtRule}, Verified: []learning.Pair{{ID: "pair_1", Question: "revenue", SQL: "SELECT 1", Source: "edited", At: day}}}, nil
}

// taughtRule is the one that there is.
var taughtRule = learning.Rule{ID: "rule_1", Entry: brain.Entry{Kind: brain.Means, Term: "sales", Text: "the sum of orders.net"}, Text: "sales means the sum of orders.net", Confidence: 0.9, Support: 2, CreatedAt: day, Status: learning.Active}

func (f *fakeDesk) ChangeRule(_ context.Context, _, id string, _ bool, _ string) (learning.Rule, error) {
	if id != taughtRule.ID {
		return learning.Rule{}, fault.New(fault.NotFound, "there is no rule %q", id)
	}
	return taughtRule, nil
}

func (f *fakeDesk) Unlearn(_ context.Context, _, id string) error {
	if id != taughtRule.ID {
		return fault.New(fault.NotFound, "there is no rule %q", id)
	}
	return nil
}

func (f *fakeDesk) VerifyAnswer(ctx context.Context, ref, cell string) (learning.Pair, error) {
	c, err := f.Cell(ctx, ref, cell)
	return learning.Pair{ID: "pair_1", Question: c.Question, SQL: "SELECT 1", Source: "said", At: day}, err
}

func (f *fakeDesk) Documents(context.Context) (desk.Documents, error) {
	at := day
	return desk.Documents{Sources: []desk.DocumentSource{{Name: "handbook", Place: "https://example.com/handbook/", Documents: 1, Passages: 2, Bytes: 100, Added: day, Refreshed: &at,
		Work: &desk.DocumentWork{State: desk.WorkDone, Began: day, Ended: &at, Read: 1, Problems: []desk.WorkProblem{{Code: "BAD_DATA", Message: "the file is encrypted", Item: "a.pdf"}}}}}}, f.broken
}

func (f *fakeDesk) documentSource(name string) (desk.DocumentSource, error) {
	if name != "handbook" {
		return desk.DocumentSource{}, fault.New(fault.NotFound, "there are no documents named %q", name)
	}
	all, err := f.Documents(context.Background())
	if err != nil {
		return desk.DocumentSource{}, err
	}
	return all.Sources[0], nil
}

func (f *fakeDesk) AddDocuments(_ context.Context, d desk.NewDocuments) (desk.DocumentSource, error) {
	if d.Place == "/etc" {
		return desk.DocumentSource{}, fault.New(fault.Usage, "files of this machine cannot be added from here")
	}
	return f.documentSource("handbook")
}

func (f *fakeDesk) KeepDocument(_ context.Context, name string, data []byte) (desk.DocumentSource, error) {
	f.mu.Lock()
	f.uploaded = append(f.uploaded, fmt.Sprintf("%s %d", name, len(data)))
	f.mu.Unlock()
	return f.documentSource("handbook")
}

func (f *fakeDesk) RefreshDocuments(_ context.Context, source string) (desk.DocumentSource, error) {
	return f.documentSource(source)
}

func (f *fakeDesk) StopDocuments(_ context.Context, source string) (desk.DocumentSource, error) {
	return f.documentSource(source)
}

func (f *fakeDesk) RemoveDocuments(_ context.Context, source string) error {
	_, err := f.documentSource(source)
	return err
}

func (f *fakeDesk) RemoveDocument(_ context.Context, source, _ string) error {
	_, err := f.documentSource(source)
	return err
}

var aDocument = desk.Document{ID: "doc_1", Source: "handbook", Address: "https://example.com/handbook/", Title: "Handbook <b>", Type: "html", Bytes: 100, Read: day, Passages: 2, Notes: []string{"page 3 is a picture"}}

func (f *fakeDesk) ListDocuments(_ context.Context, source, _ string, _ int) ([]desk.Document, error) {
	_, err := f.documentSource(source)
	return []desk.Document{aDocument}, err
}

func (f *fakeDesk) OpenPassage(_ context.Context, id string, _ int) (desk.Passage, error) {
	if id != "passage_1" {
		return desk.Passage{}, fault.New(fault.NotFound, "the passage is no longer in the documents")
	}
	return desk.Passage{ID: id, Document: aDocument, Section: []string{"Refunds"}, Text: "Refunds take 14 days.", Total: 2,
		Blocks: []desk.PassageBlock{{Kind: "heading", Level: 1, Text: "Refunds"}, {Kind: "table", Columns: []string{"day"}, Rows: [][]string{{"14"}}, Cited: true}}}, nil
}

func (f *fakeDesk) FindPassages(context.Context, string, string, int) ([]desk.FoundPassage, error) {
	return []desk.FoundPassage{{Passage: "passage_1", Document: "doc_1", Title: "Handbook", Source: "handbook", Type: "html", Section: []string{"Refunds"}, Text: "Refunds take 14 days.", Relevance: 0.9}}, f.broken
}

var aMemory = desk.Remembered{ID: "memory_1", Type: "preference", Content: "the fiscal year starts in April", At: day, Effect: "years begin in April", Active: true}

func (f *fakeDesk) Memories(context.Context, desk.MemoryFilter) ([]desk.Remembered, error) {
	return []desk.Remembered{aMemory}, f.broken
}

func (f *fakeDesk) JudgeMemory(_ context.Context, id, _ string) (desk.Remembered, error) {
	if id != aMemory.ID {
		return desk.Remembered{}, fault.New(fault.NotFound, "there is no memory %q of yours", id)
	}
	return aMemory, nil
}

func (f *fakeDesk) ForgetMemory(ctx context.Context, id string) error {
	_, err := f.JudgeMemory(ctx, id, "wrong")
	return err
}
func (f *fakeDesk) ForgetAll(context.Context) (int, error) { return 1, f.broken }
func (f *fakeDesk) ExportMemories(_ context.Context, w io.Writer) error {
	_, err := io.WriteString(w, "{}\n")
	return err
}

func (f *fakeDesk) Statistics(_ context.Context, days int) (*statistics.Report, error) {
	return &statistics.Report{At: day, Days: days, Answers: 3, Sessions: 1, Paths: []statistics.Path{{Path: "data", Answers: 3, Judged: 3, Accepted: 2, Rejected: 1, Retried: 1, MedianMS: 12, P95MS: 40}},
		Verdicts: []statistics.Verdicts{{Path: "data", Decision: "reject", Reason: "left_out", Answers: 1}}, ByDay: []statistics.Day{{Day: "2026-01-31", Answers: 3}},
		Memory: statistics.Memory{Kept: 1, ByType: []statistics.TypeCount{{Type: "preference", Memories: 1}}, Growth: []memory.DayGrowth{{Day: "2026-01-31", Added: 1}}}}, f.broken
}

func (f *fakeDesk) Tables(_ context.Context, ref string) ([]desk.MadeTable, error) {
	return []desk.MadeTable{{Name: "totals", Step: 1, Rows: 2, Columns: []string{"name"}}}, f.known(ref)
}

func (f *fakeDesk) TableRows(_ context.Context, ref, _ string) (*session.Result, error) {
	return &session.Result{Columns: []string{"name"}, ColumnTypes: []string{"text"}}, f.known(ref)
}

func (f *fakeDesk) Follow(ctx context.Context, ref string, after int64) iter.Seq2[desk.Event, error] {
	return func(yield func(desk.Event, error) bool) {
		if err := f.known(ref); err != nil {
			yield(desk.Event{}, err)
			return
		}
		for ctx.Err() == nil {
			f.mu.Lock()
			wake := f.wake
			var next []desk.Event
			if after < int64(len(f.log)) {
				next = slices.Clone(f.log[after:])
			}
			f.mu.Unlock()
			for _, e := range next {
				after = e.ID
				if !yield(e, nil) || ctx.Err() != nil {
					return
				}
			}
			if len(next) > 0 {
				continue
			}
			select {
			case <-wake:
			case <-ctx.Done():
			}
		}
	}
}

func (f *fakeDesk) Await(ctx context.Context, turn string) (session.Cell, store.Audit, error) {
	for e, err := range f.Follow(ctx, "nb_1", 0) {
		if err != nil {
			return session.Cell{}, store.Audit{}, err
		}
		if e.Turn == turn && e.Kind == session.TurnEnded {
			return f.cell("cell_of_"+turn, "q"), f.audit(), nil
		}
	}
	return session.Cell{}, store.Audit{}, ctx.Err()
}

func (f *fakeDesk) audit() store.Audit {
	return store.Audit{
		Number: 1, AttemptCount: 1, Query: store.Query{ID: "query_1", Session: "session_1", Question: "q", Status: store.StatusSuccess, FinalSQL: "SELECT 1", Answer: "South leads.", CreatedAt: day, UpdatedAt: day},
		Attempts: []store.Attempt{{ID: 1, QueryID: "query_1", Number: 1, SQL: "SELECT 1", ValidationOK: true, ExecutionOK: true, RowCount: 2, CreatedAt: day}},
	}
}

func (f *fakeDesk) ListSources(context.Context) ([]desk.Source, error) {
	return []desk.Source{{Name: "shop", Driver: "sqlite", Where: "shop.db", Active: true, Origin: "config.yaml", Problem: fault.New(fault.Connect, "no such file")}}, nil
}
func (f *fakeDesk) SourceKinds() []desk.SourceKind {
	return []desk.SourceKind{{Name: "sqlite", Title: "SQLite", Help: "A file.", Properties: []desk.Property{{Name: "path", Title: "File", Kind: "path", Required: true}}}, {Name: "demo", Title: "Demo"}}
}
func (f *fakeDesk) TestSource(context.Context, desk.NewSource) (desk.SourceTest, error) {
	return desk.SourceTest{OK: true, Tables: 1, Columns: 2, ReadOnly: true, Steps: []desk.CheckStep{{Name: "connect", OK: true}},
		Notes: []fault.Diagnostic{{Severity: fault.Info, Message: "amount of sales.csv is read as numbers"}}}, nil
}
func (f *fakeDesk) AddSource(_ context.Context, s desk.NewSource) (desk.Source, error) {
	return desk.Source{Name: s.Name, Driver: s.Kind, Where: "shop.db", Origin: "config.yaml"}, nil
}
func (f *fakeDesk) Folder(_ context.Context, path string) (desk.Folder, error) {
	if path == "nix" {
		return desk.Folder{}, fault.New(fault.NotFound, "there is no folder nix")
	}
	return desk.Folder{Path: "/data", Parent: "/", Entries: []desk.FolderEntry{{Name: "old", Path: "/data/old", Kind: desk.FolderKind}, {Name: "a.csv", Path: "/data/a.csv", Kind: "files", Size: 12}}}, nil
}
func (f *fakeDesk) UseSource(_ context.Context, name string) error {
	if name != "shop" {
		return fault.New(fault.NotFound, "there is no connection %q", name)
	}
	return nil
}
func (f *fakeDesk) RemoveSource(ctx context.Context, name string) error {
	return f.UseSource(ctx, name)
}
func (f *fakeDesk) Schema(context.Context, string, bool) (*schema.Snapshot, error) {
	return &schema.Snapshot{Dialect: "sqlite", Database: "shop", TakenAt: day, Tables: []schema.Table{
		{Schema: "main", Name: "orders", Kind: schema.BaseTable, Rows: 10, PrimaryKey: []string{"id"}, ForeignKeys: []schema.ForeignKey{{Columns: []string{"region"}, RefSchema: "main", RefTable: "regions", RefColumns: []string{"id"}, Inferred: true}},
			Columns: []schema.Column{{Name: "id", Type: "INTEGER", Kind: table.Int, Role: schema.Key}, {Name: "<script>", Type: "TEXT", Kind: table.Text, Values: []string{"a"}}}},
		{Schema: "main", Name: "regions", Kind: schema.View, Rows: -1},
	}}, nil
}
func (f *fakeDesk) Suggestions(context.Context, string) ([]string, error) {
	return []string{"How many orders are there?"}, nil
}

func (f *fakeDesk) Sessions(context.Context, string, int) ([]store.Session, error) {
	return []store.Session{{ID: "session_1", Name: "sales", Source: "shop", CreatedAt: day}}, nil
}
func (f *fakeDesk) Session(_ context.Context, id string) (store.Session, []session.Cell, error) {
	return store.Session{ID: id, CreatedAt: day}, f.book().Cells, nil
}
func (f *fakeDesk) Resume(context.Context, string) (*desk.Book, error) { return f.book(), nil }
func (f *fakeDesk) ForkSession(context.Context, string, string) (*desk.Book, error) {
	return f.book(), nil
}
func (f *fakeDesk) DeleteSession(context.Context, string) error { return nil }
func (f *fakeDesk) Audit(_ context.Context, q store.Filter) ([]store.Audit, error) {
	if q.Number > 1 {
		return nil, nil
	}
	return []store.Audit{f.audit()}, nil
}

func (f *fakeDesk) Overview(context.Context) (desk.Overview, error) {
	return desk.Overview{Version: "test", Source: "shop", Brain: desk.Brain{Policy: "builtin", Why: "no model is set"}, Limits: desk.Limits{Rows: 1000, Bytes: 1 << 20, MS: 1000}}, nil
}

func (f *fakeDesk) Close(ctx context.Context) error {
	f.mu.Lock()
	f.closed = true
	var running []string
	if f.hold {
		for id := range f.turns {
			running = append(running, id)
		}
	}
	f.mu.Unlock()
	for _, id := range running {
		f.finish(id)
	}
	return ctx.Err()
}

func (f *fakeDesk) questions() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []string
	for _, q := range f.asked {
		all = append(all, q.Text)
	}
	return strings.Join(all, "|")
}
