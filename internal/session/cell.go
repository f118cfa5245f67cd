package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/table"
)

// Cell is one thing that a session worked out: the unit of reproducibility. A
// part that there is not is nil, and left out of its JSON.
type Cell struct {
	ID        string    `json:"id"`
	CreatedAt time.Time `json:"created_at"`
	Question  string    `json:"question"`
	Note      string    `json:"note,omitempty"` // what the person wrote, in Markdown; then nothing was asked
	Context   Lineage   `json:"context"`
	// Derivation is set where the cell shows or computes with rows that another
	// question gave; Question is then only its heading.
	Derivation *Derivation      `json:"derivation,omitempty"`
	Reading    *Reading         `json:"reading,omitempty"`
	SQL        *SQL             `json:"sql,omitempty"`
	Meaning    *meaning.Meaning `json:"meaning,omitempty"` // of the statement that was run
	Result     *Result          `json:"result,omitempty"`
	Chart      *Chart           `json:"chart,omitempty"`
	Narrative  *Narrative       `json:"narrative,omitempty"`
	WhatIf     *WhatIf          `json:"what_if,omitempty"`
	// Analysis is the plan of an answer that took several steps, and what became of
	// them.
	Analysis *AnalysisRun `json:"analysis,omitempty"`
	// Sources are the queries that an explored answer or an analysis rests on, in
	// their order.
	Sources []Evidence `json:"sources,omitempty"`
	// Citations are the passages of documents that the narrative rests on, in the order
	// of its words.
	Citations []Citation `json:"citations,omitempty"`
	// Recalled are the memories that came to mind with the question, and Applied is what
	// the answer follows of all that is known.
	Recalled []Known `json:"recalled,omitempty"`
	Applied  []Known `json:"applied,omitempty"`
	// Verdict is what the critic says of the answer.
	Verdict *JudgedPayload `json:"verdict,omitempty"`
	// Download is a file that a page offers with the cell.
	Download *Download `json:"download,omitempty"`
	// Made is what was made at the request of the cell, and put elsewhere.
	Made     *Made    `json:"made,omitempty"`
	Metadata Metadata `json:"metadata"`
	// Diagnostics are what to know of the cell as a whole: why there is no
	// answer, that its chart was replaced, that its schema has changed.
	Diagnostics []fault.Diagnostic `json:"diagnostics,omitempty"`
}

// Download is the rows of a cell as a file.
type Download struct {
	Cell   string `json:"cell"`   // whose rows they are
	Format string `json:"format"` // csv, xlsx, json, md or parquet
	Title  string `json:"title"`  // of the format, for people
}

// Derivation is what a cell makes of the rows of a question: a chart of another
// kind, or else a what-if.
type Derivation struct {
	Question string `json:"question"`        // that the rows answer
	Chart    string `json:"chart,omitempty"` // the kind of chart that was asked for
}

// Reading is how the question was understood.
type Reading struct {
	Outcome     string   `json:"outcome"` // sure, likely, unsure, declined, edited or failed
	Confidence  float64  `json:"confidence,omitempty"`
	Sentence    string   `json:"sentence,omitempty"`
	Clauses     []Clause `json:"clauses,omitempty"`
	Assumptions []string `json:"assumptions,omitempty"`
	Others      []Other  `json:"others,omitempty"`     // other readings, the likeliest first
	Question    string   `json:"question,omitempty"`   // back to the person, of an unsure one
	Unsaid      []Unsaid `json:"unsaid,omitempty"`     // what the question does not say, and what is taken for it
	Default     bool     `json:"default,omitempty"`    // of older cells: the first of the others is taken if the question is skipped
	Missing     string   `json:"missing,omitempty"`    // of a declined one
	Suggested   []string `json:"suggested,omitempty"`  // what can be asked instead
	Remembered  bool     `json:"remembered,omitempty"` // the person chose it before
}

// Clause is a part of a reading in plain words.
type Clause struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Unsaid is something that a question does not say and only the person can know. Taken
// is the choice that the answer is made with, or that is taken if the question back is
// skipped.
type Unsaid struct {
	Key      string   `json:"key"` // what it is about, the same in other questions
	Question string   `json:"question"`
	Choices  []Saying `json:"choices"`
	Taken    int      `json:"taken"`             // from 0
	Said     bool     `json:"said,omitempty"`    // by the person, now or before
	Obvious  bool     `json:"obvious,omitempty"` // it is not asked
}

// Saying is what a person may say to it.
type Saying struct {
	Text  string `json:"text"`
	Value string `json:"value"`
}

// Other is another way to read the question.
type Other struct {
	Sentence    string  `json:"sentence"`
	Offer       string  `json:"offer,omitempty"` // what choosing it answers to the question back
	SQL         string  `json:"sql"`
	Probability float64 `json:"probability,omitempty"`
	By          string  `json:"by,omitempty"` // who wrote it, if not the author of the answer's
}

// Lineage is where a cell stands in its conversation.
type Lineage struct {
	ParentCellID string `json:"parent_cell_id,omitempty"`
	RefinementOf string `json:"refinement_of,omitempty"`
	Position     int    `json:"conversation_position"`

	// RefinedSQL and RefinedData are hashes of what the cell RefinementOf was when
	// this one was made: its statement, and its rows.
	RefinedSQL  string `json:"refined_sql_hash,omitempty"`
	RefinedData string `json:"refined_data_hash,omitempty"`
	// Standalone is true for a question that was asked as a follow-up and answered
	// by itself: no figure of it rests on the cell RefinementOf.
	Standalone bool `json:"standalone,omitempty"`
}

// Refining is the lineage of a cell that is built on another one, as that is now.
func (l Lineage) Refining(of Cell) Lineage {
	l.RefinementOf, l.RefinedData, l.Standalone = of.ID, "", false
	l.RefinedSQL = of.SQL.hash()
	if of.Result != nil {
		l.RefinedData = of.Result.DataHash
	}
	return l
}

// SameStatement is true where the cell that this one is built on still has the
// statement that it had.
func (l Lineage) SameStatement(of Cell) bool { return l.RefinedSQL == of.SQL.hash() }

// Run is the statement that was run: the person's own if they changed it.
func (s *SQL) Run() string {
	switch {
	case s == nil:
		return ""
	case s.EditedByUser && s.UserSQLOverride != "":
		return s.UserSQLOverride
	}
	return s.Query
}

func (s *SQL) hash() string { return hash([]byte(s.Run())) }

// SQL is the statement that was run.
type SQL struct {
	Query           string   `json:"query"`
	GeneratedBy     string   `json:"generated_by,omitempty"`
	EditedByUser    bool     `json:"edited_by_user"`
	UserSQLOverride string   `json:"user_sql_override,omitempty"`
	Tables          []string `json:"tables,omitempty"` // that it reads
	// AsQuestion is true for a statement that a person wrote instead of asking
	// anything: the question of the cell is how it begins.
	AsQuestion bool `json:"as_question,omitempty"`
}

// Result is what the statement returned. Data holds the rows as the table
// package writes them, up to the cap; DataHash covers all of them.
type Result struct {
	Columns         []string           `json:"columns"`
	ColumnTypes     []string           `json:"column_types"`
	RowCount        int64              `json:"row_count"`
	DataHash        string             `json:"data_hash"`
	Data            json.RawMessage    `json:"data,omitempty"`
	Truncated       bool               `json:"truncated"`
	ExecutionTimeMS int64              `json:"execution_time_ms"`
	Diagnostics     []fault.Diagnostic `json:"diagnostics,omitempty"`
}

// Chart is how the result is drawn.
type Chart struct {
	Kind         string          `json:"kind,omitempty"` // bar, line, …; value and table have no spec
	Spec         json.RawMessage `json:"spec,omitempty"` // Vega-Lite
	Plan         json.RawMessage `json:"plan,omitempty"` // the same for a terminal, where Plumb chose it
	AutoDetected bool            `json:"auto_detected"`
	Theme        string          `json:"theme,omitempty"`
}

// Narrative is what the result says, in words. Plumb's own answers leave out
// what the rows do not support, so that nothing in them is unverified; a cell
// that others wrote may say so, and it is shown.
type Narrative struct {
	Text           string          `json:"text"`
	DataReferences []DataReference `json:"data_references,omitempty"`
	Unverified     []string        `json:"unverified,omitempty"` // sentences of the text that the rows do not support
	By             string          `json:"by,omitempty"`
}

// DataReference ties words of a narrative to the data they come from.
type DataReference struct {
	RefID     string   `json:"ref_id"`
	Text      string   `json:"text"`
	At        int      `json:"at,omitempty"` // the byte of the narrative at which the words begin; 0 means their first place
	Source    string   `json:"source"`
	Operation string   `json:"operation,omitempty"`
	Columns   []string `json:"columns,omitempty"`
	Rows      []int    `json:"rows,omitempty"`  // from 0; none means all
	Among     []int    `json:"among,omitempty"` // rows that an extreme, a rank or a share is one of; none means all
	// Query is the number of the source that the rows are of; none means the
	// cell's own result, or that of its what-if.
	Query  int    `json:"query,omitempty"`
	Figure string `json:"figure,omitempty"` // the name of a figure of the what-if's fit
}

// Evidence is something that was looked at for an answer. Plumb keeps the list
// itself, whatever a model says of it.
type Evidence struct {
	Number    int      `json:"number"` // from 1
	Tool      string   `json:"tool"`
	Source    string   `json:"source,omitempty"` // the connection, where it is not the cell's own
	SQL       string   `json:"sql,omitempty"`
	Tables    []string `json:"tables,omitempty"`
	RowCount  int64    `json:"row_count"`
	Truncated bool     `json:"truncated"`
	DataHash  string   `json:"data_hash"`
	// Meaning is that of the statement; nil where nobody knows.
	Meaning *meaning.Meaning `json:"meaning,omitempty"`
	// Result is what it returned, where the narrative refers to it and it is
	// not the cell's own.
	Result *Result `json:"result,omitempty"`
}

// AnalysisRun is a plan that was run.
type AnalysisRun struct {
	Plan plan.Plan `json:"plan"`
	// Steps are those that were finished, in the order of the plan.
	Steps       []StepResult `json:"steps,omitempty"`
	Assumptions []string     `json:"assumptions,omitempty"`
	Caveats     []string     `json:"caveats,omitempty"`
}

// StepResult is what a step of a plan made.
type StepResult struct {
	Number   int     `json:"number"`
	Output   string  `json:"output"`
	RowCount int64   `json:"row_count"`
	DataHash string  `json:"data_hash"`
	TookMS   float64 `json:"took_ms"`
}

// WhatIf is a forecast or another computation beyond the rows, and its assumptions.
type WhatIf struct {
	Technique   string          `json:"technique"`
	Assumptions []string        `json:"assumptions,omitempty"`
	Caveats     []string        `json:"caveats,omitempty"`
	SampleSize  int             `json:"sample_size"`
	Fit         json.RawMessage `json:"fit,omitempty"`
	Result      *Result         `json:"result,omitempty"`  // the rows that the chart shows, observed and computed
	Request     json.RawMessage `json:"request,omitempty"` // the request, from which the same result can be computed again
}

// Metadata is how the cell came to be.
type Metadata struct {
	Model         string    `json:"model,omitempty"`
	SchemaVersion string    `json:"schema_version,omitempty"`
	Source        string    `json:"source,omitempty"` // the connection's name
	Mode          string    `json:"mode,omitempty"`   // data, documents, both or general
	Now           string    `json:"now,omitempty"`    // the day that "today" meant
	AgentSteps    int       `json:"agent_steps"`
	RetryCount    int       `json:"retry_count"`
	Reasoning     string    `json:"reasoning,omitempty"`
	Trace         []string  `json:"trace,omitempty"` // generate, validate, execute, fix_1, …
	Attempts      []Attempt `json:"attempts,omitempty"`
	Timings       *Timings  `json:"timings_ms,omitempty"`
	Tokens        *Tokens   `json:"tokens,omitempty"`
	CostUSD       float64   `json:"cost_usd,omitempty"`
}

// Attempt is one try at a statement.
type Attempt struct {
	SQL    string `json:"sql"`
	Status string `json:"status"` // ran, refused, failed
	Reason string `json:"reason,omitempty"`
}

// Timings are where the time of a cell went, in milliseconds.
type Timings struct {
	Plan    float64 `json:"plan"`
	Check   float64 `json:"check"`
	Execute float64 `json:"execute"`
	Chart   float64 `json:"chart"`
	Narrate float64 `json:"narrate"`
	Total   float64 `json:"total"`
}

// Tokens are what a language model read and wrote.
type Tokens struct {
	Input  int `json:"input"`
	Output int `json:"output"`
}

// Tables are all tables that the statements of a cell read.
func (c Cell) Tables() []string {
	var list []string
	if c.SQL != nil {
		list = append(list, c.SQL.Tables...)
	}
	for _, s := range c.Sources {
		list = append(list, s.Tables...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Canonical writes the cell so that the same meaning gives the same bytes:
// keys in a fixed order (in the chart's spec: sorted), absent parts left out,
// no spaces, nothing escaped that need not be, numbers of the spec in their
// shortest exact form. The numbers of Data keep their digits: there 1.50 is a
// decimal with two places.
func (c Cell) Canonical() ([]byte, error) {
	c.CreatedAt = c.CreatedAt.UTC().Truncate(time.Microsecond)
	c.Result = c.Result.canonical()
	c.Sources = slices.Clone(c.Sources)
	for i := range c.Sources {
		c.Sources[i].Result = c.Sources[i].Result.canonical()
	}
	if c.Chart != nil {
		chart := *c.Chart
		for _, part := range []*json.RawMessage{&chart.Spec, &chart.Plan} {
			if err := settle(part); err != nil {
				return nil, fault.Wrap(err, fault.BadData, "the chart of cell %q is not usable JSON: %s", c.ID, err)
			}
		}
		if chart.Kind == "" && chart.Spec == nil {
			return nil, fault.New(fault.BadData, "the chart of cell %q has neither a kind nor a specification", c.ID)
		}
		c.Chart = &chart
	}
	if c.WhatIf != nil {
		w := *c.WhatIf
		if err := settle(&w.Fit); err != nil {
			return nil, fault.Wrap(err, fault.BadData, "the what-if of cell %q is not usable JSON: %s", c.ID, err)
		}
		c.WhatIf = &w
	}
	b, err := table.PlainJSON(c)
	if err == nil {
		b, err = rewriteJSON(b, asWritten)
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.BadData, "the cell %q cannot be written as JSON: %s", c.ID, err)
	}
	return b, nil
}

// canonical returns the result with one way to say what there is not.
func (r *Result) canonical() *Result {
	if r == nil {
		return nil
	}
	s := *r
	s.Columns, s.ColumnTypes = present(r.Columns), present(r.ColumnTypes)
	if string(bytes.TrimSpace(r.Data)) == "null" {
		s.Data = nil
	}
	return &s
}

// settle writes JSON by its meaning; nothing stays nothing.
func settle(raw *json.RawMessage) error {
	if len(bytes.TrimSpace(*raw)) == 0 {
		*raw = nil
		return nil
	}
	settled, err := rewriteJSON(*raw, byMeaning)
	*raw = settled
	return err
}

// Hash is the SHA-256 of the canonical bytes.
func (c Cell) Hash() (string, error) {
	b, err := c.Canonical()
	if err != nil {
		return "", err
	}
	return hash(b), nil
}

// HashBytes is the SHA-256 of a file, written as the hashes of cells are.
func HashBytes(b []byte) string { return hash(b) }

func hash(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return FormatHash(sum[:])
}

// FormatHash writes a SHA-256 as cells and artifacts have it.
func FormatHash(sum []byte) string { return "sha256:" + hex.EncodeToString(sum) }

// ParseCell reads a cell. A key that it does not know is refused, because a
// cell without it would no longer have the same hash.
func ParseCell(b []byte) (Cell, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var c Cell
	err := d.Decode(&c)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return c, nil
		}
		err = errors.New("there is data after its end")
	}
	return Cell{}, fault.Wrap(err, fault.BadData, "this is not a cell that this Plumb can read: %s", err).
		WithHint("it may come from a newer Plumb: update, and try again")
}

// present makes no list and an empty one the same.
func present(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
