// Package llm reads questions and tells results with a language model, in two
// calls: plan_query proposes a statement and a chart, and narrate_results, which
// sees the rows, says what they say. What the model writes is a proposal: the
// guard decides what runs, the chart is validated, and every claim is checked.
//
// Prompts are files beside this one. Whatever comes from a database, a document
// or a person stands in them fenced as data.
package llm

import (
	"embed"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/model"
)

//go:embed prompts/*.md
var files embed.FS

// Brain asks models about one database.
type Brain struct {
	Planner  model.Model // writes statements
	Narrator model.Model // tells results
	Dialect  string      // of SQL, as people call it: DuckDB, PostgreSQL, SQLite
	Rules    string      // how a statement is to be written
	// Schema is the context for a question: the whole schema, or the tables that
	// matter of a large one. The same schema gives the same bytes, so that
	// providers can keep them.
	Schema string
	// Examples are statements that people wrote for this data.
	Examples []Example
}

// Example is a question that somebody answered with SQL.
type Example struct{ Question, SQL string }

// Asked is a question with the conversation before it.
type Asked struct {
	Question string
	Now      time.Time
	Past     []Past // the oldest first; at most maxPast of them are told
	Failed   []Failed
	// Vocabulary is what those who ask say of words, in sentences, what matters most first; as
	// many are told as there is room for.
	Vocabulary []string
	// Earlier are statements that failed at other questions of the
	// conversation, the oldest first; at most maxFailed of them are told.
	Earlier []Failed
}

// Past is an earlier answer, condensed.
type Past struct {
	Question string
	SQL      string
	Edited   bool   // the person changed the statement
	Chart    string // the specification, or the kind
	Story    string
}

// Failed is a statement that did not work, and why.
type Failed struct{ SQL, Reason string }

// Proposal is what a model proposes for a question.
type Proposal struct {
	Reasoning   string          `json:"reasoning" schema:"description=in one or two sentences: which tables and joins, and why"`
	SQL         string          `json:"sql,omitempty" schema:"description=the statement; empty if the data cannot answer"`
	Chart       json.RawMessage `json:"chart_spec,omitempty" schema:"description=a Vega-Lite v6 specification over the columns of the statement"`
	Assumption  string          `json:"assumption,omitempty" schema:"description=what was taken for granted, if anything"`
	Missing     string          `json:"missing,omitempty" schema:"description=what the data lack, if they cannot answer"`
	Explore     bool            `json:"explore,omitempty" schema:"description=true if the data must be looked at before a statement can be written: then everything else may stay empty"`
	Steps       bool            `json:"steps,omitempty" schema:"description=true if several statements or a program are needed, each from what the one before found: then everything else may stay empty"`
	Suggestions []string        `json:"suggestions,omitempty" schema:"max=3,description=questions that can be answered instead"`
}

// Check refuses a proposal that proposes nothing, such as one that was cut off.
func (p *Proposal) Check() error {
	if strings.TrimSpace(p.SQL) == "" && strings.TrimSpace(p.Missing) == "" && !p.Explore && !p.Steps {
		return errors.New("it has no sql: give the statement, or say in missing what the data lack")
	}
	return nil
}

// told is what narrate_results is called with.
type told struct {
	Narrative string `json:"narrative" schema:"description=two or three sentences"`
}

// What the two calls are made of.
var (
	planForm    = model.NewForm[Proposal]("plan_query", "Propose the statement and the chart that answer the question.")
	narrateForm = model.NewForm[told]("narrate_results", "Tell what the rows say about the question.")
)

const (
	maxPast        = 5
	maxExamples    = 8
	maxWords       = 40 // sentences of a vocabulary
	maxFailed      = 5
	planTokens     = 4096
	storyTokens    = 1024
	classifyTokens = 200
	// longest is how much is told of one thing in an earlier answer, in bytes.
	longest = 4 << 10
)

var zero = 0.0

// newRequest is a request of one message. Whatever was said before is told in it, and
// not as turns of the model: a model takes its own turns for true, and as an
// example of how to answer.
func newRequest(system []model.Block, tokens int, parts ...string) model.Request {
	message := model.Message{Role: model.User, Parts: []model.Part{{Text: strings.Join(parts, "\n\n")}}}
	return model.Request{MaxTokens: tokens, Temperature: &zero, System: system, Messages: []model.Message{message}}
}
