package mind

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/explore"
	"github.com/plumbdata/plumb/internal/mode/tool"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
)

// Config says which language models are asked, and how.
type Config struct {
	Router    *route.Router
	Recorder  route.Recorder         // of what calls took; nil records nothing
	Escalated func(route.Escalation) // hears, beside the session, that the next model is asked; may be nil
	Only      bool                   // they answer everything, and the built-in brain only gives its opinion
	Budget    int                    // tokens of schema that a model is shown
	Vectors   string                 // folder for vectors of tables; "" keeps none
}

// Models answers questions about one database with language models. It may be
// used by many at once.
type Models struct {
	Config
	builtin *Builtin // gives a second opinion
	schema  *schema.Snapshot
	edits   func(ctx context.Context, question string) []llm.Example
	near    *nearness // finds tables of a large schema by meaning; nil finds them by words alone
	whole   string    // the schema, where it is small enough to be shown whole
	index   func() *schema.Index
	order   map[*schema.Table]int
}

// NewModels asks models about a database. The built-in brain has read it, and
// edits are the statements that the person wrote for it, the newest last; it may
// be nil.
func NewModels(c Config, b *Builtin, s *schema.Snapshot, edits func(ctx context.Context, question string) []llm.Example) *Models {
	m := &Models{Config: c, builtin: b, schema: s, edits: edits, order: map[*schema.Table]int{}}
	if whole := schema.XML(s, schema.XMLOptions{}); schema.Tokens(whole) <= c.Budget {
		m.whole = whole
	}
	for i := range s.Tables {
		m.order[&s.Tables[i]] = i
	}
	m.index = sync.OnceValue(func() *schema.Index { return schema.NewIndex(s) })
	if c.Router != nil {
		m.near = newNearness(s, c.Vectors, m.router(nil))
	}
	return m
}

var dialectNames = map[string]string{"postgres": "PostgreSQL", "duckdb": "DuckDB", "sqlite": "SQLite"}

// Plan lets a model write the statement.
func (m *Models) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	d, _, err := m.propose(ctx, r, nil, nil)
	return d, err
}

// Repair shows the model what went wrong.
func (m *Models) Repair(ctx context.Context, r answer.Request, failed []answer.Attempt) (*answer.Draft, error) {
	d, _, err := m.propose(ctx, r, failed, nil)
	return d, err
}

// longQuestion is where a question counts as complex, in characters.
const longQuestion = 200

// propose lets a model write the statement, and says what that took. What the
// built-in brain makes of the question serves the second opinion; where it has not
// read it yet, it does so while the model thinks.
func (m *Models) propose(ctx context.Context, r answer.Request, failed []answer.Attempt, own *answer.Draft) (*answer.Draft, answer.Cost, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	read := make(chan *answer.Draft, 1)
	if own != nil {
		read <- own
	} else {
		go func() {
			d, _ := m.builtin.Plan(ctx, r) // without it there is less to say
			read <- d
		}()
	}
	asked, err := m.question(ctx, r, failed)
	if err != nil {
		return nil, answer.Cost{}, err
	}
	shown, found := m.selectSchema(ctx, r)
	b := &llm.Brain{Dialect: dialectNames[m.schema.Dialect], Rules: tool.Rules(m.schema.Dialect), Schema: shown, Examples: m.examples(ctx, r.Question)}
	job := route.Job{Task: route.SQLGeneration, Complex: len(failed) > 0 || utf8.RuneCountInString(r.Question) > longQuestion}
	var p *llm.Proposal
	by, spent, err := m.try(ctx, job, r.Happened, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		b := *b
		b.Planner = one
		p, used, err = b.Plan(ctx, asked)
		return used, err
	})
	if err != nil {
		return nil, spent, err
	}
	d := &answer.Draft{Outcome: answer.Likely, SQL: p.SQL, Sentence: p.Reasoning, Reasoning: p.Reasoning, Chart: p.Chart, By: by,
		FollowUp: r.Before != nil, Missing: p.Missing, Suggested: p.Suggestions, Cost: spent}
	if found != nil {
		d.Findings = append(d.Findings, *found)
	}
	if p.Assumption != "" {
		d.Assumptions = []string{p.Assumption}
	}
	if p.SQL == "" && (p.Explore || p.Steps) {
		if d.Outcome = answer.Explore; p.Steps {
			d.Outcome = answer.Stepwise
		}
		return d, spent, nil
	}
	if p.SQL == "" {
		d.Outcome = answer.Declined
		if d.Missing == "" {
			d.Missing = "This data cannot answer that."
		}
	}
	m.addOpinion(ctx, r, d, <-read)
	return d, spent, nil
}

// question is what is asked, with what a model needs to know of the conversation.
// Statements that failed stand in the cells of those questions.
func (m *Models) question(ctx context.Context, r answer.Request, failed []answer.Attempt) (llm.Asked, error) {
	a := llm.Asked{Question: r.Question, Now: r.Now, Vocabulary: r.Vocabulary.Sentences(r.Question)}
	past, err := r.Past(ctx)
	if err != nil {
		return a, err
	}
	for _, c := range slices.Backward(past) {
		a.Past = append(a.Past, condense(c))
		for _, t := range c.Metadata.Attempts {
			if t.Reason != "" {
				a.Earlier = append(a.Earlier, llm.Failed{SQL: t.SQL, Reason: t.Reason})
			}
		}
	}
	for _, f := range failed {
		a.Failed = append(a.Failed, llm.Failed{SQL: f.SQL, Reason: f.Reason + " " + f.Hint})
	}
	return a, nil
}

// selectSchema is the schema for a question: all of it, or the tables that matter, in
// the order of the schema, so that the same ones give the same bytes. What the
// question before was about matters too. The finding, if there is one, is what
// went wrong while they were chosen.
func (m *Models) selectSchema(ctx context.Context, r answer.Request) (string, *fault.Diagnostic) {
	if m.whole != "" {
		return m.whole, nil
	}
	words := r.Question
	if r.Before != nil {
		words += "\n" + r.Before.Cell.Question
	}
	near, found := m.near.of(ctx, words)
	tables := m.index().SelectNear(words, near, m.Budget)
	slices.SortFunc(tables, func(a, b *schema.Table) int { return m.order[a] - m.order[b] })
	return schema.XML(m.schema, schema.XMLOptions{Tables: tables, Budget: m.Budget}), found
}

// maxEdits is how many of the person's own statements are shown as examples.
const maxEdits = 5

// examples are statements that people wrote: the person's own, then those of
// the project's folder.
func (m *Models) examples(ctx context.Context, question string) []llm.Example {
	var list []llm.Example
	if m.edits != nil {
		edits := m.edits(ctx, question)
		for _, e := range slices.Backward(edits[max(0, len(edits)-maxEdits):]) {
			list = append(list, e)
		}
	}
	for _, e := range m.schema.Documents.Examples {
		list = append(list, llm.Example{Question: e.Question, SQL: e.SQL})
	}
	return list
}

// Narrate lets a model say what a result says. Where none is set up for that, or
// none can be asked, the built-in narrator does.
func (m *Models) Narrate(ctx context.Context, f answer.Finding) (*answer.Narrative, error) {
	job := route.Job{Task: route.Narration}
	if len(m.Router.Models(job)) == 0 {
		return Narrator{}.Narrate(ctx, f)
	}
	if f.Show != nil {
		f.Show(ctx)
	}
	text := ""
	by, spent, err := m.try(ctx, job, f.Happened, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		b := llm.Brain{Narrator: one}
		text, used, err = b.Narrate(ctx, llm.Result{Question: f.Question, SQL: f.SQL, Table: f.Table, Chart: string(f.Plan.Kind), Objections: f.Objections})
		return used, err
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		n, second := Narrator{}.Narrate(ctx, f)
		if second != nil {
			return nil, err
		}
		why := fault.Of(err)
		n.Cost = spent
		n.Notes = []fault.Diagnostic{{Severity: fault.Warning, Code: why.Code, Message: "the built-in narrator tells this: " + why.Message, Hint: why.Hint}}
		return n, nil
	}
	n := &answer.Narrative{By: by, Cost: spent}
	n.Text = text
	return n, nil
}

// IsModel reports whether a name is a model's: those are provider/model, and
// nobody else's is.
func IsModel(name string) bool { return strings.Contains(name, "/") }

// try goes along a job's chain. It returns who did it, and what all took.
func (m *Models) try(ctx context.Context, j route.Job, happened func(context.Context, session.Entry), f func(context.Context, model.Model) (model.Usage, error)) (by string, spent answer.Cost, err error) {
	router := m.router(happened)
	err = router.Try(ctx, j, func(ctx context.Context, one model.Model) error {
		by = one.Info().Name()
		used, err := f(ctx, model.Fit(one))
		spent.Input += used.Input
		spent.Output += used.Output
		if p, ok := router.Price(by); ok {
			spent.USD += p.Cost(route.TokensOf(used)).USD()
		}
		return err
	})
	return by, spent, err
}

// router records what calls take, and tells that the next model of a chain is
// asked: a person who waits, and the session. Happened may be nil.
func (m *Models) router(happened func(context.Context, session.Entry)) *route.Router {
	return m.Router.WithRecorder(m.Recorder, func(ctx context.Context, e route.Escalation) {
		if m.Escalated != nil {
			m.Escalated(e)
		}
		if happened != nil {
			happened(ctx, session.Entry{Kind: session.Escalated, Payload: session.EscalatedPayload{
				Task: string(e.Task), From: e.From, To: e.To, Code: string(e.Code), Reason: e.Reason}})
		}
	})
}

// Explorer completes a way of answering in which these models look around in the
// database.
func (m *Models) Explorer(base explore.Mode) *explore.Mode {
	base.ForTurn = func(happened func(context.Context, session.Entry)) model.Model {
		return m.router(happened).Model(route.Job{Task: route.Planning, Complex: true})
	}
	base.Price = func(name string, u model.Usage) float64 {
		p, _ := m.Router.Price(name) // one that is not known counts as nothing here, and as unknown in the records
		return p.Cost(route.TokensOf(u)).USD()
	}
	base.Dialect, base.Memory = dialectNames[m.schema.Dialect], &explore.Memory{}
	return &base
}

// condense makes of a cell what a model needs to know.
func condense(c session.Cell) llm.Past {
	p := llm.Past{Question: c.Question}
	if c.SQL != nil {
		p.SQL, p.Edited = c.SQL.Query, c.SQL.EditedByUser
	}
	if c.Chart != nil {
		p.Chart = cmp.Or(string(c.Chart.Spec), c.Chart.Kind)
	}
	if c.Narrative != nil {
		p.Story = c.Narrative.Text
	}
	return p
}
